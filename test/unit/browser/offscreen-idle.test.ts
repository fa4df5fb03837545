/** The offscreen document closes itself when it is idle, never while something is in progress, and accepts no work then. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdleCloser, idleMs } from '../../../entrypoints/offscreen/close-when-idle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function work() {
  let end = () => {};
  let fail = () => {};
  const done = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => reject(new Error('failed'));
  });
  return { done, end, fail };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('closes when it gets no work', async () => {
  const close = vi.fn<() => void>();
  createIdleCloser(close);
  await pass(idleMs - 1);
  expect(close).not.toHaveBeenCalled();
  await pass(1);
  expect(close).toHaveBeenCalledTimes(1);
});

it('each piece of work restarts the idle time; while it closes, it accepts none', async () => {
  const close = vi.fn<() => void>();
  const idle = createIdleCloser(close);
  await pass(idleMs - 1);
  expect(idle.touch()).toBe(true);
  await pass(idleMs - 1);
  expect(close).not.toHaveBeenCalled();
  await pass(1);
  expect(close).toHaveBeenCalledTimes(1);
  expect(idle.touch()).toBe(false);
  await pass(idleMs * 2);
  expect(close).toHaveBeenCalledTimes(1);
});

it('stays open while work is in progress, whether that succeeds or fails', async () => {
  const close = vi.fn<() => void>();
  const idle = createIdleCloser(close);
  const [one, other] = [work(), work()];
  void idle.during(one.done);
  void idle.during(other.done);
  await pass(10 * idleMs);
  one.end();
  await pass(10 * idleMs);
  idle.touch();
  await pass(10 * idleMs);
  expect(close).not.toHaveBeenCalled();
  other.fail();
  await pass(idleMs - 1);
  expect(close).not.toHaveBeenCalled();
  await pass(1);
  expect(close).toHaveBeenCalledTimes(1);
});
