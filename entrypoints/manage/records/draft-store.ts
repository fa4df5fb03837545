/** Stores the drafts of a section until they are sent or discarded. Never holds a password. */
import * as z from 'zod/mini';
import { draftArea } from '../../../lib/browser/incognito.ts';
import { readStorage, removeStorage, writeStorage } from '../../../lib/browser/storage.ts';
import { draftPrefix } from '../../../lib/draft/parse-draft.ts';

/** A section's drafts, by the keys of their forms or panels. */
export interface DraftStore<T> {
  readonly read: () => Promise<Readonly<Record<string, T>>>;
  /** Replaces all of them. @returns when they are stored, or can't be */
  readonly save: (drafts: Readonly<Record<string, T>>) => Promise<void>;
}

/** Two pages must not interleave reading and writing. */
async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, work);
}

/** @param scope the account: drafts of another one are never shown */
export function createDraftStore<T>(
  name: string,
  entry: z.ZodMiniType<T>,
  scope: string,
  now: () => number,
): DraftStore<T> {
  const key = `${draftPrefix}manage:${name}`;
  const schema = z.object({ at: z.number(), scope: z.string(), drafts: z.record(z.string(), entry) });
  type Drafts = Readonly<Record<string, T>>;
  /** The drafts that this page has stored last: it writes only its changes since. */
  let lastStored: Drafts = {};

  async function readStored(): Promise<Drafts> {
    const stored = schema.safeParse((await readStorage(draftArea(), key))[key]);
    return stored.success && stored.data.scope === scope ? stored.data.drafts : {};
  }

  /** Another page may have written meanwhile: its drafts of other records stay. */
  async function write(drafts: Drafts, before: Drafts): Promise<void> {
    const merged = new Map(Object.entries(await readStored()));
    for (const entryKey of new Set([...Object.keys(before), ...Object.keys(drafts)])) {
      const draft = drafts[entryKey];
      if (JSON.stringify(draft) === JSON.stringify(before[entryKey])) continue;
      if (draft === undefined) merged.delete(entryKey);
      else merged.set(entryKey, draft);
    }
    await (merged.size === 0
      ? removeStorage(draftArea(), key)
      : writeStorage(draftArea(), key, { at: now(), scope, drafts: Object.fromEntries(merged) }));
  }

  /** Writes in the order of the calls, so that the last text stays. */
  let queue: Promise<void> = Promise.resolve();
  return {
    async read() {
      lastStored = await readStored();
      return lastStored;
    },
    save(drafts) {
      const work = async () => {
        await withLock(key, () => write(drafts, lastStored));
        // A failed write is repeated with the next change.
        lastStored = { ...drafts };
      };
      queue = queue.then(work, work);
      // A form whose draft can't be stored can still be sent.
      return queue.catch(() => undefined);
    },
  };
}
