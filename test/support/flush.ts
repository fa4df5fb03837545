import { vi } from 'vitest';

// The browser's own, which fake timers do not replace.
const immediate = globalThis.setImmediate;

/** Runs the pending callbacks of promises, storage and database. */
export async function flushMicrotasks(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) await new Promise((resolve) => immediate(resolve));
}

/** Long enough for work of many steps. */
export const settled = (): Promise<void> => flushMicrotasks(30);

/** Fires timers as soon as nothing else is pending, instead of waiting for them, until `act` has settled. */
export async function withoutWaiting<T>(act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const progress = { isSettled: false };
  const settle = () => void (progress.isSettled = true);
  try {
    const promise = act();
    promise.then(settle, settle);
    while (!progress.isSettled) {
      await settled();
      vi.advanceTimersToNextTimer();
    }
    return await promise;
  } finally {
    vi.useRealTimers();
  }
}
