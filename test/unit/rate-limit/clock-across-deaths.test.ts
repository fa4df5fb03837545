/** The wall clock jumps, and it alone tells how long the worker was gone. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, isSoak, rounds } from '../../support/fuzz.ts';
import { contractWire, TELLS, type Tells } from './wires.ts';
import { Device, dice, KINDS, mostInAnyWindow, roughTravel, Server, W, World, type Kind } from './world.ts';

vi.setConfig({ testTimeout: 300_000 });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEARS = 10 * 365 * DAY;
const jumps = [HOUR, DAY, YEARS, 40_000].flatMap((by) => [by, -by]);

/** The longest way there or back. */
const travelMs = 1_000;

const life = fc.record({
  count: fc.integer({ min: 0, max: 30 }),
  lives: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 })),
  jumpsWhileAlive: fc.constantFrom(0, 0, ...jumps),
  gone: fc.oneof(
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 90_000 }),
    fc.constant(9 * HOUR),
  ),
  jumpsWhileDead: fc.constantFrom(0, ...jumps),
});

/** What the soak found: calls of this life's own clock that were made younger by a jump before it. */
const found: [Kind, number, Tells, (typeof life extends fc.Arbitrary<infer L> ? L : never)[]][] = [
  [
    'fixed',
    -1025402641,
    'everything',
    [
      { count: 30, lives: 407, jumpsWhileAlive: 0, gone: 9 * HOUR, jumpsWhileDead: HOUR },
      { count: 1, lives: 0, jumpsWhileAlive: 0, gone: 0, jumpsWhileDead: 0 },
    ],
  ],
];

it('any lives, deaths and jumps: one call too many for each jump forward, never a burst; no wait of two windows', async () => {
  const worst = { over: 0, wait: 0, refusals: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS),
      fc.integer(),
      fc.constantFrom(...TELLS),
      fc.array(life, { minLength: 2, maxLength: 8 }),
      async (kind, seed, tells, lives) => {
        const world = new World();
        const server = new Server(kind, 30, Math.abs(seed) % W);
        const travel = roughTravel(dice(seed), travelMs, 0);
        const device = new Device(world, { server, travel, wire: contractWire(tells) });
        let [forward, unheard] = [0, 0];
        for (const { count, lives: ms, jumpsWhileAlive, gone, jumpsWhileDead } of lives) {
          const asked = device.askMany(count, 'user');
          await world.run(world.now + ms / 2);
          device.wallOffset += jumpsWhileAlive;
          await world.run(world.now + ms / 2);
          // The one that was to find out may never be heard: then the next life asks once more.
          unheard += Number(asked.some(({ sent, outcome }) => sent !== null && outcome === null));
          device.die();
          device.wallOffset += jumpsWhileDead;
          forward += Number(jumpsWhileAlive > 0) + Number(jumpsWhileDead > 0);
          await world.run(world.now + gone);
          device.start();
          await world.run(world.now);
        }
        device.askMany(29, 'user');
        await world.run();

        const over = mostInAnyWindow(server.arrivals) - 30;
        // A refused one may go again when a fixed window of the service's ends, within W of the others.
        expect(over).toBeLessThanOrEqual(forward + unheard + server.refusals);
        expect(server.refusals).toBeLessThanOrEqual(forward === 0 ? 0 : forward + unheard);
        worst.over = Math.max(worst.over, over);
        worst.refusals = Math.max(worst.refusals, server.refusals);
        const waits = device.told.map(({ asked, sent }) => (sent === null ? 0 : sent - asked));
        const longest = Math.max(...waits);
        worst.wait = Math.max(worst.wait, longest);
        // A refusal asks for up to a window more, from when it is heard: twice there and back.
        expect(longest).toBeLessThanOrEqual(2 * W + 2 * travelMs);
        expect(device.told.slice(-29).every(({ outcome }) => outcome?.ok)).toBe(true);
      },
    ),
    { ...drawn(rounds(150, 10_000)), examples: found },
  );
  if (isSoak) console.log('lives, deaths and jumps, worst:', worst);
});

it('a clock set back over one death, and forward by almost what that hid before the next: one call finds out', async () => {
  for (const kind of KINDS) {
    const world = new World();
    const server = new Server(kind, 30);
    const wire = contractWire('everything');
    const device = new Device(world, { server, travel: () => ({ out: 100, back: 100 }), wire });
    const restart = async (jump: number, gone: number) => {
      device.die();
      device.wallOffset += jump;
      await world.run(world.now + gone);
      device.start();
      await world.run(world.now);
    };
    device.askMany(29, 'user');
    await world.run(37_600);
    await restart(-YEARS, 1_600);
    device.wallOffset += 40_000;
    await restart(0, 2_400);
    device.askMany(40, 'user');
    await world.run();
    expect(server.refusals).toBeLessThanOrEqual(1);
  }
});

/** A burst, then the worker dies; a wake later 40 persons' calls at once. */
async function wakeAfterABurst(kind: Kind, tells: Tells, jump: number, gone: number) {
  const world = new World();
  const server = new Server(kind, 30);
  const travel = () => ({ out: 100, back: 100 });
  const device = new Device(world, { server, travel, wire: contractWire(tells) });
  await world.run(1_000);
  device.askMany(30, 'user');
  await world.run(10_000);
  expect(server.arrivals).toHaveLength(30);
  device.die();
  device.wallOffset += jump;
  await world.run(10_000 + gone);
  device.start();
  await world.run(world.now);
  const calls = device.askMany(40, 'user');
  await world.run();
  return { server, waits: calls.map(({ asked, sent }) => (sent ?? Infinity) - asked) };
}

it.each(TELLS)('a clock set forward while the worker is dead, told %s: one call finds out', async (tells) => {
  for (const kind of KINDS) {
    for (const jump of [HOUR, DAY, YEARS]) {
      const { server } = await wakeAfterABurst(kind, tells, jump, 1_000);
      expect(server.refusals).toBeLessThanOrEqual(1);
      // A refused one may go again when a fixed window of the service's ends, within W of the burst.
      expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(31 + server.refusals);
    }
  }
});

describe('a true night', () => {
  it.each(['everything', 'limit and Date', 'Date'] as const)('told %s: all go at once', async (tells) => {
    const { waits } = await wakeAfterABurst('sliding', tells, 0, 9 * HOUR);
    // The first goes alone, there and back.
    expect(Math.max(...waits.slice(0, 30))).toBeLessThanOrEqual(200);
  });

  it('and a jump at its end: all go at once too', async () => {
    for (const jump of [HOUR, DAY, -HOUR]) {
      const { waits } = await wakeAfterABurst('sliding', 'limit and Date', jump, 9 * HOUR);
      expect(Math.max(...waits.slice(0, 30))).toBeLessThanOrEqual(200);
    }
  });

  it('of a service that tells neither Date nor what is left: nobody can know, one window', async () => {
    const { waits } = await wakeAfterABurst('sliding', 'nothing', 0, 9 * HOUR);
    expect(waits[0]).toBe(0);
    expect(Math.max(...waits.slice(0, 30))).toBeLessThanOrEqual(W + 1_000);
  });

  it('what is in doubt stays so when the worker dies again before the answer', async () => {
    const world = new World();
    const server = new Server('sliding', 30);
    const device = new Device(world, {
      server,
      travel: () => ({ out: 300, back: 300 }),
      wire: contractWire('limit and Date'),
    });
    device.askMany(29, 'user');
    await world.run(3_000);
    for (let death = 0; death < 3; death += 1) {
      device.die();
      if (death === 0) device.wallOffset += DAY;
      await world.run(world.now + 1_000);
      device.start();
      device.askMany(30, 'user');
      await world.run(world.now + 400);
    }
    await world.run();
    // Each life sends the one call that finds out; two of them never heard.
    expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(29 + 3);
  });
});

describe('a wait that the service asked for', () => {
  async function waitOut(asked: number, jump: number, gone: number) {
    const world = new World();
    const server = new Server('sliding', 30);
    let closed = true;
    const contract = contractWire('everything');
    const device = new Device(world, {
      server,
      wire: (answer, now) =>
        closed
          ? { status: 429, headers: { 'Retry-After': String(asked / 1_000) }, body: '' }
          : contract(answer, now),
    });
    await world.run(1_000);
    device.ask('user');
    await world.run(2_000);
    closed = false;
    device.die();
    device.wallOffset += jump;
    await world.run(2_000 + gone);
    device.start();
    await world.run(world.now);
    const started = world.now;
    const again = device.ask('user');
    await world.run();
    return { total: (again.sent ?? Infinity) - 1_000, after: (again.sent ?? Infinity) - started, again };
  }

  it.each([20_000, 60_000, 300_000])('of %i ms is kept across a death to the millisecond', async (asked) => {
    const { total, again } = await waitOut(asked, 0, 5_000);
    expect(total).toBe(asked);
    expect(again.outcome?.ok).toBe(true);
  });

  it.each([HOUR, DAY, YEARS].flatMap((jump) => [20_000, 300_000].map((asked) => [jump, asked] as const)))(
    'clock set back by %i ms: never longer than the %i ms asked for, from the start on',
    async (jump, asked) => {
      const { total, after } = await waitOut(asked, -jump, 10_000);
      expect(after).toBeLessThanOrEqual(asked);
      expect(total).toBeGreaterThanOrEqual(asked);
    },
  );

  it.each([HOUR, DAY, YEARS])('clock set forward by %i ms: one call asks, and no wait', async (jump) => {
    const { after } = await waitOut(300_000, jump, 10_000);
    expect(after).toBe(0);
  });
});
