/** What is typed or chosen in a room and not done yet, kept until it is done or put away. Never holds a password. */
import * as z from 'zod/mini';
import { draftArea } from '../../../lib/browser/incognito.ts';
import { readStorage, removeStorage, writeStorage } from '../../../lib/browser/storage.ts';
import { draftPrefix } from '../../../lib/draft/parse-draft.ts';

/** A room's drafts, by their places in it. */
export interface DraftStore<T> {
  readonly read: () => Promise<Readonly<Record<string, T>>>;
  /** All of them, in place of those that were kept. @returns when they are stored, or can't be */
  readonly save: (drafts: Readonly<Record<string, T>>) => Promise<void>;
}

/** Between two pages, reading and writing is one step. */
async function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, work);
}

/** @param scope the account: another one's are never shown */
export function createDraftStore<T>(
  name: string,
  entry: z.ZodMiniType<T>,
  scope: string,
  now: () => number,
): DraftStore<T> {
  const key = `${draftPrefix}manage:${name}`;
  const schema = z.object({ at: z.number(), scope: z.string(), drafts: z.record(z.string(), entry) });
  type All = Readonly<Record<string, T>>;
  /** What this page knows to be kept: it writes only what it has changed since. */
  let last: All = {};

  async function readKept(): Promise<All> {
    const kept = schema.safeParse((await readStorage(draftArea(), key))[key]);
    return kept.success && kept.data.scope === scope ? kept.data.drafts : {};
  }

  /** Another page of the same room may have written meanwhile: its drafts of other records stay. */
  async function write(drafts: All, before: All): Promise<void> {
    const merged = new Map(Object.entries(await readKept()));
    for (const place of new Set([...Object.keys(before), ...Object.keys(drafts)])) {
      const draft = drafts[place];
      if (JSON.stringify(draft) === JSON.stringify(before[place])) continue;
      if (draft === undefined) merged.delete(place);
      else merged.set(place, draft);
    }
    await (merged.size === 0
      ? removeStorage(draftArea(), key)
      : writeStorage(draftArea(), key, { at: now(), scope, drafts: Object.fromEntries(merged) }));
  }

  /** In the order of the calls, so that what was typed last is what stays. */
  let turn: Promise<void> = Promise.resolve();
  return {
    async read() {
      last = await readKept();
      return last;
    },
    save(drafts) {
      const work = async () => {
        await oneAtATime(key, () => write(drafts, last));
        // What could not be written is written with the next change.
        last = { ...drafts };
      };
      turn = turn.then(work, work);
      // What can't be kept can still be sent.
      return turn.catch(() => undefined);
    },
  };
}
