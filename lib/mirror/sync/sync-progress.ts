/**
 * Freshness of the lists and of channels' items: small records in the store `state`, parsed whenever they are read. The
 * record of the links is in links-state.ts.
 */
import * as z from 'zod/mini';
import type { CollectionName, MirrorDatabase, StateSource } from '../database.ts';

const listStateSchema = z.object({
  /** Last whole read: epoch ms. */
  at: z.nullable(z.number()),
  /** Last request for it, successful or not. */
  tried: z.nullable(z.number()),
  /** False when the service has more records than are read. */
  complete: z.boolean(),
  /**
   * Requests and local changes since the last response: then it is read again however fresh it is. A count, because a
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

export const listKey = (name: CollectionName): string => `list ${name}`;
export const itemsKey = (channel: string): string => `items ${channel}`;

export async function readListState(source: StateSource, key: string): Promise<ListState> {
  const read = listStateSchema.safeParse(await source.get(key));
  return read.success ? read.data : initialListState;
}

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
