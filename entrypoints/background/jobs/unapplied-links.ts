/**
 * New links whose change has not been dispatched to the mirror yet. In session memory, so that the next worker instance
 * dispatches what a killed one has not; after a new start of the browser the lists are synced.
 */
import { browser } from 'wxt/browser';
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';

const key = 'unapplied-links';

export type UnappliedLinks = ReturnType<typeof createUnappliedLinks>;

export function createUnappliedLinks(applyLocalChange: SyncScheduler['applyLocalChange']) {
  const { session } = browser.storage;
  const inTurn = createSerialQueue();
  /** Marked by the previous worker instance. */
  let missed: Promise<readonly string[]> | null = null;

  async function read(): Promise<readonly string[]> {
    const { [key]: raw } = await session.get(key);
    return Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : [];
  }

  const write = (change: (ids: readonly string[]) => readonly string[]): Promise<void> =>
    inTurn(async () => session.set({ [key]: change(await read()) }));

  const remove = (id: string): Promise<void> => write((ids) => ids.filter((other) => other !== id));

  return {
    /** Marks a link when it is sent, since a worker may be killed as soon as its job is done. */
    async track({ ask: { id, kind, private: isPrivate }, state: { name } }: Job): Promise<void> {
      if (kind !== 'shorten' || isPrivate) return;
      if (name === 'sent') await write((ids) => [...ids.filter((other) => other !== id), id]);
      else if (name === 'refused' || name === 'cancelled') await remove(id);
    },

    /** Removes the marks of jobs that no longer exist, such as those of an account that was disconnected. */
    async retain(exists: (id: string) => boolean): Promise<void> {
      const orphans = (await (missed ??= read())).filter((id) => !exists(id));
      if (orphans.length > 0) await write((ids) => ids.filter((id) => !orphans.includes(id)));
    },

    async apply(change: Parameters<typeof applyLocalChange>[0]): Promise<void> {
      await applyLocalChange(change);
      // Others are applied again until they are acknowledged.
      if (!change.ask.private) await remove(change.ask.id);
    },

    isMissed: async (id: string): Promise<boolean> => (await (missed ??= read())).includes(id),
  };
}
