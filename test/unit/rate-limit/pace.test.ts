/** What a person and a long run of bulk can count on while the key is theirs alone. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../support/fuzz.ts';
import {
  Device,
  dice,
  KINDS,
  mostInAnyWindow,
  roughTravel,
  Server,
  World,
  type Kind,
  type Told,
} from './world.ts';

vi.setConfig({ testTimeout: 120_000 });
/** PACING_RUNS=20 looks longer. */
const RUNS = Number(process.env['PACING_RUNS'] ?? 2);
const SLOT = 2_000;
const kind = fc.constantFrom<Kind[]>(...KINDS);
const seed = fc.integer();
const phase = fc.integer({ min: 0, max: 59_999 });
const headers = fc.constantFrom('all' as const, 'limit-only' as const, 'no-headers' as const);
const waits = (told: readonly Told[]) => told.map(({ asked, sent }) => (sent ?? Infinity) - asked);
const last = (told: readonly Told[]) => Math.max(...told.map(({ done }) => done ?? Infinity));
const even = (ms: number) => () => ({ out: ms / 2, back: ms / 2 });

describe('bulk', () => {
  it('300 calls take 300 slots, within 3 %, when answers take at most 0.5 s', async () => {
    let worst = 0;
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, headers, async (kind, phase, seed, headers) => {
        const world = new World();
        const server = new Server(kind, 30, phase);
        const travel = seed % 3 === 0 ? even(500) : roughTravel(dice(seed), 500, 0);
        const device = new Device(world, { server, travel, headers });
        await world.run(1_000);
        const bulk = device.askMany(300, 'bulk');
        await world.run();
        const took = last(bulk) - 1_000;
        worst = Math.max(worst, took);
        expect(took).toBeLessThanOrEqual(300 * SLOT * 1.03);
        expect(server.refusals).toBe(0);
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(30);
      }),
      drawn(30 * RUNS),
    );
    if (process.env['PACING_MEASURE']) console.log('300 bulk, worst:', worst);
  });

  it.each([1_000, 2_000, 3_000, 8_000])('answers of %i ms cost their own share', async (ms) => {
    const world = new World();
    const device = new Device(world, { server: new Server('sliding', 30), travel: even(ms) });
    const bulk = device.askMany(300, 'bulk');
    await world.run();
    // The own share is ms a window of 30; a ninth more is the price of the places kept for persons.
    expect(last(bulk)).toBeLessThanOrEqual(300 * SLOT + Math.ceil(300 / 27) * (ms + 10) + ms);
  });

  it('is spread: no two go within a slot of each other', async () => {
    const world = new World();
    const device = new Device(world, { server: new Server('fixed', 30), travel: even(300) });
    device.askMany(100, 'bulk');
    await world.run();
    const gaps = device.sends.slice(1).map(({ at }, place) => at - (device.sends[place]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SLOT);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(SLOT + 400);
  });

  it.each([5, 60, 1_000])('keeps the pace of a limit of %i', async (limit) => {
    const world = new World();
    const device = new Device(world, { server: new Server('sliding', limit), travel: even(200) });
    const count = limit === 5 ? 30 : limit * 2;
    const bulk = device.askMany(count, 'bulk');
    await world.run();
    expect(last(bulk)).toBeLessThanOrEqual(count * (60_000 / limit) * 1.03 + 2_000);
  });

  it('a stalled call holds nobody', async () => {
    const world = new World();
    let calls = 0;
    const travel = () => ({ out: 100, back: (calls += 1) === 10 ? 20_000 : 100 });
    const device = new Device(world, { server: new Server('sliding', 30), travel });
    device.askMany(25, 'bulk');
    await world.run(25 * SLOT + 1_000);
    expect(device.sends).toHaveLength(25);
  });
});

describe('a person', () => {
  it('waits at most one slot, at any moment, behind 200 bulk and 200 refresh calls', async () => {
    let worst = 0;
    await fc.assert(
      fc.asyncProperty(
        kind,
        phase,
        seed,
        headers,
        fc.array(fc.integer({ min: 6_000, max: 60_000 }), { minLength: 3, maxLength: 12 }),
        fc.constantFrom([200, 0], [0, 200], [200, 200]),
        async (kind, phase, seed, headers, gaps, [bulk = 0, refresh = 0]) => {
          const world = new World();
          const server = new Server(kind, 30, phase);
          const rough = roughTravel(dice(seed));
          let first = true;
          // Until the first reply calls go alone, so a stalled first one would hold everybody.
          const travel = () => (first ? ((first = false), { out: 100, back: 100 }) : rough());
          const device = new Device(world, { server, travel, headers });
          device.askMany(bulk, 'bulk');
          device.askMany(refresh, 'background');
          const persons: Told[] = [];
          let at = 0;
          for (const gap of gaps) {
            await world.run((at += gap));
            persons.push(device.ask('user'));
          }
          await world.run(at + 100_000);
          worst = Math.max(worst, ...waits(persons));
          expect(Math.max(...waits(persons))).toBeLessThanOrEqual(SLOT);
          expect(server.refusals).toBe(0);
        },
      ),
      drawn(80 * RUNS),
    );
    if (process.env['PACING_MEASURE']) console.log('person behind bulk and refresh, worst:', worst);
  });

  it('waits for no window over a call whose answer came late', async () => {
    const world = new World();
    // The one at 36 s is away for more than 21 s.
    const travel = () => ({ out: 100, back: world.now === 36_000 ? 21_244 : 400 });
    const device = new Device(world, { server: new Server('fixed', 30), travel });
    device.askMany(200, 'bulk');
    await world.run(57_344);
    const person = device.ask('user');
    await world.run(120_000);
    expect(waits([person])[0]).toBeLessThanOrEqual(SLOT);
    expect(device.sends.length).toBeLessThanOrEqual(60);
  });

  it('the k-th of several at once waits k slots, in the middle of bulk', async () => {
    await fc.assert(
      fc.asyncProperty(seed, fc.integer({ min: 1_000, max: 300_000 }), kind, async (seed, at, kind) => {
        const world = new World();
        const device = new Device(world, {
          server: new Server(kind, 30),
          travel: roughTravel(dice(seed), 3_000, 0),
        });
        device.askMany(300, 'bulk');
        await world.run(at + 4_000);
        const persons = device.askMany(12, 'user');
        await world.run(at + 100_000);
        waits(persons).forEach((wait, place) => {
          expect(wait).toBeLessThanOrEqual((place + 1) * SLOT + (place < 3 ? 0 : 12_000));
        });
      }),
      drawn(40 * RUNS),
    );
  });

  it('may spend the whole window at once after a quiet time, and then waits for it', async () => {
    const world = new World();
    const server = new Server('sliding', 30);
    const device = new Device(world, { server, travel: even(200) });
    device.ask('user');
    await world.run(100_000);
    const persons = device.askMany(31, 'user');
    await world.run(300_000);
    expect(waits(persons).slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 0));
    expect(waits(persons)[30]).toBe(60_210);
    expect(server.refusals).toBe(0);
  });

  it('after persons spent most of the window, bulk does not take the rest', async () => {
    const world = new World();
    const device = new Device(world, { server: new Server('sliding', 30), travel: even(200) });
    device.ask('user');
    await world.run(100_000);
    device.askMany(20, 'user');
    device.askMany(100, 'bulk');
    await world.run(113_000);
    expect(waits(device.askMany(10, 'user'))).toEqual(Array.from({ length: 10 }, () => Infinity));
    await world.run(113_001);
    expect(waits(device.told.slice(-10))).toEqual(Array.from({ length: 10 }, () => 0));
  });
});

describe('background reads', () => {
  it('delays no person, and bulk by at most a slot each', async () => {
    await fc.assert(
      fc.asyncProperty(
        seed,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1_000, max: 200_000 }),
        async (seed, refreshes, at) => {
          const run = async (refreshes: number) => {
            const world = new World();
            const travel = roughTravel(dice(seed), 400, 0);
            const device = new Device(world, { server: new Server('fixed', 30, 7), travel });
            device.askMany(refreshes, 'background');
            await world.run(at);
            const persons = device.askMany(9, 'user');
            await world.run(at + 90_000);
            const bulk = device.askMany(100, 'bulk');
            await world.run();
            const before = device.sends.filter(
              (sent) => sent.priority === 'background' && sent.at < at + 90_000,
            );
            return { persons: Math.max(...waits(persons)), bulk: last(bulk), before: before.length };
          };
          const without = await run(0);
          const beside = await run(refreshes);
          expect(beside.persons).toBeLessThanOrEqual(Math.max(without.persons, 400));
          expect(beside.bulk).toBeLessThanOrEqual(without.bulk + beside.before * SLOT + 1_000);
        },
      ),
      drawn(30 * RUNS),
    );
  });

  it('keeps the last third of the window free', async () => {
    const world = new World();
    const device = new Device(world, { server: new Server('sliding', 30), travel: even(100) });
    device.askMany(100, 'background');
    await world.run(400_000);
    expect(mostInAnyWindow(device.sends.map(({ at }) => at))).toBeLessThanOrEqual(20);
    expect(device.sends.length).toBeGreaterThan(95);
  });

  it('yields to everybody', async () => {
    const world = new World();
    const device = new Device(world, { server: new Server('sliding', 30), travel: even(100) });
    device.ask('user');
    await world.run(1_000);
    device.askMany(3, 'background');
    device.askMany(3, 'bulk');
    device.askMany(3, 'user');
    await world.run();
    const order = device.sends.slice(1).map(({ priority }) => priority);
    // The first refresh and the first bulk call found nobody else waiting.
    expect(order.join(' ')).toBe('background bulk user user user bulk bulk background background');
  });
});
