import { setTimeout as delay } from 'node:timers/promises';

/**
 * A fixed delay: for a moment that a test chooses, for the pace of a loop, or to show that something does not happen.
 * Everything that has a condition is waited for by `until`.
 */
export const pause = (ms: number): Promise<void> => delay(ms);

export interface WaitOptions {
  readonly timeout?: number;
}

/** With the worker stopped before every message, a worker that is ending may lose the message: pages repeat it after 23 s. */
const swallowedMs = process.env['STOP_WORKER'] === '1' ? 25_000 : 0;

/** Polls until the result is not `undefined`; the error at the timeout names what was waited for. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { timeout = 30_000 }: WaitOptions = {},
  explain?: () => Promise<string>,
): Promise<T> {
  const end = performance.now() + timeout + swallowedMs;
  for (;;) {
    const response = await ask();
    if (response !== undefined) return response;
    if (performance.now() > end) {
      const more = explain ? `\n${await explain()}` : '';
      throw new Error(`Waited ${timeout} ms in vain for ${what}.${more}`);
    }
    await pause(30);
  }
}
