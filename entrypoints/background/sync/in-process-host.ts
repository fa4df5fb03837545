/** The sync host in Firefox: its event page is a page, so it needs no offscreen document. */
import { createSyncHost } from '../../../lib/sync-host/sync-host.ts';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { delay } from '../../../lib/time/delay.ts';

/** @param handlers called in place of messages */
export function createInProcessHost(handlers: Handlers): (command: SyncCommand) => Promise<void> {
  const host = createSyncHost({
    requests: handlers,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    delay,
    report: logError,
  });
  return async (command) => {
    const handled = host(command);
    // As in Chromium: a sync reports its end itself.
    if (command.task !== 'sync') await handled;
  };
}
