/**
 * Local changes that the service's lists may not show yet: a list requested a moment earlier, or answered from a cache,
 * must not undo them.
 */
import * as z from 'zod/mini';
import { collectionNames, type StateSource } from './database.ts';

const changeSchema = z.object({
  /** Epoch ms. */
  at: z.number(),
  store: z.literal([...collectionNames, 'items']),
  /** The record's key, as text. */
  key: z.string(),
  /** It was deleted; otherwise created or edited. */
  gone: z.boolean(),
  /**
   * The fields that were set: a list of the service is right about the others (URLs that the service made). All fields
   * when omitted.
   */
  fields: z.optional(z.array(z.string())),
});
export type PendingChange = z.infer<typeof changeSchema>;

export const pendingChangesKey = 'own acts';
/** Longer than any list has been seen to lag. */
const graceMs = 60_000;
/** A list of several pages may wait for so long behind a batch. Then it is read again, as the change has made it stale. */
const keptMs = 10 * 60_000;
/** Longer than any list takes; a later change comes from a clock that was set back. */
const maxAgeMs = 3_600_000;

export async function readPendingChanges(source: StateSource): Promise<readonly PendingChange[]> {
  const pending = z.array(changeSchema).safeParse(await source.get(pendingChangesKey));
  return pending.success ? pending.data : [];
}

/** Adds a change and drops those that every list shows by now. */
export function withChange(pending: readonly PendingChange[], change: PendingChange): PendingChange[] {
  const isOther = ({ store, key }: PendingChange) => store !== change.store || key !== change.key;
  const late = pending.filter((one) => Math.abs(change.at - one.at) < keptMs);
  const before = late.find((one) => !isOther(one));
  // Successive edits of one record each set their own fields.
  const fields = change.fields && before?.fields ? { fields: [...before.fields, ...change.fields] } : {};
  return [...late.filter(isOther), { ...change, ...fields }];
}

/**
 * The service's list with the pending local changes applied.
 *
 * @param requestedAt of the list
 * @param stored the records in the mirror
 */
export function mergePendingChanges<T extends object>(
  listed: ReadonlyMap<string, T>,
  stored: ReadonlyMap<string, T>,
  pending: readonly PendingChange[],
  requestedAt: number,
): Map<string, T> {
  const all = new Map(listed);
  for (const { key, gone, at, fields } of pending) {
    const since = at - requestedAt;
    if (since < -graceMs || since > maxAgeMs) continue;
    const own = stored.get(key);
    const other = listed.get(key);
    if (gone) all.delete(key);
    else if (own !== undefined) all.set(key, other && fields ? { ...other, ...part(own, fields) } : own);
  }
  return all;
}

function part<T extends object>(record: T, names: readonly string[]): Partial<T> {
  const some: Partial<T> = { ...record };
  for (const name in some) if (!names.includes(name)) delete some[name];
  return some;
}
