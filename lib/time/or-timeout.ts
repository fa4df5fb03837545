import { delay } from './delay.ts';

/** The result of the work, or of `late` when it takes longer than `ms`; the work itself continues. */
export function orTimeout<T, Late>(work: Promise<T>, ms: number, late: () => Late): Promise<T | Late> {
  const ended = new AbortController();
  // Aborted, so that work in quick succession doesn't leave a timer each.
  return Promise.race([work, delay(ms, ended.signal).then(late)]).finally(() => ended.abort());
}
