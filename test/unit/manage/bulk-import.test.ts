// The import model: parsing, column matching, validation, the stored draft, and the start of a bulk.
import 'fake-indexeddb/auto';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeTextFile } from '../../../entrypoints/manage/bulk/import-input.ts';
import { importDraftSchema } from '../../../entrypoints/manage/bulk/import-draft.ts';
import type { ImportDeps } from '../../../entrypoints/manage/bulk/import-state.ts';
import { createBulkRepository, NotConnected } from '../../../entrypoints/manage/bulk/bulk-repository.ts';
import { formatBulkName } from '../../../entrypoints/manage/bulk/labels.ts';
import { ImportModel } from '../../../entrypoints/manage/bulk/import-model.ts';
import type { CommandBody, SubmitResult } from '../../../entrypoints/manage/section-deps.ts';
import { columnFields, createColumnMatcher, type ColumnField } from '../../../lib/bulk/columns.ts';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { NewBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { MessageError } from '../../../lib/messages/client.ts';
import { DatabaseUnavailable, openOrCreate, type MirrorDatabase } from '../../../lib/mirror/database.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { Preset } from '../../../lib/presets/preset.ts';
import { bulkOf, noRows } from '../../support/sample-bulks.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { catalog, speak } from '../../support/speak.ts';
import { openTab } from './browser-tabs.ts';
import { fakeSectionDeps } from './section-deps.ts';
import { gate } from '../../support/gate.ts';
import { flushMicrotasks } from '../../support/flush.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';

beforeEach(() => speak());

const words = Object.fromEntries(columnFields.map((field) => [field, field])) as Record<ColumnField, string>;
const made = (id: string): SubmitResult => ({
  ok: true,
  result: jobResult({ id }),
});

const preset: Preset = {
  id: 'p1',
  name: 'Mail',
  sites: [],
  fields: { channel: { id: '6', name: 'Mail' }, extras: { note: 'By mail' } },
};

function open(change: Partial<ImportDeps> = {}) {
  const world = {
    draft: null as object | null,
    /** All drafts that were stored. */
    drafts: [] as (object | null)[],
    made: [] as NewBulk[],
    asked: [] as CommandBody[],
    campaigns: [{ id: '4', name: 'Summer' }] as PickerOption[],
    pixels: [] as PickerOption[],
    error: null as Error | null,
    ids: 0,
  };
  const model = new ImportModel({
    repository: {
      create: async (bulk) => {
        if (world.error !== null) throw world.error;
        world.made.push(bulk);
      },
      loadDraft: async () => world.draft,
      prepareDraft: () => undefined,
      storeDraft: async (draft) => {
        world.draft = draft;
        world.drafts.push(draft);
      },
    },
    columnMatcher: createColumnMatcher(words),
    lists: () => ({ campaigns: world.campaigns, channels: [], pixels: world.pixels, domains: [], types: [] }),
    lint: () => ({}),
    utcOffset: () => undefined,
    site: () => 'https://sho.rt',
    findTaken: async () => new Map(),
    presets: () => ({ list: [preset], defaultId: null }),
    defaults: () => ({ campaign: null, channel: null, pixels: [], expiry: '', domain: '' }),
    cleanSteps: () => ['tracking', 'canonical'],
    findExisting: async (address) =>
      address === 'https://example.com/known'
        ? [{ shortUrl: 'https://sho.rt/k', alias: 'k', campaign: null }]
        : [],
    submit: async (command) => {
      world.asked.push(command);
      return made('9');
    },
    now: () => 1_000,
    newId: () => `id-${++world.ids}`,
    delay: async () => undefined,
    ...change,
  });
  return { model, world };
}

type Opened = ReturnType<typeof open>['model'];
const settled = (model: Opened) =>
  expect.poll(() => model.checking.value === null && model.validatedRows.value !== null).toBe(true);

async function typed(model: Opened, text: string): Promise<void> {
  model.type(text);
  await settled(model);
}

const addresses = (bulk: NewBulk | undefined) =>
  (bulk?.rows ?? []).map(({ link, leftOut }) => [link.address, leftOut === null ? 'go' : 'left-out']);

const file = (bytes: Uint8Array<ArrayBuffer>, name = 'links.csv') => ({
  name,
  size: bytes.length,
  arrayBuffer: async () => bytes.buffer,
});
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

const mixed = [
  'url,campaign',
  'https://example.com/a,Summer',
  'https://example.com/a,Summer',
  'nonsense,',
  'https://example.com/known,',
  'https://example.com/b,Winter',
].join('\n');

describe('a name that was typed into a picker', () => {
  it('keeps the bulk from being started until it is to be created, which the start does', async () => {
    const response = gate();
    const asked: CommandBody[] = [];
    const submit = (ask: CommandBody) => {
      asked.push(ask);
      return response.passed.then(() => made('9'));
    };
    const { model, world } = open({ submit });
    await typed(model, 'https://example.com/a\nnonsense');
    model.keepName('campaign', 'Market week');
    expect(model.blockingName.value).toEqual({ field: 'campaign', name: 'Market week' });
    expect(await model.start()).toBeNull();
    model.createNamed('campaign', 'Market week');
    await settled(model);
    expect(model.blockingName.value).toBeNull();
    expect(asked).toEqual([]);
    const starting = model.start();
    await expect.poll(() => model.notice.value).toEqual({ name: 'creating', what: 'Market week' });
    expect(world.made).toEqual([]);
    response.open();
    expect(await starting).not.toBeNull();
    expect(asked).toEqual([{ kind: 'add-campaign', name: 'Market week' }]);
    const campaign = { id: '9', name: 'Market week' };
    expect(world.made[0]?.rows.map(({ link }) => link.campaign)).toEqual([campaign, campaign]);
    expect(model.notice.value).toBeNull();
  });

  it('is created once, where the start has failed behind it', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a');
    model.createNamed('channel', 'Mail');
    await settled(model);
    world.error = new NotConnected();
    expect(await model.start()).toBeNull();
    expect(model.options.value).toMatchObject({
      channel: { id: '9', name: 'Mail' },
      unmatched: { channel: '' },
    });
    world.error = null;
    await settled(model);
    expect(await model.start()).not.toBeNull();
    expect(world.asked).toHaveLength(1);
  });

  it('is not created for links that go elsewhere, or exist', async () => {
    const { model, world } = open();
    const rows = ['url,campaign', 'https://example.com/a,Summer', 'https://example.com/known,'];
    await typed(model, rows.join('\n'));
    model.createNamed('campaign', 'Market week');
    await settled(model);
    expect(model.decisions.value).toEqual(['go', 'exists']);
    expect(await model.start()).not.toBeNull();
    expect(world.asked).toEqual([]);
    expect(world.made[0]?.rows.map(({ link }) => link.campaign?.id)).toEqual(['4', undefined]);
  });

  it('holds back the start, with the reason, where it can’t be created', async () => {
    const failure = { kind: 'timed-out' } as const;
    const { model, world } = open({ submit: async () => ({ ok: false, failure }) });
    await typed(model, 'https://example.com/a');
    model.createNamed('channel', 'Mail');
    await settled(model);
    expect(await model.start()).toBeNull();
    expect(model.notice.value).toEqual({ name: 'not-added', what: 'Mail', failure });
    expect(world.made).toEqual([]);
    model.createNamed('channel', 'x'.repeat(501));
    expect(model.blockingName.value).toEqual({ field: 'channel', name: 'x'.repeat(501) });
    model.keepName('channel', '');
    expect(model.blockingName.value).toBeNull();
  });

  it('replaces the choice, and gives way to another choice or name', async () => {
    const { model } = open({ presets: () => ({ list: [preset], defaultId: null }) });
    const summer = { id: '4', name: 'Summer' };
    model.chooseSharedOptions({ campaign: summer });
    model.createNamed('campaign', 'Market week');
    expect(model.options.value).toMatchObject({ campaign: null, unmatched: { campaign: 'Market week' } });
    model.keepName('campaign', 'Market');
    expect(model.blockingName.value?.name).toBe('Market');
    model.createNamed('campaign', 'Market week');
    model.chooseSharedOptions({ campaign: summer });
    expect(model.options.value).toMatchObject({ campaign: summer, unmatched: { campaign: '' } });
    model.createNamed('channel', 'Market');
    model.choosePreset('p1');
    expect(model.options.value).toMatchObject({ channel: { id: '6' }, unmatched: { channel: '' } });
  });

  it('is chosen where the account has it, now or later, and is of no account with one new campaign', async () => {
    const { model, world } = open();
    model.keepName('campaign', 'SUMMER');
    expect(model.options.value).toMatchObject({ campaign: { id: '4' }, unmatched: { campaign: '' } });
    model.keepName('campaign', 'Market week');
    model.chooseListed();
    expect(model.options.value.campaign?.id).toBe('4');
    model.chooseOneCampaign({ together: true });
    expect(model.blockingName.value).toBeNull();
    model.chooseOneCampaign({ together: false });
    world.campaigns = [
      { id: '8', name: 'MARKET WEEK' },
      { id: '9', name: 'Market week' },
    ];
    model.chooseListed();
    expect(model.options.value).toMatchObject({ campaign: { id: '9' }, unmatched: { campaign: '' } });
  });

  it('a pixel that is chosen already is not added again', () => {
    const { model, world } = open();
    const pixel = { id: '7', name: 'Site visits' };
    world.pixels = [pixel];
    model.chooseSharedOptions({ pixels: [pixel] });
    model.keepName('pixels', 'site visits');
    expect(model.options.value.pixels).toEqual([pixel]);
  });

  it('is restored with the draft', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a');
    model.keepName('channel', 'Mail');
    model.createNamed('campaign', 'Market week');
    await expect.poll(() => world.draft).toMatchObject({ unmatched: { campaign: 'Market week' } });
    const later = open();
    later.world.draft = world.draft;
    await later.model.open();
    await settled(later.model);
    expect(later.model.blockingName.value?.name).toBe('Mail');
    expect(later.model.rows.value[0]?.link.campaign?.name).toBe('Market week');
  });
});

describe('the domain of all links', () => {
  const go = 'https://go.example.com';
  const own = 'https://own.example.com';
  const preset = { id: 'own', name: 'Own', sites: [], fields: { domain: own } };
  const presets = () => ({ list: [preset], defaultId: null });
  const defaults = (domain: string) => ({ campaign: null, channel: null, pixels: [], expiry: '', domain });
  const domains = ({ validatedRows }: Opened) => validatedRows.value?.map(({ link }) => link.domain);

  it('begins as the default for new links, and is that of the preset until it is chosen', async () => {
    const { model } = open({ defaults: () => defaults(go), presets });
    await typed(model, 'https://example.com/a');
    expect(domains(model)).toEqual([go]);
    model.choosePreset('own');
    await settled(model);
    expect(domains(model)).toEqual([own]);
    model.choosePreset(null);
    await settled(model);
    expect(domains(model)).toEqual([go]);
    model.chooseSharedOptions({ domain: '' });
    await settled(model);
    expect(domains(model)).toEqual(['']);
  });

  it('follows a change of the default until it is chosen, also in a draft of an earlier version', async () => {
    let domain = '';
    const changing = { defaults: () => defaults(domain), presets };
    const { model, world } = open(changing);
    await typed(model, 'https://example.com/a');
    await expect.poll(() => world.draft).toMatchObject({ domain: '', defaults: { domain: '' } });
    const { domain: _domain, ...earlierDefaults } = defaults('');
    domain = go;
    const later = open(changing);
    later.world.draft = importDraftSchema.parse({ ...world.draft, defaults: earlierDefaults });
    await later.model.open();
    await settled(later.model);
    expect(domains(later.model)).toEqual([go]);
    later.model.chooseSharedOptions({ domain: own });
    domain = '';
    later.model.followDefaults();
    await settled(later.model);
    expect(domains(later.model)).toEqual([own]);
  });
});

describe('the expiration of all links', () => {
  const preset = { id: 'soon', name: 'Soon', sites: [], fields: { extras: { expiry: '+6h' } } };
  const defaults = () => ({ campaign: null, channel: null, pixels: [], expiry: '+1w', domain: '' });
  const presets = () => ({ list: [preset], defaultId: null });
  const expiries = ({ validatedRows }: Opened) =>
    validatedRows.value?.map(({ link }) => link.extras?.expiry ?? '');

  it('begins as the default for new links, and follows the preset until it is chosen', async () => {
    const { model } = open({ defaults, presets });
    await typed(model, 'https://example.com/a');
    expect(expiries(model)).toEqual(['+1w']);
    model.choosePreset('soon');
    await settled(model);
    expect(expiries(model)).toEqual(['+6h']);
    model.choosePreset(null);
    await settled(model);
    expect(expiries(model)).toEqual(['+1w']);
    model.chooseSharedOptions({ expiry: '' });
    await settled(model);
    expect(expiries(model)).toEqual(['']);
  });

  it('follows a change of the default until it is chosen, also in a draft', async () => {
    let expiry = '';
    const changing = { defaults: () => ({ ...defaults(), expiry }), presets };
    const { model, world } = open(changing);
    await typed(model, 'https://example.com/a');
    expiry = '+1w';
    model.followDefaults();
    await settled(model);
    expect(expiries(model)).toEqual(['+1w']);
    await expect.poll(() => world.draft).toMatchObject({ expiry: '+1w' });
    expiry = '+1d';
    const later = open(changing);
    later.world.draft = world.draft;
    await later.model.open();
    await settled(later.model);
    expect(expiries(later.model)).toEqual(['+1d']);
    for (const chosen of ['+6h', '']) {
      later.model.chooseSharedOptions({ expiry: chosen });
      expiry = '+2w';
      later.model.followDefaults();
      await settled(later.model);
      expect(expiries(later.model)).toEqual([chosen]);
    }
  });

  it('keeps a value of the preset that equals the default', async () => {
    let expiry = '+6h';
    const { model } = open({ defaults: () => ({ ...defaults(), expiry }), presets });
    await typed(model, 'https://example.com/a');
    model.choosePreset('soon');
    expiry = '+1w';
    model.followDefaults();
    await settled(model);
    expect(expiries(model)).toEqual(['+6h']);
  });

  it('is left to automatic presets, also where the default has changed since the draft', async () => {
    const bySite = { ...preset, sites: ['example.com'] };
    const auto = { presets: () => ({ list: [bySite], defaultId: null }) };
    const { model, world } = open(auto);
    await typed(model, 'https://example.com/a');
    expect(expiries(model)).toEqual(['+6h']);
    await expect.poll(() => world.draft).toMatchObject({ expiry: '', defaults: { expiry: '' } });
    const { expiry: _expiry, defaults: _defaults, ...earlier } = { expiry: '', defaults: 0, ...world.draft };
    for (const draft of [world.draft, earlier]) {
      const later = open({ ...auto, defaults });
      later.world.draft = draft;
      await later.model.open();
      await settled(later.model);
      expect(expiries(later.model)).toEqual(['+6h']);
    }
  });

  it('is that of the preset in a draft of an earlier version', async () => {
    const { model, world } = open({ presets });
    await typed(model, 'https://example.com/a');
    model.choosePreset('soon');
    await expect.poll(() => world.draft).toMatchObject({ preset: 'soon', expiry: '+6h' });
    const { expiry: _, ...earlier } = { expiry: '', ...world.draft };
    const later = open({ presets });
    later.world.draft = earlier;
    await later.model.open();
    await settled(later.model);
    expect(expiries(later.model)).toEqual(['+6h']);
  });
});

describe('typed text', () => {
  it('is parsed as a table and validated', async () => {
    const { model } = open();
    await typed(model, mixed);
    expect(model.columns.value).toEqual(['address', 'campaign']);
    expect(model.decisions.value).toEqual(['go', 'twice', 'problem', 'exists', 'problem']);
    expect(model.counts.value).toMatchObject({ all: 5, go: 1, twice: 1, problem: 2, exists: 1 });
    expect(model.missing.value).toEqual([{ kind: 'campaign', name: 'Winter' }]);
    model.setFilter('problem');
    expect(model.visibleIndexes.value).toEqual([2, 4]);
    model.chooseDuplicatePolicy({ twice: 'make', exists: 'make' });
    expect(model.counts.value).toMatchObject({ go: 3, twice: 0, exists: 0 });
  });

  it('has each row under one filter, so that the numbers add up: those to create apart from those with warnings', async () => {
    const { model } = open();
    await typed(
      model,
      'https://example.com/a\nhttp://127.0.0.1/b\nhttp://127.0.0.1/b\nnonsense\nhttps://example.com/known',
    );
    const { all, go, add, ...filters } = model.counts.value;
    expect({ all, go, add, ...filters }).toEqual({
      all: 5,
      go: 2,
      add: 0,
      ready: 1,
      warning: 1,
      problem: 1,
      twice: 1,
      exists: 1,
    });
    for (const [filter, count] of Object.entries(filters)) {
      model.setFilter(filter as keyof typeof filters);
      expect([filter, model.visibleIndexes.value.length]).toEqual([filter, count]);
    }
  });

  it('leaves nothing when it is deleted', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a');
    model.type('  ');
    await expect.poll(() => model.table.value).toBeNull();
    expect(model.validatedRows.value).toBeNull();
    expect(await model.start()).toBeNull();
  });

  it('has what may be aliases after its URLs with a warning, and as aliases on request', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a,one\nhttps://example.com/b');
    expect(model.counts.value).toMatchObject({ warning: 1, ready: 1 });
    expect(model.aliasSuffixes.value).toMatchObject({ count: 1, example: 'one' });
    model.useSuffixesAsAliases();
    await settled(model);
    expect(model.validatedRows.value?.map(({ link }) => [link.address, link.alias])).toEqual([
      ['https://example.com/a', 'one'],
      ['https://example.com/b', ''],
    ]);
    expect(model.counts.value).toMatchObject({ warning: 0, ready: 2 });
    expect(model.aliasSuffixes.value).toBeNull();
  });

  it('can be parsed with another separator, columns and header', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a,b\nhttps://example.com/c,d');
    expect(model.table.value?.separator).toBe('list');
    model.chooseSeparator(',');
    await settled(model);
    expect(model.columns.value).toEqual(['address', null]);
    model.chooseColumn(1, 'alias');
    await settled(model);
    expect(model.validatedRows.value?.map(({ link }) => link.alias)).toEqual(['b', 'd']);
    model.chooseHeader(true);
    await settled(model);
    expect(model.validatedRows.value).toHaveLength(1);
  });
});

describe('shared options', () => {
  it('a preset fills the editable fields, and the other options of each row', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a\nhttps://example.com/b');
    model.choosePreset('p1');
    await settled(model);
    expect(model.options.value.channel).toEqual({ id: '6', name: 'Mail' });
    model.chooseSharedOptions({ channel: null, campaign: { id: '4', name: 'Summer' } });
    await settled(model);
    expect(
      model.validatedRows.value?.map(({ link }) => [link.channel, link.campaign?.name, link.extras?.note]),
    ).toEqual([
      [null, 'Summer', 'By mail'],
      [null, 'Summer', 'By mail'],
    ]);
  });

  describe('automatic presets', () => {
    const shop: Preset = {
      id: 'p2',
      name: 'Shop',
      sites: ['shop.example'],
      fields: { campaign: { id: '4', name: 'Summer' }, extras: { note: 'By the shop' } },
    };
    const presets = () => ({ list: [preset, shop], defaultId: 'p1' });
    const text = 'https://shop.example/a\nhttps://example.com/b';
    const chosenOptions = (model: Opened) =>
      model.validatedRows.value?.map(({ link, preset: own }) => [
        own?.name,
        link.campaign?.name,
        link.channel?.name,
        link.extras?.note,
      ]);

    it('are selected per row, unless one preset or none is chosen for all rows', async () => {
      const { model } = open({ presets });
      await typed(model, text);
      expect(chosenOptions(model)).toEqual([
        ['Shop', 'Summer', undefined, 'By the shop'],
        ['Mail', undefined, 'Mail', 'By mail'],
      ]);
      model.choosePreset('p1');
      await settled(model);
      expect(chosenOptions(model)).toEqual([
        [undefined, undefined, 'Mail', 'By mail'],
        [undefined, undefined, 'Mail', 'By mail'],
      ]);
      model.choosePreset(null);
      await settled(model);
      // The values of the previous preset are gone.
      expect(chosenOptions(model)).toEqual([
        [undefined, undefined, undefined, undefined],
        [undefined, undefined, undefined, undefined],
      ]);
      model.chooseAutoPreset();
      await settled(model);
      expect(chosenOptions(model)?.map(([own]) => own)).toEqual(['Shop', 'Mail']);
    });

    it('do not override shared options', async () => {
      const { model } = open({ presets });
      await typed(model, text);
      model.chooseSharedOptions({ campaign: { id: '7', name: 'Mine' } });
      await settled(model);
      expect(chosenOptions(model)?.map(([own, campaign]) => [own, campaign])).toEqual([
        ['Shop', 'Mine'],
        ['Mail', 'Mine'],
      ]);
    });

    it('are off where no preset is the default or has a site', async () => {
      expect(open().model.options.value.presetByItself).toBe(false);
      expect(open({ presets }).model.options.value.presetByItself).toBe(true);
      const bySite = () => ({ list: [shop], defaultId: null });
      expect(open({ presets: bySite }).model.options.value.presetByItself).toBe(true);
    });

    it('do not override the new campaign for all links', async () => {
      const { model, world } = open({ presets });
      await typed(model, text);
      model.chooseOneCampaign({ together: true, campaignName: 'Tabs' });
      await settled(model);
      expect(chosenOptions(model)?.map(([own, campaign]) => [own, campaign])).toEqual([
        ['Shop', undefined],
        ['Mail', undefined],
      ]);
      await model.start();
      expect(world.made[0]?.rows.map(({ link }) => link.campaign?.id)).toEqual(['9', '9']);
    });

    it('stay off in a draft of an earlier version', async () => {
      const { model, world } = open({ presets });
      await typed(model, text);
      await expect.poll(() => world.draft).toMatchObject({ presetByItself: true });
      const later = open({ presets });
      const { presetByItself: _, ...earlier } = { presetByItself: true, ...world.draft };
      later.world.draft = earlier;
      await later.model.open();
      await settled(later.model);
      expect(later.model.options.value.presetByItself).toBe(false);
      const again = open({ presets });
      again.world.draft = world.draft;
      await again.model.open();
      await settled(again.model);
      expect(chosenOptions(again.model)?.map(([own]) => own)).toEqual(['Shop', 'Mail']);
    });
  });

  it('cleans URLs by the enabled steps, except for the canonical URL', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/?fbclid=x&q=1\nhttps://example.com/a');
    expect(model.cleanableCount.value).toBe(1);
    expect(model.validatedRows.value?.[0]?.link.address).toBe('https://example.com/?fbclid=x&q=1');
    model.chooseSharedOptions({ cleanUp: true });
    await settled(model);
    expect(model.validatedRows.value?.[0]?.link.address).toBe('https://example.com/?q=1');
  });

  it('validates an expiry in the service’s time zone once it is known', async () => {
    const service: { utcOffset?: number } = {};
    const { model } = open({ utcOffset: () => service.utcOffset, now: () => Date.UTC(2026, 5, 15, 12) });
    await typed(model, 'url,expires\nhttps://example.com/a,+6h\nhttps://example.com/b,2026-06-15 20:00');
    expect(model.decisions.value).toEqual(['go', 'go']);
    service.utcOffset = 9 * 60;
    model.revalidate();
    await settled(model);
    expect(model.validatedRows.value?.[0]?.link.extras?.expiry).toBe('+6h');
    expect(model.decisions.value).toEqual(['go', 'problem']);
  });

  it('adds missing campaigns and validates again', async () => {
    const { model, world } = open();
    await typed(model, mixed);
    world.campaigns = [...world.campaigns, { id: '9', name: 'Winter' }];
    await model.addMissing();
    await settled(model);
    expect(world.asked).toEqual([{ kind: 'add-campaign', name: 'Winter' }]);
    expect(model.notice.value).toEqual({ name: 'added', count: 1 });
    expect(model.missing.value).toEqual([]);
    expect(model.counts.value.problem).toBe(1);
  });

  it('offers to add no campaign whose name is too long', async () => {
    const { model } = open();
    await typed(
      model,
      `url,campaign\nhttps://example.com/a,${'x'.repeat(501)}\nhttps://example.com/b,Winter`,
    );
    expect(model.decisions.value).toEqual(['problem', 'problem']);
    expect(model.missing.value).toEqual([{ kind: 'campaign', name: 'Winter' }]);
  });

  it('reports why a missing campaign could not be added', async () => {
    const failure = { kind: 'refused', status: 400, message: 'No.' } as const;
    const { model } = open({ submit: async () => ({ ok: false, failure }) });
    await typed(model, mixed);
    await model.addMissing();
    expect(model.notice.value).toEqual({ name: 'not-added', what: 'Winter', failure });
  });
});

describe('start', () => {
  it('stores all rows, the skipped ones with the reason', async () => {
    const { model, world } = open();
    await typed(model, mixed);
    expect(await model.start()).toBe('id-1');
    expect(addresses(world.made[0])).toEqual([
      ['https://example.com/a', 'go'],
      ['https://example.com/a', 'left-out'],
      ['nonsense', 'left-out'],
      ['https://example.com/known', 'left-out'],
      ['https://example.com/b', 'left-out'],
    ]);
    expect(world.made[0]?.rows[3]?.leftOut).toEqual({
      errorText: msg('linkUnchecked'),
      shortUrl: 'https://sho.rt/k',
    });
    expect(world.made[0]).toMatchObject({
      name: 'example.com/a',
      namedBy: 'first-row',
      rotatorCampaign: null,
    });
    // The import is empty, so it can't be started twice.
    expect(model.text.value).toBe('');
    expect(await model.start()).toBeNull();
    expect(world.made).toHaveLength(1);
  });

  it('uses the link of a URL that was shortened since the review', async () => {
    let isShortened = false;
    const { model, world } = open({
      findExisting: async () =>
        isShortened ? [{ shortUrl: 'https://sho.rt/n', alias: 'n', campaign: null }] : [],
    });
    await typed(model, 'https://example.com/a\nhttps://example.com/a/b');
    expect(model.decisions.value).toEqual(['go', 'go']);
    isShortened = true;
    expect(await model.start()).toBeNull();
    expect(world.made).toEqual([]);
    expect(model.decisions.value).toEqual(['exists', 'exists']);
    expect(model.notice.value).toEqual({ name: 'no-rows-ready' });
  });

  it('stores of a duplicate which row it duplicates', async () => {
    const { model, world } = open({});
    await typed(model, 'https://example.com/a\nhttps://example.com/b\nhttps://example.com/b');
    await model.start();
    expect(world.made[0]?.rows.map(({ leftOut }) => leftOut?.duplicateOf)).toEqual([undefined, undefined, 1]);
  });

  it('adds existing links to the chosen campaign, also where no link is new', async () => {
    const { model, world } = open({
      findExisting: async (address) => [
        {
          id: '31',
          shortUrl: 'https://sho.rt/k',
          alias: 'k',
          campaign: address.endsWith('/in') ? '4' : null,
        },
      ],
    });
    await typed(model, 'https://example.com/known\nhttps://example.com/in');
    expect(model.decisions.value).toEqual(['exists', 'exists']);
    model.chooseSharedOptions({ campaign: { id: '4', name: 'Summer' } });
    await settled(model);
    expect(model.decisions.value).toEqual(['add', 'exists']);
    expect(model.counts.value).toMatchObject({ go: 0, add: 1, exists: 2 });
    await model.start();
    const existing = { id: '31', shortUrl: 'https://sho.rt/k', errorText: msg('linkUnchecked') };
    expect(world.made[0]?.rows).toMatchObject([
      { link: { campaign: { id: '4' } }, leftOut: null, existing },
      { leftOut: { shortUrl: 'https://sho.rt/k' } },
    ]);
  });

  it('keeps a list that was typed while the campaign of the rows was added', async () => {
    const { model, world } = open({
      submit: async () => {
        model.type('https://example.com/next');
        model.chooseOneCampaign({ together: true, campaignName: 'Next' });
        return made('9');
      },
    });
    await typed(model, 'https://example.com/a');
    model.createNamed('campaign', 'Fair');
    await settled(model);
    await model.start();
    expect(addresses(world.made[0])).toEqual([['https://example.com/a', 'go']]);
    expect(world.made[0]).toMatchObject({ name: 'Fair', rotatorCampaign: null });
    expect(model.text.value).toBe('https://example.com/next');
  });

  it('adds one new campaign for all links', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a\nhttps://example.com/b');
    model.chooseOneCampaign({ together: true, campaignName: ' Tabs ', slug: 'go' });
    await settled(model);
    await model.start();
    expect(world.asked).toEqual([
      { kind: 'add-campaign', name: 'Tabs', fields: { public: true, slug: 'go' } },
    ]);
    expect(world.made[0]?.rotatorCampaign).toEqual({ id: '9', name: 'Tabs' });
    expect(world.made[0]?.rows.map(({ link }) => link.campaign?.id)).toEqual(['9', '9']);
  });

  it('creates new links for existing URLs in a new campaign, since a link has one campaign', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/known');
    expect(model.decisions.value).toEqual(['exists']);
    model.chooseOneCampaign({ together: true });
    await settled(model);
    expect(model.counts.value).toMatchObject({ go: 1, exists: 0 });
    model.chooseOneCampaign({ together: false });
    await settled(model);
    expect(model.decisions.value).toEqual(['exists']);
    model.chooseOneCampaign({ together: true, campaignName: 'Tabs' });
    await settled(model);
    await model.start();
    expect(world.made[0]?.rows).toMatchObject([{ link: { campaign: { id: '9' } }, leftOut: null }]);
  });

  it('ignores other campaigns where all links go into a new one', async () => {
    const { model, world } = open({
      defaults: () => ({
        campaign: { id: '4', name: 'Summer' },
        channel: null,
        pixels: [],
        expiry: '',
        domain: '',
      }),
    });
    await typed(
      model,
      'url,campaign\nhttps://example.com/a,Summer\nhttps://example.com/a,Winter\nhttps://example.com/b,',
    );
    model.chooseOneCampaign({ together: true, campaignName: 'Tabs' });
    await settled(model);
    expect(model.missing.value).toEqual([]);
    expect(model.validatedRows.value?.map(({ link }) => link.campaign)).toEqual([null, null, null]);
    await model.start();
    expect(addresses(world.made[0])).toEqual([
      ['https://example.com/a', 'go'],
      // A URL has one link per campaign.
      ['https://example.com/a', 'left-out'],
      ['https://example.com/b', 'go'],
    ]);
  });

  it('keeps the import when storing fails, and adds no second campaign', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a');
    model.chooseOneCampaign({ together: true });
    await settled(model);
    world.error = new DOMException('full', 'QuotaExceededError');
    expect(await model.start()).toBeNull();
    expect(model.notice.value).toEqual({ name: 'not-stored' });
    expect(model.text.value).toBe('https://example.com/a');
    world.error = null;
    expect(await model.start()).not.toBeNull();
    expect(world.asked).toHaveLength(1);
  });

  it.each([
    ['not-connected', new NotConnected(), { name: 'not-started', failure: { kind: 'not-connected' } }],
    ['not-stored', new DatabaseUnavailable(new Error('locked')), { name: 'not-stored' }],
    // The background could not store that a bulk is about to be stored.
    ['not-stored', new MessageError('failed'), { name: 'not-stored' }],
    ['internal', new TypeError('a bug'), { name: 'not-started', failure: { kind: 'internal' } }],
  ])('reports the reason when nothing was started: %s', async (_kind, error, notice) => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a');
    world.error = error;
    expect(await model.start()).toBeNull();
    expect(model.notice.value).toEqual(notice);
  });

  it('adds no campaign whose name is too long', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a');
    model.chooseOneCampaign({ together: true, campaignName: 'x'.repeat(501) });
    await settled(model);
    expect(await model.start()).toBeNull();
    expect(world.asked).toEqual([]);
    expect(model.notice.value).toEqual({ name: 'name-too-long' });
  });

  it('does nothing without a row to send', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/known');
    expect(await model.start()).toBeNull();
    expect(model.notice.value).toEqual({ name: 'no-rows-ready' });
    expect(world.made).toEqual([]);
  });
});

describe('the stored draft', () => {
  const noRepository = {
    create: async () => {},
    loadDraft: async () => null,
    prepareDraft: () => {},
    storeDraft: async () => {},
  };
  const never = () => new Promise<never>(() => undefined);

  it.each<[string, string, (model: Opened) => unknown]>([
    ['is pasted', mixed, (model) => model.type(mixed, true)],
    ['comes from a file', 'a,b', (model) => model.loadFile(file(bytesOf('a,b')))],
    [
      'comes from tabs',
      'https://a.example/\tA',
      (model) => model.loadTabs([{ address: 'https://a.example/', title: 'A' }], 0),
    ],
    [
      'is pasted before an earlier one is read',
      mixed,
      (model) => {
        const opened = model.open();
        model.type(mixed, true);
        return opened;
      },
    ],
    [
      'was typed when the page is hidden',
      mixed,
      (model) => {
        model.type(mixed);
        model.storeNow();
      },
    ],
  ])('has a text at once that %s', async (_name, text, act) => {
    const { model, world } = open({ delay: never });
    await act(model);
    expect(world.drafts).toMatchObject([{ text }]);
    model.storeNow();
    expect(world.drafts).toHaveLength(1);
    model.chooseDuplicatePolicy({ exists: 'make' });
    model.storeNow();
    expect(world.drafts.slice(1)).toMatchObject([{ text, exists: 'make' }]);
  });

  it('never has a text with passwords', () => {
    const { model, world } = open({ delay: never });
    model.type('url,note\nhttps://example.com/a,hush', true);
    model.type('url,password\nhttps://example.com/a,hush', true);
    expect(world.draft).toBeNull();
    model.type('url,password\nhttps://example.com/b,hush');
    model.storeNow();
    expect(world.draft).toBeNull();
  });

  it('restores the text and the options', async () => {
    const { model, world } = open();
    await typed(model, mixed);
    model.chooseColumn(1, 'note');
    model.chooseDuplicatePolicy({ exists: 'make' });
    await expect.poll(() => world.draft).toMatchObject({ text: mixed, exists: 'make' });
    const later = open({
      repository: { ...noRepository, loadDraft: async () => world.draft },
    });
    await later.model.open();
    await settled(later.model);
    expect(later.model.text.value).toBe(mixed);
    expect(later.model.columns.value).toEqual(['address', 'note']);
    expect(later.model.options.value.exists).toBe('make');
  });

  it('holds no passwords', async () => {
    const { model, world } = open();
    await typed(model, 'url,password\nhttps://example.com/a,hush');
    expect(model.hasPasswords.value).toBe(true);
    model.chooseDuplicatePolicy({ exists: 'make' });
    await flushMicrotasks();
    expect(world.drafts.length).toBeGreaterThan(0);
    expect(JSON.stringify(world.drafts)).not.toContain('hush');
  });

  it('is read again after a failure, and not overwritten before it was read', async () => {
    const first = open();
    await typed(first.model, mixed);
    await expect.poll(() => first.world.draft).toMatchObject({ text: mixed });
    let failures = 2;
    const storeDraft = vi.fn<() => Promise<void>>(async () => undefined);
    const draft = async () => {
      if (failures-- > 0) throw new Error('disk full');
      return first.world.draft;
    };
    const { model } = open({
      repository: { ...noRepository, loadDraft: draft, storeDraft },
    });
    await model.open();
    expect([model.text.value, model.notice.value]).toEqual([mixed, null]);

    failures = Infinity;
    storeDraft.mockClear();
    const later = open({ repository: { ...noRepository, loadDraft: draft, storeDraft } });
    await later.model.open();
    expect(later.model.notice.value).toEqual({ name: 'draft-not-read' });
    await typed(later.model, 'https://example.com/other');
    later.model.startOver();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(storeDraft).not.toHaveBeenCalled();
  });

  it('is ignored where it is damaged', async () => {
    const { model, world } = open();
    world.draft = { version: 1, text: 7 };
    await model.open();
    expect(model.text.value).toBe('');
  });
});

describe('the drafts of several tabs', () => {
  const listOf = (name: string) => `https://example.com/${name}\nhttps://example.com/${name}-2`;
  const sorted = (texts: readonly (string | undefined)[]) =>
    texts.toSorted((one = '', other = '') => one.localeCompare(other));
  let accounts = 0;
  let scope = '';
  let time = 0;
  let tabs: ReturnType<typeof openTab>[] = [];

  beforeEach(() => {
    scope = `https://sho.rt#drafts-${++accounts}`;
    time = 1_000;
    tabs = [];
  });
  afterEach(() => {
    for (const tab of tabs) tab.close();
  });

  async function withDatabase<T>(action: (database: MirrorDatabase) => Promise<T>): Promise<T> {
    const database = await openOrCreate(scope);
    try {
      return await action(database);
    } finally {
      database.close();
    }
  }

  /** The texts on disk, by their keys. */
  const stored = () =>
    withDatabase(async (database) => {
      const keys = await database.getAllKeys('state');
      const drafts = (await database.getAll('state')) as { text: string }[];
      return Object.fromEntries(keys.map((key, index) => [key, drafts[index]?.text]));
    });
  const storedTexts = async () => sorted(Object.values(await stored()));

  function newTab(tab = openTab()) {
    tabs.push(tab);
    return tab;
  }

  /** "Bulk create" in a new page of the tab. */
  async function openPage(tab: ReturnType<typeof openTab>, lockReleaseMs?: number): Promise<Opened> {
    const deps = fakeSectionDeps({ scope: signal(scope), now: () => time });
    const repository = createBulkRepository(deps, tab.load(lockReleaseMs));
    const { model } = open({ repository });
    await model.open();
    return model;
  }

  async function paste(model: Opened, text: string): Promise<void> {
    await typed(model, text);
    await expect.poll(storedTexts).toContain(text);
  }

  it.each<[string, (model: Opened) => Promise<unknown>]>([
    ['pastes another list', (model) => paste(model, listOf('b'))],
    [
      'pastes another list and clears it',
      async (model) => {
        await paste(model, listOf('b'));
        model.startOver();
        await expect.poll(storedTexts).toEqual([listOf('a')]);
      },
    ],
    ['clears an empty one', async (model) => model.startOver()],
    [
      'starts its batch',
      async (model) => {
        await paste(model, listOf('b'));
        expect(await model.start()).not.toBeNull();
        await expect.poll(storedTexts).toEqual([listOf('a')]);
      },
    ],
  ])('a tab finds its own after a reload, when another tab %s', async (_name, act) => {
    const [one, other] = [newTab(), newTab()];
    await paste(await openPage(one), listOf('a'));
    const second = await openPage(other);
    // The draft of an open page stays there.
    expect(second.text.value).toBe('');
    await act(second);
    expect((await openPage(one)).text.value).toBe(listOf('a'));
    const otherText = second.text.value;
    expect((await openPage(other)).text.value).toBe(otherText);
  });

  it('a page counts as open before it shows "Bulk create"', async () => {
    const [one, other] = [newTab(), newTab()];
    await paste(await openPage(one), listOf('a'));
    const { list } = createBulkRepository(fakeSectionDeps({ scope: signal(scope) }), one.load());
    await list();
    expect((await openPage(other)).text.value).toBe('');
  });

  it('the draft of a closed tab is taken over by the next one alone', async () => {
    const closed = newTab();
    await paste(await openPage(closed), listOf('a'));
    closed.close();
    const [one, other] = [newTab(), newTab()];
    const first = await openPage(one);
    expect(first.text.value).toBe(listOf('a'));
    expect((await openPage(other)).text.value).toBe('');
    await paste(first, listOf('changed'));
    expect(await storedTexts()).toEqual([listOf('changed')]);
    first.startOver();
    await expect.poll(storedTexts).toEqual([]);
  });

  it('of two tabs that are opened at once, one takes it over', async () => {
    const closed = newTab();
    await paste(await openPage(closed), listOf('a'));
    closed.close();
    const models = await Promise.all([openPage(newTab()), openPage(newTab())]);
    expect(sorted(models.map(({ text }) => text.value))).toEqual(['', listOf('a')]);
  });

  it('the newest of several is taken over first', async () => {
    for (const [index, name] of ['old', 'new', 'older'].entries()) {
      time = [2_000, 3_000, 1_000][index] ?? 0;
      await paste(await openPage(newTab()), listOf(name));
    }
    for (const tab of tabs) tab.close();
    const texts: string[] = [];
    for (let count = 0; count < 3; count++) texts.push((await openPage(newTab())).text.value);
    expect(texts).toEqual([listOf('new'), listOf('old'), listOf('older')]);
  });

  it('a duplicated tab has its own', async () => {
    const one = newTab();
    await paste(await openPage(one), listOf('a'));
    const other = newTab(one.duplicate());
    const second = await openPage(other);
    expect(second.text.value).toBe('');
    await paste(second, listOf('b'));
    expect((await openPage(one)).text.value).toBe(listOf('a'));
    expect((await openPage(other)).text.value).toBe(listOf('b'));
    expect(Object.keys(await stored())).toHaveLength(2);
  });

  it('a reloaded tab finds its own while the locks of its last page are still held', async () => {
    const tab = newTab();
    await paste(await openPage(tab), listOf('a'));
    const [key] = Object.keys(await stored());
    const model = await openPage(tab, 40);
    expect(model.text.value).toBe(listOf('a'));
    await paste(model, listOf('b'));
    expect(Object.entries(await stored())).toEqual([[key, listOf('b')]]);
  });

  it('that of an earlier version is taken over', async () => {
    const tab = newTab();
    await paste(await openPage(tab), listOf('a'));
    await withDatabase(async (database) => {
      const [draft] = (await database.getAll('state')) as { at?: number }[];
      const { at: _, ...earlier } = draft ?? {};
      await database.clear('state');
      await database.put('state', earlier, 'bulk-draft');
    });
    const other = newTab();
    expect((await openPage(other)).text.value).toBe(listOf('a'));
    expect(Object.keys(await stored())).toEqual([expect.stringMatching(/^bulk-draft@[\da-f-]{36}$/u)]);
    expect((await openPage(newTab())).text.value).toBe('');
    expect((await openPage(other)).text.value).toBe(listOf('a'));
  });

  it('that of a closed tab stays for a later one when something was typed before it was read', async () => {
    const closed = newTab();
    await paste(await openPage(closed), listOf('a'));
    closed.close();
    const deps = fakeSectionDeps({ scope: signal(scope) });
    const { model } = open({ repository: createBulkRepository(deps, newTab().load()) });
    const opened = model.open();
    model.type(listOf('b'));
    await opened;
    await expect.poll(storedTexts).toEqual([listOf('a'), listOf('b')]);
    expect((await openPage(newTab())).text.value).toBe(listOf('a'));
  });

  it('with passwords are removed, and those of other tabs stay', async () => {
    const [one, other] = [newTab(), newTab()];
    await paste(await openPage(one), listOf('a'));
    const second = await openPage(other);
    await paste(second, 'url,note\nhttps://example.com/b,hush');
    await typed(second, 'url,password\nhttps://example.com/b,hush');
    await expect.poll(storedTexts).toEqual([listOf('a')]);
  });

  it('ten stay at most when their tabs are closed', async () => {
    for (let count = 0; count < 13; count++) {
      time += 1;
      await paste(await openPage(newTab()), listOf(`${count}`));
    }
    // The oldest is that of an open page.
    for (const tab of tabs.slice(1)) tab.close();
    expect((await openPage(newTab())).text.value).toBe(listOf('12'));
    const texts = [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((count) => listOf(`${count}`));
    expect(await storedTexts()).toEqual(sorted(texts));
  });
});

describe('the name of a batch', () => {
  /** The batch that was started, none of whose links is created yet. */
  const stored = ({ made: [given] }: ReturnType<typeof open>['world']): Bulk => {
    if (given === undefined) throw new Error('No batch was started.');
    const { name, namedBy, rows } = given;
    return bulkOf(given.id, { name, namedBy, counts: { ...noRows, waiting: rows.length } });
  };
  const tabs = [
    { address: 'https://example.com/a', title: 'A' },
    { address: 'https://example.com/b', title: 'B' },
  ];
  const summer = { id: '4', name: 'Summer' };

  it.each<[string, (model: Opened) => unknown, string]>([
    ['its file', (model) => model.loadFile(file(bytesOf('https://example.com/a'))), 'links.csv'],
    ['the open tabs', (model) => model.loadTabs(tabs, 0), msgCount('bulkNameTabs', 2)],
    [
      'its first link',
      (model) => model.type('https://example.com/a\nhttps://example.com/b', true),
      msg('bulkNameMore', 'example.com/a', '1'),
    ],
    [
      'the title of its first link',
      (model) => model.type('First page: https://example.com/a', true),
      'First page',
    ],
  ])('is that of %s', async (_name, act, name) => {
    const { model, world } = open();
    await act(model);
    await settled(model);
    await model.start();
    expect(formatBulkName(stored(world))).toBe(name);
  });

  it('follows the language, as one of an earlier version does not', async () => {
    const { model, world } = open();
    model.loadTabs(tabs, 0);
    await settled(model);
    await model.start();
    speak('de', { ...catalog, bulkNameTabs_other: { message: '$1 offene Tabs' } });
    const bulk = stored(world);
    expect(formatBulkName(bulk)).toBe('2 offene Tabs');
    expect(formatBulkName({ ...bulk, name: '2 open tabs', namedBy: undefined })).toBe('2 open tabs');
  });

  it('is that of its campaign, unless it has a file, or the campaign is that of all batches', async () => {
    const named = async (defaults: PickerOption | null, act: (model: Opened) => unknown) => {
      const { model, world } = open({
        defaults: () => ({ campaign: defaults, channel: null, pixels: [], expiry: '', domain: '' }),
      });
      await act(model);
      model.chooseSharedOptions({ campaign: summer });
      await settled(model);
      await model.start();
      return world.made[0]?.name;
    };
    const paste = (model: Opened) => model.type('https://example.com/a', true);
    expect(await named(null, paste)).toBe('Summer');
    expect(await named(null, (model) => model.loadTabs(tabs, 0))).toBe('Summer');
    expect(await named(summer, paste)).toBe('example.com/a');
    expect(await named(null, (model) => model.loadFile(file(bytesOf('https://example.com/a'))))).toBe(
      'links.csv',
    );
  });
});

describe('starting over', () => {
  it('removes all, and can be undone until another text is there', async () => {
    const { model, world } = open();
    await model.loadFile(file(bytesOf('url,title\nhttps://example.com/a,A'), 'spring.csv'));
    await settled(model);
    model.chooseColumn(1, 'note');
    model.chooseOneCampaign({ together: true, campaignName: 'Spring' });
    await settled(model);
    const [text, options] = [model.text.value, model.options.value];
    expect(model.canUndo.value).toBe(false);
    model.startOver();
    expect([model.text.value, model.file.value, model.table.value]).toEqual(['', '', null]);
    expect(model.options.value.campaignName).toBe('');
    await expect.poll(() => world.draft).toBeNull();
    expect(model.canUndo.value).toBe(true);

    await typed(model, 'https://example.com/b');
    expect(model.canUndo.value).toBe(false);
    model.undoStartOver();
    expect(model.text.value).toBe('https://example.com/b');
    model.type('');
    expect(model.canUndo.value).toBe(true);
    model.undoStartOver();
    await settled(model);
    expect([model.text.value, model.file.value, model.options.value]).toEqual([text, 'spring.csv', options]);
    expect(model.columns.value).toEqual(['address', 'note']);
    await expect.poll(() => world.draft).toMatchObject({ text, file: 'spring.csv', campaignName: 'Spring' });
    expect(model.canUndo.value).toBe(false);
  });

  it('is final once a batch of another text has been started', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a');
    model.startOver();
    await typed(model, 'https://example.com/b');
    expect(await model.start()).not.toBeNull();
    expect([model.text.value, model.canUndo.value]).toEqual(['', false]);
  });

  it('takes no file that is read late', async () => {
    const { model } = open();
    const late = gate();
    const bytes = bytesOf('https://example.com/late');
    const loading = model.loadFile({
      ...file(bytes),
      arrayBuffer: () => late.passed.then(() => bytes.buffer),
    });
    model.startOver();
    late.open();
    await loading;
    expect(model.text.value).toBe('');
  });
});

describe('files', () => {
  it('are parsed as tables, and name the bulk', async () => {
    const { model, world } = open();
    await model.loadFile(file(bytesOf('https://example.com/a,b')));
    await settled(model);
    // A file is never read as a list of lines.
    expect(model.table.value?.separator).toBe(',');
    await model.start();
    expect(world.made[0]?.name).toBe('links.csv');
  });

  it('are decoded as spreadsheets write them', () => {
    expect(decodeTextFile(bytesOf('\uFEFFé'))).toBe('é');
    expect(decodeTextFile(Uint8Array.of(0xff, 0xfe, 0xe9, 0x00))).toBe('é');
    expect(decodeTextFile(Uint8Array.of(0xfe, 0xff, 0x00, 0xe9))).toBe('é');
    expect(decodeTextFile(Uint8Array.of(0xe9))).toBe('é');
  });

  it('that are too large are not read', async () => {
    const { model } = open();
    await model.loadFile({
      name: 'x',
      size: 50_000_000,
      arrayBuffer: () => Promise.reject(new Error('read')),
    });
    expect(model.notice.value).toEqual({ name: 'too-large' });
  });

  it('that are read late replace neither a file that was chosen later, nor a text that was typed since', async () => {
    const { model } = open();
    const late = gate();
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    const file = (name: string, text: string, read: Promise<void>) => ({
      name,
      size: text.length,
      arrayBuffer: () => read.then(() => bytes(text)),
    });
    const reading = model.loadFile(file('first.txt', 'https://example.com/1', late.passed));
    await model.loadFile(file('second.txt', 'https://example.com/2', Promise.resolve()));
    late.open();
    await reading;
    expect([model.file.value, model.text.value]).toEqual(['second.txt', 'https://example.com/2']);
    const later = gate();
    const readingAgain = model.loadFile(file('third.txt', 'https://example.com/3', later.passed));
    model.type('https://example.com/typed');
    later.open();
    await readingAgain;
    expect(model.text.value).toBe('https://example.com/typed');
  });

  it('that can’t be read are reported', async () => {
    const { model } = open();
    await model.loadFile({ name: 'x', size: 5, arrayBuffer: () => Promise.reject(new Error('gone')) });
    expect(model.notice.value).toEqual({ name: 'not-readable' });
  });
});

it('loads tabs as rows, with line breaks and tabs removed from their titles', async () => {
  const { model, world } = open();
  model.loadTabs([{ address: 'https://example.com/a', title: 'A\t"title"\nof two lines' }], 2);
  await settled(model);
  expect(model.notice.value).toEqual({ name: 'tabs', added: 1, skipped: 2 });
  await model.start();
  expect(world.made[0]?.rows[0]?.link).toMatchObject({
    address: 'https://example.com/a',
    title: 'A title of two lines',
  });
});

it('adds tabs to the links of a list, whatever stands beside them', async () => {
  const { model, world } = open();
  await typed(
    model,
    '- "First" page: https://example.com/1\n\nsee https://example.com/2, https://example.com/3.',
  );
  model.loadTabs([{ address: 'https://example.com/a', title: 'A' }], 0);
  await settled(model);
  await model.start();
  expect(world.made[0]?.rows.map(({ link, leftOut }) => [link.address, link.title, leftOut])).toEqual([
    ['https://example.com/1', 'First page', null],
    ['https://example.com/2', '', null],
    ['https://example.com/3', '', null],
    ['https://example.com/a', 'A', null],
  ]);
});

it('guesses the format of a text that replaces the tabs', async () => {
  const { model, world } = open();
  model.loadTabs([{ address: 'https://example.com/a', title: 'A' }], 0);
  await settled(model);
  await typed(model, 'https://example.com/a\tA\nhttps://example.com/b');
  expect(model.counts.value.go).toBe(2);
  await typed(model, 'title,url\nFirst,https://example.com/1\nSecond,https://example.com/2');
  await model.start();
  expect(world.made[0]?.rows.map(({ link, leftOut }) => [link.address, link.title, leftOut])).toEqual([
    ['https://example.com/1', 'First', null],
    ['https://example.com/2', 'Second', null],
  ]);
});

it('counts rows as new, and says so, where the local copy of the links can’t be read for some of them', async () => {
  let fails = true;
  const { model } = open({
    findExisting: async (address) => {
      if (fails && address.endsWith('/b')) throw new Error('busy');
      return [];
    },
  });
  await typed(model, 'https://example.com/a\nhttps://example.com/b');
  expect([model.validatedRows.value?.length, model.isMirrorUnread.value]).toEqual([2, true]);
  fails = false;
  model.revalidate();
  await settled(model);
  expect([model.validatedRows.value?.length, model.isMirrorUnread.value]).toEqual([2, false]);
});
