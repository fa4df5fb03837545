/** Exported files: read back without a loss, and without a formula in a spreadsheet. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { linksAsCsv, linksAsJson, type FileContext } from '../../../entrypoints/manage/links/export-links.ts';
import { unescapeFormula } from '../../../lib/text/format-csv.ts';
import { getLink } from '../../../lib/api/link-details.ts';
import { hostileTitles } from '../../fixtures/hostile.ts';
import { linkRow, manyLinks } from '../../support/link-rows.ts';

const flags = { public: true, rotator: null, list: null };
const looks = { description: '', color: '', starred: false };

function context(change: Partial<FileContext> = {}): FileContext & { readonly pauses: () => number } {
  let pauses = 0;
  return {
    service: 'https://sho.rt',
    at: Date.parse('2026-03-01T12:00:00Z'),
    times: {
      at: Date.parse('2026-03-01T11:58:00Z'),
      newestFrom: '3',
      wholeAt: Date.parse('2026-02-28T09:00:00Z'),
    },
    complete: true,
    records: {
      campaigns: [{ id: '5', name: 'Spring', ...flags }],
      channels: [{ id: '8', name: 'Mail', ...looks }],
    },
    details: new Map(),
    pause: async () => void pauses++,
    pauses: () => pauses,
    ...change,
  };
}

const openedAt = Date.parse('2026-03-01T11:59:30.250Z');
const expires = '2026-04-01 00:00:00';
const rows = [
  linkRow(3, { title: '=HYPERLINK("x")', campaign: '5', channels: ['8', '9'], clicks: 7, expires }),
  linkRow(2, { shortUrl: null, longUrl: null, clicks: null, date: null, campaign: '6' }),
];

const cells = async (file: Blob): Promise<string[][]> =>
  Papa.parse<string[]>((await file.text()).replace(/^\ufeff/u, ''), { skipEmptyLines: true }).data;

describe('CSV', () => {
  it('has a header, a line for each link, and names in place of ids', async () => {
    const [head, ...lines] = await cells(await linksAsCsv(rows, context()));
    expect(head).toEqual([
      'id',
      'short_url',
      'long_url',
      'alias',
      'title',
      'note',
      'date',
      'clicks',
      'clicks_as_of_utc',
      'campaign',
      'channels',
      'expires',
    ]);
    expect(lines).toEqual([
      [
        '3',
        'https://sho.rt/a3',
        'https://example.com/3',
        'a3',
        `'=HYPERLINK("x")`,
        '',
        '2026-03-01 10:00:00',
        '7',
        '2026-03-01 11:58:00',
        'Spring',
        'Mail | 9',
        '2026-04-01 00:00:00',
      ],
      ['2', '', '', 'a2', 'Page 2', '', '', '', '', '6', '', ''],
    ]);
  });

  it('has the clicks of the list where a link was opened before it was synced', async () => {
    const details = new Map([
      [
        '3',
        {
          link: getLink('3').read({
            error: 0,
            id: 3,
            details: { id: 3 },
            data: { clicks: 2, uniqueClicks: 1 },
          }),
          at: openedAt,
        },
      ],
    ]);
    const [, row] = await cells(await linksAsCsv(rows, context({ details })));
    expect(row?.[7]).toBe('7');
  });

  it('has a column of the unique clicks where they are known of a link', async () => {
    const details = new Map([
      [
        '3',
        {
          link: getLink('3').read({
            error: 0,
            id: 3,
            details: { id: 3 },
            data: { clicks: 9, uniqueClicks: 4 },
          }),
          at: openedAt,
        },
      ],
    ]);
    const [head, ...lines] = await cells(await linksAsCsv(rows, context({ details })));
    expect(head?.slice(7)).toEqual([
      'clicks',
      'clicks_as_of_utc',
      'campaign',
      'channels',
      'expires',
      'unique_clicks',
    ]);
    expect(lines.map((line) => line.slice(7))).toEqual([
      ['9', '2026-03-01 11:59:30', 'Spring', 'Mail | 9', expires, '4'],
      ['', '', '6', '', '', ''],
    ]);
    const [other] = await cells(await linksAsCsv(rows.slice(1), context({ details })));
    expect(other).not.toContain('unique_clicks');
  });

  it('dates the clicks of older links by the last read of the whole list, and none that no list has shown', async () => {
    const links = [linkRow(4, { confirmed: false }), linkRow(3, { clicks: 1 }), linkRow(2, { clicks: 2 })];
    const [, ...lines] = await cells(await linksAsCsv(links, context()));
    expect(lines.map((line) => line.slice(7, 9))).toEqual([
      ['', ''],
      ['1', '2026-03-01 11:58:00'],
      ['2', '2026-02-28 09:00:00'],
    ]);
  });

  it('writes hostile titles into one cell each, none of them a formula', async () => {
    const hostile = hostileTitles.map((title, n) => linkRow(n + 1, { title }));
    const [, ...lines] = await cells(await linksAsCsv(hostile, context()));
    expect(lines).toHaveLength(hostile.length);
    for (const [n, line] of lines.entries()) {
      expect(line).toHaveLength(12);
      expect(line[4]).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@]/u);
      const plain = hostileTitles[n]?.replaceAll(/[\p{Cc}\p{Surrogate}\s]/gu, '');
      if (!/\p{Surrogate}/u.test(hostileTitles[n] ?? ''))
        expect(unescapeFormula(line[4] ?? '').replaceAll(/[\p{Cc}\s]/gu, '')).toBe(plain);
    }
  });
});

describe('JSON', () => {
  it('contains the service, the completeness, and every link', async () => {
    const details = new Map([
      [
        '3',
        {
          link: getLink('3').read({
            error: 0,
            id: 3,
            details: { id: 3 },
            data: { clicks: 9, uniqueClicks: 4 },
          }),
          at: openedAt,
        },
      ],
    ]);
    const file = await linksAsJson(rows, context({ complete: false, details }));
    expect(JSON.parse(await file.text())).toEqual({
      format: 'curtail-links',
      version: 1,
      service: 'https://sho.rt',
      exportedAt: '2026-03-01T12:00:00.000Z',
      upToDateAt: '2026-03-01T11:58:00.000Z',
      complete: false,
      count: 2,
      links: [
        {
          id: '3',
          shortUrl: 'https://sho.rt/a3',
          longUrl: 'https://example.com/3',
          alias: 'a3',
          title: '=HYPERLINK("x")',
          note: '',
          date: '2026-03-01 10:00:00',
          clicks: 9,
          clicksAsOf: '2026-03-01T11:59:30Z',
          expires: '2026-04-01 00:00:00',
          uniqueClicks: 4,
          campaign: { id: '5', name: 'Spring' },
          channels: [
            { id: '8', name: 'Mail' },
            { id: '9', name: null },
          ],
        },
        {
          id: '2',
          shortUrl: null,
          longUrl: null,
          alias: 'a2',
          title: 'Page 2',
          note: '',
          date: null,
          clicks: null,
          clicksAsOf: null,
          campaign: { id: '6', name: null },
          channels: [],
        },
      ],
    });
  });

  it('is valid without links, too', async () => {
    const file = await linksAsJson([], context({ times: undefined }));
    expect(JSON.parse(await file.text())).toMatchObject({ count: 0, links: [], upToDateAt: null });
  });

  it('is written in batches that yield to the page', async () => {
    const many = manyLinks(20_000);
    const counted = context();
    const read: unknown = JSON.parse(await (await linksAsJson(many, counted)).text());
    expect(read).toMatchObject({ count: 20_000 });
    expect((read as { links: unknown[] }).links).toHaveLength(20_000);
    expect(counted.pauses()).toBe(20);
  });
});
