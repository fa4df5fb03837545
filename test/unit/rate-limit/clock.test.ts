/** Within one life of the worker: a clock that jumps changes nothing, and a sleep costs no more than a window. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, isSoak, rounds } from '../../support/fuzz.ts';
import { contractWire, TELLS } from './wires.ts';
import {
  Device,
  dice,
  KINDS,
  mostInAnyWindow,
  roughTravel,
  Server,
  W,
  World,
  type DeviceOptions,
} from './world.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';

vi.setConfig({ testTimeout: 300_000 });
const RUNS = rounds(40, 1_000);
const HOUR = 3_600_000;

const kind = fc.constantFrom(...KINDS);
const seed = fc.integer();
const tells = fc.constantFrom(...TELLS);
const jump = fc.constantFrom(...[HOUR, 24 * HOUR, 10 * 365 * 24 * HOUR].flatMap((by) => [by, -by]));
const moment = fc.integer({ min: 0, max: 200_000 });
const asks = fc.array(
  fc.record({
    at: moment,
    priority: fc.constantFrom<Priority[]>('user', 'bulk', 'background'),
    count: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 4, maxLength: 12 },
);

function setUp(options: DeviceOptions, plan: readonly { at: number; priority: Priority; count: number }[]) {
  const world = new World();
  const device = new Device(world, options);
  for (const { at, priority, count } of plan) world.at(at, () => void device.askMany(count, priority));
  return { world, device };
}

it('jumps at any moment, with a stranger at the key and moments named in the server’s time', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      ...([
        kind,
        seed,
        tells,
        asks,
        fc.array(fc.tuple(moment, jump), { minLength: 1, maxLength: 6 }),
      ] as const),
      async (kind, seed, tells, asks, jumps) => {
        const run = async (jumping: boolean) => {
          const server = new Server(kind, 30, Math.abs(seed) % W);
          const travel = roughTravel(dice(seed), 2_000, 0);
          const { world, device } = setUp({ server, travel, wire: contractWire(tells) }, asks);
          for (let call = 0; call < 60; call += 1)
            world.at(20_000 + call * 700, () => void server.take(world.now, false));
          if (jumping) for (const [at, by] of jumps) world.at(at, () => void (device.wallOffset += by));
          await world.run();
          refused += server.refusals;
          return device.told.map(({ sent, done, outcome }) => ({ sent, done, ok: outcome?.ok }));
        };
        expect(await run(true)).toEqual(await run(false));
      },
    ),
    drawn(RUNS),
  );
  // Otherwise nobody named a moment.
  expect(refused).toBeGreaterThan(RUNS / 10);
});

describe('sleep', () => {
  it.each(['stands still', 'goes on'] as const)('while the steady clock %s', async (clock) => {
    let longest = 0;
    await fc.assert(
      fc.asyncProperty(
        ...([
          kind,
          seed,
          tells,
          asks,
          fc.array(fc.tuple(moment, fc.constantFrom(40_000, HOUR, 24 * HOUR)), {
            minLength: 1,
            maxLength: 3,
          }),
        ] as const),
        async (kind, seed, tells, asks, naps) => {
          const server = new Server(kind, 30, Math.abs(seed) % W);
          const travel = roughTravel(dice(seed), 2_000, 0);
          const persons = asks.slice(0, 4).map((ask) => ({ ...ask, priority: 'user' as const }));
          const { world, device } = setUp({ server, travel, wire: contractWire(tells) }, []);
          const slept: { from: number; to: number }[] = [];
          const events = [
            ...naps.map(([at, ms]) => ({ at, ms, count: 0 })),
            ...persons.map(({ at, count }) => ({ at, ms: 0, count })),
          ].sort((a, b) => a.at - b.at);
          let late = 0;
          for (const { at, ms, count } of events) {
            await world.run(at + late);
            device.askMany(count, 'user');
            if (ms === 0) continue;
            slept.push({ from: world.now, to: world.now + ms });
            device.doze(ms, clock);
            late += ms;
            await world.run(world.now + ms);
          }
          await world.run();
          expect(server.refusals).toBe(0);
          expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
          for (const { asked, sent, outcome } of device.told) {
            const asleep = slept.map(({ from, to }) =>
              Math.max(0, Math.min(to, sent ?? 0) - Math.max(from, asked)),
            );
            const awake = (sent ?? Infinity) - asked - asleep.reduce((sum, ms) => sum + ms, 0);
            longest = Math.max(longest, awake);
            // Without an answer the connection had died in the sleep; the call is the caller's again.
            expect(
              outcome?.ok === true || (outcome?.ok === false && outcome.failure.kind === 'unreachable'),
            ).toBe(true);
          }
          expect(longest).toBeLessThanOrEqual(2 * W);
        },
      ),
      drawn(RUNS),
    );
    if (isSoak) console.log(`sleep, steady clock ${clock}: longest wait`, longest);
  });
});
