/** How far the mirror has come and how fresh it is: small records in the store `state`, checked whenever they are read. */
import * as z from 'zod/mini';
import type { CollectionName, MirrorDatabase } from '../database.ts';
import { pageSizeSchema, initialPageSize } from './page-size.ts';
import { newCursor, pageCursorSchema } from './page-cursor.ts';

export const linksStateSchema = z.object({
  /** Which way `order=date` goes, as the ids of a page tell; `null` before that. */
  order: z.literal(['falling', 'rising', null]),
  sizing: pageSizeSchema,
  /** Where a list that rises ends: links before its last page. */
  end: z.number(),
  /** The newest id that a list has shown. */
  top: z.nullable(z.string()),
  /** Links in the list, as far as the service tells it. */
  total: z.nullable(z.number()),
  /** What is still to be read, newest first. */
  stretches: z.array(pageCursorSchema),
  /** The list was given up before its end: the service went on without an end. */
  cut: z.boolean(),
  /** When the newest were read last: epoch ms. */
  at: z.nullable(z.number()),
  /** When they were asked for last, in vain or not. */
  tried: z.nullable(z.number()),
  sweep: z.object({
    /** Of the one that is under way, else of the last. */
    number: z.number(),
    walk: z.nullable(pageCursorSchema),
    /** It has gone through the list: what it did not show is still to be found out. */
    check: z.boolean(),
    /** Ids of links that it did not show, to be asked for one by one. */
    asking: z.array(z.string()),
    /** When one of its pages was read last, and when the last whole one ended. */
    at: z.nullable(z.number()),
    ended: z.nullable(z.number()),
    /** By how many links we and the service differed after it. */
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

/** Nothing is left to be read. */
export const isFilled = ({ at, stretches }: LinksState): boolean =>
  at !== null && stretches.every(({ until, read }) => until !== null && read === 0);

/** Everything that the service's list held when it was read is here. */
export const isComplete = (state: LinksState): boolean => isFilled(state) && !state.cut;

const listStateSchema = z.object({
  /** When it came in whole: epoch ms. */
  at: z.nullable(z.number()),
  /** When it was asked for last, in vain or not. */
  tried: z.nullable(z.number()),
  /** False when the service has more of them than are followed. */
  complete: z.boolean(),
  /**
   * How often it was asked for, or our own act has changed it, with no answer since: then it is fetched again however
   * fresh it is. Counted, so that an answer doesn't stand for what came after its question.
   */
  due: z.number(),
});
export type ListState = z.infer<typeof listStateSchema>;

export const initialListState: ListState = { at: null, tried: null, complete: false, due: 0 };

/** The part of a database or of a transaction's store that reads a state. */
interface StateSource {
  get(key: string): Promise<unknown>;
}

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

/** What it comes to is written before anybody else reads it. */
export async function changeListState(
  database: MirrorDatabase,
  key: string,
  change: (before: ListState) => ListState,
): Promise<void> {
  const { store, done } = database.transaction('state', 'readwrite');
  void store.put(change(await readListState(store, key)), key);
  await done;
}

/** With the answer to what was due when it was asked for. */
export const withAnswer = (before: ListState, due: number): ListState => ({
  ...before,
  due: Math.max(0, before.due - due),
});

export const withStale = (before: ListState): ListState => ({ ...before, due: before.due + 1 });
