/** Never more than L in any W at the server, so never a 429 while the key is ours alone. Through deaths and jumps too. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../support/fuzz.ts';
import { Device, dice, KINDS, mostInAnyWindow, roughTravel, Server, World, type Kind } from './world.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';

vi.setConfig({ testTimeout: 120_000 });
/** PACING_RUNS=20 looks longer. */
const RUNS = Number(process.env['PACING_RUNS'] ?? 2);
const HOUR = 3_600_000;
const kind = fc.constantFrom<Kind[]>(...KINDS);
const seed = fc.integer();
const phase = fc.integer({ min: 0, max: 59_999 });
const priority = fc.constantFrom<Priority[]>('user', 'bulk', 'background');
const headers = fc.constantFrom('all' as const, 'limit-only' as const, 'no-headers' as const);
const jump = fc.constantFrom(...[HOUR, 24 * HOUR, 10 * 365 * 24 * HOUR, 40_000].flatMap((by) => [by, -by]));
/** Many calls, then quiet, again and again. */
const plan = fc.array(
  fc.record({
    priority,
    count: fc.integer({ min: 1, max: 45 }),
    quiet: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 90_000 })),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('the law', () => {
  it('holds for any mix of urgencies, quiet times, travel and servers', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, headers, plan, async (kind, phase, seed, headers, plan) => {
        const world = new World();
        const server = new Server(kind, 30, phase);
        const roll = dice(seed);
        const device = new Device(world, {
          server,
          travel: roughTravel(roll),
          headers,
          saveTakes: () => Math.floor(roll() * 40),
        });
        for (const { priority, count, quiet } of plan) {
          device.askMany(count, priority);
          await world.run(world.now + quiet);
        }
        await world.run();
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
        expect(device.told.every(({ outcome }) => outcome?.ok)).toBe(true);
        // Where the reset is the moment when everything is free again, two words after slow answers look like a fixed
        // window's, and some of our own calls like somebody else's: the pace is kept, only the meter is wrong by them.
        if (kind !== 'sliding-full') expect(device.lane.usage().usedElsewhere).toBe(0);
      }),
      drawn(120 * RUNS),
    );
  });

  it.each([1, 2, 5, 7, 60, 1_000])('holds for a limit of %i, once told', async (limit) => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, plan, async (kind, phase, seed, plan) => {
        const world = new World();
        const server = new Server(kind, limit, phase);
        const device = new Device(world, { server, travel: roughTravel(dice(seed)) });
        for (const { priority, count, quiet } of plan.slice(0, 5)) {
          device.askMany(limit < 30 ? Math.ceil(count / 5) : count, priority);
          await world.run(world.now + quiet);
        }
        await world.run();
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(limit);
        expect(device.told.every(({ outcome }) => outcome?.ok)).toBe(true);
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
          const world = new World();
          const server = new Server(kind, 30, phase);
          const roll = dice(seed);
          const device = new Device(world, {
            server,
            travel: roughTravel(roll),
            headers,
            saveTakes: () => Math.floor(roll() * 40),
          });
          for (const [step, { priority, count, quiet }] of plan.entries()) {
            device.askMany(count, priority);
            await world.run(world.now + quiet);
            device.die();
            await world.run(world.now + (gone[step % gone.length] ?? 0));
            device.start();
          }
          await world.run();
          expect(server.refusals).toBe(0);
          expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
        },
      ),
      drawn(80 * RUNS),
    );
  });
});

describe('a jump of the wall clock', () => {
  it('changes nothing while the worker lives', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, plan, jump, async (kind, phase, seed, plan, jump) => {
        const run = async (by: number) => {
          const world = new World();
          const server = new Server(kind, 30, phase);
          const device = new Device(world, { server, travel: roughTravel(dice(seed)) });
          for (const { priority, count, quiet } of plan.slice(0, 5)) {
            device.askMany(count, priority);
            await world.run(world.now + quiet);
            device.wallOffset += by;
          }
          await world.run();
          return device.sends;
        };
        expect(await run(jump)).toEqual(await run(0));
      }),
      drawn(25 * RUNS),
    );
  });

  it('back, across a death: the law holds, and no wait is longer than two windows', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, headers, jump, async (kind, phase, seed, headers, jump) => {
        const world = new World();
        const server = new Server(kind, 30, phase);
        const device = new Device(world, { server, travel: roughTravel(dice(seed), 3_000, 0), headers });
        device.askMany(45, seed % 2 ? 'user' : 'bulk');
        await world.run(20_000 + (Math.abs(seed) % 50_000));
        device.die();
        device.wallOffset -= Math.abs(jump);
        await world.run(world.now + 500);
        device.start();
        await world.run(world.now + 1);
        const person = device.ask('user');
        const more = device.askMany(29, 'user');
        await world.run();
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
        expect((person.sent ?? Infinity) - person.asked).toBeLessThanOrEqual(63_010);
        for (const { sent, asked } of more) expect((sent ?? Infinity) - asked).toBeLessThanOrEqual(120_000);
      }),
      drawn(40 * RUNS),
    );
  });

  it('back, and a worker that dies every 10 s: the wait does not begin anew each time', async () => {
    const world = new World();
    const server = new Server('sliding', 30);
    const device = new Device(world, { server });
    device.askMany(31, 'user');
    await world.run(1_000);
    device.die();
    device.wallOffset -= 24 * HOUR;
    for (let life = 0; life < 7; life += 1) {
      device.start();
      device.ask('user');
      await world.run(world.now + 10_000);
    }
    expect(server.arrivals.length).toBeGreaterThan(30);
    expect(server.refusals).toBe(0);
  });

  it('forward, across a death: one call finds out, and what it is told binds', async () => {
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, jump, async (kind, phase, seed, jump) => {
        const world = new World();
        const server = new Server(kind, 30, phase);
        const device = new Device(world, { server, travel: roughTravel(dice(seed), 1_000, 0) });
        device.ask('user');
        await world.run(5_000);
        device.askMany(28, 'user');
        await world.run(7_000);
        device.die();
        device.wallOffset += Math.abs(jump) + HOUR;
        device.start();
        device.askMany(40, 'user');
        await world.run();
        expect(server.refusals).toBeLessThanOrEqual(1);
      }),
      drawn(40 * RUNS),
    );
  });
});
