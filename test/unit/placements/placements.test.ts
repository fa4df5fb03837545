/** One address for several places: what their names propose, and the link of each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import {
  joinAlias,
  isStarted,
  emptyPlacements,
  parsePasted,
  placementLink,
  placementsDraftSchema,
  unicodeSlug,
  sourceOf,
  suffixOf,
} from '../../../lib/placements/placements.ts';
import { finalUrl } from '../../../lib/draft/utm-parameters.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { placementTitle } from '../../../lib/draft/placement-title.ts';
import { draft } from '../../support/samples.ts';

const place = (name: string, source: string | null = null, suffix: string | null = null) => ({
  name,
  source,
  suffix,
});

describe('the source derived from a name', () => {
  it.each([
    ['Newsletter', 'newsletter'],
    ['  Instagram  Story! ', 'instagram-story'],
    ['Café Zoë', 'cafe-zoe'],
    ['Größe/Höhe', 'große-hohe'],
    ['עיתון', 'עיתון'],
    ['한국어', '한국어'],
    ['हिन्दी', 'हिन्दी'],
    ['!!!', ''],
    ['', ''],
    ['a\uD800b', 'a-b'],
    ['x'.repeat(80), 'x'.repeat(50)],
    [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ])('%j → %j', (name, slug) => {
    expect(unicodeSlug(name)).toBe(slug);
    expect(sourceOf(place(name))).toBe(slug);
  });

  it('is valid in any URL, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const slug = unicodeSlug(name);
        expect(slug).not.toMatch(/[\s/\\?#%&=+]|\p{Surrogate}|^-|-$/u);
        expect(() => encodeURIComponent(slug)).not.toThrow();
      }),
    );
  });

  it('applies until another is typed, even an empty one', () => {
    expect(sourceOf(place('Poster', ' wall '))).toBe('wall');
    expect(sourceOf(place('Poster', ''))).toBe('');
  });
});

describe('the alias', () => {
  it.each([
    // As typed in the form, the suffix of the row, and what is sent.
    ['spring', null, 'spring-poster'],
    [' spring ', 'wall', 'spring-wall'],
    ['spring', '', 'spring'],
    ['', null, ''],
    ['', 'wall', 'wall'],
    ['', ' ', ''],
  ])('%j with the suffix %j: %j', (alias, suffix, whole) => {
    expect(joinAlias(alias, suffixOf(place('Poster', null, suffix), alias))).toBe(whole);
  });
});

it.each([
  [place(''), false],
  [place(' ', '', ' '), false],
  [place('a'), true],
  [place('', 'a'), true],
  [place('', null, 'a'), true],
])('%j counts as started: %s', (row, begun) => {
  expect(isStarted(row)).toBe(begun);
});

describe('the link of a placement', () => {
  const poster = { name: 'Poster', source: 'poster', suffix: 'wall' };

  it('has its source in the address, and its alias', () => {
    const base = draft({ address: 'https://example.com/a?b=1#c', alias: 'spring' });
    const link = placementLink(base, ' utm_source ', poster);
    expect(link).toEqual({
      ...base,
      address: 'https://example.com/a?b=1&utm_source=poster#c',
      alias: 'spring-wall',
      title: placementTitle(base.title, 'Poster'),
    });
    expect(toLinkFields(link).parameters).toEqual([]);
  });

  it.each([
    ['Spring sale', 'Poster', 'Spring sale – Poster'],
    ['', 'Poster', 'Poster'],
    ['Spring sale', ' ', 'Spring sale'],
  ])('of the page %j and the placement %j has the title %j', (title, name, whole) => {
    expect(placementLink(draft({ title }), 'utm_source', { ...poster, name }).title).toBe(whole);
  });

  it('never doubles a parameter, in the address or in the form', () => {
    const parameters = [
      { name: 'utm_source', value: 'form' },
      { name: 'utm_medium', value: 'print' },
    ];
    const base = draft({
      address: 'https://example.com/?utm_source=old&utm_source=older',
      extras: { ...defaultLinkOptions, note: 'n', parameters },
    });
    const link = placementLink(base, 'utm_source', poster);
    expect(toLinkFields(link)).toMatchObject({
      url: 'https://example.com/?utm_source=poster',
      parameters: [{ name: 'utm_medium', value: 'print' }],
      description: 'n',
    });
    expect(finalUrl(link)).toBe('https://example.com/?utm_source=poster&utm_medium=print');
  });

  it('different sources give different URLs, and each source can be read back', () => {
    const sources = fc.uniqueArray(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text),
      { minLength: 2, maxLength: 30 },
    );
    fc.assert(
      fc.property(
        sources,
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        (given, address) => {
          const base = draft({ address: new URL(address).href });
          const urls = given.map(
            (source) => placementLink(base, 'utm_source', { name: '', source, suffix: '' }).address,
          );
          expect(new Set(urls).size).toBe(given.length);
          expect(urls.map((url) => new URL(url).searchParams.getAll('utm_source'))).toEqual(
            given.map((source) => [source]),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('pasting', () => {
  it.each([
    ['one line', null],
    ['one line\n', null],
    ['', null],
    ['a\nb', [place('a'), place('b')]],
    ['a\r\n\r\n b \r', [place('a'), place('b')]],
    ['Letter\tmail\tletter', [place('Letter', 'mail', 'letter')]],
    ['Letter\t\tletter\tmore\nWall', [place('Letter', null, 'letter'), place('Wall')]],
  ])('%j', (text, places) => {
    expect(parsePasted(text)).toEqual(places);
  });

  it('a megabyte gives no more rows than can be rendered', () => {
    expect(parsePasted('a\n'.repeat(500_000))).toHaveLength(200);
  });
});

it('a stored draft is read again, and any other value rejected', () => {
  const asked = { id: 'x', name: 'n', source: 's', suffix: '', typed: null, shortUrl: null };
  const stored = {
    ...emptyPlacements,
    batch: { base: draft(), hadPassword: false, parameter: 'utm_source', asked: [asked] },
  };
  expect(placementsDraftSchema.parse(structuredClone({ ...stored, at: 5 }))).toEqual(stored);
  expect(placementsDraftSchema.safeParse({ ...stored, set: null }).success).toBe(false);
});
