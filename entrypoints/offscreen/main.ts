/**
 * Chromium's worker has no clipboard, and nothing in it lives for long: this page copies for it (only `execCommand` works
 * here, so its answer counts), and the keeper lives here, loaded with its first task.
 */
import { native } from '../../lib/browser/native.ts';
import { isForOffscreen } from '../../lib/browser/offscreen-protocol.ts';
import { isOwnPage } from '../../lib/messages/own-page.ts';

const load = () => import('./keeper.ts');
let keeper: ReturnType<typeof load> | null = null;

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

native.runtime.onMessage.addListener((message: unknown, sender, reply: (done: boolean) => void) => {
  if (!isOwnPage(sender, native.runtime.id, location.origin) || !isForOffscreen(message)) return;
  if ('text' in message && typeof message.text === 'string') return reply(copy(message.text));
  if (!('task' in message)) return;
  const { task } = message;
  keeper ??= load();
  // In the order in which they came: a promise's callbacks are.
  void keeper.then(({ take }) => take(task));
  reply(true);
});
