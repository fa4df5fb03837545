/** Never more than L in any W at the server, so no 429 while no other device uses the key, across restarts and clock jumps. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { Device, KINDS, mostInAnyWindow, roughTravel, Server, type Kind } from './device.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';

vi.setConfig({ testTimeout: rounds(120_000, soakTimeoutMs) });
/** PACING_RUNS=20 looks longer. */
const RUNS = Number(process.env['PACING_RUNS'] ?? 2);
const HOUR = 3_600_000;
const kind = fc.constantFrom<Kind[]>(...KINDS);
const seed = fc.integer();
const phase = fc.integer({ min: 0, max: 59_999 });
const priority = fc.constantFrom<Priority[]>('user', 'bulk', 'background');
const headers = fc.constantFrom('all' as const, 'limit-only' as const, 'no-headers' as const);
const jump = fc.constantFrom(...[HOUR, 24 * HOUR, 10 * 365 * 24 * HOUR, 40_000].flatMap((by) => [by, -by]));
/** Bursts of calls with pauses between them. */
const plan = fc.array(
  fc.record({
    priority,
    count: fc.integer({ min: 1, max: 45 }),
    quiet: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 90_000 })),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('the limit', () => {
  it('holds for any mix of priorities, pauses, latency and servers', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, headers, plan, async (kind, phase, seed, headers, plan) => {
        const clock = new VirtualClock();
        const server = new Server(kind, 30, phase);
        const roll = seededRandom(seed);
        const device = new Device(clock, {
          server,
          travel: roughTravel(roll),
          headers,
          saveTakes: () => Math.floor(roll() * 40),
        });
        for (const { priority, count, quiet } of plan) {
          device.askMany(count, priority);
          await clock.runTo(clock.now + quiet);
        }
        await clock.runTo();
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
        expect(device.requests.every(({ outcome }) => outcome?.ok)).toBe(true);
        // Where the reset is the time when the whole window is free again, two replies after slow ones look like a fixed
        // window's, and some of our own calls like those of another device: the pace is right, only the meter is not.
        if (kind !== 'sliding-full') expect(device.queue.usage().usedElsewhere).toBe(0);
      }),
      drawn(120 * RUNS),
    );
  });

  it.each([1, 2, 5, 7, 60, 1_000])('of %i holds, once a reply has reported it', async (limit) => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, plan, async (kind, phase, seed, plan) => {
        const clock = new VirtualClock();
        const server = new Server(kind, limit, phase);
        const device = new Device(clock, { server, travel: roughTravel(seededRandom(seed)) });
        for (const { priority, count, quiet } of plan.slice(0, 5)) {
          device.askMany(limit < 30 ? Math.ceil(count / 5) : count, priority);
          await clock.runTo(clock.now + quiet);
        }
        await clock.runTo();
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(limit);
        expect(device.requests.every(({ outcome }) => outcome?.ok)).toBe(true);
      }),
      drawn(12 * RUNS),
    );
  });

  it('holds when the worker is killed and started again at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([
          kind,
          phase,
          seed,
          headers,
          plan,
          fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 12 }),
        ] as const),
        async (kind, phase, seed, headers, plan, gone) => {
          const clock = new VirtualClock();
          const server = new Server(kind, 30, phase);
          const roll = seededRandom(seed);
          const device = new Device(clock, {
            server,
            travel: roughTravel(roll),
            headers,
            saveTakes: () => Math.floor(roll() * 40),
          });
          for (const [step, { priority, count, quiet }] of plan.entries()) {
            device.askMany(count, priority);
            await clock.runTo(clock.now + quiet);
            device.stop();
            await clock.runTo(clock.now + (gone[step % gone.length] ?? 0));
            device.start();
          }
          await clock.runTo();
          expect(server.refusals).toBe(0);
          expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
        },
      ),
      drawn(80 * RUNS),
    );
  });
});

describe('a jump of the wall clock', () => {
  it('changes nothing while the worker runs', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, plan, jump, async (kind, phase, seed, plan, jump) => {
        const run = async (by: number) => {
          const clock = new VirtualClock();
          const server = new Server(kind, 30, phase);
          const device = new Device(clock, { server, travel: roughTravel(seededRandom(seed)) });
          for (const { priority, count, quiet } of plan.slice(0, 5)) {
            device.askMany(count, priority);
            await clock.runTo(clock.now + quiet);
            device.wallOffset += by;
          }
          await clock.runTo();
          return device.sends;
        };
        expect(await run(jump)).toEqual(await run(0));
      }),
      drawn(25 * RUNS),
    );
  });

  it('back, across a restart, breaks no limit, and no wait is longer than two windows', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, headers, jump, async (kind, phase, seed, headers, jump) => {
        const clock = new VirtualClock();
        const server = new Server(kind, 30, phase);
        const device = new Device(clock, {
          server,
          travel: roughTravel(seededRandom(seed), 3_000, 0),
          headers,
        });
        device.askMany(45, seed % 2 ? 'user' : 'bulk');
        await clock.runTo(20_000 + (Math.abs(seed) % 50_000));
        device.stop();
        device.wallOffset -= Math.abs(jump);
        await clock.runTo(clock.now + 500);
        device.start();
        await clock.runTo(clock.now + 1);
        const userRequest = device.command('user');
        const more = device.askMany(29, 'user');
        await clock.runTo();
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
        expect((userRequest.sent ?? Infinity) - userRequest.asked).toBeLessThanOrEqual(63_010);
        for (const { sent, asked } of more) expect((sent ?? Infinity) - asked).toBeLessThanOrEqual(120_000);
      }),
      drawn(40 * RUNS),
    );
  });

  it('back, with a worker that restarts every 10 s, does not restart the wait each time', async () => {
    const clock = new VirtualClock();
    const server = new Server('sliding', 30);
    const device = new Device(clock, { server });
    device.askMany(31, 'user');
    await clock.runTo(1_000);
    device.stop();
    device.wallOffset -= 24 * HOUR;
    for (let instance = 0; instance < 7; instance += 1) {
      device.start();
      device.command('user');
      await clock.runTo(clock.now + 10_000);
    }
    expect(server.arrivals.length).toBeGreaterThan(30);
    expect(server.refusals).toBe(0);
  });

  it('forward, across a restart, is detected by one probe, whose reply binds', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, jump, async (kind, phase, seed, jump) => {
        const clock = new VirtualClock();
        const server = new Server(kind, 30, phase);
        const device = new Device(clock, { server, travel: roughTravel(seededRandom(seed), 1_000, 0) });
        device.command('user');
        await clock.runTo(5_000);
        device.askMany(28, 'user');
        await clock.runTo(7_000);
        device.stop();
        device.wallOffset += Math.abs(jump) + HOUR;
        device.start();
        device.askMany(40, 'user');
        await clock.runTo();
        expect(server.refusals).toBeLessThanOrEqual(1);
      }),
      drawn(40 * RUNS),
    );
  });
});
