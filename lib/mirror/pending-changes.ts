/**
 * What we have just done ourselves: a list that was asked for a moment earlier, or that a service answers from its cache,
 * does not know of it yet and must not undo it.
 */
import * as z from 'zod/mini';
import { collectionNames } from './database.ts';

const changeSchema = z.object({
  /** Epoch ms. */
  at: z.number(),
  store: z.literal([...collectionNames, 'items']),
  /** The record's key, as text. */
  key: z.string(),
  /** It was taken away; else it was made or changed. */
  gone: z.boolean(),
  /**
   * What of the record it has set: the rest a list that has the record knows better (addresses that the service made).
   * All of it where it is left out.
   */
  fields: z.optional(z.array(z.string())),
});
export type PendingChange = z.infer<typeof changeSchema>;

export const pendingChangesKey = 'own acts';
/** Longer than any list is known to be late. */
const graceMs = 60_000;
/** Longer than any list takes to come in; an act after that is of a clock that was set back. */
const maxAgeMs = 3_600_000;

interface Source {
  get(key: string): Promise<unknown>;
}

export async function readPendingChanges(source: Source): Promise<readonly PendingChange[]> {
  const pending = z.array(changeSchema).safeParse(await source.get(pendingChangesKey));
  return pending.success ? pending.data : [];
}

/** With one more, and without those that every list knows of. */
export function withChange(pending: readonly PendingChange[], change: PendingChange): PendingChange[] {
  const isOther = ({ store, key }: PendingChange) => store !== change.store || key !== change.key;
  const late = pending.filter((one) => Math.abs(change.at - one.at) < 2 * graceMs);
  const before = late.find((one) => !isOther(one));
  // One after the other, each has set its own part.
  const fields = change.fields && before?.fields ? { fields: [...before.fields, ...change.fields] } : {};
  return [...late.filter(isOther), { ...change, ...fields }];
}

/**
 * What a list comes to when our own acts are counted in.
 *
 * @param requestedAt when the list was asked for
 * @param stored what stands in the mirror
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
