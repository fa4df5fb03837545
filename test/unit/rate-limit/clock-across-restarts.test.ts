/** The wall clock, which alone measures the time between two worker instances, jumps. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drawn, isSoak, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { contractWire, TELLS, type Tells } from './wires.ts';
import { Device, KINDS, mostInAnyWindow, roughTravel, Server, W, type Kind } from './device.ts';

vi.setConfig({ testTimeout: rounds(300_000, soakTimeoutMs) });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEARS = 10 * 365 * DAY;
const jumps = [HOUR, DAY, YEARS, 40_000].flatMap((by) => [by, -by]);

/** The longest transfer each way. */
const travelMs = 1_000;

const instance = fc.record({
  count: fc.integer({ min: 0, max: 30 }),
  runsMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 })),
  jumpsWhileAlive: fc.constantFrom(0, 0, ...jumps),
  gone: fc.oneof(
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 90_000 }),
    fc.constant(9 * HOUR),
  ),
  jumpsWhileDead: fc.constantFrom(0, ...jumps),
});

/** Found by the soak: calls measured by this instance's own clock that a jump before it had made younger. */
const found: [Kind, number, Tells, (typeof instance extends fc.Arbitrary<infer L> ? L : never)[]][] = [
  [
    'fixed',
    -1025402641,
    'everything',
    [
      { count: 30, runsMs: 407, jumpsWhileAlive: 0, gone: 9 * HOUR, jumpsWhileDead: HOUR },
      { count: 1, runsMs: 0, jumpsWhileAlive: 0, gone: 0, jumpsWhileDead: 0 },
    ],
  ],
];

it('sends one call too many at most for each jump forward, and waits no longer than two windows, over any restarts', async () => {
  const worst = { over: 0, wait: 0, refusals: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS),
      fc.integer(),
      fc.constantFrom(...TELLS),
      fc.array(instance, { minLength: 2, maxLength: 8 }),
      async (kind, seed, tells, instances) => {
        const clock = new VirtualClock();
        const server = new Server(kind, 30, Math.abs(seed) % W);
        const travel = roughTravel(seededRandom(seed), travelMs, 0);
        const device = new Device(clock, { server, travel, wire: contractWire(tells) });
        let [forward, unanswered] = [0, 0];
        for (const { count, runsMs, jumpsWhileAlive, gone, jumpsWhileDead } of instances) {
          const asked = device.askMany(count, 'user');
          await clock.runTo(clock.now + runsMs / 2);
          device.wallOffset += jumpsWhileAlive;
          await clock.runTo(clock.now + runsMs / 2);
          // The reply to the probe may never arrive: then the next instance sends another one.
          unanswered += Number(asked.some(({ sent, outcome }) => sent !== null && outcome === null));
          device.stop();
          device.wallOffset += jumpsWhileDead;
          forward += Number(jumpsWhileAlive > 0) + Number(jumpsWhileDead > 0);
          await clock.runTo(clock.now + gone);
          device.start();
          await clock.runTo(clock.now);
        }
        device.askMany(29, 'user');
        await clock.runTo();

        const over = mostInAnyWindow(server.arrivals) - 30;
        // A refused one may go again when a fixed window of the service ends, within W of the others.
        expect(over).toBeLessThanOrEqual(forward + unanswered + server.refusals);
        expect(server.refusals).toBeLessThanOrEqual(forward === 0 ? 0 : forward + unanswered);
        worst.over = Math.max(worst.over, over);
        worst.refusals = Math.max(worst.refusals, server.refusals);
        const waits = device.requests.map(({ asked, sent }) => (sent === null ? 0 : sent - asked));
        const longest = Math.max(...waits);
        worst.wait = Math.max(worst.wait, longest);
        // A refusal requests up to one more window from its arrival: two transfers each way.
        expect(longest).toBeLessThanOrEqual(2 * W + 2 * travelMs);
        expect(device.requests.slice(-29).every(({ outcome }) => outcome?.ok)).toBe(true);
      },
    ),
    { ...drawn(rounds(150, 10_000)), examples: found },
  );
  if (isSoak) console.log('restarts and clock jumps, worst:', worst);
});

it('sends one probe after a clock was set back in one restart, and forward by almost as much before the next', async () => {
  for (const kind of KINDS) {
    const clock = new VirtualClock();
    const server = new Server(kind, 30);
    const wire = contractWire('everything');
    const device = new Device(clock, { server, travel: () => ({ out: 100, back: 100 }), wire });
    const restart = async (jump: number, gone: number) => {
      device.stop();
      device.wallOffset += jump;
      await clock.runTo(clock.now + gone);
      device.start();
      await clock.runTo(clock.now);
    };
    device.askMany(29, 'user');
    await clock.runTo(37_600);
    await restart(-YEARS, 1_600);
    device.wallOffset += 40_000;
    await restart(0, 2_400);
    device.askMany(40, 'user');
    await clock.runTo();
    expect(server.refusals).toBeLessThanOrEqual(1);
  }
});

/** A burst, then the worker stops; after its next start 40 calls of the user together. */
async function wakeAfterABurst(kind: Kind, tells: Tells, jump: number, gone: number) {
  const clock = new VirtualClock();
  const server = new Server(kind, 30);
  const travel = () => ({ out: 100, back: 100 });
  const device = new Device(clock, { server, travel, wire: contractWire(tells) });
  await clock.runTo(1_000);
  device.askMany(30, 'user');
  await clock.runTo(10_000);
  expect(server.arrivals).toHaveLength(30);
  device.stop();
  device.wallOffset += jump;
  await clock.runTo(10_000 + gone);
  device.start();
  await clock.runTo(clock.now);
  const calls = device.askMany(40, 'user');
  await clock.runTo();
  return { server, waits: calls.map(({ asked, sent }) => (sent ?? Infinity) - asked) };
}

it.each(TELLS)(
  'sends one probe after a clock was set forward while the worker was stopped, where the service reports %s',
  async (tells) => {
    for (const kind of KINDS) {
      for (const jump of [HOUR, DAY, YEARS]) {
        const { server } = await wakeAfterABurst(kind, tells, jump, 1_000);
        expect(server.refusals).toBeLessThanOrEqual(1);
        // A refused one may go again when a fixed window of the service's ends, within W of the burst.
        expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(31 + server.refusals);
      }
    }
  },
);

describe('after a real night', () => {
  it.each(['everything', 'limit and Date', 'Date'] as const)(
    'all calls go immediately where the service reports %s',
    async (tells) => {
      const { waits } = await wakeAfterABurst('sliding', tells, 0, 9 * HOUR);
      // The first goes alone, there and back.
      expect(Math.max(...waits.slice(0, 30))).toBeLessThanOrEqual(200);
    },
  );

  it('all calls go immediately despite a clock jump at its end', async () => {
    for (const jump of [HOUR, DAY, -HOUR]) {
      const { waits } = await wakeAfterABurst('sliding', 'limit and Date', jump, 9 * HOUR);
      expect(Math.max(...waits.slice(0, 30))).toBeLessThanOrEqual(200);
    }
  });

  it('calls wait for one window where the service reports neither Date nor a remaining count', async () => {
    const { waits } = await wakeAfterABurst('sliding', 'nothing', 0, 9 * HOUR);
    expect(waits[0]).toBe(0);
    expect(Math.max(...waits.slice(0, 30))).toBeLessThanOrEqual(W + 1_000);
  });

  it('unverified ages stay unverified when the worker stops again before a reply', async () => {
    const clock = new VirtualClock();
    const server = new Server('sliding', 30);
    const device = new Device(clock, {
      server,
      travel: () => ({ out: 300, back: 300 }),
      wire: contractWire('limit and Date'),
    });
    device.askMany(29, 'user');
    await clock.runTo(3_000);
    for (let shutdown = 0; shutdown < 3; shutdown += 1) {
      device.stop();
      if (shutdown === 0) device.wallOffset += DAY;
      await clock.runTo(clock.now + 1_000);
      device.start();
      device.askMany(30, 'user');
      await clock.runTo(clock.now + 400);
    }
    await clock.runTo();
    // Each instance sends one probe; two of them never received a reply.
    expect(mostInAnyWindow(server.arrivals)).toBeLessThanOrEqual(29 + 3);
  });
});

describe('a wait that the service requested', () => {
  async function waitOut(asked: number, jump: number, gone: number) {
    const clock = new VirtualClock();
    const server = new Server('sliding', 30);
    let closed = true;
    const contract = contractWire('everything');
    const device = new Device(clock, {
      server,
      wire: (response, now) =>
        closed
          ? { status: 429, headers: { 'Retry-After': String(asked / 1_000) }, body: '' }
          : contract(response, now),
    });
    await clock.runTo(1_000);
    device.command('user');
    await clock.runTo(2_000);
    closed = false;
    device.stop();
    device.wallOffset += jump;
    await clock.runTo(2_000 + gone);
    device.start();
    await clock.runTo(clock.now);
    const started = clock.now;
    const again = device.command('user');
    await clock.runTo();
    return { total: (again.sent ?? Infinity) - 1_000, after: (again.sent ?? Infinity) - started, again };
  }

  it.each([20_000, 60_000, 300_000])('of %i ms holds across a restart to the millisecond', async (asked) => {
    const { total, again } = await waitOut(asked, 0, 5_000);
    expect(total).toBe(asked);
    expect(again.outcome?.ok).toBe(true);
  });

  it.each([HOUR, DAY, YEARS].flatMap((jump) => [20_000, 300_000].map((asked) => [jump, asked] as const)))(
    'after the clock was set back by %i ms never exceeds the requested %i ms, counted from the restart',
    async (jump, asked) => {
      const { total, after } = await waitOut(asked, -jump, 10_000);
      expect(after).toBeLessThanOrEqual(asked);
      expect(total).toBeGreaterThanOrEqual(asked);
    },
  );

  it.each([
    ['soon after it began', HOUR, 10_000],
    ['shortly before its end', DAY, DAY - 600_000],
    ['after its end', YEARS, 2 * DAY],
  ])('of a day does not start again when the clock was set back %s', async (_name, jump, gone) => {
    const { after, again } = await waitOut(DAY, -jump, gone);
    expect(after).toBeLessThanOrEqual(5 * 60_000);
    expect(again.outcome?.ok).toBe(true);
  });

  it('until a quota of a day is renewed does not start again when the clock was set back', async () => {
    const clock = new VirtualClock();
    const server = new Server('from-first', 20, 0, DAY);
    const wire = contractWire('everything', 20);
    const device = new Device(clock, { server, wire, travel: () => ({ out: 50, back: 50 }) });
    device.askMany(20, 'user');
    await clock.runTo(10_000);
    const early = device.command('user');
    await clock.runTo(clock.now);
    expect(early.outcome).toMatchObject({ ok: false, failure: { kind: 'limit' } });
    device.stop();
    device.wallOffset -= 2 * DAY;
    await clock.runTo(DAY + 60_000);
    device.start();
    await clock.runTo(clock.now);
    const calls = device.askMany(5, 'user');
    await clock.runTo();
    for (const { asked, sent, outcome } of calls) {
      expect((sent ?? Infinity) - asked).toBeLessThanOrEqual(5 * 60_000 + 1_000);
      expect(outcome?.ok).toBe(true);
    }
    expect(server.refusals).toBe(0);
  });

  it.each([HOUR, DAY, YEARS])(
    'ends after the clock was set forward by %i ms, with one probe',
    async (jump) => {
      const { after } = await waitOut(300_000, jump, 10_000);
      expect(after).toBe(0);
    },
  );
});
