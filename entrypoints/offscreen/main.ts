/** Chromium's worker has no clipboard: this page copies for it. Only `execCommand` works here, so its answer counts. */
import { native } from '../../lib/browser/native.ts';
import { isCopyMessage } from '../../lib/browser/offscreen-protocol.ts';

native.runtime.onMessage.addListener((message: unknown, sender, reply: (copied: boolean) => void) => {
  if (sender.id !== native.runtime.id || !isCopyMessage(message)) return;
  const field = document.querySelector('textarea');
  if (field === null) return reply(false);
  field.value = message.text;
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to the clipboard in an offscreen document
  reply(document.execCommand('copy'));
  field.value = '';
});
