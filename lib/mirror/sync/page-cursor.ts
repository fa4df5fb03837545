/**
 * A cursor over the part of the links' list that has not been read yet, in links, so that it survives a change of the page
 * size. Pure: a cursor and the page that was read → the cursor for what is left.
 *
 * Links that are deleted meanwhile shift the list up, so some would be skipped: a smaller total than expected shows how
 * far to step back; without a total the deletion scan finds them.
 */
import * as z from 'zod/mini';
import { isNewerId } from '../../api/coerce.ts';

export const pageCursorSchema = z.object({
  /** Newest first: links read so far. Oldest first: links left. */
  offset: z.number(),
  /** Oldest first: the position of the search for the end of the list; `null` once that is found. */
  seek: z.nullable(z.number()),
  /** This id and every older one are known; `null`: read to the very end. */
  until: z.nullable(z.string()),
  /** The search has met a known link. */
  met: z.boolean(),
  /** The end of the part that the search has skipped. */
  floor: z.number(),
  /** The search may skip pages. */
  leaps: z.boolean(),
  /** Links in the list at the last read, if the service reports that. */
  total: z.nullable(z.number()),
  /** Links that were inserted above it since it was created. */
  above: z.number(),
  /** The last page. */
  page: z.number(),
  /** The fingerprint of the last page, which shows that another page repeats it. */
  print: z.string(),
  /** Pages read. */
  read: z.number(),
  /** Pages in a row without a new link. */
  stale: z.number(),
  /** Steps back. */
  back: z.number(),
  /** The service has announced a next page. */
  promised: z.boolean(),
});
export type PageCursor = z.infer<typeof pageCursorSchema>;

/** Starts at the newest link. */
export function newCursor(until: string | null, end: number | null): PageCursor {
  const counts = { above: 0, read: 0, stale: 0, back: 0 };
  const start = { offset: end ?? 0, seek: end, met: false, floor: 0, leaps: true, total: null };
  return { ...start, until, ...counts, page: 0, print: '', promised: true };
}

export interface PageResult {
  readonly page: number;
  readonly ids: readonly string[];
  /** Unreadable ones included. */
  readonly recordCount: number;
  /** The service announces a next page. */
  readonly promised: boolean;
  readonly lastPage: number | null;
  readonly total: number | null;
}

/** Limits for services that invent records forever, and for those that repeat pages. */
const maxPages = 10_000;
const maxStalePages = 5;

export type Order = 'falling' | 'rising';

/** The order of the ids of a page; `null` when it is unclear. */
export function orderOf(ids: readonly string[]): Order | null {
  let newer = 0;
  for (const [index, id] of ids.entries()) {
    const before = ids[index - 1];
    if (before !== undefined) newer += isNewerId(id, before) ? 1 : -1;
  }
  return newer === 0 ? null : newer > 0 ? 'rising' : 'falling';
}

export function isStrictlyOrdered(order: Order, ids: readonly string[]): boolean {
  return ids.every((id, index) => {
    const before = ids[index - 1];
    return before === undefined || (id !== before && isNewerId(id, before) === (order === 'rising'));
  });
}

/** The contract does not say what `result` counts: `null` when it can't be the links of the whole list. */
export function plausibleTotal(
  { page, recordCount, promised, total }: PageResult,
  size: number,
): number | null {
  if (total === null || recordCount === 0) return total;
  const shown = (page - 1) * size + recordCount;
  return total > shown || (total === shown && !promised) ? total : null;
}

/** True on any sign of a page after this one. */
export function hasMore(read: PageResult, size: number): boolean {
  const { page, recordCount, promised, lastPage } = read;
  if (promised || (lastPage ?? 0) > page) return true;
  return (plausibleTotal(read, size) ?? 0) > (page - 1) * size + recordCount;
}

/**
 * Every link that was added since the last read has moved the unread part down by one.
 *
 * @param total as the service has reported it since
 */
export function shiftForNewRows(cursor: PageCursor, order: Order, total: number | null): PageCursor {
  const more = (total ?? 0) - (cursor.total ?? Infinity);
  if (!(more > 0) || cursor.read === 0 || order === 'rising') return cursor;
  return { ...cursor, offset: cursor.offset + more, total };
}

export function nextPageNumber({ offset, seek }: PageCursor, order: Order, size: number): number {
  if (seek !== null) return Math.floor(seek / size) + 1;
  return order === 'falling' ? Math.floor(offset / size) + 1 : Math.max(1, Math.ceil(offset / size));
}

interface Advance {
  /** `null` at the end. */
  readonly rest: PageCursor | null;
  /** The read was stopped at a limit. */
  readonly cut: boolean;
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

const finished = (cut = false): Advance => ({ rest: null, cut, end: null });
const continueFrom = (rest: PageCursor): Advance => ({ rest, cut: false, end: null });

export function advanceCursor(before: PageCursor, read: PageResult, context: PageContext): Advance {
  const print = fingerprintOf(read);
  const cursor = {
    ...before,
    page: read.page,
    print,
    read: before.read + 1,
    // The search for the end of an ascending list passes known links only.
    stale: context.hasNews ? 0 : before.stale + (before.seek !== null && read.recordCount > 0 ? 0 : 1),
    promised: read.promised,
  };
  const repeats = read.recordCount > 0 && print === before.print && read.page !== before.page;
  const maxStale = maxStalePages + Math.ceil(cursor.above / context.size);
  if (cursor.read >= maxPages || cursor.stale > maxStale) return finished(true);
  if (context.order === 'falling') return readDescending(before, cursor, read, context, repeats);
  return before.seek === null
    ? readAscending(cursor, read, context, repeats)
    : findLastPage(cursor, read, context, repeats);
}

/** A refused page that the service had not announced lies past the end. */
export const isPastEnd = (cursor: PageCursor): boolean => !cursor.promised;

function readDescending(
  before: PageCursor,
  cursor: PageCursor,
  read: PageResult,
  { size }: PageContext,
  repeats: boolean,
): Advance {
  const { page, ids, recordCount } = read;
  const total = plausibleTotal(read, size);
  const missing = total === null || before.total === null ? 0 : before.total - total;
  if (missing > 0 && page > 1 && before.back < 3 + before.read / 4) {
    const offset = Math.max(0, Math.min(before.offset, (page - 1) * size) - missing);
    return continueFrom({ ...cursor, offset, total, back: before.back + 1, print: '', promised: true });
  }
  const shown = (page - 1) * size + recordCount;
  // A whole page of links may have been created meanwhile: then it legitimately repeats once.
  if (recordCount === 0 || (repeats && ((total ?? 0) <= shown || cursor.stale > 1))) return finished();
  if (hasReached(ids.at(-1), before) || !hasMore(read, size)) return finished();
  // A page of a size that is still being learned may not adjoin what has been read.
  const joins = (page - 1) * size <= before.offset;
  return continueFrom({
    ...cursor,
    offset: joins ? Math.max(before.offset, page * size) : before.offset,
    total,
  });
}

/** Oldest first, backwards from the end: links created or deleted meanwhile move none out of reach. */
function readAscending(
  cursor: PageCursor,
  read: PageResult,
  { size }: PageContext,
  repeats: boolean,
): Advance {
  const { page, ids, recordCount } = read;
  // A page of a size that is still being learned may not adjoin what has been read.
  if (page * size < cursor.offset) return continueFrom({ ...cursor, promised: true });
  // The service returns the last page for every one after it: the list has shrunk, and its end is to be found again.
  if (repeats && page > 1) return stepBack(cursor, (page - 1) * size, size);
  if (page === 1 || (recordCount > 0 && hasReached(ids[0], cursor))) return finished();
  return continueFrom({ ...cursor, offset: Math.min(cursor.offset, (page - 1) * size), promised: true });
}

function findLastPage(
  cursor: PageCursor,
  read: PageResult,
  { size }: PageContext,
  repeats: boolean,
): Advance {
  const { page, ids, recordCount, lastPage } = read;
  const start = (page - 1) * size;
  const last = (lastPage ?? 0) * size - size;
  // It holds more than was requested, so it also begins later.
  if (start > (cursor.seek ?? 0)) return continueFrom({ ...cursor, promised: true });
  if (recordCount > 0 && !repeats && hasMore(read, size)) {
    const met = cursor.met || hasReached(ids[0], cursor);
    const next = start + size;
    // With larger pages than last time it begins earlier.
    const offset = Math.min(cursor.offset, start);
    if (last <= next || !cursor.leaps) return continueFrom({ ...cursor, seek: next, offset, met });
    // The pages in between are read on the way back.
    return continueFrom({ ...cursor, seek: last, offset: last, floor: next, met: false });
  }
  if (recordCount === 0 && page > 1 && !cursor.met && cursor.offset >= start) {
    // The page does not exist: back in doubling steps, and forward from there page by page.
    const guess = start - size * 2 ** cursor.stale;
    const back = lastPage !== null && last < start ? Math.max(0, last) : Math.max(cursor.floor, guess);
    return continueFrom({ ...cursor, seek: back, offset: back, leaps: false, promised: true });
  }
  if (repeats && page > 1 && !cursor.met && cursor.offset >= start && cursor.back > 0)
    return stepBack(cursor, start, size);
  const met = cursor.met || recordCount === 0 || hasReached(ids[0], cursor);
  const end = recordCount === 0 || repeats ? Math.max(0, start - size) : start;
  const offset = recordCount === 0 ? cursor.offset : Math.min(cursor.offset, start);
  if ((met && cursor.until !== null) || offset <= 0) return { rest: null, cut: false, end };
  return { rest: { ...cursor, seek: null, offset, promised: true }, cut: false, end };
}

/** Back in doubling steps, and forward from there page by page. */
function stepBack(cursor: PageCursor, start: number, size: number): Advance {
  const to = Math.max(0, start - size * 2 ** cursor.back);
  const search = { seek: to, offset: to, floor: 0, met: false, leaps: false };
  return continueFrom({ ...cursor, ...search, back: cursor.back + 1, promised: true });
}

function hasReached(id: string | undefined, { until }: PageCursor): boolean {
  return id !== undefined && until !== null && !isNewerId(id, until);
}

function fingerprintOf({ ids, recordCount }: PageResult): string {
  let hash = 0;
  for (const id of ids)
    for (let at = 0; at <= id.length; at++) hash = (hash * 31 + (id.charCodeAt(at) || 7)) | 0;
  return `${recordCount} ${ids[0] ?? ''} ${ids.at(-1) ?? ''} ${hash}`;
}
