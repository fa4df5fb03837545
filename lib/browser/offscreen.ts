/** Chromium's hidden page: the clipboard and the keeper of the mirror live there, and only one may exist at a time. */
import { native } from './native.ts';
import type { OffscreenMessage } from './offscreen-protocol.ts';

let creating: Promise<void> | null = null;

export async function isOffscreenOpen(): Promise<boolean> {
  const contexts = await native.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] });
  return contexts.length > 0;
}

async function open(): Promise<void> {
  if (await isOffscreenOpen()) return;
  creating ??= native.offscreen
    .createDocument({
      url: 'offscreen.html',
      reasons: ['CLIPBOARD', 'LOCAL_STORAGE'],
      justification: 'Copies new short links, and keeps a copy of the account’s lists up to date.',
    })
    .finally(() => {
      creating = null;
    });
  await creating;
}

/** Opens it first, where it is not. @returns what it answers */
export async function tellOffscreen(message: OffscreenMessage): Promise<unknown> {
  await open();
  return native.runtime.sendMessage(message);
}
