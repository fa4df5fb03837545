/** The keeper's seat in this page: it asks the background by messages, like every page. */
import '../../lib/api/zod-config.ts';
import { sendManageRequest, sendWithRetry, withRetry } from '../../lib/messages/client.ts';
import { delay } from '../../lib/messages/delay.ts';
import { createSyncHost } from '../../lib/sync-host/sync-host.ts';
import { syncCommandSchema } from '../../lib/sync-host/sync-commands.ts';

const host = createSyncHost({
  questions: {
    read: (request) => withRetry(() => sendManageRequest('read', request)),
    'keep-lists': (request) => withRetry(() => sendManageRequest('keep-lists', request)),
    kept: (request) => withRetry(() => sendManageRequest('kept', request)),
    // Asked again by the runner itself, which has a say in how often.
    'take-up': (request) => sendWithRetry('take-up', request, 1),
    standing: (request) => withRetry(() => sendManageRequest('standing', request), 1),
    cancel: (request) => sendWithRetry('cancel', request, 1),
    retry: (request) => sendWithRetry('retry', request, 1),
    seen: (request) => sendWithRetry('seen', request, 1),
  },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  pause: delay,
  turnsLog: true,
  // Chromium decides without a prompt; Firefox would ask, and does not come here.
  persist: () => navigator.storage.persist(),
});

/** Settles when nothing of it is under way any more. */
export async function handle(raw: unknown): Promise<void> {
  const task = syncCommandSchema.safeParse(raw);
  if (task.success) await host(task.data);
}
