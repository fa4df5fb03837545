/**
 * Copies for Chromium's worker, which has no clipboard (only `execCommand` works here), and hosts the sync, which is
 * loaded with its first command.
 */
import { native } from '../../lib/browser/native.ts';
import { isForOffscreen } from '../../lib/browser/offscreen.ts';
import { isOwnPage } from '../../lib/messages/sender-check.ts';
import { createIdleCloser } from './close-when-idle.ts';

const load = () => import('./offscreen-host.ts');
let syncHost: ReturnType<typeof load> | null = null;
const idle = createIdleCloser(() => window.close());

function copy(text: string): boolean {
  const field = document.querySelector('textarea');
  if (field === null) return false;
  field.value = text;
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to the clipboard in an offscreen document
  const copied = document.execCommand('copy');
  field.value = '';
  return copied;
}

native.runtime.onMessage.addListener((message: unknown, sender, reply: (done?: boolean) => void) => {
  if (!isOwnPage(sender, native.runtime.id, location.origin) || !isForOffscreen(message)) return;
  // Without a reply, the background asks the next document.
  if (!idle.touch()) return;
  if ('text' in message && typeof message.text === 'string') return reply(copy(message.text));
  if (!('task' in message)) return;
  const { task } = message;
  const handled = handle(task);
  void idle.during(handled);
  // A sync reports its end itself, and the worker has stored that it is not done.
  if (isSync(task)) return reply(true);
  // Of a local change the background has to know that it is stored: without `true` it asks again.
  handled.then(
    () => reply(true),
    () => reply(),
  );
  return true;
});

const isSync = (task: unknown): boolean =>
  typeof task === 'object' && task !== null && 'task' in task && task.task === 'sync';

/** In the order in which they came: a promise's callbacks are. */
async function handle(task: unknown): Promise<void> {
  syncHost ??= load();
  try {
    await (await syncHost).handle(task);
  } catch (error) {
    // If it could not be loaded, the next command tries again.
    syncHost = null;
    throw error;
  }
}
