/**
 * Chromium's offscreen document hosts the clipboard and the sync; only one may exist at a time. It closes itself when
 * idle (entrypoints/offscreen), possibly just when a message arrives: the message then gets no reply and is sent again
 * to a new one.
 */
import type { SyncCommand } from '../sync-host/sync-commands.ts';
import { delay } from '../time/delay.ts';
import { native } from './native.ts';

type OffscreenMessage = { readonly target: 'offscreen' } & (
  | { readonly text: string }
  /** Parsed by the sync host. */
  | { readonly task: SyncCommand }
);

/** Distinguishes messages for the offscreen document from those for the background. */
export function isForOffscreen(message: unknown): message is { readonly target: 'offscreen' } {
  return (
    typeof message === 'object' && message !== null && 'target' in message && message.target === 'offscreen'
  );
}

/** Waits between two attempts, in ms: a closing document is gone after about 20. */
const retryMs = [20, 50, 100, 250, 500, 1_000, 2_000] as const;

export async function isOffscreenOpen(): Promise<boolean> {
  const contexts = await native.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] });
  return contexts.length > 0;
}

/** Created once, because the browser allows one document at a time for all callers. */
export class OffscreenDocument {
  #creating: Promise<void> | null = null;

  /** Opens the document ahead of a message, so that the message does not wait for it. */
  async open(): Promise<void> {
    if (await isOffscreenOpen()) return;
    this.#creating ??= native.offscreen
      .createDocument({
        url: 'offscreen.html',
        reasons: ['CLIPBOARD', 'LOCAL_STORAGE'],
        justification: 'Copies new short links, and keeps a copy of the account’s lists up to date.',
      })
      .finally(() => {
        this.#creating = null;
      });
    await this.#creating;
  }

  /** @returns its reply; `undefined` if it gave none */
  async #trySend(message: OffscreenMessage): Promise<unknown> {
    await this.open();
    return native.runtime.sendMessage(message);
  }

  /** @throws when no document could be opened, or none answered */
  async send(message: OffscreenMessage): Promise<boolean> {
    let problem: unknown;
    for (const ms of [0, ...retryMs]) {
      if (ms > 0) await delay(ms);
      try {
        const reply = await this.#trySend(message);
        if (typeof reply === 'boolean') return reply;
        problem = new Error('The offscreen document has not answered.');
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }
}
