/**
 * Progress of the links' sync: one record in the store `state`. It is stored under the names of the first version;
 * only this file knows them.
 */
import * as z from 'zod/mini';
import { isObject } from '../../api/is-object.ts';
import type { MirrorDatabase, StateSource } from '../database.ts';
import { initialPageSize, pageSizeSchema } from './page-size.ts';
import { newCursor, pageCursorSchema } from './page-cursor.ts';

const linksStateSchema = z.object({
  /** The direction of `order=date`, by the ids of a page; `null` until that is known. */
  order: z.literal(['descending', 'ascending', null]),
  sizing: pageSizeSchema,
  /** The end of an ascending list: links before its last page. */
  end: z.number(),
  /** The newest id of any list. */
  newestId: z.nullable(z.string()),
  /** Links in the list, if the service reports that. */
  total: z.nullable(z.number()),
  /** Cursors of the unread parts, newest first. */
  unreadCursors: z.array(pageCursorSchema),
  /** The list was given up before its end, because the service returned pages without an end. */
  isTruncated: z.boolean(),
  /** Last read of the newest links: epoch ms. */
  at: z.nullable(z.number()),
  /** Last request for them, successful or not. */
  tried: z.nullable(z.number()),
  /** The oldest link of that page: it and all newer ones were read then. */
  newestFrom: z._default(z.nullable(z.string()), null),
  /** Start of the last read of the whole list, and of the last one that reached the end: epoch ms. */
  wholeBegan: z._default(z.nullable(z.number()), null),
  wholeAt: z._default(z.nullable(z.number()), null),
  deletionScan: z.object({
    /** The number of the current scan, or else of the last. */
    number: z.number(),
    cursor: z.nullable(pageCursorSchema),
    /** The last page was read, and the missing links are still to be collected. */
    mustCollectMissing: z.boolean(),
    /** Ids of missing links, to be requested one by one. */
    missingIds: z.array(z.string()),
    /** Last page read, and the end of the last whole scan. */
    at: z.nullable(z.number()),
    ended: z.nullable(z.number()),
    /** Links that the service had more than the mirror after it. */
    countDifference: z.number(),
  }),
});
export type LinksState = z.infer<typeof linksStateSchema>;

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
  newestFrom: null,
  wholeBegan: null,
  wholeAt: null,
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

/** Each name stands for one field or one value, at whatever depth. */
const storedNames = new Map([
  ['descending', 'falling'],
  ['ascending', 'rising'],
  ['newestId', 'top'],
  ['unreadCursors', 'stretches'],
  ['isTruncated', 'cut'],
  ['deletionScan', 'sweep'],
  ['cursor', 'walk'],
  ['mustCollectMissing', 'check'],
  ['missingIds', 'asking'],
  ['countDifference', 'off'],
  ['hasReachedKnown', 'met'],
  ['maySkip', 'leaps'],
  ['insertedAbove', 'above'],
  ['fingerprint', 'print'],
  ['pagesRead', 'read'],
  ['stalePages', 'stale'],
  ['stepsBack', 'back'],
  ['isNextAnnounced', 'promised'],
]);
const namesOfStored = new Map([...storedNames].map(([name, stored]) => [stored, name]));

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => rename(one, names));
  if (typeof value === 'string') return names.get(value) ?? value;
  if (!isObject(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, field]) => [names.get(name) ?? name, rename(field, names)]));
}

/** @returns `null` for anything else than a stored record */
export const parseLinksState = (stored: unknown): LinksState | null =>
  linksStateSchema.safeParse(rename(stored, namesOfStored)).data ?? null;

const key = 'links';

export const readLinksState = async (source: StateSource): Promise<LinksState> =>
  parseLinksState(await source.get(key)) ?? initialLinksState;

/** Part of the caller's transaction. */
export function putLinksState(
  store: { put(value: unknown, key: string): Promise<unknown> },
  state: LinksState,
): void {
  void store.put(rename(state, storedNames), key);
}

export async function writeLinksState(database: MirrorDatabase, state: LinksState): Promise<void> {
  await database.put('state', rename(state, storedNames), key);
}
