// The link that a row requests, and its problems before anything is sent.
import { describe, expect, it } from 'vitest';
import type { AccountLists } from '../../../lib/bulk/account-lookup.ts';
import type { ColumnField, Columns } from '../../../lib/bulk/columns.ts';
import {
  hasBlockingProblem,
  createDraftFromRow,
  type SharedOptions,
} from '../../../lib/bulk/draft-from-row.ts';
import {
  validateRows,
  decideRow,
  type ExistingLink,
  type ValidateRowsDeps,
} from '../../../lib/bulk/validate-rows.ts';
import { parseExpiry } from '../../../lib/bulk/parse-expiry.ts';
import type { Preset } from '../../../lib/presets/preset.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { noOptions } from '../../support/sample-bulks.ts';

const lists: AccountLists = {
  campaigns: [
    { id: '4', name: 'Summer' },
    { id: '5', name: '7' },
  ],
  channels: [{ id: '6', name: 'Mail' }],
  pixels: [
    { id: '7', name: 'One' },
    { id: '8', name: 'Two, and more' },
    { id: '9', name: 'Three' },
  ],
  domains: ['https://sho.rt', 'https://go.example'],
  types: [{ id: '12', name: 'Welcome' }],
};
const now = new Date(2026, 5, 15, 12);
const prepare = createDraftFromRow(lists);

function row(
  cells: Partial<Record<ColumnField, string>>,
  forAll: Partial<SharedOptions> = {},
  utcOffset?: number,
) {
  const columns: Columns = Object.keys(cells) as ColumnField[];
  const whole = { address: 'https://example.com/page', ...cells };
  const all = [...new Set<ColumnField>([...columns, 'address'] as ColumnField[])];
  return prepare(
    all.map((field) => whole[field] ?? ''),
    { columns: all, forAll: { ...noOptions, ...forAll }, lint: {}, now, utcOffset },
  );
}

const says = (cells: Partial<Record<ColumnField, string>>) =>
  row(cells).problems.map(({ message }) => message);

describe('a row', () => {
  it('takes the HTTP status of a redirect for no page, unless the account has one with that id', () => {
    expect(row({ type: '301' })).toMatchObject({ link: { extras: { type: 'direct' } }, problems: [] });
    expect(row({ type: '44' }).link.extras?.type).toBe('44');
    const validate = createDraftFromRow({ ...lists, types: [{ id: '301', name: 'Offer' }] });
    const context = { columns: ['address', 'type'], forAll: noOptions, lint: {}, now } as const;
    expect(validate(['https://example.com/', '301'], context).link.extras?.type).toBe('301');
  });

  it.each([
    ['One; Three', ['One', 'Three']],
    ['One|Three\nTwo, and more', ['One', 'Three', 'Two, and more']],
    ['One, Three', ['One', 'Three']],
    ['"One" , "Two, and more";', ['One', 'Two, and more']],
    [' "Three"\n', ['Three']],
    ['"One', ['"One']],
    ['"One" of', ['"One" of']],
    ['"A ""B""; C" ;; "D|E"', ['A "B"; C', 'D|E']],
  ])('has the pixels of one cell, separated and quoted as people write them: %j', (cell, names) => {
    const pixels = [...new Set([...names, 'One', 'Three'])].map((name, n) => ({ id: `${n + 1}`, name }));
    const validate = createDraftFromRow({ ...lists, pixels });
    const context = { columns: ['address', 'pixels'], forAll: noOptions, lint: {}, now } as const;
    const { link, problems } = validate(['https://example.com/', cell], context);
    expect(problems).toEqual([]);
    expect(link.pixels.map(({ name }) => name)).toEqual(names);
  });

  it.each([',', ';', '.'])('whose URL ends with %j can be created, with a warning', (mark) => {
    const problem = { message: 'bulkEndsWithPunctuation', about: mark, blocks: false };
    expect(row({ address: `https://example.com/page${mark}` })).toMatchObject({
      link: { address: `https://example.com/page${mark}` },
      problems: [problem],
    });
    expect(says({ address: `not a URL${mark}` })).toEqual(['urlIncomplete']);
  });

  it.each([
    ['https://example.com/page,spring', ',spring'],
    ['https://example.com/page;spring;7', ';spring;7'],
    ['https://example.com/a,b/page', null],
  ])('of a list warns of what may be a column after its URL: %s', (address, about) => {
    const problems = about === null ? [] : [{ message: 'bulkUrlSuffix', about, blocks: false }];
    const context = { columns: ['address'], forAll: noOptions, lint: {}, now } as const;
    expect(prepare([address], { ...context, isList: true })).toMatchObject({ link: { address }, problems });
    expect(prepare([address], context).problems).toEqual([]);
  });

  it.each(['Summer', 'summer', 'SUMMER'])(
    'is put into the campaign that is spelled like that: %s',
    (name) => {
      const campaigns = ['summer', 'Summer', 'SUMMER'].map((spelling, n) => ({
        id: `${n + 1}`,
        name: spelling,
      }));
      const validate = createDraftFromRow({ ...lists, campaigns });
      const columns: Columns = ['address', 'campaign'];
      const context = { columns, forAll: noOptions, lint: {}, now };
      expect(validate(['https://example.com/', name], context).link.campaign?.name).toBe(name);
      expect(validate(['https://example.com/', 'sUMMER'], context).link.campaign?.id).toBe('1');
    },
  );

  it('requests the link of its cells', () => {
    const { link, problems, warnings } = row({
      address: ' example.com/a ',
      title: 'A page',
      alias: 'a-page',
      domain: 'GO.example/',
      campaign: 'summer',
      channel: '6',
      pixels: 'three; one',
      note: 'For the flyer',
      expiry: '2027-01-31',
      password: 'hush',
      visibility: 'Public',
      type: 'welcome',
      metaTitle: 'Card',
      metaDescription: 'About',
      metaImage: 'https://example.com/a.png',
      utm_source: 'flyer',
      utm_medium: 'print',
      utm_id: 'spring-7',
    });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([]);
    expect(link).toMatchObject({
      address: 'https://example.com/a',
      title: 'A page',
      alias: 'a-page',
      domain: 'https://go.example',
      campaign: { id: '4', name: 'Summer' },
      channel: { id: '6', name: 'Mail' },
      pixels: [
        { id: '9', name: 'Three' },
        { id: '7', name: 'One' },
      ],
      extras: {
        note: 'For the flyer',
        expiry: '2027-01-31T23:59',
        password: 'hush',
        visibility: 'public',
        type: '12',
        card: { title: 'Card', description: 'About', picture: 'https://example.com/a.png' },
        parameters: [
          { name: 'utm_source', value: 'flyer' },
          { name: 'utm_medium', value: 'print' },
          { name: 'utm_id', value: 'spring-7' },
        ],
      },
    });
  });

  it('without cells has the options for all rows', () => {
    const forAll = {
      campaign: lists.campaigns[0] ?? null,
      pixels: lists.pixels.slice(0, 1),
      domain: 'https://sho.rt',
    };
    expect(row({}, forAll).link).toEqual({
      address: 'https://example.com/page',
      title: '',
      alias: '',
      domain: 'https://sho.rt',
      campaign: { id: '4', name: 'Summer' },
      channel: null,
      pixels: [{ id: '7', name: 'One' }],
    });
    expect(row({ domain: 'go.example', campaign: '7' }, forAll).link).toMatchObject({
      domain: 'https://go.example',
      // By its name: the id is another's.
      campaign: { id: '5', name: '7' },
    });
  });

  const tagged = { address: 'https://example.com/a?utm_source=google', utm_source: 'mail' };
  const urlOf = ({ link }: ReturnType<typeof row>) => toLinkFields(link).url;

  it('keeps a parameter that its URL has, and reports the conflict', () => {
    const prepared = row(tagged);
    expect(urlOf(prepared)).toBe(tagged.address);
    expect(prepared.conflicts).toEqual([
      { name: 'utm_source', inUrl: ['google'], typed: 'mail', url: tagged.address },
    ]);
    expect(hasBlockingProblem(prepared)).toBe(false);
  });

  it('replaces it where that was chosen for all, or by the preset', () => {
    const replaced = 'https://example.com/a?utm_source=mail';
    expect(urlOf(row(tagged, { replacesParameters: true }))).toBe(replaced);
    const parameters = [{ name: 'utm_source', value: 'mail' }];
    const preset = (parameterConflict: 'keep' | 'replace') => ({
      id: 'p',
      name: 'Mail',
      sites: [],
      fields: { extras: { parameters, parameterConflict } },
    });
    const { address } = tagged;
    expect(urlOf(row({ address }, { preset: preset('replace') }))).toBe(replaced);
    expect(urlOf(row({ address }, { preset: preset('keep') }))).toBe(address);
    expect(row({ address }, { preset: preset('replace') }).conflicts).toHaveLength(1);
  });

  it('gets the preset, and its own cells override it', () => {
    const preset = {
      id: 'p',
      name: 'Mail',
      sites: [],
      fields: {
        alias: '{title}',
        campaign: { id: '5', name: '7' },
        extras: { note: 'From {host}', expiry: '+7d', parameters: [{ name: 'utm_source', value: 'mail' }] },
      },
    };
    const { link } = row({ title: 'Ünser Haus', utm_source: 'flyer' }, { preset });
    expect(link).toMatchObject({
      alias: 'unser-haus',
      // That stands in the fields for all rows.
      campaign: null,
      extras: {
        note: 'From example.com',
        expiry: '',
        parameters: [{ name: 'utm_source', value: 'flyer' }],
      },
    });
    expect(row({ alias: 'own', note: 'Mine' }, { preset }).link).toMatchObject({
      alias: 'own',
      extras: { note: 'Mine' },
    });
  });

  it('is filled by the preset of its own address, under what was chosen for all rows', () => {
    const [summer = null, seven = null] = lists.campaigns;
    const shop = {
      id: 'p',
      name: 'Shop',
      sites: ['example.com'],
      fields: {
        campaign: seven,
        domain: 'https://go.example',
        alias: '{title}',
        extras: { note: 'From {host}', parameters: [{ name: 'utm_source', value: 'shop' }] },
      },
    };
    const presetFor = (address: string) => (address.includes('example.com') ? shop : null);
    const defaults = {
      campaign: summer,
      channel: null,
      pixels: lists.pixels.slice(0, 1),
      expiry: '+1w',
      domain: 'https://default.example',
    };
    const untouched = { ...defaults, defaults, presetFor };
    const { link, preset } = row({ title: 'One' }, untouched);
    expect(preset).toBe(shop);
    expect(link).toMatchObject({
      alias: 'one',
      campaign: seven,
      // Not the preset's matter.
      pixels: [{ id: '7' }],
      domain: 'https://go.example',
      extras: {
        expiry: '+1w',
        note: 'From example.com',
        parameters: [{ name: 'utm_source', value: 'shop' }],
      },
    });
    const own = { campaign: 'Summer', utm_source: 'flyer', alias: 'own', domain: 'sho.rt' };
    expect(row(own, untouched).link).toMatchObject({
      alias: 'own',
      campaign: summer,
      domain: 'https://sho.rt',
      extras: { note: 'From example.com', parameters: [{ name: 'utm_source', value: 'flyer' }] },
    });
    expect(
      row({}, { ...untouched, campaign: { id: '9', name: 'Chosen' }, domain: 'https://sho.rt' }).link,
    ).toMatchObject({
      campaign: { id: '9' },
      domain: 'https://sho.rt',
      extras: { note: 'From example.com' },
    });
    expect(row({ address: 'https://other.example/' }, untouched)).toMatchObject({
      preset: null,
      link: { alias: '', campaign: summer, domain: 'https://default.example' },
    });
    expect(row({ address: 'no address' }, untouched).preset).toBeNull();
    expect(row({}, { ...untouched, expiry: '+1d' }).link.extras?.expiry).toBe('+1d');
    expect(row({ address: 'https://other.example/' }, untouched).link.extras?.expiry).toBe('+1w');
    expect(
      row({ address: 'https://other.example/' }, { ...untouched, expiry: '' }).link.extras,
    ).toBeUndefined();
  });

  it('expires as chosen for all rows, unless its own cell says otherwise; a preset fills in that choice', () => {
    expect(row({}, { expiry: '+1w' }).link.extras?.expiry).toBe('+1w');
    expect(row({ expiry: '2027-01-02' }, { expiry: '+1w' }).link.extras?.expiry).toMatch(/^2027-01-02T/);
    const preset = { id: 'p', name: 'Soon', sites: [], fields: { extras: { expiry: '+6h', note: 'n' } } };
    expect(row({}, { preset, expiry: '+6h' }).link.extras).toMatchObject({ expiry: '+6h', note: 'n' });
    expect(row({}, { preset, expiry: '' }).link.extras).toMatchObject({ expiry: '', note: 'n' });
  });

  it('expires in the time of the service, once that is known', () => {
    const preset = { id: 'p', name: 'Soon', sites: [], fields: { extras: { expiry: '+6h' } } };
    /** Eleven hours ahead of the clock here. */
    const utcOffset = 11 * 60 - now.getTimezoneOffset();
    // What is counted from the send stays so until then.
    expect(row({ expiry: '+6h' }, {}, utcOffset)).toMatchObject({
      link: { extras: { expiry: '+6h' } },
      problems: [],
    });
    expect(row({}, { preset, expiry: '+6h' }, utcOffset)).toMatchObject({
      link: { extras: { expiry: '+6h' } },
      problems: [],
    });
    const over = { expiry: '2026-06-15T22:00' };
    expect(row(over, {}, utcOffset).problems).toEqual([
      { message: 'problemExpiryOver', about: '', blocks: true },
    ]);
    expect(row(over).problems).toEqual([]);
  });

  it('is cleaned where that is wanted', () => {
    const address = 'https://example.com/?fbclid=abc&q=1';
    const steps = toSwitches(['tracking']);
    expect(row({ address }).isCleanable).toBe(false);
    expect(row({ address }, { cleanUp: { steps, isOn: false } })).toMatchObject({
      link: { address },
      isCleanable: true,
    });
    expect(row({ address }, { cleanUp: { steps, isOn: true } })).toMatchObject({
      link: { address: 'https://example.com/?q=1' },
      isCleanable: true,
    });
  });

  it.each<[Partial<Record<ColumnField, string>>, readonly string[]]>([
    [{ address: '' }, ['bulkNoUrl']],
    [{ address: 'no address' }, ['urlIncomplete']],
    [{ address: 'mailto:a@example.com' }, ['urlNotWeb']],
    [{ domain: 'other.example' }, ['bulkUnknownDomain']],
    [{ campaign: 'Winter', channel: 'Post' }, ['bulkUnknownCampaign', 'bulkUnknownChannel']],
    [{ pixels: 'One; Four' }, ['bulkUnknownPixel']],
    [{ pixels: 'Two, and more; one, three' }, []],
    [{ expiry: '01/02/2027' }, ['bulkUnclearDate']],
    [{ expiry: '2020-01-01' }, ['problemExpiryPast']],
    [{ visibility: 'hidden' }, ['bulkUnknownVisibility']],
    [{ type: 'sideways' }, ['bulkUnknownType']],
    [{ alias: 'two words' }, ['problemAlias']],
    [{ metaImage: 'picture.png' }, ['urlIncomplete']],
  ])('%j is reported', (cells, wanted) => {
    expect(says(cells)).toEqual(wanted);
  });

  it('reports a name that is too long to be added, and does not offer to add it', () => {
    const [longest, tooLong] = ['x'.repeat(500), 'x'.repeat(501)];
    expect(row({ campaign: longest, channel: tooLong })).toMatchObject({
      problems: [
        { message: 'bulkUnknownCampaign', about: longest },
        { message: 'problemLongName_other', about: 'channel' },
      ],
      missing: [{ kind: 'campaign', name: longest }],
    });
  });

  it('is blocked by what the service would refuse or drop, and by nothing else', () => {
    expect(hasBlockingProblem(row({ campaign: 'Winter' }))).toBe(true);
    expect(hasBlockingProblem(row({ alias: 'two words' }))).toBe(true);
    expect(hasBlockingProblem(row({ alias: 'ab' }))).toBe(false);
    expect(row({ address: 'http://localhost/x' })).toMatchObject({
      problems: [],
      warnings: [{ kind: 'private-host' }],
    });
  });
});

it.each([
  ['2027-01-31', '2027-01-31T23:59'],
  ['2027-1-5 8:30', '2027-01-05T08:30'],
  ['2027-01-31T18:00:05', '2027-01-31T18:00:05'],
  ['31.1.2027', '2027-01-31T23:59'],
  ['31. 1. 2027 18:00', '2027-01-31T18:00'],
  ['31.01.2027, 18:00', '2027-01-31T18:00'],
  // Counted when the row is sent.
  ['+7d', '+7d'],
  ['+7y', null],
  ['2027-02-30', null],
  ['2027-01-31T25:00', null],
  ['2027-01-31T10:00Z', null],
  ['1/2/2027', null],
  ['soon', null],
])('an expiry: %s', (text, wanted) => {
  expect(parseExpiry(text)).toBe(wanted);
});

describe('rows together', () => {
  /** Aliases of links to other URLs. */
  const taken = new Set(['sho.rt/taken', 'go.example/taken']);
  const depsWith = (known: ValidateRowsDeps['known']): ValidateRowsDeps => ({
    lists,
    known,
    site: 'https://Sho.rt',
    findTaken: async (shortUrls) =>
      new Map([...shortUrls].filter((url) => taken.has(url)).map((url) => [url, 'Linen apron'])),
    delay: async () => undefined,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const columns: Columns = ['address', 'alias', 'campaign', 'utm_source'];
  const all = async (
    rows: readonly (readonly string[])[],
    known: Record<string, ExistingLink[]> = {},
    forAll: SharedOptions = noOptions,
  ) =>
    (await validateRows(
      rows.map((cells) => [...cells, '', '', ''].slice(0, 4)),
      { columns, forAll, lint: {}, now },
      depsWith(async (address) => known[address] ?? []),
    )) ?? [];

  it('that ask for the same link are marked, and only those', async () => {
    const rows = await all([
      ['https://example.com/a'],
      ['https://EXAMPLE.com/a'],
      ['https://example.com/a', 'own'],
      ['https://example.com/a', '', '', 'flyer'],
      ['https://example.com/a', '', '', 'mail'],
      ['https://example.com/a', '', '', 'flyer'],
    ]);
    expect(rows.map(({ twiceOf }) => twiceOf)).toEqual([null, 0, null, null, null, 3]);
  });

  it('do not block others when they are blocked themselves', async () => {
    const rows = await all([
      ['https://example.com/a', 'same', 'Winter'],
      ['https://example.com/a', 'same'],
      ['https://example.com/b', 'SAME'],
    ]);
    expect(rows.map((row) => decideRow(row, { twice: 'skip', exists: 'skip' }))).toEqual([
      'problem',
      'go',
      'problem',
    ]);
    expect(rows[2]?.problems).toEqual([{ message: 'bulkSameAlias', about: '2', blocks: true }]);
  });

  it('have a warning where a link of the account has their alias, unless that link is used', async () => {
    const own = { shortUrl: 'https://sho.rt/taken', alias: 'taken', campaign: null };
    const known = { 'https://example.com/own': [own] };
    const rows = await all(
      [
        ['https://example.com/a', 'taken'],
        ['https://example.com/b', 'free'],
        ['https://example.com/own', 'taken'],
        ['https://example.com/c'],
      ],
      known,
    );
    const warning = { message: 'aliasKnown', about: 'Linen apron', blocks: false };
    expect(rows.map(({ problems }) => problems)).toEqual([
      [warning],
      [],
      [{ ...warning, message: 'bulkSameAlias', about: '1', blocks: true }],
      [],
    ]);
    expect(rows[0] && decideRow(rows[0], { twice: 'skip', exists: 'skip' })).toBe('go');
    const elsewhere = { ...noOptions, domain: 'https://go.example' };
    expect((await all([['https://example.com/a', 'taken']], {}, elsewhere))[0]?.problems).toEqual([warning]);
    expect((await all([['https://example.com/own', 'taken']], known))[0]?.problems).toEqual([]);
  });

  it('find the existing links', async () => {
    const there = { shortUrl: 'https://sho.rt/a', alias: 'a', campaign: null };
    const rows = await all(
      [
        ['example.com/a'],
        ['https://example.com/a', 'A'],
        ['https://example.com/a', 'b'],
        ['https://example.com/b'],
      ],
      { 'https://example.com/a': [there] },
    );
    expect(rows.map(({ exists }) => exists)).toEqual([there, there, null, null]);
    // One that can't be reused is known, too.
    expect(rows.map(({ otherLink }) => otherLink)).toEqual([null, null, there, null]);
    const [first] = rows;
    expect(first && decideRow(first, { twice: 'skip', exists: 'skip' })).toBe('exists');
    expect(first && decideRow(first, { twice: 'skip', exists: 'make' })).toBe('go');
  });

  /** The same address once plainly and once with `cells` besides, and a link that leads there. */
  async function beside(cells: Partial<Record<ColumnField, string>>, there: Partial<ExistingLink> = {}) {
    const fields = Object.keys(cells) as ColumnField[];
    const address = 'https://example.com/a';
    const existing: ExistingLink = { shortUrl: 'https://sho.rt/a', alias: 'a', campaign: null, ...there };
    const rows = await validateRows(
      [[address], [address, ...fields.map((field) => cells[field] ?? '')]],
      { columns: ['address', ...fields], forAll: noOptions, lint: {}, now },
      depsWith(async () => [existing]),
    );
    const [, row] = rows ?? [];
    expect(row?.problems).toEqual([]);
    return { isTwice: row?.twiceOf === 0, exists: row?.exists === existing };
  }

  it.each<Partial<Record<ColumnField, string>>>([
    { password: 'hush' },
    { expiry: '+7d' },
    { type: 'frame' },
    { type: 'welcome' },
    { visibility: 'private' },
    { utm_source: 'flyer' },
  ])('that ask for more than any link is known to have get one of their own: %j', async (cells) => {
    expect(await beside(cells)).toEqual({ isTwice: false, exists: false });
  });

  it.each<[Partial<Record<ColumnField, string>>, boolean]>([
    [{}, true],
    // Not sent.
    [{ title: 'Another' }, true],
    [{ note: 'For the flyer' }, false],
    [{ metaTitle: 'Card' }, false],
    [{ channel: 'Mail' }, false],
    [{ pixels: 'One' }, false],
    [{ type: 'direct' }, false],
  ])('that are assigned, noted or shown otherwise have a link there: %j', async (cells, isTwice) => {
    expect(await beside(cells)).toEqual({ isTwice, exists: true });
  });

  it('of a preset with targets are not covered by a link without targets', async () => {
    const there = { shortUrl: 'https://sho.rt/a', alias: 'a', campaign: null };
    const addresses = [['https://example.com/a']];
    const known = { 'https://example.com/a': [there] };
    const leading = (extras: NonNullable<Preset['fields']['extras']>) => ({
      ...noOptions,
      preset: { id: 'p', name: 'Leads', sites: [], fields: { extras } },
    });
    const to = 'https://example.com/fr';
    for (const extras of [
      { languages: [{ when: 'fr', link: to }] },
      { countries: [{ when: 'France', link: to }] },
      { devices: [{ when: 'iPhone', link: to }] },
      { deepLink: { apple: '', google: '', auto: true } },
    ])
      expect((await all(addresses, known, leading(extras)))[0]?.exists).toBeNull();
    // Begun and never filled in: nothing of it is sent.
    const empty = leading({ languages: [{ when: '', link: '' }] });
    expect((await all(addresses, known, empty))[0]?.exists).toBe(there);
  });

  it('that only expire by default are covered by a link that was created here without that', async () => {
    const there = { shortUrl: 'https://sho.rt/a', alias: 'a', campaign: null, openEnded: true };
    const known = { 'https://example.com/a': [there] };
    const expiring = (expiry: string) => ({
      ...noOptions,
      expiry,
      defaults: { ...noOptions.defaults, expiry: '+1w' },
    });
    const addresses = [['https://example.com/a']];
    expect((await all(addresses, known, expiring('+1w')))[0]?.exists).toBe(there);
    expect((await all(addresses, known, expiring('+1d')))[0]?.exists).toBeNull();
    const unchecked = { 'https://example.com/a': [{ ...there, openEnded: undefined }] };
    expect((await all(addresses, unchecked, expiring('+1w')))[0]?.exists).toBeNull();
    const preset = { id: 'p', name: 'Soon', sites: [], fields: { extras: { expiry: '+1w' } } };
    expect((await all(addresses, known, { ...expiring('+1w'), preset }))[0]?.exists).toBeNull();
  });

  it('that are on a domain by default alone are covered by a link on another one', async () => {
    const there = { shortUrl: 'https://sho.rt/a', alias: 'a', campaign: null, openEnded: true };
    const known = { 'https://example.com/a': [there] };
    const domain = 'https://go.example';
    const defaults = { ...noOptions.defaults, domain };
    const byDefault = { ...noOptions, domain, defaults };
    const addresses = [['https://example.com/a']];
    expect((await all(addresses, known, byDefault))[0]?.exists).toBe(there);
    expect(
      (await all(addresses, known, { ...byDefault, defaults: noOptions.defaults }))[0]?.exists,
    ).toBeNull();
    const preset = { id: 'p', name: 'Go', sites: [], fields: { domain } };
    expect((await all(addresses, known, { ...byDefault, preset }))[0]?.exists).toBeNull();
    const presetFor = () => preset;
    expect((await all(addresses, known, { ...byDefault, presetFor }))[0]?.exists).toBeNull();
  });

  it('have no link there that was created here with UTM parameters of its own', async () => {
    const there = { shortUrl: 'https://sho.rt/a', alias: 'a', campaign: null, openEnded: true };
    const tagged = { ...there, parameters: [{ name: 'utm_source', value: 'poster' }] };
    const [row] = await all([['https://example.com/a']], { 'https://example.com/a': [tagged] }, noOptions);
    expect([row?.exists, row?.otherLink]).toEqual([null, tagged]);
  });

  it('have a link there only of their own campaign, as far as that is known', async () => {
    const summer = { campaign: 'Summer' };
    expect(await beside(summer)).toEqual({ isTwice: false, exists: true });
    expect(await beside(summer, { campaign: '4' })).toMatchObject({ exists: true });
    expect(await beside(summer, { campaign: '5' })).toMatchObject({ exists: false });
    expect(await beside({}, { campaign: '5' })).toMatchObject({ exists: true });
  });

  it('that differ in the order of their pixels alone ask for the same link', async () => {
    const both = lists.pixels.slice(0, 2);
    const rows = await validateRows(
      [
        ['https://example.com/a', '7|8'],
        ['https://example.com/a', '8|7'],
      ],
      { columns: ['address', 'pixels'], forAll: { ...noOptions, pixels: both }, lint: {}, now },
      depsWith(async () => []),
    );
    expect(rows?.map(({ twiceOf }) => twiceOf)).toEqual([null, 0]);
  });

  it('ten thousand of them leave the page responsive, and stop when they are aborted', async () => {
    let turns = 0;
    const wanted = new AbortController();
    const rows = Array.from({ length: 10_000 }, (_, n) => [`https://example.com/${n}`, '', '', '']);
    const deps = {
      lists,
      known: async () => [],
      site: '',
      findTaken: async () => new Map<string, string>(),
      delay: async () => void turns++,
      onProgress: () => undefined,
      signal: wanted.signal,
    };
    const context = { columns, forAll: noOptions, lint: {}, now };
    expect(await validateRows(rows, context, deps)).toHaveLength(10_000);
    expect(turns).toBe(99);
    const given = validateRows(rows, context, {
      ...deps,
      onProgress: (count) => count > 500 && wanted.abort(),
    });
    expect(await given).toBeNull();
  });
});
