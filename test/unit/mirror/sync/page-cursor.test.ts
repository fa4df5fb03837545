/** The cursor as a pure function. Whole runs of it are in sync.fuzz.test.ts. */
import { describe, expect, it } from 'vitest';
import {
  advanceCursor,
  newCursor,
  isStrictlyOrdered,
  shiftForNewRows,
  orderOf,
  nextPageNumber,
  plausibleTotal,
  type PageResult,
  type PageCursor,
} from '../../../../lib/mirror/sync/page-cursor.ts';

const size = 10;
const read = (page: number, change: Partial<PageResult> = {}): PageResult => ({
  page,
  ids: Array.from({ length: size }, (_, place) => String(1_000 - (page - 1) * size - place)),
  recordCount: size,
  isNextAnnounced: true,
  lastPage: null,
  total: null,
  ...change,
});
const after = (cursor: PageCursor, page: PageResult, news = true) =>
  advanceCursor(cursor, page, { order: 'descending', size, hasNews: news });

describe('the order of a page', () => {
  it.each([
    ['descending', ['9', '8', '7'], 'descending'],
    ['ascending', ['98', '99', '100'], 'ascending'],
    ['of one', ['5'], null],
    ['descending with two of the same second', ['9', '7', '8', '6'], 'descending'],
  ])('is recognized of a page that is %s', (_name, ids, order) => {
    expect(orderOf(ids)).toBe(order);
  });

  it('is strict only if every id follows it', () => {
    expect(isStrictlyOrdered('ascending', ['9', '10', '11'])).toBe(true);
    expect(isStrictlyOrdered('ascending', ['9', '11', '10'])).toBe(false);
    expect(isStrictlyOrdered('descending', ['9', '9'])).toBe(false);
  });
});

describe('a total', () => {
  it.each([
    ['of the whole list', { total: 95 }, 95],
    ['of the page', { total: 10 }, null],
    ['of a page that is the last', { isNextAnnounced: false, total: 10 }, 10],
    ['that is smaller than what was shown', { total: 7 }, null],
    ['that is not reported', { total: null }, null],
    ['beyond the end', { ids: [], given: 0, isNextAnnounced: false, total: 85 }, 85],
  ])('%s', (_name, change, total) => {
    expect(plausibleTotal(read(1, change), size)).toBe(total);
  });
});

describe('a cursor', () => {
  it('reads page by page up to the known links', () => {
    let cursor: PageCursor | null = newCursor('975', null);
    const pages: number[] = [];
    while (cursor !== null) {
      const page = nextPageNumber(cursor, 'descending', size);
      pages.push(page);
      ({ rest: cursor } = after(cursor, read(page)));
    }
    expect(pages).toEqual([1, 2, 3]);
  });

  it('steps back by the number of deleted links, a few times at most', () => {
    const begun = after(newCursor(null, null), read(1, { total: 500 })).rest;
    expect(begun).toMatchObject({ offset: 10, total: 500 });
    const back = after(begun ?? newCursor(null, null), read(2, { total: 493 })).rest;
    expect(back).toMatchObject({ offset: 3, total: 493, stepsBack: 1 });
    // A service whose total jumps about causes no endless loop.
    let cursor = back;
    let pages = 0;
    for (; cursor !== null && cursor.offset < 400 && pages < 200; pages++)
      cursor = after(
        cursor,
        read(nextPageNumber(cursor, 'descending', size), { total: 600 - (pages % 2) }),
      ).rest;
    expect(pages).toBeLessThan(120);
  });

  it('moves down with as many links as have been made, never before it was begun', () => {
    const begun = after(newCursor(null, null), read(1, { total: 500 })).rest ?? newCursor(null, null);
    expect(shiftForNewRows(begun, 'descending', 523)).toMatchObject({ offset: 33, total: 523 });
    expect(shiftForNewRows(begun, 'descending', 490)).toBe(begun);
    expect(shiftForNewRows(begun, 'descending', null)).toBe(begun);
    expect(shiftForNewRows(begun, 'ascending', 523)).toBe(begun);
    const fresh = newCursor(null, null);
    expect(shiftForNewRows(fresh, 'descending', 523)).toBe(fresh);
  });

  it('stops after ten thousand pages, and where no new links come', () => {
    const long = { ...newCursor(null, null), pagesRead: 9_999, offset: 99_990 };
    expect(after(long, read(10_000))).toEqual({ rest: null, isTruncated: true, end: null });
    let cursor: PageCursor | null = newCursor(null, null);
    let pages = 0;
    let isTruncated = false;
    for (; cursor !== null; pages++) ({ rest: cursor, isTruncated } = after(cursor, read(pages + 1), false));
    expect([pages, isTruncated]).toEqual([6, true]);
    // Unless as many have come in above it.
    cursor = { ...newCursor(null, null), insertedAbove: 200 };
    for (pages = 0; cursor !== null; pages++) ({ rest: cursor } = after(cursor, read(pages + 1), false));
    expect(pages).toBe(26);
  });

  it('ends at a page that repeats the last, and not at one that is read again', () => {
    const same = read(1).ids;
    const once = after(newCursor(null, null), read(1)).rest ?? newCursor(null, null);
    expect(after(once, read(2, { ids: same })).rest).toBeNull();
    expect(after(once, read(1, { ids: same })).rest).not.toBeNull();
  });
});
