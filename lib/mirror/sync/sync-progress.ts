/** Progress and freshness of the sync: small records in the store `state`, parsed whenever they are read. */
import * as z from 'zod/mini';
import type { CollectionName, MirrorDatabase, StateSource } from '../database.ts';
import { pageSizeSchema, initialPageSize } from './page-size.ts';
import { newCursor, pageCursorSchema } from './page-cursor.ts';

export const linksStateSchema = z.object({
  /** The direction of `order=date`, by the ids of a page; `null` until that is known. */
  order: z.literal(['falling', 'rising', null]),
  sizing: pageSizeSchema,
  /** The end of an ascending list: links before its last page. */
  end: z.number(),
  /** The newest id of any list. */
  top: z.nullable(z.string()),
  /** Links in the list, if the service reports that. */
  total: z.nullable(z.number()),
  /** Cursors of the unread parts, newest first. */
  stretches: z.array(pageCursorSchema),
  /** The list was given up before its end, because the service returned pages without an end. */
  cut: z.boolean(),
  /** Last read of the newest links: epoch ms. */
  at: z.nullable(z.number()),
  /** Last request for them, successful or not. */
  tried: z.nullable(z.number()),
  sweep: z.object({
    /** The number of the current scan, or else of the last. */
    number: z.number(),
    walk: z.nullable(pageCursorSchema),
    /** The last page was read, and the missing links are still to be collected. */
    check: z.boolean(),
    /** Ids of missing links, to be requested one by one. */
    asking: z.array(z.string()),
    /** Last page read, and the end of the last whole scan. */
    at: z.nullable(z.number()),
    ended: z.nullable(z.number()),
    /** Links that the service had more than the mirror after it. */
    off: z.number(),
  }),
});
export type LinksState = z.infer<typeof linksStateSchema>;

export const initialLinksState: LinksState = {
  order: null,
  sizing: initialPageSize,
  end: 0,
  top: null,
  total: null,
  stretches: [newCursor(null, null)],
  cut: false,
  at: null,
  tried: null,
  sweep: { number: 1, walk: null, check: false, asking: [], at: null, ended: null, off: 0 },
};

/** No part is left to be read. */
export const isFullyRead = ({ at, stretches }: LinksState): boolean =>
  at !== null && stretches.every(({ until, read }) => until !== null && read === 0);

export const isComplete = (state: LinksState): boolean => isFullyRead(state) && !state.cut;

const listStateSchema = z.object({
  /** Last whole read: epoch ms. */
  at: z.nullable(z.number()),
  /** Last request for it, successful or not. */
  tried: z.nullable(z.number()),
  /** False when the service has more records than are read. */
  complete: z.boolean(),
  /**
   * Requests and local changes since the last response: then it is read again however fresh it is. A count, because an
   * response does not cover what came after its request.
   */
  due: z.number(),
  /**
   * Records that the last read was the first to miss. What they hold is forgotten when the next whole read misses them,
   * too: one that is deleted elsewhere between two pages shifts another out of both.
   */
  missing: z.optional(z.array(z.string())),
});
export type ListState = z.infer<typeof listStateSchema>;

const initialListState: ListState = { at: null, tried: null, complete: false, due: 0 };

export const stateOf = (database: MirrorDatabase): StateSource => ({
  get: (key) => database.get('state', key),
});

async function readAs<T>(
  source: StateSource,
  key: string,
  schema: z.ZodMiniType<T>,
  fallback: T,
): Promise<T> {
  const read = schema.safeParse(await source.get(key));
  return read.success ? read.data : fallback;
}

export const linksKey = 'links';
export const listKey = (name: CollectionName): string => `list ${name}`;
export const itemsKey = (channel: string): string => `items ${channel}`;

export const readLinksState = (source: StateSource): Promise<LinksState> =>
  readAs(source, linksKey, linksStateSchema, initialLinksState);

export const readListState = (source: StateSource, key: string): Promise<ListState> =>
  readAs(source, key, listStateSchema, initialListState);

/** Reads and writes in one transaction. */
export async function changeListState(
  database: MirrorDatabase,
  key: string,
  change: (before: ListState) => ListState,
): Promise<void> {
  const { store, done } = database.transaction('state', 'readwrite');
  void store.put(change(await readListState(store, key)), key);
  await done;
}

/** @param due its value when the answered request was sent */
export const withResponse = (before: ListState, due: number): ListState => ({
  ...before,
  due: Math.max(0, before.due - due),
});

export const withStale = (before: ListState): ListState => ({ ...before, due: before.due + 1 });
