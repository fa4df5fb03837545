/**
 * A stretch is a part of the links' list that has not been read yet, or not to its end. Places in the list are counted
 * in links, not in pages, so that they outlive a change of the page's size. A pure sum: a stretch and the page that was
 * read of it → what is left of it.
 *
 * Meanwhile links are made (the rest moves down: some are read twice) and deleted (the rest moves up: some would be
 * passed over). So far as the service tells its total, a smaller one than expected shows how far to step back; else, and
 * whatever else goes wrong, the sweep finds what was passed over.
 */
import * as z from 'zod/mini';
import { isNewerId } from '../../api/coerce.ts';

export const pageCursorSchema = z.object({
  /** Newest first: so many are read. Oldest first: so many are left. */
  offset: z.number(),
  /** Oldest first: where the search for the list's end goes on, as long as it has not been found. */
  seek: z.nullable(z.number()),
  /** Everything from this id on, towards the oldest, is known; `null`: to be read to the very end. */
  until: z.nullable(z.string()),
  /** Whether that search has come by something known; what it has leapt over, and whether it may leap at all. */
  met: z.boolean(),
  floor: z.number(),
  leaps: z.boolean(),
  /** Links in the list when this was read last, as far as the service tells it. */
  total: z.nullable(z.number()),
  /** Links that have come in above it since it was begun. */
  above: z.number(),
  /** The page that was read last, and what tells another one that repeats it. */
  page: z.number(),
  print: z.string(),
  /** Pages read, pages in a row that brought nothing new, and steps back. */
  read: z.number(),
  stale: z.number(),
  back: z.number(),
  /** Whether the service itself has said that there is a next page. */
  promised: z.boolean(),
});
export type PageCursor = z.infer<typeof pageCursorSchema>;

/** From the newest on. */
export function newCursor(until: string | null, end: number | null): PageCursor {
  const counts = { above: 0, read: 0, stale: 0, back: 0 };
  const start = { offset: end ?? 0, seek: end, met: false, floor: 0, leaps: true, total: null };
  return { ...start, until, ...counts, page: 0, print: '', promised: true };
}

export interface PageResult {
  readonly page: number;
  readonly ids: readonly string[];
  /** Unreadable ones, too. */
  readonly recordCount: number;
  /** The service names a next page. */
  readonly promised: boolean;
  readonly lastPage: number | null;
  readonly total: number | null;
}

/** A hard end against services that make up records for ever, and one against those that go round in circles. */
const maxPages = 10_000;
const maxStalePages = 5;

export type Order = 'falling' | 'rising';

/** Which way the ids of a page go; `null` when it can't tell. */
export function orderOf(ids: readonly string[]): Order | null {
  let newer = 0;
  for (const [index, id] of ids.entries()) {
    const before = ids[index - 1];
    if (before !== undefined) newer += isNewerId(id, before) ? 1 : -1;
  }
  return newer === 0 ? null : newer > 0 ? 'rising' : 'falling';
}

/** Whether every id says so. */
export function isStrictlyOrdered(order: Order, ids: readonly string[]): boolean {
  return ids.every((id, index) => {
    const before = ids[index - 1];
    return before === undefined || (id !== before && isNewerId(id, before) === (order === 'rising'));
  });
}

/** The contract does not say what `result` counts: `null` when it can't be the links of the whole list. */
export function plausibleTotal(
  { page, recordCount: given, promised, total }: PageResult,
  size: number,
): number | null {
  if (total === null || given === 0) return total;
  const shown = (page - 1) * size + given;
  return total > shown || (total === shown && !promised) ? total : null;
}

/** Whether anything speaks for a page after this one. */
export function hasMore(read: PageResult, size: number): boolean {
  const { page, recordCount: given, promised, lastPage } = read;
  if (promised || (lastPage ?? 0) > page) return true;
  return (plausibleTotal(read, size) ?? 0) > (page - 1) * size + given;
}

/**
 * So many more links than when it was read last have moved it down by as many at least.
 *
 * @param total as the service has told it since
 */
export function shiftForNewRows(cursor: PageCursor, order: Order, total: number | null): PageCursor {
  const more = (total ?? 0) - (cursor.total ?? Infinity);
  if (!(more > 0) || cursor.read === 0 || order === 'rising') return cursor;
  return { ...cursor, offset: cursor.offset + more, total };
}

export function pageOf({ offset, seek }: PageCursor, order: Order, size: number): number {
  if (seek !== null) return Math.floor(seek / size) + 1;
  return order === 'falling' ? Math.floor(offset / size) + 1 : Math.max(1, Math.ceil(offset / size));
}

export interface Advance {
  /** `null` when its end was reached. */
  readonly rest: PageCursor | null;
  /** It was given up at the hard end, or where nothing new came. */
  readonly cut: boolean;
  /** Oldest first: where the list ends, when that has just been found. */
  readonly end: number | null;
}

export interface PageContext {
  readonly order: Order;
  /** What a full page holds. */
  readonly size: number;
  /** Whether the page has shown anything that this stretch, or an earlier one, had not. */
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
    // On the way to the end of a list that rises there is nothing new to be expected.
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

/** The service refused a page that only we had supposed. */
export const isPastEnd = (cursor: PageCursor): boolean => !cursor.promised;

function readDescending(
  before: PageCursor,
  cursor: PageCursor,
  read: PageResult,
  { size }: PageContext,
  repeats: boolean,
): Advance {
  const { page, ids, recordCount: given } = read;
  const total = plausibleTotal(read, size);
  const missing = total === null || before.total === null ? 0 : before.total - total;
  if (missing > 0 && page > 1 && before.back < 3 + before.read / 4) {
    const offset = Math.max(0, Math.min(before.offset, (page - 1) * size) - missing);
    return continueFrom({ ...cursor, offset, total, back: before.back + 1, print: '', promised: true });
  }
  const shown = (page - 1) * size + given;
  // As many as a page holds may have been made meanwhile: then it shows the same for once.
  if (given === 0 || (repeats && ((total ?? 0) <= shown || cursor.stale > 1))) return finished();
  if (hasReached(ids.at(-1), before) || !hasMore(read, size)) return finished();
  // A page of a size that is still being tried may lie apart from what has been read.
  const joins = (page - 1) * size <= before.offset;
  return continueFrom({
    ...cursor,
    offset: joins ? Math.max(before.offset, page * size) : before.offset,
    total,
  });
}

/** Oldest first, on the way back from the end: what is deleted or made moves nothing that is left out of reach. */
function readAscending(
  cursor: PageCursor,
  read: PageResult,
  { size }: PageContext,
  repeats: boolean,
): Advance {
  const { page, ids, recordCount: given } = read;
  // A page of a size that is still being tried may lie apart from what has been read.
  if (page * size < cursor.offset) return continueFrom({ ...cursor, promised: true });
  // The last page stands for all that are none: the list has become shorter, and its end is still to be found.
  if (repeats && page > 1) return stepBack(cursor, (page - 1) * size, size);
  if (page === 1 || (given > 0 && hasReached(ids[0], cursor))) return finished();
  return continueFrom({ ...cursor, offset: Math.min(cursor.offset, (page - 1) * size), promised: true });
}

function findLastPage(
  cursor: PageCursor,
  read: PageResult,
  { size }: PageContext,
  repeats: boolean,
): Advance {
  const { page, ids, recordCount: given, lastPage } = read;
  const start = (page - 1) * size;
  const last = (lastPage ?? 0) * size - size;
  // It holds more than was asked for: so it begins later, too.
  if (start > (cursor.seek ?? 0)) return continueFrom({ ...cursor, promised: true });
  if (given > 0 && !repeats && hasMore(read, size)) {
    const met = cursor.met || hasReached(ids[0], cursor);
    const next = start + size;
    // With larger pages than last time it begins further ahead.
    const offset = Math.min(cursor.offset, start);
    if (last <= next || !cursor.leaps) return continueFrom({ ...cursor, seek: next, offset, met });
    // Everything between here and there is left for the way back.
    return continueFrom({ ...cursor, seek: last, offset: last, floor: next, met: false });
  }
  if (given === 0 && page > 1 && !cursor.met && cursor.offset >= start) {
    // There is no such page any more, or never was: back in ever longer steps, and on from there page by page.
    const guess = start - size * 2 ** cursor.stale;
    const back = lastPage !== null && last < start ? Math.max(0, last) : Math.max(cursor.floor, guess);
    return continueFrom({ ...cursor, seek: back, offset: back, leaps: false, promised: true });
  }
  if (repeats && page > 1 && !cursor.met && cursor.offset >= start && cursor.back > 0)
    return stepBack(cursor, start, size);
  const met = cursor.met || given === 0 || hasReached(ids[0], cursor);
  const end = given === 0 || repeats ? Math.max(0, start - size) : start;
  const offset = given === 0 ? cursor.offset : Math.min(cursor.offset, start);
  if ((met && cursor.until !== null) || offset <= 0) return { rest: null, cut: false, end };
  return { rest: { ...cursor, seek: null, offset, promised: true }, cut: false, end };
}

/** Back in ever longer steps, and on from there page by page. */
function stepBack(cursor: PageCursor, start: number, size: number): Advance {
  const to = Math.max(0, start - size * 2 ** cursor.back);
  const search = { seek: to, offset: to, floor: 0, met: false, leaps: false };
  return continueFrom({ ...cursor, ...search, back: cursor.back + 1, promised: true });
}

function hasReached(id: string | undefined, { until }: PageCursor): boolean {
  return id !== undefined && until !== null && !isNewerId(id, until);
}

/** Short enough to be kept: two numbers made of all ids. */
function fingerprintOf({ ids, recordCount: given }: PageResult): string {
  let hash = 0;
  for (const id of ids)
    for (let at = 0; at <= id.length; at++) hash = (hash * 31 + (id.charCodeAt(at) || 7)) | 0;
  return `${given} ${ids[0] ?? ''} ${ids.at(-1) ?? ''} ${hash}`;
}
