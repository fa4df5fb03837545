/** Presets: which one a site gets, what it puts into the form, what its variables become. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { linkDraftSchema } from '../../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { parsePresets } from '../../../lib/presets/parse-presets.ts';
import { presetsSchema, type Preset, type PresetFields, type Presets } from '../../../lib/presets/preset.ts';
import { resolveExpiry } from '../../../lib/draft/expiry.ts';
import { isSiteRule, isTooWide, presetBySite, presetFor } from '../../../lib/presets/match-site.ts';
import { renderTemplate, renderAlias, asciiSlug, templateValues } from '../../../lib/presets/template.ts';
import { hostileAddresses, hostileTexts } from '../../fixtures/hostile.ts';
import { draft } from '../../support/samples.ts';
import { anyPreset } from '../draft/any-preset.ts';

const preset = (name: string, sites: string[] = [], fields: PresetFields = {}): Preset => ({
  id: name,
  name,
  sites,
  fields,
});

/** One preset a rule, named after it; no default. */
const ruled = (...rules: string[]): Presets => ({
  list: rules.map((rule) => preset(rule, [rule])),
  defaultId: null,
});

const fits = (rule: string, address: string) => presetFor(address, ruled(rule)) !== null;

describe('a site rule', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['example.com', 'http://example.com:8080/x?y#z'],
    ['example.com', 'https://shop.eu.example.com/'],
    ['Example.COM', 'https://example.com/'],
    [' https://example.com/ ', 'https://example.com/x'],
    ['*.example.com', 'https://www.example.com/'],
    ['example.com/blog', 'https://example.com/blog'],
    ['example.com/blog/', 'https://example.com/blog/2026'],
    ['example.com/blog/*', 'https://example.com/blog/2026'],
    ['example.com:8080', 'https://example.com:8080/'],
    ['example.com:443', 'https://example.com/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['xn--bcher-kva.example', 'https://bücher.example/'],
    ['*.例え.テスト', 'https://a.例え.テスト/'],
    ['example.com/über', 'https://example.com/%C3%BCber/uns'],
    ['example.com.', 'https://example.com/'],
    ['example.com', 'https://example.com./'],
    ['localhost', 'http://localhost:3000/'],
    ['192.168.0.1', 'http://192.168.0.1/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['example.com/@name', 'https://example.com/@name/posts'],
  ])('%s fits %s', (rule, address) => {
    expect(fits(rule, address)).toBe(true);
    expect(isSiteRule(rule)).toBe(true);
  });

  it.each([
    ['example.com', 'https://example.org/'],
    ['example.com', 'https://badexample.com/'],
    ['example.com', 'https://example.com.evil.example/'],
    ['example.com', 'https://evil.example/example.com'],
    ['example.com', 'https://example.com@evil.example/'],
    ['*.example.com', 'https://example.com/'],
    ['example.com/blog', 'https://example.com/blogger'],
    ['example.com/blog', 'https://example.com/'],
    ['example.com/Blog', 'https://example.com/blog'],
    ['example.com:8080', 'https://example.com/'],
    ['com:443', 'https://example.com/'],
    ['com/news', 'https://example.com/news'],
    ['2.3.4', 'https://1.2.3.4/'],
  ])('%s does not fit %s', (rule, address) => {
    expect(fits(rule, address)).toBe(false);
  });

  it.each(['', ' ', '*', '*.', '*.*', 'ex*mple.com', '/blog', '//x', 'a b.com', 'http://', '<b>', '\ud800'])(
    '%j is none, and fits nowhere',
    (rule) => {
      expect(isSiteRule(rule)).toBe(false);
      expect(fits(rule, 'https://example.com/blog')).toBe(false);
    },
  );

  it.each(['?id=5', 'blog?a=1', '#x', 'blog*', '*/x', 'blog/**'])('with %s can’t be compared', (rest) => {
    expect(isSiteRule(`example.com/${rest}`)).toBe(false);
    for (const path of ['', 'blog', 'a/x', rest])
      expect(fits(`example.com/${rest}`, `https://example.com/${path}`)).toBe(false);
  });

  it.each(['me', 'me:pw', ':pw'])('with the credentials %s can’t be compared', (credentials) => {
    expect(isSiteRule(`${credentials}@example.com`)).toBe(false);
    expect(fits(`${credentials}@example.com`, 'https://example.com/')).toBe(false);
  });

  it.each([
    ['com', true],
    ['*.com', true],
    ['https://com/', true],
    ['com.', true],
    ['com:8080', false],
    ['com/blog', false],
    ['de', true],
    ['nas:5000', false],
    ['jira/browse', false],
    ['pi:8080', false],
    ['co.uk', true],
    ['*.co.uk', true],
    ['com.au', true],
    ['wiki', false],
    ['*.wiki', false],
    ['xn--p1ai', true],
    ['рф', true],
    ['example.com', false],
    ['*.example.com', false],
    ['bbc.co.uk', false],
    ['t.co', false],
    ['web.de', false],
    ['localhost', false],
    ['*.lan', false],
    ['intranet', false],
    ['192.168.0.1', false],
    ['[::1]', false],
    ['', false],
    ['*', false],
  ])('%j is as wide as a public suffix: %s', (rule, tooWide) => {
    expect(isTooWide(rule)).toBe(tooWide);
  });

  it('the nearest wins: the host, then the path, the port, and what is only below', () => {
    const rules = [
      'example.com',
      'example.com/blog',
      'example.com/blog/2026',
      'example.com:8080',
      '*.shop.example.com',
      'shop.example.com',
    ];
    const chosen = (address: string) => presetFor(address, ruled(...rules))?.name;
    expect(chosen('https://example.com/')).toBe('example.com');
    expect(chosen('https://example.com/blog/2025')).toBe('example.com/blog');
    expect(chosen('https://example.com/blog/2026/x')).toBe('example.com/blog/2026');
    expect(chosen('https://example.com:8080/')).toBe('example.com:8080');
    expect(chosen('https://example.com:8080/blog')).toBe('example.com/blog');
    expect(chosen('https://shop.example.com/blog')).toBe('shop.example.com');
    expect(chosen('https://a.shop.example.com/blog')).toBe('*.shop.example.com');
  });

  it('the order of the list decides only between equals', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['example.com', 'a.example.com', '*.example.com', 'b.a.example.com/x'], {
          minLength: 4,
        }),
        (rules) => {
          expect(presetFor('https://b.a.example.com/x/y', ruled(...rules))?.name).toBe('b.a.example.com/x');
          expect(presetFor('https://a.example.com/', ruled(...rules))?.name).toBe('a.example.com');
          expect(presetFor('https://c.example.com/', ruled(...rules))?.name).toBe('*.example.com');
        },
      ),
    );
    const twins = [preset('one', ['example.com']), preset('other', ['example.com'])];
    expect(presetBySite('https://example.com/', { list: twins, defaultId: 'other' })?.name).toBe('one');
  });

  it('where none fits it is the default, if that is still there', () => {
    const { list } = ruled('example.com', 'example.org');
    expect(presetFor('https://else.example/', { list, defaultId: 'example.org' })?.name).toBe('example.org');
    expect(presetBySite('https://else.example/', { list, defaultId: 'example.org' })).toBeNull();
    expect(presetFor('https://else.example/', { list, defaultId: 'gone' })).toBeNull();
    expect(presetFor('no address', { list, defaultId: 'example.org' })?.name).toBe('example.org');
  });

  it('any rule on any address: a response, never an error', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constantFrom(...hostileAddresses));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (rules, address) => {
        const found = presetFor(address, ruled(...rules));
        expect(found === null || rules.includes(found.name)).toBe(true);
        for (const rule of rules) isSiteRule(rule);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a host fits its own rule, and every host below it does', () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (host, other) => {
        expect(fits(host, `https://${host}/x`)).toBe(true);
        expect(fits(host, `https://${other}.${host}/x`)).toBe(true);
        expect(fits(`*.${host}`, `https://${other}.${host}/x`)).toBe(true);
        expect(fits(`*.${host}`, `https://${host}/x`)).toBe(false);
        expect(fits(host, `https://x${host}/`)).toBe(false);
      }),
    );
  });

  it('a thousand rules of the longest kind are matched with a megabyte of address in less than 5 s', () => {
    const rules = ['a.', '/', '*.', 'ü.', '/*', '%', '@', '\\'].flatMap((part) =>
      Array.from({ length: 125 }, () => `x${part.repeat(2_000)}`.slice(0, 2_048)),
    );
    const began = performance.now();
    presetFor(`https://example.com/${'/*'.repeat(500_000)}`, ruled(...rules, 'x'.repeat(1_000_000)));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('variables', () => {
  const now = new Date(2026, 10, 5, 9, 30);
  const values = templateValues(
    { address: 'https://www.example.com:8080/x', title: ' Crème  {host} & “more”\n' },
    { now, selection: 'picked' },
  );

  it('are the host without www, the title and the selection in one line, and the day on the wall', () => {
    expect(values).toEqual({
      host: 'example.com',
      title: 'Crème {host} & “more”',
      date: '2026-11-05',
      selection: 'picked',
    });
  });

  it('are replaced in one pass; unknown ones stay as typed', () => {
    expect(renderTemplate('{title} on {host}, {date}: {selection}{selection} {Title} {x} {}', values)).toBe(
      'Crème {host} & “more” on example.com, 2026-11-05: pickedpicked {Title} {x} {}',
    );
  });

  it('become what an alias may hold; an alias without them stays as typed', () => {
    expect(renderAlias('{title}-{date}', values)).toBe('creme-host-more-2026-11-05');
    expect(renderAlias('{host}', values)).toBe('example-com');
    expect(renderAlias('Ünser Alias--x', values)).toBe('Ünser Alias--x');
    const empty = { ...values, title: '例え', selection: '' };
    expect(renderAlias('x-{title}-{selection}-y', empty)).toBe('x-y');
    expect(renderAlias('{title}', empty)).toBe('');
  });

  it.each([
    ['Fußball heute', 'fussball-heute'],
    ['Ærø Łódź', 'aero-lodz'],
    ['Crème brûlée', 'creme-brulee'],
  ])('%s becomes an alias of plain letters', (title, alias) => {
    expect(renderAlias('{title}', { ...values, title })).toBe(alias);
  });

  it('in an alias give way to what is typed in it, and to the date', () => {
    const long = { ...values, title: 'word '.repeat(100), selection: 'x'.repeat(100) };
    expect(renderAlias('{title}', long)).toMatch(/^(?:word-){9}word$/u);
    expect(renderAlias('{title}-{date}-poster', long)).toBe(
      'word-word-word-word-word-word-wo-2026-11-05-poster',
    );
    expect(renderAlias('{selection}-{title}', long)).toBe(`${'x'.repeat(24)}-word-word-word-word-word`);
    const typed = 'a'.repeat(60);
    expect(renderAlias(`${typed}-{title}`, long)).toBe(typed);
    expect(renderAlias(typed, long)).toBe(typed);
    expect(renderAlias(`${typed}-{date}`, long)).toBe(`${typed}-2026-11-05`);
  });

  it('any title and selection: an alias of small letters, digits and single hyphens, at most 50', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, selection) => {
        const any = templateValues({ address: 'https://example.com', title }, { now, selection });
        expect(renderAlias('{title}-{selection}-{host}', any)).toMatch(
          /^(?=.{1,50}$)[a-z\d]+(?:-[a-z\d]+)*$/u,
        );
        expect(asciiSlug(title)).toMatch(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/u);
        // Nothing of a value is read as a variable again.
        expect(renderTemplate('{title}', any)).toBe(any.title);
      }),
      { numRuns: 1_000 },
    );
  });

  it('500 hostile texts: one line each, cut, without halves of characters', () => {
    for (const text of hostileTexts) {
      const any = templateValues({ address: text, title: text }, { now, selection: text });
      const filled = renderTemplate('{title}{selection}{host}', any);
      expect(filled.length).toBeLessThanOrEqual(1_500);
      expect(filled).not.toMatch(/[\n\r\p{Cs}]/u);
    }
  });
});

describe('an expiry relative to the creation', () => {
  const now = new Date(2027, 0, 31, 9, 30);
  it.each([
    ['+12h', '2027-01-31T21:30'],
    ['+1d', '2027-02-01T09:30'],
    ['+7d', '2027-02-07T09:30'],
    ['+2w', '2027-02-14T09:30'],
    ['+1m', '2027-02-28T09:30'],
    ['+13m', '2028-02-29T09:30'],
    ['+0d', '2027-01-31T09:30'],
    ['2027-03-01T00:00', '2027-03-01T00:00'],
    ['+7x', '+7x'],
    ['+1000d', '+1000d'],
    ['', ''],
  ])('%s', (expiry, at) => {
    expect(resolveExpiry(expiry, now)).toBe(at);
  });
});

it.each([
  ['+12h', '2027-02-01T08:00'],
  ['+1d', '2027-02-01T20:00'],
  ['+1m', '2027-02-28T20:00'],
  ['2027-03-01T00:00', '2027-03-01T00:00'],
])('%s is counted by the service’s clock where its zone is known', (expiry, at) => {
  expect(resolveExpiry(expiry, new Date(Date.UTC(2027, 0, 31, 14, 30)), 330)).toBe(at);
});

it('a relative expiry adds its span to any time in any zone, or gives the last day of the month', () => {
  const units = Object.entries({ h: 1, d: 24, w: 168 });
  const moments = fc.date({ min: new Date(0), max: new Date('9000-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.integer({ min: -56, max: 56 }), fc.nat(999), (now, quarters, count) => {
      const zone = quarters * 15;
      const passed = (unit: string) =>
        Date.parse(`${resolveExpiry(`+${count}${unit}`, now, zone)}Z`) - zone * 60_000 - now.getTime();
      for (const [unit, hours] of units) {
        // The stamp has no seconds.
        const lost = count * hours * 3_600_000 - passed(unit);
        expect([unit, lost >= 0 && lost < 60_000]).toEqual([unit, true]);
      }
      const before = new Date(now.getTime() + zone * 60_000);
      const after = new Date(`${resolveExpiry(`+${count}m`, now, zone)}Z`);
      const months = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth();
      expect(months(after) - months(before)).toBe(count);
      const lastDay = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0));
      expect(after.getUTCDate()).toBe(Math.min(before.getUTCDate(), lastDay.getUTCDate()));
    }),
  );
});

describe('a preset applied to the form', () => {
  const context = { now: new Date(2026, 10, 5, 9, 30), selection: '' };
  const spring = { id: '1', name: 'Spring' };
  const chosen = draft({ campaign: spring, pixels: [{ id: '7', name: 'Meta' }], alias: 'typed' });

  it('replaces what it has, empty as it may be, and leaves the rest', () => {
    const fields: PresetFields = { campaign: null, domain: 'https://go.example.com' };
    expect(applyPreset(chosen, preset('p', [], fields), context)).toEqual({
      ...chosen,
      campaign: null,
      domain: 'https://go.example.com',
    });
    expect(applyPreset(chosen, preset('p'), context)).toEqual(chosen);
    expect(applyPreset(chosen, preset('p', [], { alias: '', pixels: [] }), context)).toMatchObject({
      alias: '',
      pixels: [],
    });
  });

  it('fills alias, note and the values of parameters, and nothing else', () => {
    const extras = {
      note: '{title} {date}',
      expiry: '+7d',
      parameters: [
        { name: 'utm_source', value: '{host}' },
        { name: '{host}', value: 'x' },
      ],
      card: { title: '{title}', description: '', picture: '' },
    };
    const applied = applyPreset(draft(), preset('p', [], { alias: '{host}', extras }), context);
    expect(applied).toEqual({
      ...draft(),
      alias: 'example-com',
      extras: {
        ...defaultLinkOptions,
        ...extras,
        note: 'A page 2026-11-05',
        parameters: [
          { name: 'utm_source', value: 'example.com' },
          { name: '{host}', value: 'x' },
        ],
      },
    });
  });

  it('keeps a password and other options that are typed already', () => {
    const typed = draft({ extras: { ...defaultLinkOptions, password: 'secret', note: 'mine' } });
    const { extras } = applyPreset(typed, preset('p', [], { extras: { type: 'frame' } }), context);
    expect(extras).toEqual({ ...defaultLinkOptions, password: 'secret', note: 'mine', type: 'frame' });
  });

  it('options that are emptied count as none', () => {
    const typed = draft({ extras: { ...defaultLinkOptions, note: 'mine' } });
    expect(applyPreset(typed, preset('p', [], { extras: { note: '' } }), context).extras).toBeUndefined();
  });

  it('any valid preset yields a whole draft, and the same one when it is applied twice', () => {
    fc.assert(
      fc.property(anyPreset, (any) => {
        const once = applyPreset(chosen, any, context);
        expect(linkDraftSchema.safeParse(once).success).toBe(true);
        expect(once.extras?.password ?? '').toBe('');
        expect(applyPreset(chosen, any, context)).toEqual(once);
        const twice = applyPreset(once, any, context);
        expect(twice).toEqual(once);
      }),
    );
  });
});

describe('the parser of stored presets', () => {
  const stored = (data: unknown) => ({ version: 1, data });

  it('accepts everything that the background stores', () => {
    fc.assert(
      fc.property(fc.array(anyPreset, { maxLength: 3 }), fc.option(fc.string()), (list, defaultId) => {
        const parsed = presetsSchema.parse({ list, defaultId });
        expect(parsePresets(stored(structuredClone(parsed)))).toEqual(parsed);
      }),
    );
  });

  it('1,000 damaged values: no error, and what passes is whole; never a password', () => {
    const damage = fc.array(
      fc.tuple(
        fc.constantFrom('id', 'name', 'sites', 'fields', 'fields.extras', 'fields.pixels', 'fields.alias'),
        fc.anything(),
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyPreset, damage, fc.anything(), (any, damages, more) => {
        const fields: Record<string, unknown> = { ...any.fields, extras: { password: 'secret' } };
        const damaged: Record<string, unknown> = { ...any, fields };
        for (const [path, value] of damages)
          if (path.startsWith('fields.')) fields[path.slice(7)] = value;
          else damaged[path] = value;
        const passed = parsePresets(stored({ list: [damaged, more], defaultId: more }));
        expect(presetsSchema.safeParse(passed).success).toBe(true);
        expect(passed.list[0]?.fields.extras ?? {}).not.toHaveProperty('password');
        parsePresets(more);
        parsePresets(stored(more));
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects another version', () => {
    expect(parsePresets({ version: 2, data: { list: [preset('a')], defaultId: null } }).list).toEqual([]);
  });
});
