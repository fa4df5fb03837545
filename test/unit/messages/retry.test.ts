/** Messages that get no reply are repeated, those that the background answered are not. */
import { beforeEach, expect, it, vi } from 'vitest';
import { MessageError, sendWithRetry, withRetry } from '../../../lib/messages/client.ts';
import { createPingTimer } from '../../../lib/messages/ping-timer.ts';
// Loaded in advance: the clock of these tests does not wait for files.
import '../../../lib/messages/reply-schemas.ts';

const world = vi.hoisted(() => ({ replies: [] as unknown[], sent: 0 }));
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: {
      async sendMessage() {
        world.sent++;
        return world.replies.shift();
      },
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  world.sent = 0;
  return () => void vi.useRealTimers();
});

const settled = async <T>(promise: Promise<T>): Promise<unknown> => {
  const end = promise.catch((error: unknown) => String(error));
  await vi.runAllTimersAsync();
  return end;
};

it.each([
  ['answered immediately', [{ ok: true, value: 3 }], 3, 1],
  ['answered in the end', [undefined, undefined, { ok: true, value: 3 }], 3, 3],
  ['never answered', [], expect.stringContaining('no-reply'), 4],
  ['failed', [{ ok: false, problem: 'failed' }], expect.stringContaining('failed'), 1],
  ['refused', [undefined, { ok: false, problem: 'bad-request' }], expect.stringContaining('bad-request'), 2],
])('%s', async (_name, replies, end, sent) => {
  world.replies = [...replies];
  expect([await settled(sendWithRetry('cancel-queued', null, 4)), world.sent]).toEqual([end, sent]);
});

it('repeats a message without an reply after 23 s', async () => {
  let tries = 0;
  const end = withRetry(() => (++tries === 1 ? new Promise<number>(() => {}) : Promise.resolve(tries)));
  await vi.advanceTimersByTimeAsync(22_999);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(101);
  expect(await end).toBe(2);
});

it('does not repeat after any other error', async () => {
  const put = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('bug'));
  expect(await settled(withRetry(put))).toContain('bug');
  expect(put).toHaveBeenCalledOnce();
});

it('pings a second after a ping without a reply, ten after any other, for any clock jump', async () => {
  let now = 0;
  const replies = [Promise.reject(new MessageError('no-reply')), new Promise(() => {}), Promise.resolve()];
  const sentAt: number[] = [];
  const answered: number[] = [];
  const timer = createPingTimer({
    now: () => now,
    send: () => {
      sentAt.push(now);
      return replies[sentAt.length - 1] ?? Promise.resolve();
    },
    onReply: (at) => answered.push(at),
  });
  timer.ping();
  for (now = 250; now <= 15_000; now += 250) {
    await vi.advanceTimersByTimeAsync(0);
    timer.pingIfDue();
  }
  expect([sentAt, answered]).toEqual([[0, 1_250, 11_250], [11_250]]);
  now = -86_400_000;
  timer.pingIfDue();
  expect(sentAt.at(-1)).toBe(now);
});
