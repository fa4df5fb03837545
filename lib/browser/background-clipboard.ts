/**
 * The clipboard for a background without a page: Firefox's event page has `navigator.clipboard`, Chromium's worker has
 * not and goes through an offscreen document, of which only one may exist at a time.
 */
import { native } from './native.ts';
import type { CopyMessage } from './offscreen-protocol.ts';

let creating: Promise<void> | null = null;

async function offscreenExists(): Promise<boolean> {
  const contexts = await native.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] });
  return contexts.length > 0;
}

async function openOffscreen(): Promise<void> {
  if (await offscreenExists()) return;
  creating ??= native.offscreen
    .createDocument({
      url: 'offscreen.html',
      reasons: ['CLIPBOARD'],
      justification: 'Puts the new short link on the clipboard.',
    })
    .finally(() => {
      creating = null;
    });
  await creating;
}

/** Whether the text is really on the clipboard. */
export async function copyInBackground(text: string): Promise<boolean> {
  try {
    if (typeof navigator.clipboard?.writeText === 'function') {
      await navigator.clipboard.writeText(text);
      return true;
    }
    await openOffscreen();
    const message: CopyMessage = { target: 'offscreen', text };
    return (await native.runtime.sendMessage(message)) === true;
  } catch {
    return false;
  }
}
