/** Somebody else uses the key: the service's word is obeyed when it is stricter than our own count. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../support/fuzz.ts';
import { Device, dice, KINDS, roughTravel, Server, World, type Kind } from './world.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';

vi.setConfig({ testTimeout: 120_000 });
const RUNS = Number(process.env['PACING_RUNS'] ?? 2);

const others = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 240_000 }), count: fc.integer({ min: 5, max: 30 }) }),
  { minLength: 1, maxLength: 8 },
);
const priority = fc.constantFrom<Priority[]>('user', 'bulk', 'background');

function setUp(kind: Kind, seed: number, others: readonly { at: number; count: number }[], most: number) {
  const world = new World();
  const server = new Server(kind, 30, Math.abs(seed) % 60_000);
  const device = new Device(world, { server, travel: roughTravel(dice(seed), most, 0) });
  for (const { at, count } of others)
    for (let call = 0; call < count; call += 1)
      world.at(at + call * 50, () => void server.take(world.now, false));
  return { world, server, device };
}

describe('a key used by another device too', () => {
  it('nothing goes before the moment a refusal named, and every call succeeds or says limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([
          fc.constantFrom(...KINDS),
          fc.integer(),
          others,
          fc.array(priority, { minLength: 5, maxLength: 60 }),
        ] as const),
        async (kind, seed, others, calls) => {
          const { world, device } = setUp(kind, seed, others, 2_000);
          for (const priority of calls) device.ask(priority);
          await world.run();
          for (const { at, ok, resetAt } of device.replies) {
            if (ok) continue;
            const until = Math.max(resetAt, at + 1_000);
            expect(device.sends.filter((sent) => sent.at > at && sent.at < until)).toEqual([]);
          }
          for (const { outcome } of device.told)
            expect(outcome?.ok === true || (outcome?.ok === false && outcome.failure.kind === 'limit')).toBe(
              true,
            );
        },
      ),
      drawn(60 * RUNS),
    );
  });

  it('in a fixed window: after "n left until then", at most n go before then', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([fc.constantFrom<Kind[]>('fixed', 'from-first'), fc.integer(), others, priority] as const),
        async (kind, seed, others, priority) => {
          const { world, server, device } = setUp(kind, seed, others, 600);
          device.askMany(120, priority);
          await world.run();
          for (const { at, remaining, resetAt } of device.replies) {
            const next = device.sends.filter((sent) => sent.at > at && sent.at < resetAt);
            // Strangers' calls hide behind our own that may have been counted as well: all that are under way, and
            // those about the window's start. One call at a time (bulk) hides few.
            const hidden = priority === 'user' ? 30 : 3;
            expect(next.length).toBeLessThanOrEqual(remaining + hidden);
            // With nothing left, only about the reset itself, which the service names in whole seconds.
            const early = next.filter((sent) => sent.at < resetAt - 2_000);
            if (remaining === 0) expect(early).toEqual([]);
          }
          // A stranger's call that came while ours were under way takes the place of one of them.
          expect(server.refusals).toBeLessThanOrEqual(others.reduce((sum, { count }) => sum + count, 0));
        },
      ),
      drawn(60 * RUNS),
    );
  });

  it('what others used shows in the meter, and only so much more goes', async () => {
    const world = new World();
    const server = new Server('fixed', 30, 10_000);
    const device = new Device(world, { server, travel: () => ({ out: 50, back: 50 }) });
    for (let call = 0; call < 20; call += 1) server.take(0, false);
    device.ask('user');
    await world.run(1_000);
    expect(device.lane.usage()).toMatchObject({ limit: 30, remaining: 9, usedHere: 1, usedElsewhere: 20 });
    expect(device.lane.usage().resetAt).toBe(50_000 + device.wallOffset);
    device.askMany(20, 'user');
    await world.run(49_999);
    expect(device.sends).toHaveLength(10);
    expect(device.lane.usage().remaining).toBe(0);
    await world.run();
    expect(server.refusals).toBe(0);
    expect(device.sends).toHaveLength(21);
  });

  it('the word outlives the worker', async () => {
    const world = new World();
    const server = new Server('fixed', 30);
    const device = new Device(world, { server, travel: () => ({ out: 50, back: 50 }) });
    for (let call = 0; call < 29; call += 1) server.take(0, false);
    device.ask('user');
    await world.run(1_000);
    device.start();
    device.askMany(3, 'user');
    await world.run(59_999);
    expect(device.sends).toHaveLength(1);
    await world.run();
    expect(server.refusals).toBe(0);
  });
});
