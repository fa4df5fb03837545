import { expect, it, vi } from 'vitest';
import { exportFileName } from '../../../entrypoints/manage/links/export-file-name.ts';
import type { Id } from '../../../lib/api/ids.ts';
import { emptyQuery } from '../../../lib/mirror/search/search.ts';

const campaign = (id: Id, name: string) => ({ id, name, public: true, rotator: null, list: null });
const campaigns = [
  campaign('1', 'Spring catalog, 2026'),
  campaign('2', '../..\\con:\u202efdp'),
  campaign('3', '★'),
  campaign('4', 'Été'.repeat(40)),
];
const at = Date.parse('2026-03-01T12:00:00Z');
const nameOf = (query: Partial<typeof emptyQuery> | null) =>
  exportFileName(query && { ...emptyQuery, ...query }, campaigns, at, 'csv');

it('has the day of the local time zone', () => {
  const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
  const halfPastMidnight = Date.parse('2026-11-28T00:30:00+02:00');
  expect(exportFileName(null, campaigns, halfPastMidnight, 'json')).toBe('links-2026-11-28.json');
  zone.mockRestore();
});

it.each([
  ['all links', null, 'links-2026-03-01.csv'],
  ['a view without filters', {}, 'links-2026-03-01.csv'],
  ['a campaign', { campaign: '1' }, 'links-Spring-catalog-2026-2026-03-01.csv'],
  ['a campaign and words', { campaign: '1', text: 'a' }, 'links-Spring-catalog-2026-2026-03-01.csv'],
  ['a name that looks like a path', { campaign: '2' }, 'links-con-fdp-2026-03-01.csv'],
  ['a name without letters', { campaign: '3' }, 'links-search-2026-03-01.csv'],
  ['a long name', { campaign: '4' }, `links-${'Été'.repeat(13)}É-2026-03-01.csv`],
  ['a campaign that is unknown', { campaign: '9' }, 'links-search-2026-03-01.csv'],
  ['words', { text: 'apron' }, 'links-search-2026-03-01.csv'],
  ['another filter', { domain: 'sho.rt' }, 'links-search-2026-03-01.csv'],
] as const)('the file of %s', (_what, query, name) => {
  expect(nameOf(query)).toBe(name);
});
