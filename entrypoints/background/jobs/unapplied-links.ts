/**
 * New links whose change has not been dispatched to the mirror yet, half a second after a link is made. In session memory, so
 * that the next worker instance passes on what a killed one has not; after a new start of the browser the lists are synced.
 */
import { browser } from 'wxt/browser';
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
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

  return {
    /** To be called before anything else that follows the link. @param id of its command */
    mark: (id: string): Promise<void> => write((ids) => [...ids.filter((other) => other !== id), id]),

    async apply(change: Parameters<typeof applyLocalChange>[0]): Promise<void> {
      await applyLocalChange(change);
      // Others are applied again until they are acknowledged.
      if (!change.ask.private) await write((ids) => ids.filter((other) => other !== change.ask.id));
    },

    isMissed: async (id: string): Promise<boolean> => (await (missed ??= read())).includes(id),
  };
}
