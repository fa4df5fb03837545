/**
 * Progress of the links' sync: one record in the store `state`. It is stored under the field names of the first version;
 * only this file knows them.
 */
import * as z from 'zod/mini';
import type { MirrorDatabase, StateSource } from '../database.ts';
import { initialPageSize, pageSizeSchema, type PageSizeState } from './page-size.ts';
import { newCursor, type Order, type PageCursor } from './page-cursor.ts';

export interface LinksState {
  /** The direction of `order=date`, by the ids of a page; `null` until that is known. */
  readonly order: Order | null;
  readonly sizing: PageSizeState;
  /** The end of an ascending list: links before its last page. */
  readonly end: number;
  /** The newest id of any list. */
  readonly newestId: string | null;
  /** Links in the list, if the service reports that. */
  readonly total: number | null;
  /** Cursors of the unread parts, newest first. */
  readonly unreadCursors: readonly PageCursor[];
  /** The list was given up before its end, because the service returned pages without an end. */
  readonly isTruncated: boolean;
  /** Last read of the newest links: epoch ms. */
  readonly at: number | null;
  /** Last request for them, successful or not. */
  readonly tried: number | null;
  readonly deletionScan: DeletionScanState;
}

interface DeletionScanState {
  /** The number of the current scan, or else of the last. */
  readonly number: number;
  readonly cursor: PageCursor | null;
  /** The last page was read, and the missing links are still to be collected. */
  readonly mustCollectMissing: boolean;
  /** Ids of missing links, to be requested one by one. */
  readonly missingIds: readonly string[];
  /** Last page read, and the end of the last whole scan. */
  readonly at: number | null;
  readonly ended: number | null;
  /** Links that the service had more than the mirror after it. */
  readonly countDifference: number;
}

export const initialLinksState: LinksState = {
  order: null,
  sizing: initialPageSize,
  end: 0,
  newestId: null,
  total: null,
  unreadCursors: [newCursor(null, null)],
  isTruncated: false,
  at: null,
  tried: null,
  deletionScan: {
    number: 1,
    cursor: null,
    mustCollectMissing: false,
    missingIds: [],
    at: null,
    ended: null,
    countDifference: 0,
  },
};

/** No part is left to be read. */
export const isFullyRead = ({ at, unreadCursors }: LinksState): boolean =>
  at !== null && unreadCursors.every(({ until, pagesRead }) => until !== null && pagesRead === 0);

export const isComplete = (state: LinksState): boolean => isFullyRead(state) && !state.isTruncated;

const storedCursorSchema = z.object({
  offset: z.number(),
  seek: z.nullable(z.number()),
  until: z.nullable(z.string()),
  met: z.boolean(),
  floor: z.number(),
  leaps: z.boolean(),
  total: z.nullable(z.number()),
  above: z.number(),
  page: z.number(),
  print: z.string(),
  read: z.number(),
  stale: z.number(),
  back: z.number(),
  promised: z.boolean(),
});
type StoredCursor = z.infer<typeof storedCursorSchema>;

const storedStateSchema = z.object({
  order: z.literal(['falling', 'rising', null]),
  sizing: pageSizeSchema,
  end: z.number(),
  top: z.nullable(z.string()),
  total: z.nullable(z.number()),
  stretches: z.array(storedCursorSchema),
  cut: z.boolean(),
  at: z.nullable(z.number()),
  tried: z.nullable(z.number()),
  sweep: z.object({
    number: z.number(),
    walk: z.nullable(storedCursorSchema),
    check: z.boolean(),
    asking: z.array(z.string()),
    at: z.nullable(z.number()),
    ended: z.nullable(z.number()),
    off: z.number(),
  }),
});
export type StoredLinksState = z.infer<typeof storedStateSchema>;

function fromStoredCursor(stored: StoredCursor): PageCursor {
  const { met, leaps, above, print, read, stale, back, promised, ...same } = stored;
  return {
    ...same,
    hasReachedKnown: met,
    maySkip: leaps,
    insertedAbove: above,
    fingerprint: print,
    pagesRead: read,
    stalePages: stale,
    stepsBack: back,
    isNextAnnounced: promised,
  };
}

function toStoredCursor(cursor: PageCursor): StoredCursor {
  const { offset, seek, until, floor, total, page } = cursor;
  return {
    offset,
    seek,
    until,
    floor,
    total,
    page,
    met: cursor.hasReachedKnown,
    leaps: cursor.maySkip,
    above: cursor.insertedAbove,
    print: cursor.fingerprint,
    read: cursor.pagesRead,
    stale: cursor.stalePages,
    back: cursor.stepsBack,
    promised: cursor.isNextAnnounced,
  };
}

/** @returns `null` for anything else than a stored record */
export function parseLinksState(stored: unknown): LinksState | null {
  const parsed = storedStateSchema.safeParse(stored);
  if (!parsed.success) return null;
  const { top, stretches, cut, sweep, ...same } = parsed.data;
  return {
    ...same,
    newestId: top,
    unreadCursors: stretches.map(fromStoredCursor),
    isTruncated: cut,
    deletionScan: {
      number: sweep.number,
      cursor: sweep.walk && fromStoredCursor(sweep.walk),
      mustCollectMissing: sweep.check,
      missingIds: sweep.asking,
      at: sweep.at,
      ended: sweep.ended,
      countDifference: sweep.off,
    },
  };
}

function toStoredState(state: LinksState): StoredLinksState {
  const { order, sizing, end, total, at, tried, deletionScan: scan } = state;
  return {
    order,
    sizing,
    end,
    total,
    at,
    tried,
    top: state.newestId,
    stretches: state.unreadCursors.map(toStoredCursor),
    cut: state.isTruncated,
    sweep: {
      number: scan.number,
      walk: scan.cursor && toStoredCursor(scan.cursor),
      check: scan.mustCollectMissing,
      asking: [...scan.missingIds],
      at: scan.at,
      ended: scan.ended,
      off: scan.countDifference,
    },
  };
}

const key = 'links';

export const readLinksState = async (source: StateSource): Promise<LinksState> =>
  parseLinksState(await source.get(key)) ?? initialLinksState;

/** Part of the caller's transaction. */
export function putLinksState(
  store: { put(value: unknown, key: string): Promise<unknown> },
  state: LinksState,
): void {
  void store.put(toStoredState(state), key);
}

export async function writeLinksState(database: MirrorDatabase, state: LinksState): Promise<void> {
  await database.put('state', toStoredState(state), key);
}
