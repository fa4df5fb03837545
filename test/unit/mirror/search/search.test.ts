/** Finding links: by words and alike words, within filters, in an order; and what is marked in what was found. */
import { describe, expect, it } from 'vitest';
import { normalizeText, normalizeWithOffsets } from '../../../../lib/text/normalize-text.ts';
import type { LinkRow } from '../../../../lib/mirror/link-row.ts';
import {
  emptyQuery,
  createSearch,
  highlightRanges,
  queryWords,
  type SearchQuery,
} from '../../../../lib/mirror/search/search.ts';
import { LinkIndex } from '../../../../lib/mirror/search/search-index.ts';
import { hostileTexts } from '../../../fixtures/hostile.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { linkRow, manyLinks } from '../../../support/link-rows.ts';

function indexOf(rows: readonly LinkRow[]): LinkIndex {
  const index = new LinkIndex();
  index.begin();
  for (let at = 0; at < rows.length; at += 500) index.add(rows.slice(at, at + 500));
  index.end();
  return index;
}

const search = (index: LinkIndex, query: SearchQuery) => createSearch(index)(query);

const ids = (index: LinkIndex, query: Partial<SearchQuery>): string[] =>
  index.linksAt(search(index, { ...emptyQuery, ...query }).slots).map(({ id }) => id);

const find = (rows: readonly LinkRow[], text: string): string[] => ids(indexOf(rows), { text });

const marked = (text: string, query: string, alike = false): string[] =>
  highlightRanges(text, queryWords(query), alike).map(({ from, to }) => text.slice(from, to));

describe('words', () => {
  const rows = [
    linkRow(9, { title: 'Night trains are back' }),
    linkRow(8, { longUrl: 'https://rail.example.org/timetable?x=Night' }),
    linkRow(7, { alias: 'night-fall', shortUrl: 'https://go.example/night-fall' }),
    linkRow(6, { description: 'for the night shift' }),
    linkRow(5, { alias: 'midnight', shortUrl: null }),
    linkRow(4, { title: 'Day trains' }),
  ];

  it('are found in title, address, alias and note, in any case', () => {
    expect(find(rows, 'NIGHT').toSorted()).toEqual(['5', '6', '7', '8', '9']);
  });

  it('all have to occur, at any position, in any order', () => {
    expect(find(rows, 'back night')).toEqual(['9']);
    expect(find(rows, 'night timetable')).toEqual(['8']);
    expect(find(rows, 'night day')).toEqual([]);
  });

  it('rank first as whole words, then in title and alias', () => {
    expect(find(rows, 'night')).toEqual(['9', '7', '8', '6', '5']);
  });

  it('are found within others, as they are typed', () => {
    for (const text of ['n', 'ni', 'nigh']) expect(find(rows, text)).toContain('5');
  });

  it('a pasted address is found with its scheme, and a short one', () => {
    expect(find(rows, 'https://go.example/night-fall')).toEqual(['7']);
    expect(find(rows, 'https://rail.example.org/timetable?x=Night')).toEqual(['8']);
  });

  it('an international host is found as it is typed, with a path in any letters', () => {
    const hosts = [
      linkRow(2, { longUrl: 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe' }),
      linkRow(1, { title: 'Ask Dr.Müller' }),
    ];
    for (const text of [
      'bücher.example',
      'https://BÜCHER.example/größe',
      'bücher.ex',
      'xn--bcher-kva.example',
    ])
      expect(find(hosts, text), text).toEqual(['2']);
    expect(find(hosts, 'dr.müller')).toEqual(['1']);
    expect(find(hosts, 'ask dr.müller')).toEqual(['1']);
  });

  it('an empty query gives all links, newest first', () => {
    for (const text of ['', '   ', '\u200b', '\u0301'])
      expect(
        find(
          rows.toReversed().toSorted((a, b) => (a.key < b.key ? -1 : 1)),
          text,
        ),
      ).toEqual(rows.map(({ id }) => id));
  });

  it('punctuation is searched literally', () => {
    const signs = [linkRow(2, { title: 'C++ (50 %) [new] $1 .* \\d' }), linkRow(1, { title: 'C--' })];
    for (const text of ['c++', '(50', '[new]', '$1', '.*', '\\d', '%'])
      expect(find(signs, text)).toEqual(['2']);
  });

  it('no match spans two fields', () => {
    expect(find([linkRow(1, { title: 'the end', shortUrl: 'https://sho.rt/x' })], 'endsho')).toEqual([]);
  });
});

describe('accents and scripts', () => {
  const rows = [
    linkRow(6, { title: 'Café Łódź, Straße, Øresund' }),
    linkRow(5, { title: 'شارع الحمرا' }),
    linkRow(4, { title: '日本語のページ' }),
    linkRow(3, { title: 'İstanbul' }),
    linkRow(2, { title: 'Ελληνικά' }),
    linkRow(1, { longUrl: 'https://example.com/caf%C3%A9/%E6%97%A5%E6%9C%AC' }),
  ];

  it.each([
    ['cafe', ['6', '1']],
    ['CAFÉ', ['6', '1']],
    ['lodz', ['6']],
    ['strasse', ['6']],
    ['oresund', ['6']],
    ['الحمرا', ['5']],
    ['日本', ['4', '1']],
    ['istanbul', ['3']],
    ['ελληνικα', ['2']],
    ['caf%c3', ['1']],
  ])('%s', (text, wanted) => {
    expect(find(rows, text)).toEqual(wanted);
  });

  it('invisible characters of a text are ignored', () => {
    expect(find([linkRow(1, { title: 'in\u200bvis\u202eible' })], 'invisible')).toEqual(['1']);
  });
});

describe('similar words', () => {
  const rows = [
    linkRow(5, { title: 'Newsletter for spring' }),
    linkRow(4, { title: 'Newspaper' }),
    linkRow(3, { title: 'Report 2026' }),
  ];

  it.each([
    ['newsleter', 'a letter less'],
    ['newslettter', 'a letter more'],
    ['newslatter', 'another letter'],
    ['newslettre', 'two that changed places'],
    ['nesletter sprnig', 'two such words'],
  ])('%s: %s', (text) => {
    const index = indexOf(rows);
    const found = search(index, { ...emptyQuery, text });
    expect([index.linksAt(found.slots).map(({ id }) => id), found.fuzzyCount]).toEqual([['5'], 1]);
  });

  it.each(['newsleteer paper', '2027', 'sprin6', 'xewsletter'])('%s is none', (text) => {
    expect(find(rows, text)).toEqual([]);
  });

  it('come after exact matches, and only where there are few of those', () => {
    const few = [linkRow(9, { title: 'spirng sale' }), linkRow(8, { title: 'spring sale' })];
    const index = indexOf(few);
    const found = search(index, { ...emptyQuery, text: 'spring' });
    expect([index.linksAt(found.slots).map(({ id }) => id), found.fuzzyCount]).toEqual([['8', '9'], 1]);
    const many = Array.from({ length: 200 }, (_, n) => linkRow(1_000 - n, { title: 'spring' }));
    expect(search(indexOf([...few, ...many]), { ...emptyQuery, text: 'spring' }).fuzzyCount).toBe(0);
  });

  it('are found among 20,000 other links', () => {
    const large = [...manyLinks(20_000), linkRow(20_001, { title: 'Basecamp in the snow' })];
    const index = indexOf(large.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
    expect(
      index.linksAt(search(index, { ...emptyQuery, text: 'basecmap' }).slots).map(({ id }) => id),
    ).toEqual(['20001']);
  });
});

describe('filters', () => {
  const rows = [
    linkRow(5, { campaign: '1', date: '2026-03-05 23:59:59', shortUrl: 'https://go.example/a' }),
    linkRow(4, { campaign: '1', channels: ['7', '8'], date: '2026-03-04 00:00:00' }),
    linkRow(3, {
      campaign: '2',
      channels: ['8'],
      date: '2026-03-03 10:00:00',
      shortUrl: 'https://GO.example/b',
    }),
    linkRow(2, { date: null }),
    linkRow(1, { date: 'yesterday', shortUrl: null }),
  ];
  const index = indexOf(rows);

  it.each<[Partial<SearchQuery>, string[]]>([
    [{ campaign: '1' }, ['5', '4']],
    [{ channel: '8' }, ['4', '3']],
    [{ campaign: '1', channel: '8' }, ['4']],
    [{ domain: 'go.example' }, ['5', '3']],
    [{ domain: 'nowhere.example' }, []],
    [{ from: '2026-03-04' }, ['5', '4']],
    [{ to: '2026-03-04' }, ['4', '3']],
    [{ from: '2026-03-04', to: '2026-03-04' }, ['4']],
    [{ from: '2026-03-05', to: '2026-03-04' }, []],
    [{ text: 'page', campaign: '1' }, ['5', '4']],
    [{ campaign: '3' }, []],
  ])('%j', (query, wanted) => {
    expect(ids(index, query)).toEqual(wanted);
  });

  it('offer each existing domain once', () => {
    expect(index.domainNames).toEqual(['go.example', 'sho.rt', '']);
  });
});

describe('order', () => {
  const rows = [
    linkRow(4, { clicks: 5 }),
    linkRow(3, { clicks: null }),
    linkRow(2, { clicks: 70 }),
    linkRow(1, { clicks: 5 }),
  ];
  it.each<[SearchQuery['sort'], string[]]>([
    ['best', ['4', '3', '2', '1']],
    ['newest', ['4', '3', '2', '1']],
    ['oldest', ['1', '2', '3', '4']],
    ['clicks', ['2', '4', '1', '3']],
  ])('%s', (sort, wanted) => {
    const index = indexOf(rows);
    expect(ids(index, { sort })).toEqual(wanted);
    expect(ids(index, { sort, text: 'page' })).toEqual(wanted);
  });

  it('by clicks, also with numbers beyond the safe integers', () => {
    const index = indexOf([linkRow(2, { clicks: 1 }), linkRow(1, { clicks: Number.MAX_SAFE_INTEGER })]);
    expect(ids(index, { sort: 'clicks' })).toEqual(['1', '2']);
  });

  it('follows a link whose clicks have grown', () => {
    const index = indexOf(rows);
    expect(ids(index, { sort: 'clicks' })[0]).toBe('2');
    index.begin();
    index.add(rows.map((row) => (row.id === '1' ? { ...row, clicks: 99 } : row)));
    index.end();
    expect(ids(index, { sort: 'clicks' })[0]).toBe('1');
  });
});

describe('the index', () => {
  const rows = Array.from({ length: 10 }, (_, n) => linkRow(10 - n));

  it('can be searched while it is filled', () => {
    const index = new LinkIndex();
    index.begin();
    index.add(rows.slice(0, 4));
    expect(ids(index, { text: 'page' })).toEqual(['10', '9', '8', '7']);
    index.add(rows.slice(4));
    expect(ids(index, {})).toHaveLength(10);
  });

  it('a second pass puts new links first, updates changed ones, and drops missing ones', () => {
    const index = indexOf(rows);
    const { revision } = index;
    index.begin();
    index.add([linkRow(11), linkRow(10, { title: 'Another' }), ...rows.slice(2)]);
    index.end();
    expect(index.revision).toBeGreaterThan(revision);
    expect(ids(index, {})).toEqual(['11', '10', '8', '7', '6', '5', '4', '3', '2', '1']);
    expect([ids(index, { text: 'another' }), ids(index, { text: 'page 9' })]).toEqual([['10'], []]);
    expect([index.size, index.slotOf('9')]).toEqual([10, undefined]);
  });

  it('a pass that finds the same is no change', () => {
    const index = indexOf(rows);
    const { revision } = index;
    index.begin();
    index.add(rows.map((row) => ({ ...row, sweep: 7 })));
    index.end();
    expect(index.revision).toBe(revision);
  });

  it('an aborted pass changes nothing', () => {
    const index = indexOf(rows);
    index.begin();
    index.add(rows.slice(0, 2));
    index.begin();
    index.add(rows);
    index.end();
    expect(index.size).toBe(10);
  });

  it('has the newest links before the first pass', () => {
    const index = indexOf(rows.slice(2));
    index.top([linkRow(12), linkRow(10), linkRow(8, { title: 'Changed' })]);
    expect(ids(index, {}).slice(0, 3)).toEqual(['12', '10', '8']);
    expect(ids(index, { text: 'changed' })).toEqual(['8']);
    // Also where one of them is older than what is known.
    index.top([linkRow(13), linkRow(11)]);
    expect(ids(index, {}).slice(0, 5)).toEqual(['13', '12', '11', '10', '8']);
  });
});

it('keeps a link that was created during a pass which had read its place', () => {
  const index = indexOf([linkRow(10), linkRow(9)]);
  index.begin();
  index.add([linkRow(10)]);
  index.top([linkRow(11), linkRow(10)]);
  index.add([linkRow(9)]);
  index.end();
  expect(ids(index, {})).toEqual(['11', '10', '9']);
  // The next pass finds it where it is stored, or removes it.
  index.begin();
  index.add([linkRow(10), linkRow(9)]);
  index.end();
  expect(ids(index, {})).toEqual(['10', '9']);
});

describe('marks', () => {
  it.each([
    ['Night trains are back', 'TRAIN night', ['Night', 'train']],
    ['Café au lait', 'cafe', ['Café']],
    ['Cafe\u0301 noir', 'cafe', ['Cafe\u0301']],
    ['STRASSE und Straße', 'straße', ['STRASSE', 'Straße']],
    ['aaaa', 'aa', ['aaaa']],
    ['banana', 'ana nan', ['anan']],
    ['example.com/a?b=c', 'a?b', ['a?b']],
    ['👍🏽 family 👨‍👩‍👧', '👍', ['👍']],
    ['شارع الحمرا', 'الحمرا', ['الحمرا']],
    ['nothing', 'other', []],
    ['', 'x', []],
    ['text', '', []],
  ])('%s by %s', (text, query, wanted) => {
    expect(marked(text, query)).toEqual(wanted);
  });

  it('similar words are marked only if that is requested', () => {
    expect(marked('The Newsletter, again', 'newsleter')).toEqual([]);
    expect(marked('The Newsletter, again', 'newsleter', true)).toEqual(['Newsletter']);
  });
});

describe('hostile texts', () => {
  it('are indexed, found by their beginning, and marked within their bounds', () => {
    const rows = hostileTexts.map((title, n) =>
      linkRow(hostileTexts.length - n, { title, description: title, alias: title.slice(0, 50) }),
    );
    const index = indexOf(rows);
    for (const text of hostileTexts) {
      search(index, { ...emptyQuery, text });
      for (const { from, to } of highlightRanges(text.slice(0, 2_000), queryWords(text.slice(0, 30)), true)) {
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(text.length);
      }
    }
    expect(index.size).toBe(rows.length);
  });

  it('only the beginning of a megabyte is searched', () => {
    const index = indexOf([linkRow(1, { title: `${'x'.repeat(1_000_000)} end` })]);
    expect([ids(index, { text: 'xxx' }), ids(index, { text: 'end' })]).toEqual([['1'], []]);
    expect(ids(index, { text: 'y '.repeat(500_000) })).toEqual([]);
  });

  it('normalizing twice equals normalizing once, also with offsets', () => {
    for (const text of ['Å ﬁ Ⅷ ß İ ı', 'a\u0301\u0301b', '  two  spaces\t', '\ud800x\udc00', '🇩🇪 Ǆ']) {
      expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      const traced = normalizeWithOffsets(text);
      expect(traced.text).toBe(normalizeText(text));
      expect(traced.from).toHaveLength(traced.text.length + 1);
      expect(traced.from?.toSorted((a, b) => a - b)).toEqual(traced.from);
    }
  });
});

describe('100,000 links', () => {
  const rows = manyLinks(100_000);
  const index = indexOf(rows);

  it('give the same results as a search of each link alone', () => {
    const random = seededRandom(7);
    const texts = rows.map(({ title, shortUrl, longUrl, description }) =>
      normalizeText([title, shortUrl?.slice(8), longUrl?.slice(8), description].join('\n')),
    );
    for (const text of [
      'e',
      'spring',
      'spring cat',
      'cafe utm',
      'sho.rt/a99',
      'example7.com',
      'über x',
      '日',
    ]) {
      const words = queryWords(text);
      const plain = texts.filter((one) => words.every((word) => one.includes(word))).length;
      const found = search(index, { ...emptyQuery, text, sort: 'newest' });
      expect([text, found.slots.length - found.fuzzyCount]).toEqual([text, plain]);
      if (plain === 0) continue;
      const one = Math.floor(random() * plain);
      expect(words.every((word) => texts[found.slots[one] ?? 0]?.includes(word))).toBe(true);
    }
  });

  it('are found the same whether a query is typed letter by letter or in one piece', () => {
    const typing = createSearch(index);
    const steps = [
      's',
      'sp',
      'spring',
      'spring c',
      'spring ca',
      'spring cat',
      'spring',
      'spring utm',
      'pring',
      'newsleter',
      'n',
      'tn',
      'utm nig',
      'nig utm_source',
      '_source=nig',
      'm_source=night',
      '.example1',
      '.example1.',
      'www.example1.',
    ];
    for (const [n, text] of steps.entries())
      for (const sort of ['best', 'clicks', 'oldest'] as const) {
        const query = { ...emptyQuery, text, sort, ...(n > 5 && { domain: 'sho.rt', from: '2015-01-01' }) };
        expect(Array.from(typing(query).slots)).toEqual(Array.from(search(index, query).slots));
      }
  });

  it('are each found by their alias', () => {
    for (const n of [1, 77_777, 100_000])
      expect(ids(index, { text: `sho.rt/a${n}`, sort: 'best' })[0]).toBe(String(n));
  });
});

it('of more matches than are ranked, those with the exact words come first', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) =>
    linkRow(2_000 - n, { title: `Article ${2_000 - n}`, shortUrl: `https://127.0.0.1/a${2_000 - n}` }),
  );
  const found = ids(indexOf(rows), { text: 'Article 12' });
  expect(found).toHaveLength(2_000);
  expect(found.slice(0, 2)).toEqual(['12', '2000']);
});
