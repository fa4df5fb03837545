/** The waits of the user, and the pace of a long bulk, while no other device uses the key. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  emptyState,
  recordSend,
  undoSend,
  type LimiterState,
} from '../../../lib/rate-limit/limiter-state.ts';
import { drawn, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import {
  Device,
  KINDS,
  mostInAnyWindow,
  roughTravel,
  Server,
  type Kind,
  type TrackedRequest,
} from './device.ts';

vi.setConfig({ testTimeout: rounds(120_000, soakTimeoutMs) });
/** PACING_RUNS=20 runs longer. */
const RUNS = Number(process.env['PACING_RUNS'] ?? 2);
const SLOT = 2_000;
const kind = fc.constantFrom<Kind[]>(...KINDS);
const seed = fc.integer();
const phase = fc.integer({ min: 0, max: 59_999 });
const headers = fc.constantFrom('all' as const, 'limit-only' as const, 'no-headers' as const);
const waits = (requests: readonly TrackedRequest[]) =>
  requests.map(({ asked, sent }) => (sent ?? Infinity) - asked);
const last = (requests: readonly TrackedRequest[]) =>
  Math.max(...requests.map(({ done }) => done ?? Infinity));
const even = (ms: number) => () => ({ out: ms / 2, back: ms / 2 });

describe('bulk', () => {
  it('takes 300 slots for 300 calls, within 3 %, when replies take at most 0.5 s', async () => {
    let worst = 0;
    await fc.assert(
      fc.asyncProperty(kind, phase, seed, headers, async (kind, phase, seed, headers) => {
        const clock = new VirtualClock();
        const server = new Server(kind, 30, phase);
        const travel = seed % 3 === 0 ? even(500) : roughTravel(seededRandom(seed), 500, 0);
        const device = new Device(clock, { server, travel, headers });
        await clock.runTo(1_000);
        const bulk = device.askMany(300, 'bulk');
        await clock.runTo();
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

  it.each([1_000, 2_000, 3_000, 8_000])(
    'is delayed by replies of %i ms no more than in proportion',
    async (ms) => {
      const clock = new VirtualClock();
      const device = new Device(clock, { server: new Server('sliding', 30), travel: even(ms) });
      const bulk = device.askMany(300, 'bulk');
      await clock.runTo();
      // Their own cost is ms a window of 30; the slots reserved for the user cost a ninth more.
      expect(last(bulk)).toBeLessThanOrEqual(300 * SLOT + Math.ceil(300 / 27) * (ms + 10) + ms);
    },
  );

  it('is spread evenly, at most one call a slot', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('fixed', 30), travel: even(300) });
    device.askMany(100, 'bulk');
    await clock.runTo();
    const gaps = device.sends.slice(1).map(({ at }, place) => at - (device.sends[place]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SLOT);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(SLOT + 400);
  });

  it.each([5, 60, 1_000])('keeps the pace of a limit of %i', async (limit) => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('sliding', limit), travel: even(200) });
    const count = limit === 5 ? 30 : limit * 2;
    const bulk = device.askMany(count, 'bulk');
    await clock.runTo();
    expect(last(bulk)).toBeLessThanOrEqual(count * (60_000 / limit) * 1.03 + 2_000);
  });

  it('is not held up by a stalled call', async () => {
    const clock = new VirtualClock();
    let calls = 0;
    const travel = () => ({ out: 100, back: (calls += 1) === 10 ? 20_000 : 100 });
    const device = new Device(clock, { server: new Server('sliding', 30), travel });
    device.askMany(25, 'bulk');
    await clock.runTo(25 * SLOT + 1_000);
    expect(device.sends).toHaveLength(25);
  });
});

describe('a request of the user', () => {
  it('waits at most one slot, at any time, behind 200 bulk and 200 background calls', async () => {
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
          const clock = new VirtualClock();
          const server = new Server(kind, 30, phase);
          const rough = roughTravel(seededRandom(seed));
          let first = true;
          // Until the first reply calls go alone, so a stalled first one would delay all.
          const travel = () => (first ? ((first = false), { out: 100, back: 100 }) : rough());
          const device = new Device(clock, { server, travel, headers });
          device.askMany(bulk, 'bulk');
          device.askMany(refresh, 'background');
          const userRequests: TrackedRequest[] = [];
          let at = 0;
          for (const gap of gaps) {
            await clock.runTo((at += gap));
            userRequests.push(device.command('user'));
          }
          await clock.runTo(at + 100_000);
          worst = Math.max(worst, ...waits(userRequests));
          expect(Math.max(...waits(userRequests))).toBeLessThanOrEqual(SLOT);
          expect(server.refusals).toBe(0);
        },
      ),
      drawn(80 * RUNS),
    );
    if (process.env['PACING_MEASURE']) console.log('user behind bulk and background, worst:', worst);
  });

  it('does not wait for a window because of a late reply', async () => {
    const clock = new VirtualClock();
    // The one at 36 s is away for more than 21 s.
    const travel = () => ({ out: 100, back: clock.now === 36_000 ? 21_244 : 400 });
    const device = new Device(clock, { server: new Server('fixed', 30), travel });
    device.askMany(200, 'bulk');
    await clock.runTo(57_344);
    const userRequest = device.command('user');
    await clock.runTo(120_000);
    expect(waits([userRequest])[0]).toBeLessThanOrEqual(SLOT);
    expect(device.sends.length).toBeLessThanOrEqual(60);
  });

  it('waits at most k slots as the k-th of several concurrent calls, during bulk', async () => {
    await fc.assert(
      fc.asyncProperty(seed, fc.integer({ min: 1_000, max: 300_000 }), kind, async (seed, at, kind) => {
        const clock = new VirtualClock();
        const device = new Device(clock, {
          server: new Server(kind, 30),
          travel: roughTravel(seededRandom(seed), 3_000, 0),
        });
        device.askMany(300, 'bulk');
        await clock.runTo(at + 4_000);
        const userRequests = device.askMany(12, 'user');
        await clock.runTo(at + 100_000);
        waits(userRequests).forEach((wait, place) => {
          expect(wait).toBeLessThanOrEqual((place + 1) * SLOT + (place < 3 ? 0 : 12_000));
        });
      }),
      drawn(40 * RUNS),
    );
  });

  it('may spend the whole window in one burst after a quiet time, and then waits for it', async () => {
    const clock = new VirtualClock();
    const server = new Server('sliding', 30);
    const device = new Device(clock, { server, travel: even(200) });
    device.command('user');
    await clock.runTo(100_000);
    const userRequests = device.askMany(31, 'user');
    await clock.runTo(300_000);
    expect(waits(userRequests).slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 0));
    expect(waits(userRequests)[30]).toBe(60_210);
    expect(server.refusals).toBe(0);
  });

  it('finds slots free after earlier ones used most of the window: bulk does not take the rest', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('sliding', 30), travel: even(200) });
    device.command('user');
    await clock.runTo(100_000);
    device.askMany(20, 'user');
    device.askMany(100, 'bulk');
    await clock.runTo(113_000);
    expect(waits(device.askMany(10, 'user'))).toEqual(Array.from({ length: 10 }, () => Infinity));
    await clock.runTo(113_001);
    expect(waits(device.requests.slice(-10))).toEqual(Array.from({ length: 10 }, () => 0));
  });
});

describe('background reads', () => {
  it('delay no request of the user, and bulk by at most one slot each', async () => {
    await fc.assert(
      fc.asyncProperty(
        seed,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1_000, max: 200_000 }),
        async (seed, refreshes, at) => {
          const run = async (refreshes: number) => {
            const clock = new VirtualClock();
            const travel = roughTravel(seededRandom(seed), 400, 0);
            const device = new Device(clock, { server: new Server('fixed', 30, 7), travel });
            device.askMany(refreshes, 'background');
            await clock.runTo(at);
            const userRequests = device.askMany(9, 'user');
            await clock.runTo(at + 90_000);
            const bulk = device.askMany(100, 'bulk');
            await clock.runTo();
            const before = device.sends.filter(
              (sent) => sent.priority === 'background' && sent.at < at + 90_000,
            );
            return { user: Math.max(...waits(userRequests)), bulk: last(bulk), before: before.length };
          };
          const without = await run(0);
          const beside = await run(refreshes);
          expect(beside.user).toBeLessThanOrEqual(Math.max(without.user, 400));
          expect(beside.bulk).toBeLessThanOrEqual(without.bulk + beside.before * SLOT + 1_000);
        },
      ),
      drawn(30 * RUNS),
    );
  });

  it('leave the last third of the window free', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('sliding', 30), travel: even(100) });
    device.askMany(100, 'background');
    await clock.runTo(400_000);
    expect(mostInAnyWindow(device.sends.map(({ at }) => at))).toBeLessThanOrEqual(20);
    expect(device.sends.length).toBeGreaterThan(95);
  });

  it('yield to all others', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('sliding', 30), travel: even(100) });
    device.command('user');
    await clock.runTo(1_000);
    device.askMany(3, 'background');
    device.askMany(3, 'bulk');
    device.askMany(3, 'user');
    await clock.runTo();
    const order = device.sends.slice(1).map(({ priority }) => priority);
    // No other request waited when the first background and the first bulk call came.
    expect(order.join(' ')).toBe('background bulk user user user bulk bulk background background');
  });
});

describe('a call that never left', () => {
  const turnOf = (state: LimiterState) => state.lastSentAt.bulk;
  const before = emptyState(0);
  const first = recordSend(before, 'bulk', 1_000);

  it('gives back its slot and its turn', () => {
    const state = undoSend(first, 'bulk', 1_000, before);
    expect([state.inFlight, turnOf(state)]).toEqual([[], turnOf(before)]);
  });

  it('leaves the turn of a later one, which was sent', () => {
    const both = recordSend(first, 'bulk', 2_000);
    const state = undoSend(both, 'bulk', 1_000, before);
    expect([state.inFlight, turnOf(state)]).toEqual([[2_000], 2_000]);
  });
});
