/** Every field of a new link, from the form to the wire: one test a field, exactly as the contract's table has it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLink } from '../../../lib/api/create-link.ts';
import { linkOptionsSchema, type LinkOptions } from '../../../lib/draft/link-options.ts';
import { parseLinkOptions, defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { applyUtm } from '../../../lib/draft/utm-parameters.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { draft } from '../../support/samples.ts';

const url = 'https://example.com/page';
/** What is sent besides the address. */
function sent(change: Partial<LinkDraft>): unknown {
  const { url: to, ...others } = { url: '', ...addLink(toLinkFields(draft(change))).body };
  expect(to).toBe(change.address ?? url);
  return others;
}
const sentOf = (extras: Partial<LinkOptions>) => sent({ extras: { ...defaultLinkOptions, ...extras } });

describe('each field on the wire', () => {
  it('url', () => {
    expect(addLink(toLinkFields(draft())).body).toEqual({ url });
    expect(addLink(toLinkFields(draft({ extras: defaultLinkOptions }))).body).toEqual({ url });
  });

  it('custom: the alias, trimmed', () => {
    expect(sent({ alias: ' spring ' })).toEqual({ custom: 'spring' });
    expect(sent({ alias: ' ' })).toEqual({});
  });

  it('domain', () => {
    expect(sent({ domain: 'https://go.example.com' })).toEqual({ domain: 'https://go.example.com' });
  });

  it('campaign', () => {
    expect(sent({ campaign: { id: '12', name: 'Spring' } })).toEqual({ campaign: 12 });
  });

  it('channel', () => {
    expect(sent({ channel: { id: '3', name: 'Mail' } })).toEqual({ channel: 3 });
  });

  it('pixels', () => {
    expect(sent({ pixels: [{ id: '7', name: 'Meta' }] })).toEqual({ pixels: [7] });
  });

  it('type', () => {
    for (const type of ['direct', 'frame', 'splash']) expect(sentOf({ type })).toEqual({ type });
    expect(sentOf({ type: '31' })).toEqual({ type: '31' });
    for (const none of ['', 'id', '0', '07', '1.5', 'Splash'])
      expect(sentOf({ type: none, note: 'n' })).toEqual({ description: 'n' });
  });

  it('password, with its blanks', () => {
    expect(sentOf({ password: ' a b ' })).toEqual({ password: ' a b ' });
  });

  it('expiry', () => {
    expect(sentOf({ expiry: '2031-02-03T04:05' })).toEqual({ expiry: '2031-02-03 04:05:00' });
    expect(sentOf({ expiry: '2031-02-03T04:05:06' })).toEqual({ expiry: '2031-02-03 04:05:06' });
    for (const none of ['2031-02-03', '12031-02-03T04:05', 'unfinished'])
      expect(sentOf({ expiry: none })).toEqual({});
  });

  it('geotarget', () => {
    expect(sentOf({ countries: [{ when: ' Germany ', link: ' https://de.example/ ' }] })).toEqual({
      geotarget: [{ location: 'Germany', link: 'https://de.example/' }],
    });
  });

  it('devicetarget', () => {
    expect(
      sentOf({
        devices: [
          { when: 'iPhone', link: 'https://a.example/' },
          { when: 'Android', link: 'https://b.example/' },
        ],
      }),
    ).toEqual({
      devicetarget: [
        { device: 'iPhone', link: 'https://a.example/' },
        { device: 'Android', link: 'https://b.example/' },
      ],
    });
  });

  it('languagetarget', () => {
    expect(sentOf({ languages: [{ when: 'fr', link: 'https://fr.example/' }] })).toEqual({
      languagetarget: [{ language: 'fr', link: 'https://fr.example/' }],
    });
  });

  it('an empty row is no target', () => {
    const rows = [
      { when: '', link: '' },
      { when: 'x', link: ' ' },
    ];
    expect(sentOf({ countries: rows, devices: rows, languages: rows })).toEqual({});
  });

  it('metatitle', () => {
    expect(sentOf({ card: { ...defaultLinkOptions.card, title: ' T ' } })).toEqual({ metatitle: 'T' });
  });

  it('metadescription', () => {
    expect(sentOf({ card: { ...defaultLinkOptions.card, description: ' D ' } })).toEqual({
      metadescription: 'D',
    });
  });

  it('metaimage', () => {
    const picture = 'https://example.com/a.png';
    expect(sentOf({ card: { ...defaultLinkOptions.card, picture } })).toEqual({ metaimage: picture });
  });

  it('description', () => {
    expect(sentOf({ note: ' two\nlines ' })).toEqual({ description: 'two\nlines' });
  });

  it('deeplink', () => {
    const apple = 'https://apps.apple.com/app/id1';
    const google = 'https://play.google.com/store/apps/details?id=a';
    expect(sentOf({ deepLink: { apple, google: '', auto: false } })).toEqual({ deeplink: { apple } });
    expect(sentOf({ deepLink: { apple: '', google, auto: false } })).toEqual({ deeplink: { google } });
    expect(sentOf({ deepLink: { apple: '', google: '', auto: true } })).toEqual({ deeplink: { auto: true } });
  });

  it('status', () => {
    expect(sentOf({ visibility: 'public' })).toEqual({ status: 'public' });
    expect(sentOf({ visibility: 'private' })).toEqual({ status: 'private' });
  });

  it('parameters', () => {
    expect(sentOf({ parameters: [{ name: ' utm_source ', value: ' mail ' }] })).toEqual({
      parameters: [{ name: 'utm_source', value: 'mail' }],
    });
    expect(
      sentOf({
        parameters: [
          { name: 'a', value: '' },
          { name: '', value: 'b' },
        ],
      }),
    ).toEqual({});
  });
});

describe('parameters and the address', () => {
  const source = [{ name: 'utm_source', value: 'b c' }];

  it('into the address, where it is chosen', () => {
    const extras: LinkOptions = { ...defaultLinkOptions, parameters: source, parametersIn: 'address' };
    expect(addLink(toLinkFields(draft({ address: `${url}?a=1#top`, extras }))).body).toEqual({
      url: `${url}?a=1&utm_source=b+c#top`,
    });
  });

  it('one that the URL has stays there, the others stay in the field', () => {
    const extras: LinkOptions = { ...defaultLinkOptions, parameters: [...source, { name: 'x', value: '1' }] };
    const address = `${url}?utm_source=a`;
    expect(addLink(toLinkFields(draft({ address, extras }))).body).toEqual({
      url: address,
      parameters: [{ name: 'x', value: '1' }],
    });
  });

  it('one that the address has is replaced there where that was chosen', () => {
    const extras: LinkOptions = {
      ...defaultLinkOptions,
      parameters: [...source, { name: 'x', value: '1' }],
      parameterConflict: 'replace',
    };
    const address = `${url}?utm_source=a`;
    expect(addLink(toLinkFields(draft({ address, extras }))).body).toEqual({
      url: `${url}?utm_source=b+c`,
      parameters: [{ name: 'x', value: '1' }],
    });
  });

  it.each(['field', 'address'] as const)('a conflict names both values, parameters in the %s', (place) => {
    const typed = { parameters: source, parametersIn: place, parameterConflict: 'keep' } as const;
    expect(applyUtm(`${url}?utm_source=a&x=1`, typed)).toMatchObject({
      address: `${url}?utm_source=a&x=1`,
      parameters: [],
      conflicts: [{ name: 'utm_source', typed: 'b c', inUrl: ['a'], url: `${url}?utm_source=a&x=1` }],
    });
    expect(applyUtm(`${url}?utm_source=b%20c`, typed)).toMatchObject({
      address: `${url}?utm_source=b%20c`,
      parameters: [],
      conflicts: [],
    });
  });

  it('the rest of the URL stays as it was typed, byte for byte', () => {
    const address = `${url}?q=a%20b~'{x}&utm_source=a&=&sig=%2f%3D#top`;
    const extras: LinkOptions = { ...defaultLinkOptions, parameters: source, parametersIn: 'address' };
    expect(toLinkFields(draft({ address, extras: { ...extras, parameterConflict: 'replace' } })).url).toBe(
      `${url}?q=a%20b~'{x}&utm_source=b+c&=&sig=%2f%3D#top`,
    );
    expect(toLinkFields(draft({ address: address.replace('utm_', ''), extras })).url).toBe(
      `${url}?q=a%20b~'{x}&source=a&=&sig=%2f%3D&utm_source=b+c#top`,
    );
  });

  it('a job stored before the choice existed retains its behavior', () => {
    const { parameterConflict: _none, ...before } = defaultLinkOptions;
    const address = `${url}?utm_source=a`;
    expect(toLinkFields(draft({ address, extras: { ...before, parameters: source } })).url).toBe(
      `${url}?utm_source=b+c`,
    );
  });

  it('an invalid address is left unchanged', () => {
    expect(
      applyUtm('no address', { ...defaultLinkOptions, parameters: source, parametersIn: 'address' }),
    ).toMatchObject({
      address: 'no address',
      parameters: source,
    });
  });

  const there = 'https://example.org/there';

  const led: LinkOptions = {
    ...defaultLinkOptions,
    countries: [
      { when: 'Germany', link: `${there}?utm_source=own` },
      { when: 'Spain', link: `${there}?a=b c` },
    ],
    devices: [{ when: 'iPhone', link: 'not whole' }],
    languages: [
      { when: 'fr', link: there },
      { when: 'es', link: 'myapp://open' },
    ],
    deepLink: {
      apple: 'https://apps.apple.com/app/id1',
      google: 'https://play.google.com/store/apps/details?id=a&utm_source=c',
      auto: false,
    },
    parameters: [...source, { name: 'x', value: '1' }],
  };

  it('one that a target has is written into every URL but that, which keeps its own, and never into deep links', () => {
    const fields = toLinkFields(draft({ extras: led }));
    expect(addLink(fields).body).toEqual({
      url: `${url}?utm_source=b+c`,
      geotarget: [
        { location: 'Germany', link: `${there}?utm_source=own` },
        { location: 'Spain', link: `${there}?a=b c&utm_source=b+c` },
      ],
      devicetarget: [{ device: 'iPhone', link: 'not whole' }],
      languagetarget: [
        { language: 'fr', link: `${there}?utm_source=b+c` },
        { language: 'es', link: 'myapp://open' },
      ],
      deeplink: { apple: led.deepLink.apple, google: led.deepLink.google },
      parameters: [{ name: 'x', value: '1' }],
    });
  });

  it('a target’s own value is replaced where that was chosen', () => {
    const fields = toLinkFields(draft({ extras: { ...led, parameterConflict: 'replace' } }));
    expect(fields.geotarget?.[0]).toEqual({ location: 'Germany', link: `${there}?utm_source=b+c` });
    expect(fields.deeplink).toMatchObject({ google: led.deepLink.google });
  });

  it('targets stay as typed where none has a parameter of its own, or the parameters go into the address', () => {
    const languages = [{ when: 'fr', link: `${there}?a=b c` }];
    const rest = { ...defaultLinkOptions, languages, parameters: source };
    const targets = { languagetarget: [{ language: 'fr', link: `${there}?a=b c` }] };
    expect(addLink(toLinkFields(draft({ extras: rest }))).body).toEqual({
      url,
      ...targets,
      parameters: source,
    });
    expect(addLink(toLinkFields(draft({ extras: { ...rest, parametersIn: 'address' } }))).body).toEqual({
      url: `${url}?utm_source=b+c`,
      ...targets,
    });
  });

  const choice = fc.constantFrom('keep', 'replace');

  it('each parameter is in the URL of every target exactly once', () => {
    const name = fc.constantFrom('a', 'b', 'utm_source');
    const rows = fc.uniqueArray(fc.record({ name, value: fc.stringMatching(/^[x-z]{1,2}$/u) }), {
      selector: (row) => row.name,
    });
    const query = fc.uniqueArray(fc.tuple(name, fc.constantFrom('own', '')), { selector: ([key]) => key });
    fc.assert(
      fc.property(
        rows,
        query,
        fc.array(query, { maxLength: 3 }),
        choice,
        (parameters, own, others, chosen) => {
          const [address = '', ...targets] = [own, ...others].map((pairs) => {
            const text = new URLSearchParams(pairs).toString();
            return text === '' ? url : `${url}?${text}`;
          });
          const extras: LinkOptions = {
            ...defaultLinkOptions,
            parameters,
            parameterConflict: chosen,
            countries: targets.map((link, at) => ({ when: `country ${at}`, link })),
          };
          const fields = toLinkFields(draft({ address, extras }));
          // As the service leads a visitor: what its field holds stands behind the address.
          const landing = (link: string) => {
            const led = new URL(link);
            for (const row of fields.parameters ?? []) led.searchParams.append(row.name, row.value);
            return led.searchParams;
          };
          for (const row of parameters) {
            const wanted = (typed: string | undefined) => [
              chosen === 'keep' ? (typed ?? row.value) : row.value,
            ];
            expect(landing(fields.url).getAll(row.name)).toEqual(wanted(new Map(own).get(row.name)));
            for (const [at, { link }] of (fields.geotarget ?? []).entries())
              expect(landing(link).getAll(row.name)).toEqual(wanted(new Map(others[at]).get(row.name)));
          }
          expect(fields.geotarget).toHaveLength(others.length);
        },
      ),
    );
  });

  it('each parameter is in any URL exactly once', () => {
    const name = fc.constantFrom('a', 'b', 'utm_source', 'ü');
    const rows = fc.uniqueArray(fc.record({ name, value: fc.string({ minLength: 1 }) }), {
      selector: (row) => row.name,
    });
    const own = fc.array(fc.tuple(name, fc.string()), { maxLength: 4 });
    fc.assert(
      fc.property(
        rows,
        own,
        fc.constantFrom('field', 'address'),
        choice,
        (parameters, query, parametersIn, chosen) => {
          const address = `${url}?${new URLSearchParams(query).toString()}`;
          const placed = applyUtm(address, { parameters, parametersIn, parameterConflict: chosen });
          const [before, inAddress] = [address, placed.address].map((link) => new URL(link).searchParams);
          for (const row of parameters) {
            const value = row.value.trim();
            if (value === '') continue;
            const values = [
              ...(inAddress?.getAll(row.name) ?? []),
              ...placed.parameters.filter((one) => one.name === row.name).map((one) => one.value),
            ];
            const own = before?.getAll(row.name) ?? [];
            expect(values).toEqual(chosen === 'keep' && own.length > 0 ? own : [value]);
          }
        },
      ),
    );
  });
});

describe('the parser of stored options', () => {
  it('yields complete options for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(linkOptionsSchema.safeParse(parseLinkOptions(raw)).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    const damages = fc.array(fc.tuple(fc.constantFrom(...Object.keys(defaultLinkOptions)), fc.anything()));
    fc.assert(
      fc.property(damages, (damage) => {
        const raw: unknown = { ...defaultLinkOptions, ...Object.fromEntries(damage) };
        expect(linkOptionsSchema.safeParse(parseLinkOptions(raw)).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns valid options unchanged after storage', () => {
    const text = fc.string();
    const targets = fc.array(fc.record({ when: text, link: text }), { maxLength: 3 });
    const whole = fc.record({
      type: text,
      password: text,
      expiry: text,
      visibility: fc.constantFrom('', 'private', 'public'),
      note: text,
      card: fc.record({ title: text, description: text, picture: text }),
      countries: targets,
      devices: targets,
      languages: targets,
      deepLink: fc.record({ apple: text, google: text, auto: fc.boolean() }),
      parameters: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }),
      parametersIn: fc.constantFrom('field', 'address'),
      parameterConflict: fc.constantFrom('keep', 'replace'),
    });
    fc.assert(
      fc.property(whole, (extras) => {
        expect(linkOptionsSchema.parse(extras)).toEqual(extras);
        const stored: unknown = JSON.parse(JSON.stringify(extras));
        expect(parseLinkOptions(stored)).toEqual(stored);
      }),
    );
  });
});
