/**
 * A cursor over the part of the links' list that has not been read yet, in links, so that it survives a change of the page
 * size. Pure: a cursor and the page that was read → the cursor for what is left.
 *
 * Links that are deleted meanwhile shift the list up, so some would be skipped: a smaller total than expected shows how
 * far to step back; without a total the deletion scan finds them.
 */
import * as z from 'zod/mini';
import { isNewerId } from '../../api/ids.ts';
import { hashOf } from '../../text/hash.ts';

export const pageCursorSchema = z.object({
  /** Newest first: links read so far. Oldest first: links left. */
  offset: z.number(),
  /** Oldest first: the position of the search for the end of the list; `null` once that is found. */
  seek: z.nullable(z.number()),
  /** This id and every older one are known; `null`: read to the very end. */
  until: z.nullable(z.string()),
  /** The search has reached a known link. */
  hasReachedKnown: z.boolean(),
  /** The end of the part that the search has skipped. */
  floor: z.number(),
  /** The search may skip pages. */
  maySkip: z.boolean(),
  /** Links in the list at the last read, if the service reports that. */
  total: z.nullable(z.number()),
  /** Links that were inserted above it since it was created. */
  insertedAbove: z.number(),
  /** The last page. */
  page: z.number(),
  /** The fingerprint of the last page, which shows that another page repeats it. */
  fingerprint: z.string(),
  pagesRead: z.number(),
  /** Pages in a row without a new link. */
  stalePages: z.number(),
  stepsBack: z.number(),
  /** The service has announced a next page. */
  isNextAnnounced: z.boolean(),
});
export type PageCursor = z.infer<typeof pageCursorSchema>;

/** Starts at the newest link. */
export function newCursor(until: string | null, end: number | null): PageCursor {
  return {
    offset: end ?? 0,
    seek: end,
    until,
    hasReachedKnown: false,
    floor: 0,
    maySkip: true,
    total: null,
    insertedAbove: 0,
    page: 0,
    fingerprint: '',
    pagesRead: 0,
    stalePages: 0,
    stepsBack: 0,
    isNextAnnounced: true,
  };
}

export interface PageResult {
  readonly page: number;
  readonly ids: readonly string[];
  /** Unreadable ones included. */
  readonly recordCount: number;
  /** The service announces a next page. */
  readonly isNextAnnounced: boolean;
  readonly lastPage: number | null;
  readonly total: number | null;
}

/** Limits for services that invent records forever, and for those that repeat pages. */
const maxPages = 10_000;
const maxStalePages = 5;

export type Order = 'descending' | 'ascending';

/** The order of the ids of a page; `null` when it is unclear. */
export function orderOf(ids: readonly string[]): Order | null {
  let newer = 0;
  for (const [index, id] of ids.entries()) {
    const before = ids[index - 1];
    if (before !== undefined) newer += isNewerId(id, before) ? 1 : -1;
  }
  return newer === 0 ? null : newer > 0 ? 'ascending' : 'descending';
}

export function isStrictlyOrdered(order: Order, ids: readonly string[]): boolean {
  return ids.every((id, index) => {
    const before = ids[index - 1];
    return before === undefined || (id !== before && isNewerId(id, before) === (order === 'ascending'));
  });
}

/** The contract does not say what `result` counts: `null` when it can't be the links of the whole list. */
export function plausibleTotal(
  { page, recordCount, isNextAnnounced, total }: PageResult,
  size: number,
): number | null {
  if (total === null || recordCount === 0) return total;
  const shown = (page - 1) * size + recordCount;
  return total > shown || (total === shown && !isNextAnnounced) ? total : null;
}

/** True on any sign of a page after this one. */
export function hasMore(result: PageResult, size: number): boolean {
  const { page, recordCount, isNextAnnounced, lastPage } = result;
  if (isNextAnnounced || (lastPage ?? 0) > page) return true;
  return (plausibleTotal(result, size) ?? 0) > (page - 1) * size + recordCount;
}

/**
 * Every link that was added since the last read has moved the unread part down by one.
 *
 * @param total as the service has reported it since
 */
export function shiftForNewRows(cursor: PageCursor, order: Order, total: number | null): PageCursor {
  const more = (total ?? 0) - (cursor.total ?? Infinity);
  if (!(more > 0) || cursor.pagesRead === 0 || order === 'ascending') return cursor;
  return { ...cursor, offset: cursor.offset + more, total };
}

export function nextPageNumber({ offset, seek }: PageCursor, order: Order, size: number): number {
  if (seek !== null) return Math.floor(seek / size) + 1;
  return order === 'descending' ? Math.floor(offset / size) + 1 : Math.max(1, Math.ceil(offset / size));
}

interface Advance {
  /** `null` at the end. */
  readonly rest: PageCursor | null;
  /** The read was stopped at a limit. */
  readonly isTruncated: boolean;
  /** Oldest first: the end of the list, when it has just been found. */
  readonly end: number | null;
}

interface PageContext {
  readonly order: Order;
  /** Records on a full page. */
  readonly size: number;
  /** The page has a link that was in no page of this scan before. */
  readonly hasNews: boolean;
}

interface ReadPage extends PageResult, Pick<PageContext, 'size'> {
  /** It has the same links as the page that was read before it. */
  readonly repeats: boolean;
}

const finished = (isTruncated = false): Advance => ({ rest: null, isTruncated, end: null });
const continueFrom = (rest: PageCursor): Advance => ({ rest, isTruncated: false, end: null });

export function advanceCursor(before: PageCursor, result: PageResult, context: PageContext): Advance {
  const fingerprint = fingerprintOf(result);
  const cursor = {
    ...before,
    page: result.page,
    fingerprint,
    pagesRead: before.pagesRead + 1,
    // The search for the end of an ascending list passes known links only.
    stalePages: context.hasNews
      ? 0
      : before.stalePages + (before.seek !== null && result.recordCount > 0 ? 0 : 1),
    isNextAnnounced: result.isNextAnnounced,
  };
  const repeats = result.recordCount > 0 && fingerprint === before.fingerprint && result.page !== before.page;
  const maxStale = maxStalePages + Math.ceil(cursor.insertedAbove / context.size);
  if (cursor.pagesRead >= maxPages || cursor.stalePages > maxStale) return finished(true);
  const read: ReadPage = { ...result, size: context.size, repeats };
  if (context.order === 'descending') return readDescending(before, cursor, read);
  return before.seek === null ? readAscending(cursor, read) : findLastPage(cursor, read);
}

/** A refused page that the service had not announced lies past the end. */
export const isPastEnd = (cursor: PageCursor): boolean => !cursor.isNextAnnounced;

function readDescending(before: PageCursor, cursor: PageCursor, result: ReadPage): Advance {
  const { page, ids, recordCount, size, repeats } = result;
  const total = plausibleTotal(result, size);
  const missing = total === null || before.total === null ? 0 : before.total - total;
  if (missing > 0 && page > 1 && before.stepsBack < 3 + before.pagesRead / 4) {
    const offset = Math.max(0, Math.min(before.offset, (page - 1) * size) - missing);
    return continueFrom({
      ...cursor,
      offset,
      total,
      stepsBack: before.stepsBack + 1,
      fingerprint: '',
      isNextAnnounced: true,
    });
  }
  const shown = (page - 1) * size + recordCount;
  // A whole page of links may have been created meanwhile: then it legitimately repeats once.
  if (recordCount === 0 || (repeats && ((total ?? 0) <= shown || cursor.stalePages > 1))) return finished();
  if (hasReached(ids.at(-1), before) || !hasMore(result, size)) return finished();
  // A page of a size that is still being learned may not adjoin what has been read.
  const joins = (page - 1) * size <= before.offset;
  return continueFrom({
    ...cursor,
    offset: joins ? Math.max(before.offset, page * size) : before.offset,
    total,
  });
}

/** Oldest first, backwards from the end: links created or deleted meanwhile move none out of reach. */
function readAscending(cursor: PageCursor, { page, ids, recordCount, size, repeats }: ReadPage): Advance {
  // A page of a size that is still being learned may not adjoin what has been read.
  if (page * size < cursor.offset) return continueFrom({ ...cursor, isNextAnnounced: true });
  // The service returns the last page for every one after it: the list has shrunk, and its end is to be found again.
  if (repeats && page > 1) return stepBack(cursor, (page - 1) * size, size);
  if (page === 1 || (recordCount > 0 && hasReached(ids[0], cursor))) return finished();
  return continueFrom({
    ...cursor,
    offset: Math.min(cursor.offset, (page - 1) * size),
    isNextAnnounced: true,
  });
}

function findLastPage(cursor: PageCursor, result: ReadPage): Advance {
  const { page, ids, recordCount, lastPage, size, repeats } = result;
  const start = (page - 1) * size;
  const last = (lastPage ?? 0) * size - size;
  // It holds more than was requested, so it also begins later.
  if (start > (cursor.seek ?? 0)) return continueFrom({ ...cursor, isNextAnnounced: true });
  if (recordCount > 0 && !repeats && hasMore(result, size)) {
    const hasReachedKnown = cursor.hasReachedKnown || hasReached(ids[0], cursor);
    const next = start + size;
    // With larger pages than last time it begins earlier.
    const offset = Math.min(cursor.offset, start);
    if (last <= next || !cursor.maySkip)
      return continueFrom({ ...cursor, seek: next, offset, hasReachedKnown });
    // The pages in between are read on the way back.
    return continueFrom({ ...cursor, seek: last, offset: last, floor: next, hasReachedKnown: false });
  }
  if (recordCount === 0 && page > 1 && !cursor.hasReachedKnown && cursor.offset >= start) {
    // The page does not exist: back in doubling steps, and forward from there page by page.
    const guess = start - size * 2 ** cursor.stalePages;
    const back = lastPage !== null && last < start ? Math.max(0, last) : Math.max(cursor.floor, guess);
    return continueFrom({ ...cursor, seek: back, offset: back, maySkip: false, isNextAnnounced: true });
  }
  if (repeats && page > 1 && !cursor.hasReachedKnown && cursor.offset >= start && cursor.stepsBack > 0)
    return stepBack(cursor, start, size);
  const hasReachedKnown = cursor.hasReachedKnown || recordCount === 0 || hasReached(ids[0], cursor);
  const end = recordCount === 0 || repeats ? Math.max(0, start - size) : start;
  const offset = recordCount === 0 ? cursor.offset : Math.min(cursor.offset, start);
  if ((hasReachedKnown && cursor.until !== null) || offset <= 0)
    return { rest: null, isTruncated: false, end };
  return { rest: { ...cursor, seek: null, offset, isNextAnnounced: true }, isTruncated: false, end };
}

/** Back in doubling steps, and forward from there page by page. */
function stepBack(cursor: PageCursor, start: number, size: number): Advance {
  const to = Math.max(0, start - size * 2 ** cursor.stepsBack);
  const search = { seek: to, offset: to, floor: 0, hasReachedKnown: false, maySkip: false };
  return continueFrom({ ...cursor, ...search, stepsBack: cursor.stepsBack + 1, isNextAnnounced: true });
}

function hasReached(id: string | undefined, { until }: PageCursor): boolean {
  return id !== undefined && until !== null && !isNewerId(id, until);
}

function fingerprintOf({ ids, recordCount }: PageResult): string {
  return `${recordCount} ${hashOf(ids.join(' '))}`;
}
