/** The record of the links' sync: what an earlier version has stored is read, and written under the same names. */
import { expect, it } from 'vitest';
import {
  initialLinksState,
  parseLinksState,
  putLinksState,
  readLinksState,
} from '../../../../lib/mirror/sync/links-state.ts';

const cursor = {
  offset: 30,
  seek: 45,
  until: '7',
  met: true,
  floor: 15,
  leaps: false,
  total: 90,
  above: 2,
  page: 3,
  print: '15 9 8 1',
  read: 4,
  stale: 1,
  back: 5,
  promised: false,
};
const stored = {
  order: 'rising',
  sizing: { limit: 15, size: 15, low: 15, high: 30, settled: true },
  end: 60,
  top: '99',
  total: 90,
  stretches: [cursor],
  cut: true,
  at: 1,
  tried: 2,
  newestFrom: '70',
  wholeBegan: 3,
  wholeAt: null,
  sweep: { number: 6, walk: { ...cursor, page: 8 }, check: true, asking: ['5'], at: 3, ended: 4, off: -2 },
};

it('is read without what the first version did not store', () => {
  const { newestFrom: _from, wholeBegan: _began, wholeAt: _at, ...first } = stored;
  expect(parseLinksState(first)).toMatchObject({
    newestId: '99',
    newestFrom: null,
    wholeBegan: null,
    wholeAt: null,
  });
});

it('is stored under the names of the first version', () => {
  const state = parseLinksState(stored);
  expect(state).toMatchObject({
    order: 'ascending',
    newestId: '99',
    isTruncated: true,
    unreadCursors: [{ page: 3, hasReachedKnown: true, fingerprint: '15 9 8 1', pagesRead: 4, stalePages: 1 }],
    deletionScan: { cursor: { page: 8 }, mustCollectMissing: true, missingIds: ['5'], countDifference: -2 },
  });
  const written = new Map<string, unknown>();
  const store = { put: async (value: unknown, key: string) => written.set(key, value) };
  putLinksState(store, state ?? initialLinksState);
  expect([...written]).toEqual([['links', stored]]);
});

it('starts from the beginning if the record is unreadable', async () => {
  const { top: _top, ...partial } = stored;
  expect(await readLinksState({ get: async () => partial })).toEqual(initialLinksState);
});
