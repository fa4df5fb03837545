/** What is typed or chosen in a room and not done yet, kept until it is done or put away. Never holds a password. */
import * as z from 'zod/mini';
import { readStored, removeStored, writeStored } from '../../../lib/browser/stored.ts';
import { draftPrefix } from '../../../lib/shortening/draft-guard.ts';

/** A room's drafts, by their places in it. */
export interface Drafts<T> {
  readonly read: () => Promise<Readonly<Record<string, T>>>;
  /** All of them, in place of those that were kept. */
  readonly keep: (drafts: Readonly<Record<string, T>>) => void;
}

/** @param scope the account: another one's are never shown */
export function keptDrafts<T>(
  name: string,
  entry: z.ZodMiniType<T>,
  scope: string,
  now: () => number,
): Drafts<T> {
  const key = `${draftPrefix}manage:${name}`;
  const schema = z.object({ at: z.number(), scope: z.string(), drafts: z.record(z.string(), entry) });
  /** In the order of the calls, so that what was typed last is what stays. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async read() {
      const kept = schema.safeParse((await readStored('local', key))[key]);
      return kept.success && kept.data.scope === scope ? kept.data.drafts : {};
    },
    keep(drafts) {
      const write = () =>
        Object.keys(drafts).length === 0
          ? removeStored('local', key)
          : writeStored('local', key, { at: now(), scope, drafts });
      turn = turn.then(write, write);
      // What can't be kept can still be sent.
      turn.catch(() => undefined);
    },
  };
}
