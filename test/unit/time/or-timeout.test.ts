/** Work that takes too long is not waited for, and work in time leaves no timer behind. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from '../../../entrypoints/background/with-timeout.ts';
import { orTimeout } from '../../../lib/time/or-timeout.ts';
import { gate } from '../../support/gate.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const late = () => 'late';

it('work in time has its own result, and leaves no timer', async () => {
  expect(await orTimeout(Promise.resolve('in time'), 1_000, late)).toBe('in time');
  await expect(orTimeout(Promise.reject(new Error('failed')), 1_000, late)).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
});

it('late work has the other result', async () => {
  const { passed, open } = gate();
  const result = orTimeout(passed, 1_000, late);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe('late');
  open();
});

it('a reply of the background in time leaves no timer', async () => {
  expect(await withTimeout(Promise.resolve(null))).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
