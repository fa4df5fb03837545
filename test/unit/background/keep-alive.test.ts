/** The worker stays alive while work is in progress, and no alarm remains afterwards. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeepAlive } from '../../../entrypoints/background/keep-alive.ts';
import { calls, fresh } from '../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));

const alarms = () => calls.filter((call) => /^(?:no )?alarm/u.test(call)).map((call) => call.split(' [')[0]);

beforeEach(() => {
  fresh();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('sets one alarm for all work in progress, and clears it with the last', () => {
  const { acquire } = createKeepAlive();
  const releases = [acquire(), acquire()];
  vi.advanceTimersByTime(1_500);
  expect(alarms()).toEqual(['alarm']);
  releases[0]?.();
  releases[0]?.();
  expect(alarms()).toEqual(['alarm']);
  releases[1]?.();
  expect(alarms()).toEqual(['alarm', 'no alarm']);
});

it('sets no alarm for work that completes immediately', () => {
  const release = createKeepAlive().acquire();
  vi.advanceTimersByTime(200);
  release();
  vi.advanceTimersByTime(5_000);
  expect(alarms()).toEqual(['no alarm']);
});
