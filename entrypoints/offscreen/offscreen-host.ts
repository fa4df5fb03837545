/** The sync host in this page: it sends messages to the background, like every page. */
import '../../lib/api/zod-config.ts';
import { sendManageRequest, sendWithRetry, withRetry } from '../../lib/messages/client.ts';
import { delay } from '../../lib/time/delay.ts';
import { createSyncHost } from '../../lib/sync-host/sync-host.ts';
import { syncCommandSchema } from '../../lib/sync-host/sync-commands.ts';

const host = createSyncHost({
  requests: {
    'api-get': (request) => withRetry(() => sendManageRequest('api-get', request)),
    'sync-results': (request) => withRetry(() => sendManageRequest('sync-results', request)),
    'sync-finished': (request) => withRetry(() => sendManageRequest('sync-finished', request)),
    // The bulk runner itself decides how often to repeat these.
    'submit-row': (request) => withRetry(() => sendManageRequest('submit-row', request), 1),
    'job-status': (request) => withRetry(() => sendManageRequest('job-status', request), 1),
    cancel: (request) => sendWithRetry('cancel', request, 1),
    retry: (request) => sendWithRetry('retry', request, 1),
    acknowledge: (request) => sendWithRetry('acknowledge', request, 1),
  },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  delay,
  turnsLog: true,
  // Chromium decides without a prompt; Firefox would prompt, and does not use this page.
  persist: () => navigator.storage.persist(),
});

/** Settles when nothing of it is in progress any more. */
export async function handle(raw: unknown): Promise<void> {
  const task = syncCommandSchema.safeParse(raw);
  if (task.success) await host(task.data);
}
