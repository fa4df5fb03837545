/** A plan may have another window than the contract's minute: it is learned from the replies, and never taken for shorter. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../support/fuzz.ts';
import { contractWire } from './wires.ts';
import { Device, dice, KINDS, mostInAnyWindow, roughTravel, Server, World, type Kind } from './world.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';

vi.setConfig({ testTimeout: 120_000 });

const learned = ({ disk }: Device) => (JSON.parse(disk ?? '{}') as { window?: number }).window;

function scene(kind: Kind, limit: number, span: number, seed: number, count = 1) {
  const world = new World();
  const roll = dice(seed);
  const server = new Server(kind, limit, Math.floor(roll() * span), span);
  const wire = contractWire('everything', limit);
  const devices = Array.from(
    { length: count },
    () => new Device(world, { server, wire, travel: roughTravel(roll, 1_000, 0) }),
  );
  return { world, server, devices };
}

describe('a window of 10 s', () => {
  it.each<Kind>(['fixed', 'from-first', 'sliding'])('%s: 50 calls take no five minutes', async (kind) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { world, server, devices } = scene(kind, 10, 10_000, seed);
      const [device] = devices;
      const bulk = device?.askMany(50, 'bulk') ?? [];
      await world.run();
      expect(device && learned(device)).toBe(10_000);
      // With a minute for the window, all but ten of them would take six seconds each.
      expect(Math.max(...bulk.map(({ done }) => done ?? Infinity))).toBeLessThanOrEqual(75_000);
      expect(server.refusals).toBe(0);
      expect(mostInAnyWindow(server.arrivals, 10_000)).toBeLessThanOrEqual(10);
    }
  });

  it.each<Kind>(['fixed', 'from-first', 'sliding', 'bucket'])(
    '%s: 25 calls of a person at once take no two minutes',
    async (kind) => {
      for (let seed = 1; seed <= 5; seed += 1) {
        const { world, server, devices } = scene(kind, 10, 10_000, seed);
        const persons = devices[0]?.askMany(25, 'user') ?? [];
        await world.run();
        expect(Math.max(...persons.map(({ done }) => done ?? Infinity))).toBeLessThanOrEqual(50_000);
        expect(server.refusals).toBe(0);
      }
    },
  );

  it('outlives the worker', async () => {
    const { world, server, devices } = scene('from-first', 10, 10_000, 1);
    const [device] = devices;
    device?.askMany(20, 'bulk');
    await world.run();
    device?.die();
    device?.start();
    const from = world.now;
    device?.askMany(20, 'bulk');
    await world.run();
    expect(world.now - from).toBeLessThanOrEqual(30_000);
    expect(server.refusals).toBe(0);
  });

  it('was not kept by older versions: what they kept is read, and a minute is assumed', async () => {
    const { world, devices } = scene('sliding', 30, 60_000, 1);
    const [device] = devices;
    device?.askMany(12, 'user');
    await world.run();
    const { window, person, shared, ...older } = JSON.parse(device?.disk ?? '{}') as Record<string, unknown>;
    expect([window, typeof person, shared]).toEqual([60_000, 'number', null]);
    if (device) device.disk = JSON.stringify(older);
    device?.die();
    device?.start();
    await world.run(world.now + 1);
    expect(device?.lane.usage()).toMatchObject({ limit: 30, usedHere: 12, remaining: 18 });
  });

  it('that becomes a minute: found out by the first reset that is too far away', async () => {
    const { world, devices } = scene('from-first', 10, 10_000, 1);
    const [device] = devices;
    device?.askMany(20, 'bulk');
    await world.run();
    const later = new Server('from-first', 10, 0);
    const moved = new Device(world, { server: later, wire: contractWire('everything', 10) });
    moved.die();
    moved.disk = device?.disk ?? null;
    moved.start();
    moved.askMany(15, 'bulk');
    await world.run();
    expect(learned(moved)).toBe(60_000);
    expect(later.refusals).toBe(0);
  });
});

it('a window of a minute is never taken for shorter, however many devices there are', async () => {
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
        const { world, devices } = scene(kind, limit, 60_000, seed, count);
        for (const { device, priority, count: calls, quiet } of plan) {
          devices[device % count]?.askMany(calls, priority);
          await world.run(world.now + quiet);
        }
        await world.run();
        for (const device of devices) expect(learned(device) ?? 60_000).toBe(60_000);
      },
    ),
    drawn(80),
  );
});
