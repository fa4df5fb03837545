/** The sync before an export ends in time, and each link's clicks are dated by the list that had them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signal } from '@preact/signals';
import { clicksAsOf, syncClicks } from '../../../entrypoints/manage/links/newest-clicks.ts';
import { noFreshness, type MirrorFreshness } from '../../../lib/mirror/mirror-reader.ts';
import { linkRow } from '../../support/link-rows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(agoMs: number) {
  const began = Date.now();
  const freshness = signal<MirrorFreshness | null>(null);
  const syncedAt = (at: number) =>
    (freshness.value = { ...noFreshness, links: { ...noFreshness.links, at } });
  syncedAt(began - agoMs);
  let [syncs, blocked] = [0, false];
  const model = { freshness, syncNow: () => void syncs++, isStopped: () => false };
  const ended = syncClicks({ model, now: Date.now, isBlocked: () => blocked, isSkipped: () => false });
  return {
    ended,
    syncedAt,
    block: () => (blocked = true),
    syncs: () => syncs,
  };
}

it('waits for a sync that began after the request', async () => {
  const { ended, syncedAt, syncs } = start(60_000);
  await vi.advanceTimersByTimeAsync(3_000);
  syncedAt(Date.now());
  await vi.advanceTimersByTimeAsync(100);
  expect([await ended, syncs()]).toEqual([true, 1]);
});

it('waits no longer than fifteen seconds', async () => {
  const { ended } = start(60_000);
  const end = vi.fn<(isNewest: boolean) => void>();
  void ended.then(end);
  await vi.advanceTimersByTimeAsync(14_900);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(end.mock.calls).toEqual([[false]]);
});

it('ends as soon as sending is paused', async () => {
  const { ended, block } = start(60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  block();
  await vi.advanceTimersByTimeAsync(100);
  expect(await ended).toBe(false);
});

it('sends nothing right after a sync', async () => {
  const { ended, syncs } = start(4_000);
  expect([await ended, syncs()]).toEqual([true, 0]);
});

it('dates clicks by the list that had the link', () => {
  const times = { at: 900, newestFrom: '99', wholeAt: 500 };
  expect([100, 99, 98].map((id) => clicksAsOf(linkRow(id), times))).toEqual([900, 900, 500]);
  expect(clicksAsOf(linkRow(100, { confirmed: false }), times)).toBeNull();
  expect(clicksAsOf(linkRow(100), { ...times, newestFrom: null, wholeAt: null })).toBeNull();
  expect(clicksAsOf(linkRow(100), undefined)).toBeNull();
});
