/** The keeper's seat in this page: it asks the background by messages, like every page. */
import '../../lib/api/zod-config.ts';
import { askManage } from '../../lib/messages/manage-client.ts';
import { ask, insist } from '../../lib/messages/client.ts';
import { pause } from '../../lib/messages/delay.ts';
import { createSeat } from '../../lib/sync-host/sync-host.ts';
import { taskSchema } from '../../lib/sync-host/sync-commands.ts';

const seat = createSeat({
  questions: {
    read: (request) => insist(() => askManage('read', request)),
    'keep-lists': (request) => insist(() => askManage('keep-lists', request)),
    kept: (request) => insist(() => askManage('kept', request)),
    // Asked again by the runner itself, which has a say in how often.
    'take-up': (request) => insist(() => ask('take-up', request), 1),
    standing: (request) => insist(() => askManage('standing', request), 1),
    cancel: (request) => insist(() => ask('cancel', request), 1),
    retry: (request) => insist(() => ask('retry', request), 1),
    seen: (request) => insist(() => ask('seen', request), 1),
  },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  pause,
  turnsLog: true,
  // Chromium decides without a prompt; Firefox would ask, and does not come here.
  persist: () => navigator.storage.persist(),
});

/** Settles when nothing of it is under way any more. */
export async function take(raw: unknown): Promise<void> {
  const task = taskSchema.safeParse(raw);
  if (task.success) await seat(task.data);
}
