/** A plan may have another window than the documented minute: it is measured from the replies, and never underestimated. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { contractWire } from './wires.ts';
import { Device, KINDS, mostInAnyWindow, roughTravel, Server, type Kind } from './device.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';

vi.setConfig({ testTimeout: rounds(120_000, soakTimeoutMs) });

const learned = ({ disk }: Device) => (JSON.parse(disk ?? '{}') as { window?: number }).window;

function scene(kind: Kind, limit: number, span: number, seed: number, count = 1) {
  const clock = new VirtualClock();
  const roll = seededRandom(seed);
  const server = new Server(kind, limit, Math.floor(roll() * span), span);
  const wire = contractWire('everything', limit);
  const devices = Array.from(
    { length: count },
    () => new Device(clock, { server, wire, travel: roughTravel(roll, 1_000, 0) }),
  );
  return { clock, server, devices };
}

describe('a window of 10 s', () => {
  it.each<Kind>(['fixed', 'from-first', 'sliding'])(
    '%s: 50 calls take less than five minutes',
    async (kind) => {
      for (let seed = 1; seed <= 5; seed += 1) {
        const { clock, server, devices } = scene(kind, 10, 10_000, seed);
        const [device] = devices;
        const bulk = device?.askMany(50, 'bulk') ?? [];
        await clock.runTo();
        expect(device && learned(device)).toBe(10_000);
        expect(device?.queue.usage().windowMs).toBe(10_000);
        // If a minute were assumed, all but ten of them would take six seconds each.
        expect(Math.max(...bulk.map(({ done }) => done ?? Infinity))).toBeLessThanOrEqual(75_000);
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals, 10_000)).toBeLessThanOrEqual(10);
      }
    },
  );

  it.each<Kind>(['fixed', 'from-first', 'sliding', 'bucket'])(
    '%s: 25 simultaneous calls of the user take less than two minutes',
    async (kind) => {
      for (let seed = 1; seed <= 5; seed += 1) {
        const { clock, server, devices } = scene(kind, 10, 10_000, seed);
        const userRequests = devices[0]?.askMany(25, 'user') ?? [];
        await clock.runTo();
        expect(Math.max(...userRequests.map(({ done }) => done ?? Infinity))).toBeLessThanOrEqual(50_000);
        expect(server.refusals).toBe(0);
      }
    },
  );

  it('is stored across a restart of the worker', async () => {
    const { clock, server, devices } = scene('from-first', 10, 10_000, 1);
    const [device] = devices;
    device?.askMany(20, 'bulk');
    await clock.runTo();
    device?.stop();
    device?.start();
    const from = clock.now;
    device?.askMany(20, 'bulk');
    await clock.runTo();
    expect(clock.now - from).toBeLessThanOrEqual(30_000);
    expect(server.refusals).toBe(0);
  });

  it('is absent in the state of older versions, which is read with a minute', async () => {
    const { clock, devices } = scene('sliding', 30, 60_000, 1);
    const [device] = devices;
    device?.askMany(12, 'user');
    await clock.runTo();
    const { window, person, shared, ...older } = JSON.parse(device?.disk ?? '{}') as Record<string, unknown>;
    expect([window, typeof person, shared]).toEqual([60_000, 'number', null]);
    if (device) device.disk = JSON.stringify(older);
    device?.stop();
    device?.start();
    await clock.runTo(clock.now + 1);
    expect(device?.queue.usage()).toMatchObject({ limit: 30, usedHere: 12, remaining: 18 });
  });

  it('that becomes a minute is corrected by the first reset that is too far away', async () => {
    const { clock, devices } = scene('from-first', 10, 10_000, 1);
    const [device] = devices;
    device?.askMany(20, 'bulk');
    await clock.runTo();
    const later = new Server('from-first', 10, 0);
    const moved = new Device(clock, { server: later, wire: contractWire('everything', 10) });
    moved.stop();
    moved.disk = device?.disk ?? null;
    moved.start();
    moved.askMany(15, 'bulk');
    await clock.runTo();
    expect(learned(moved)).toBe(60_000);
    expect(later.refusals).toBe(0);
  });
});

it('measures a window of a minute as such, for any number of devices', async () => {
  const plan = fc.array(
    fc.record({
      device: fc.integer({ min: 0, max: 2 }),
      priority: fc.constantFrom<Priority[]>('user', 'bulk', 'background'),
      count: fc.integer({ min: 1, max: 40 }),
      quiet: fc.integer({ min: 0, max: 70_000 }),
    }),
    { minLength: 2, maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Kind[]>(...KINDS),
      fc.constantFrom(5, 10, 30, 100),
      fc.integer(),
      fc.integer({ min: 1, max: 3 }),
      plan,
      async (kind, limit, seed, count, plan) => {
        const { clock, devices } = scene(kind, limit, 60_000, seed, count);
        for (const { device, priority, count: calls, quiet } of plan) {
          devices[device % count]?.askMany(calls, priority);
          await clock.runTo(clock.now + quiet);
        }
        await clock.runTo();
        for (const device of devices) expect(learned(device) ?? 60_000).toBe(60_000);
      },
    ),
    drawn(80),
  );
});
