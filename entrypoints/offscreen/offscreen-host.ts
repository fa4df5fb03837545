/** The sync host in this page: it sends messages to the background, like every page. */
import '../../lib/api/zod-config.ts';
import { sendManageRequest, sendRequest, withDeadline, withRetry } from '../../lib/messages/client.ts';
import { logError } from '../../lib/browser/log-error.ts';
import { delay } from '../../lib/time/delay.ts';
import { createSyncHost } from '../../lib/sync-host/sync-host.ts';
import { syncCommandSchema } from '../../lib/sync-host/sync-commands.ts';

const host = createSyncHost({
  requests: {
    'api-get': (request) => withRetry(() => sendManageRequest('api-get', request)),
    'sync-results': (request) => withRetry(() => sendManageRequest('sync-results', request)),
    'sync-finished': (request) => withRetry(() => sendManageRequest('sync-finished', request)),
    // The bulk runner itself decides how often to repeat these.
    'submit-row': (request) => withDeadline(() => sendManageRequest('submit-row', request)),
    'job-status': (request) => withDeadline(() => sendManageRequest('job-status', request)),
    cancel: (request) => withDeadline(() => sendRequest('cancel', request)),
    retry: (request) => withDeadline(() => sendRequest('retry', request)),
    acknowledge: (request) => withDeadline(() => sendRequest('acknowledge', request)),
  },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  delay,
  report: logError,
  rotatesLog: true,
  // Chromium decides without a prompt; Firefox would prompt, and does not use this page.
  persist: () => navigator.storage.persist(),
});

/** Settles when nothing of it is in progress any more. @throws for what is no command */
export async function handle(raw: unknown): Promise<void> {
  await host(syncCommandSchema.parse(raw));
}
