/** What was asked for, and its answer, go before the drawing of it. */
import { options } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserDeps, whenDeferred } from '../../../entrypoints/popup/deps.ts';
import type * as deferredModule from '../../../entrypoints/popup/deferred.tsx';
import { shortenAsk } from '../outbox/samples.ts';

vi.mock('../../../lib/browser/native.ts', () => ({
  native: { storage: { local: { set: async () => undefined } } },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draws = vi.fn<() => void>();
/** @returns whether what is to be drawn now is drawn at once */
async function drawsAtOnce(): Promise<boolean> {
  draws.mockClear();
  options.debounceRendering?.(draws);
  await Promise.resolve();
  const atOnce = draws.mock.calls.length === 1;
  // In no case is it forgotten.
  await vi.advanceTimersByTimeAsync(12);
  expect(draws).toHaveBeenCalledOnce();
  return atOnce;
}

it.each(['answered', 'failed'])('drawing waits a moment until what was asked for is %s', async (end) => {
  let answer = (): void => undefined;
  const answered = new Promise<null>((resolve, reject) => {
    answer = () => (end === 'failed' ? reject(new Error('no')) : resolve(null));
  });
  const deferred = { submitCommand: () => answered } as unknown as typeof deferredModule;
  const deps = browserDeps({
    area: 'local',
    key: 'draft',
    whenLoaded: whenDeferred(Promise.resolve(deferred)),
    presets: undefined,
  });
  expect(await drawsAtOnce()).toBe(true);
  const outcome = deps.submit(shortenAsk(1)).catch(() => 'failed');
  expect(await drawsAtOnce()).toBe(false);
  answer();
  await outcome;
  // The copy comes after the answer.
  expect(await drawsAtOnce()).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect(await drawsAtOnce()).toBe(true);
});
