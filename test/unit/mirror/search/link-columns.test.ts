/** Links packed into few strings are returned as they were put in, with any characters in their texts. */
import { expect, it } from 'vitest';
import { LinkColumns } from '../../../../lib/mirror/search/link-columns.ts';
import type { LinkRow } from '../../../../lib/mirror/link-row.ts';
import { linkRow, manyLinks } from '../../../support/link-rows.ts';

const listedFields = ({ key: _key, address: _address, sweep: _sweep, ...link }: LinkRow) => link;

const nul = '\0';
const odd: readonly LinkRow[] = [
  linkRow(1, { shortUrl: null, longUrl: null, clicks: null, date: null, title: '', alias: '' }),
  linkRow(2, { campaign: '7', channels: ['3', '12'], confirmed: false }),
  linkRow(3, { channels: ['3'] }),
  linkRow(4, { title: `a${nul}b`, description: nul }),
  linkRow(5, { alias: `${nul}${nul}`, title: '\uffff\ud800 ' }),
  linkRow(6, { description: 'x'.repeat(100_000), clicks: Number.MAX_SAFE_INTEGER }),
];

it.each(odd)('%#', (row) => {
  const links = new LinkColumns();
  links.put(0, row);
  expect(links.at(0)).toMatchObject(listedFields(row));
  expect([links.size, links.at(1), links.at(-1)]).toEqual([1, undefined, undefined]);
});

it('setting an equal link is no change; a difference in any field is one', () => {
  const links = new LinkColumns();
  const row = linkRow(1, { clicks: 0 });
  expect([links.put(0, row), links.put(0, { ...row, sweep: 9 })]).toEqual([true, false]);
  const changes: readonly Partial<LinkRow>[] = [
    { shortUrl: null },
    { alias: 'other' },
    { longUrl: null },
    { clicks: null },
    { title: 'other' },
    { description: 'other' },
    { date: null },
    { campaign: '1' },
    { channels: ['1'] },
    { confirmed: false },
    // The same letters, with the seam elsewhere.
    { alias: `a${nul}`, title: 'b' },
    { alias: 'a', title: `${nul}b` },
  ];
  for (const change of changes) {
    expect([change, links.put(0, { ...row, ...change })]).toEqual([change, true]);
    expect(links.at(0)).toMatchObject(listedFields({ ...row, ...change }));
    links.put(0, row);
    expect(links.at(0)).toEqual(listedFields(row));
  }
});

it('returns the same object again as long as few others were read', () => {
  const links = new LinkColumns();
  const rows = manyLinks(3_000);
  for (const [slot, row] of rows.entries()) links.put(slot, row);
  const first = links.at(0);
  for (let slot = 1; slot < 900; slot++) links.at(slot);
  expect(links.at(0)).toBe(first);
  for (const [slot, row] of rows.entries()) expect(links.at(slot)).toEqual(listedFields(row));
});
