/**
 * Chromium's hidden page: the clipboard and the keeper of the mirror live there, and only one may exist at a time. It
 * closes itself when it is idle (entrypoints/offscreen), perhaps in the moment in which something is sent to it: then it
 * does not answer, and the message goes to the next one.
 */
import { native } from './native.ts';
import type { OffscreenMessage } from './offscreen-protocol.ts';

let creating: Promise<void> | null = null;

/** Between two attempts, in ms: a page that is closing is gone in about 20. */
const retryMs = [20, 50, 100, 250, 500, 1_000, 2_000] as const;

export async function isOffscreenOpen(): Promise<boolean> {
  const contexts = await native.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] });
  return contexts.length > 0;
}

/** Opens it where it is not, so that what is sent to it next does not wait for that. */
export async function openOffscreen(): Promise<void> {
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

/** @returns what it answers; `undefined` where it does not */
async function send(message: OffscreenMessage): Promise<unknown> {
  await openOffscreen();
  return native.runtime.sendMessage(message);
}

/**
 * Opens it first, where it is not.
 *
 * @returns what it answers
 * @throws when none could be opened, or none has answered
 */
export async function sendToOffscreen(message: OffscreenMessage): Promise<boolean> {
  let problem: unknown;
  for (const ms of [0, ...retryMs]) {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    try {
      const answer = await send(message);
      if (typeof answer === 'boolean') return answer;
      problem = new Error('The offscreen document has not answered.');
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}
