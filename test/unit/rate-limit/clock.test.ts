/** Within one worker instance a clock jump changes nothing, and a sleep costs no more than a window. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, isSoak, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { contractWire, TELLS, type Tells } from './wires.ts';
import {
  Device,
  KINDS,
  mostInAnyWindow,
  roughTravel,
  Server,
  W,
  type DeviceOptions,
  type Kind,
} from './device.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';

vi.setConfig({ testTimeout: rounds(300_000, soakTimeoutMs) });
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

interface Ask {
  readonly at: number;
  readonly priority: Priority;
  readonly count: number;
}

function setUp(options: DeviceOptions, plan: readonly Ask[]) {
  const clock = new VirtualClock();
  const device = new Device(clock, options);
  for (const { at, priority, count } of plan) clock.at(at, () => void device.askMany(count, priority));
  return { clock, device };
}

it('ignores clock jumps at any time, while another device uses the key and the service reports times of its own clock', async () => {
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
          const travel = roughTravel(seededRandom(seed), 2_000, 0);
          const { clock, device } = setUp({ server, travel, wire: contractWire(tells) }, asks);
          for (let call = 0; call < 60; call += 1)
            clock.at(20_000 + call * 700, () => void server.take(clock.now, false));
          if (jumping) for (const [at, by] of jumps) clock.at(at, () => void (device.wallOffset += by));
          await clock.runTo();
          refused += server.refusals;
          return device.requests.map(({ sent, done, outcome }) => ({ sent, done, ok: outcome?.ok }));
        };
        expect(await run(true)).toEqual(await run(false));
      },
    ),
    drawn(RUNS),
  );
  // Otherwise no reply had a time in it.
  expect(refused).toBeGreaterThan(RUNS / 10);
});

/** Found by the soak: across a sleep, two resets and calls seemed closer than they were, and so the window shorter. */
const sleepBetweenResets: [Kind, number, Tells, Ask[], [number, number][]] = [
  'sliding',
  0,
  'everything',
  [
    { at: 17_946, priority: 'user', count: 3 },
    { at: 63_130, priority: 'user', count: 10 },
    { at: 63_130, priority: 'user', count: 10 },
    { at: 92_413, priority: 'user', count: 11 },
  ],
  [[19_475, 40_000]],
];

describe('sleep', () => {
  it.each(['stands still', 'goes on'] as const)(
    'costs no more than a window while the monotonic clock %s',
    async (monotonic) => {
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
            const travel = roughTravel(seededRandom(seed), 2_000, 0);
            const userRequests = asks
              .slice(0, 4)
              .map((command) => ({ ...command, priority: 'user' as const }));
            const { clock, device } = setUp({ server, travel, wire: contractWire(tells) }, []);
            const slept: { from: number; to: number }[] = [];
            const events = [
              ...naps.map(([at, ms]) => ({ at, ms, count: 0 })),
              ...userRequests.map(({ at, count }) => ({ at, ms: 0, count })),
            ].sort((a, b) => a.at - b.at);
            let late = 0;
            for (const { at, ms, count } of events) {
              await clock.runTo(at + late);
              device.askMany(count, 'user');
              if (ms === 0) continue;
              slept.push({ from: clock.now, to: clock.now + ms });
              device.suspend(ms, monotonic);
              late += ms;
              await clock.runTo(clock.now + ms);
            }
            await clock.runTo();
            expect(server.refusals).toBe(0);
            expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
            for (const { asked, sent, outcome } of device.requests) {
              const asleep = slept.map(({ from, to }) =>
                Math.max(0, Math.min(to, sent ?? 0) - Math.max(from, asked)),
              );
              const awake = (sent ?? Infinity) - asked - asleep.reduce((sum, ms) => sum + ms, 0);
              longest = Math.max(longest, awake);
              // Without a reply the connection was lost during the sleep: the call fails.
              expect(
                outcome?.ok === true || (outcome?.ok === false && outcome.failure.kind === 'unreachable'),
              ).toBe(true);
            }
            expect(longest).toBeLessThanOrEqual(2 * W);
          },
        ),
        { ...drawn(RUNS), examples: [sleepBetweenResets] },
      );
      if (isSoak) console.log(`sleep, monotonic clock ${monotonic}: longest wait`, longest);
    },
  );
});
