/**
 * Syncs the links: the newest until a known one is reached, then the unread older ones. The rows of each page and the
 * cursor are written in one transaction, so that a killed sync resumes where it was.
 */
import type { Failure } from '../../api/failure.ts';
import { listLinks, type Link } from '../../api/links.ts';
import type { Page } from '../../api/pagination.ts';
import { upsertLinks, type UpsertResult } from '../upsert-links.ts';
import { learnFromPage, shrink, initialPageSize, type PageSizeState } from './page-size.ts';
import type { SyncContext } from './sync-results.ts';
import { newestId } from '../../api/ids.ts';
import { putLinksState, writeLinksState, type LinksState } from './links-state.ts';
import {
  advanceCursor,
  newCursor,
  hasMore,
  isPastEnd,
  isStrictlyOrdered,
  shiftForNewRows,
  orderOf,
  nextPageNumber,
  plausibleTotal,
  type Order,
  type PageResult,
  type PageCursor,
} from './page-cursor.ts';

/** Two deep cursors and the newest suffice; repeated interruptions would create ever more. */
const maxCursors = 8;

/** Adds a cursor for the newest links, unless they are about to be read anyway. */
export function withNewestCursor(state: LinksState): LinksState {
  const [first] = state.unreadCursors;
  if (first?.pagesRead === 0 || state.unreadCursors.length >= maxCursors) return state;
  const newest = newCursor(state.newestId, state.order === 'ascending' ? state.end : null);
  return { ...state, unreadCursors: [newest, ...state.unreadCursors] };
}

/**
 * Reads one page of the newest cursor, or of the deletion scan.
 *
 * @param onNewest called with the newest links, as the service lists them
 * @returns no failure when another attempt may succeed
 */
export async function syncNextPage(
  { database, read, now, changed }: SyncContext,
  state: LinksState,
  part: 'newest' | 'scan',
  onNewest: (links: readonly Link[]) => void,
): Promise<{ readonly state: LinksState; readonly failure: Failure | null }> {
  const before = part === 'scan' ? state.deletionScan.cursor : state.unreadCursors[0];
  if (before == null) return { state, failure: null };
  const { sizing } = state;
  const known = state.order ?? 'descending';
  const cursor = shiftForNewRows(before, known, state.total);
  const page = nextPageNumber(cursor, known, sizing.size);
  const query = { order: 'date', page, ...(sizing.limit > 0 && { limit: sizing.limit }) } as const;
  const response = await read(listLinks(query));

  if (!response.ok) {
    const next = afterFailure(state, part, cursor, response.failure, page, now());
    const failed: LinksState = { ...next.state, tried: before.pagesRead === 0 ? now() : state.tried };
    await writeLinksState(database, failed);
    return { state: failed, failure: next.failure };
  }

  const shown = response.value;
  const transaction = database.transaction(['links', 'items', 'state'], 'readwrite');
  const upserted = await upsertLinks(transaction, shown.records, state.deletionScan.number);
  const next = advance(state, part, cursor, { page, shown, upserted, now: now() });
  putLinksState(transaction.objectStore('state'), next);
  await transaction.done;
  changed(upserted.hasChanged ? 'links' : 'fresh');
  if (next.at !== state.at) onNewest(shown.records);
  return { state: next, failure: null };
}

interface PageResponse {
  readonly page: number;
  readonly shown: Page<Link>;
  readonly upserted: UpsertResult;
  readonly now: number;
}

const toPageResult = (
  page: number,
  { records, skipped, nextPage, lastPage, total }: Page<Link>,
): PageResult => ({
  page,
  ids: records.map(({ id }) => id),
  recordCount: records.length + skipped,
  isNextAnnounced: nextPage !== null,
  lastPage,
  total,
});

function advance(
  state: LinksState,
  part: 'newest' | 'scan',
  before: PageCursor,
  { page, shown, upserted, now }: PageResponse,
): LinksState {
  const result = toPageResult(page, shown);
  const { ids, recordCount } = result;
  const more = hasMore(result, state.sizing.size);
  const sizing = learnFromPage(state.sizing, recordCount, more);
  const size = effectivePageSize(state.sizing, sizing, recordCount, more);

  const turned = restartIfOrderFlipped(state, ids);
  if (turned !== null) return { ...turned, sizing };
  const order = state.order ?? orderOf(ids);
  // The first page of an ascending list: its end is still to be found.
  const found = state.order === null && order === 'ascending';
  const cursor = found ? { ...before, seek: 0, offset: 0 } : before;
  // A page shorter than requested that does not seem to be the last: its position depends on the real page size. Its links
  // are stored, and the same part is requested again with the size that was learned.
  const isUnplaced = order === 'ascending' && page > 1 && size < state.sizing.size;
  const { rest, isTruncated, end } = isUnplaced
    ? { rest: { ...cursor, isNextAnnounced: true }, isTruncated: false, end: null }
    : advanceCursor(cursor, result, { order: order ?? 'descending', size, hasNews: upserted.hasNews });

  const isNewestPage = order === 'ascending' ? end !== null : page === 1;
  const next: LinksState = {
    ...state,
    order,
    sizing,
    newestId: newestId(shown.records, state.newestId),
    end: end ?? state.end,
    total: plausibleTotal(result, size),
    at: isNewestPage ? now : state.at,
    tried: before.pagesRead === 0 ? now : state.tried,
    newestFrom: isNewestPage ? oldestOf(ids, order) : state.newestFrom,
  };
  if (part === 'scan') return withRest(next, { part, before, rest, isTruncated, now });
  // The links of this page are above every unread part.
  const below = (one: PageCursor): PageCursor => ({
    ...one,
    insertedAbove: one.insertedAbove + upserted.newCount,
  });
  const [, ...others] = state.unreadCursors;
  const scanCursor = state.deletionScan.cursor && below(state.deletionScan.cursor);
  const moved = {
    ...next,
    unreadCursors: [before, ...others.map(below)],
    deletionScan: { ...state.deletionScan, cursor: scanCursor },
  };
  return withRest(moved, { part, before, rest, isTruncated, now });
}

/** `null` where the ids of the page don't show which links are on it. */
function oldestOf(ids: readonly string[], order: Order | null): string | null {
  if (!isStrictlyOrdered(order ?? 'descending', ids)) return null;
  return (order === 'ascending' ? ids[0] : ids.at(-1)) ?? null;
}

/** The part ends with the oldest link. */
const isWhole = (part: 'newest' | 'scan', { until }: PageCursor): boolean =>
  part === 'scan' || until === null;

interface ReadPart {
  readonly part: 'newest' | 'scan';
  /** The cursor of the page that was read. */
  readonly before: PageCursor;
  /** The cursor for what is left; `null` at the end. */
  readonly rest: PageCursor | null;
  readonly isTruncated: boolean;
  readonly now: number;
}

function withRest(state: LinksState, { part, before, rest, isTruncated, now }: ReadPart): LinksState {
  const { deletionScan } = state;
  const whole = rest === null && isWhole(part, before);
  const wholeBegan = isWhole(part, before) && before.pagesRead === 0 ? now : state.wholeBegan;
  const times = { wholeBegan, wholeAt: whole && !isTruncated ? wholeBegan : state.wholeAt };
  if (part === 'scan') {
    const isRead = rest === null;
    const scan = { ...deletionScan, cursor: rest, mustCollectMissing: isRead, at: now };
    return { ...state, ...times, isTruncated: isRead ? isTruncated : state.isTruncated, deletionScan: scan };
  }
  const others = state.unreadCursors.slice(1);
  return {
    ...state,
    ...times,
    unreadCursors: rest === null ? others : [rest, ...others],
    isTruncated: whole ? isTruncated : state.isTruncated,
    deletionScan: { ...deletionScan, ended: whole ? now : deletionScan.ended },
  };
}

/** Records on a full page, as this response shows. */
function effectivePageSize(
  query: PageSizeState,
  next: PageSizeState,
  recordCount: number,
  more: boolean,
): number {
  const isKnown = query.settled && (query.limit > 0 || query.low > 0);
  if (isKnown) return next.size > query.size ? recordCount : query.size;
  return more && recordCount > 0 ? recordCount : query.size;
}

/** The service has changed the order of its list: everything is read again. */
function restartIfOrderFlipped(state: LinksState, ids: readonly string[]): LinksState | null {
  if (state.order === null || ids.length < 3) return null;
  const other: Order = state.order === 'descending' ? 'ascending' : 'descending';
  if (!isStrictlyOrdered(other, ids)) return null;
  const { deletionScan } = state;
  return {
    ...state,
    order: other,
    end: 0,
    unreadCursors: [newCursor(null, other === 'ascending' ? 0 : null)],
    deletionScan: { ...deletionScan, number: deletionScan.number + 1, cursor: null },
  };
}

function afterFailure(
  state: LinksState,
  part: 'newest' | 'scan',
  cursor: PageCursor,
  failure: Failure,
  page: number,
  now: number,
): { readonly state: LinksState; readonly failure: Failure | null } {
  const { sizing } = state;
  // A page that the service had not announced.
  if (failure.kind === 'refused' && page > 1 && isPastEnd(cursor))
    return {
      state: withRest(state, { part, before: cursor, rest: null, isTruncated: false, now }),
      failure: null,
    };
  // A gateway fails on a page that is too large as it does in an outage, which is to cost few requests.
  const isOutage = failure.kind === 'unreachable';
  if (!isOutage && !['refused', 'unreadable', 'timed-out'].includes(failure.kind)) return { state, failure };
  const next = shrink(sizing, isOutage ? 10 : 2);
  return { state: { ...state, sizing: next ?? initialPageSize }, failure: next === null ? failure : null };
}
