/** Firefox has no offscreen page and needs none: its event page is one, and the keeper sits in it. */
import { createSyncHost } from '../../../lib/sync-host/sync-host.ts';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { delay } from '../../../lib/messages/delay.ts';

/** @param answers what the keeper would ask by messages */
export function createInProcessHost(answers: Handlers): (task: SyncCommand) => void {
  const seat = createSyncHost({
    requests: answers,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    pause: delay,
  });
  // Handed over, as in Chromium: nobody waits for the end of it.
  return (task) => void seat(task);
}
