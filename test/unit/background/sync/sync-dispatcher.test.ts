/** The commands of the background reach the sync host in an order in which none of them revives a left account. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSyncDispatcher } from '../../../../entrypoints/background/sync/sync-dispatcher.ts';
import { OffscreenDocument } from '../../../../lib/browser/offscreen.ts';
import type { Handlers } from '../../../../lib/messages/listener.ts';
import { browser, contexts, fresh } from '../../../support/fake-browser.ts';
import { settled } from '../../../support/flush.ts';
import { gate } from '../../../support/gate.ts';

vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const sync = { task: 'sync', scope: 'here', force: false, requestNumber: 1 } as const;
const tasks: unknown[] = [];

const start = () => createSyncDispatcher(new OffscreenDocument(), () => ({}) as Handlers);

beforeEach(() => {
  fresh();
  tasks.length = 0;
  vi.spyOn(browser.runtime, 'sendMessage').mockImplementation(async (...[message]: unknown[]) => {
    tasks.push(message);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

it('a stop reaches the sync host after a sync for which its document is still being opened', async () => {
  const opened = gate();
  vi.spyOn(browser.offscreen, 'createDocument').mockImplementation(async () => {
    await opened.passed;
    contexts.push({});
  });
  const { dispatch, stop } = start();
  void dispatch(sync);
  const stopped = stop();
  await settled();
  opened.open();
  await stopped;
  expect(tasks).toMatchObject([{ task: sync }, { task: { task: 'stop' } }]);
});

it('a stop opens no document', async () => {
  await start().stop();
  expect(tasks).toEqual([]);
});

it('a stop waits for no document that can’t be opened', async () => {
  vi.useFakeTimers();
  vi.spyOn(browser.offscreen, 'createDocument').mockRejectedValue(new Error('no'));
  const { dispatch, stop } = start();
  const dispatched = dispatch(sync).catch(() => 'failed');
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await stopped;
  expect([await dispatched, tasks]).toEqual(['failed', []]);
});
