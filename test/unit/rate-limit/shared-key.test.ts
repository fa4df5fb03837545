/** Another device uses the key: the service's count binds when it is stricter than our own. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { Device, KINDS, roughTravel, Server, type Kind } from './device.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';

vi.setConfig({ testTimeout: rounds(120_000, soakTimeoutMs) });
const RUNS = Number(process.env['PACING_RUNS'] ?? 2);

const others = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 240_000 }), count: fc.integer({ min: 5, max: 30 }) }),
  { minLength: 1, maxLength: 8 },
);
const priority = fc.constantFrom<Priority[]>('user', 'bulk', 'background');

function setUp(kind: Kind, seed: number, others: readonly { at: number; count: number }[], most: number) {
  const clock = new VirtualClock();
  const server = new Server(kind, 30, Math.abs(seed) % 60_000);
  const device = new Device(clock, { server, travel: roughTravel(seededRandom(seed), most, 0) });
  for (const { at, count } of others)
    for (let call = 0; call < count; call += 1)
      clock.at(at + call * 50, () => void server.take(clock.now, false));
  return { clock, server, device };
}

describe('a key used by another device too', () => {
  it('sends nothing before the time in a refusal, and every call succeeds or ends with a limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([
          fc.constantFrom(...KINDS),
          fc.integer(),
          others,
          fc.array(priority, { minLength: 5, maxLength: 60 }),
        ] as const),
        async (kind, seed, others, calls) => {
          const { clock, device } = setUp(kind, seed, others, 2_000);
          for (const priority of calls) device.command(priority);
          await clock.runTo();
          for (const { at, ok, resetAt } of device.replies) {
            if (ok) continue;
            const until = Math.max(resetAt, at + 1_000);
            expect(device.sends.filter((sent) => sent.at > at && sent.at < until)).toEqual([]);
          }
          for (const { outcome } of device.requests)
            expect(outcome?.ok === true || (outcome?.ok === false && outcome.failure.kind === 'limit')).toBe(
              true,
            );
        },
      ),
      drawn(60 * RUNS),
    );
  });

  it('sends no more than the remaining count before the reset of a fixed window', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([fc.constantFrom<Kind[]>('fixed', 'from-first'), fc.integer(), others, priority] as const),
        async (kind, seed, others, priority) => {
          const { clock, server, device } = setUp(kind, seed, others, 600);
          device.askMany(120, priority);
          await clock.runTo();
          for (const { at, remaining, resetAt } of device.replies) {
            const next = device.sends.filter((sent) => sent.at > at && sent.at < resetAt);
            // Others' calls hide behind our own that may have been counted as well: all in flight, and those about
            // the window's start. One call at a time (bulk) hides few.
            const hidden = priority === 'user' ? 30 : 3;
            expect(next.length).toBeLessThanOrEqual(remaining + hidden);
            // With nothing left, only about the reset itself, which the service reports in whole seconds.
            const early = next.filter((sent) => sent.at < resetAt - 2_000);
            if (remaining === 0) expect(early).toEqual([]);
          }
          // A call of another device that came while ours were in flight takes the slot of one of them.
          expect(server.refusals).toBeLessThanOrEqual(others.reduce((sum, { count }) => sum + count, 0));
        },
      ),
      drawn(60 * RUNS),
    );
  });

  it('shows the others’ usage in the meter, and sends only as much as is left', async () => {
    const clock = new VirtualClock();
    const server = new Server('fixed', 30, 10_000);
    const device = new Device(clock, { server, travel: () => ({ out: 50, back: 50 }) });
    for (let call = 0; call < 20; call += 1) server.take(0, false);
    device.command('user');
    await clock.runTo(1_000);
    expect(device.queue.usage()).toMatchObject({ limit: 30, remaining: 9, usedHere: 1, usedElsewhere: 20 });
    expect(device.queue.usage().resetAt).toBe(50_000 + device.wallOffset);
    device.askMany(20, 'user');
    await clock.runTo(49_999);
    expect(device.sends).toHaveLength(10);
    expect(device.queue.usage().remaining).toBe(0);
    await clock.runTo();
    expect(server.refusals).toBe(0);
    expect(device.sends).toHaveLength(21);
  });

  it('stores the service’s count across a restart of the worker', async () => {
    const clock = new VirtualClock();
    const server = new Server('fixed', 30);
    const device = new Device(clock, { server, travel: () => ({ out: 50, back: 50 }) });
    for (let call = 0; call < 29; call += 1) server.take(0, false);
    device.command('user');
    await clock.runTo(1_000);
    device.start();
    device.askMany(3, 'user');
    await clock.runTo(59_999);
    expect(device.sends).toHaveLength(1);
    await clock.runTo();
    expect(server.refusals).toBe(0);
  });
});
