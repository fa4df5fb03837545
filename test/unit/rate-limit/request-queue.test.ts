/** The one door: refusals, long waits, cancelling, the past on the disk, and what can be seen from outside. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/api/call.ts';
import { ServiceError, type Failure } from '../../../lib/api/failure.ts';
import type { RateLimitInfo } from '../../../lib/api/rate-limit.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';
import { EPOCH, OK, scripted, SILENT } from './scripted.ts';
import { Device, mostInAnyWindow, Server, World } from './world.ts';

const failed = (failure: Failure, rate: RateLimitInfo | null = SILENT): Outcome<unknown> => ({
  ok: false,
  failure,
  rate,
});
const limit = (until: number): Outcome<unknown> =>
  failed({ kind: 'limit', until, message: 'slow down' }, { ...SILENT, retryAt: until });

describe('a refusal for coming too often', () => {
  it('is waited out, and the call goes again, first of its priority', async () => {
    const { world, sends, ask } = scripted([OK, limit(EPOCH + 25_000)]);
    ask('/first');
    await world.run();
    const told = ask('/refused');
    ask('/bulk', 'bulk');
    ask('/more-bulk', 'bulk');
    await world.run(5_000);
    ask('/later');
    await world.run();
    expect(sends.map(({ path }) => path)).toEqual([
      '/first',
      '/refused',
      '/bulk',
      '/refused',
      '/later',
      '/more-bulk',
    ]);
    expect(sends.slice(3).map(({ at }) => at)).toEqual([25_000, 25_000, 25_000]);
    expect(told.outcome?.ok).toBe(true);
  });

  it('four times is told', async () => {
    const { world, sends, ask } = scripted([1, 2, 3, 4].map((turn) => limit(EPOCH + turn * 10_000)));
    const told = ask('/refused');
    await world.run();
    expect(sends.map(({ at }) => at)).toEqual([0, 10_000, 20_000, 30_000]);
    expect(told.outcome).toEqual(limit(EPOCH + 40_000));
  });

  it('for more than five minutes is told at once, to this call and to those after it, until it is near', async () => {
    const { world, sends, ask } = scripted([limit(EPOCH + 600_000)]);
    const told = ask('/refused');
    const queued = ask('/queued', 'bulk');
    await world.run();
    expect(told.outcome).toEqual(limit(EPOCH + 600_000));
    expect(queued.outcome).toEqual({
      ok: false,
      failure: { kind: 'limit', until: EPOCH + 600_000, message: null },
      rate: null,
    });
    await world.run(310_000);
    const late = ask('/late');
    await world.run();
    expect(late.outcome?.ok).toBe(true);
    expect(sends.map(({ at }) => at)).toEqual([0, 600_000]);
  });

  it.each([
    ['a past moment', EPOCH - 5_000, 1_000],
    ['an absurd moment', EPOCH * 1_000, 60_000],
    ['no moment', Number.NaN, 60_000],
  ])('with %s', async (_, until, wait) => {
    const { world, sends, ask } = scripted([limit(until)]);
    ask('/refused');
    await world.run();
    expect(sends.map(({ at }) => at)).toEqual([0, wait]);
  });

  it('outlives the worker', async () => {
    const first = scripted([limit(EPOCH + 90_000)]);
    first.ask('/refused');
    await first.world.run(1_000);
    const second = scripted([], first.disk);
    second.ask('/again');
    await second.world.run();
    // The second world's clock starts anew: a jump back by one second.
    expect(second.sends.map(({ at }) => at)).toEqual([90_000]);
  });
});

describe('other failures', () => {
  it('are the caller’s, and are not repeated', async () => {
    const unreachable: Failure = { kind: 'unreachable', status: 502, message: null };
    const { world, sends, ask } = scripted([
      failed(unreachable),
      new ServiceError({ kind: 'timed-out' }),
      new Error('?'),
    ]);
    const told = ['/a', '/b', '/c'].map((path) => ask(path));
    await world.run();
    expect(told.map(({ outcome }) => outcome?.ok === false && outcome.failure.kind)).toEqual([
      'unreachable',
      'timed-out',
      'unreachable',
    ]);
    expect(sends).toHaveLength(3);
  });

  it('without permission nothing was sent, so nothing is used', async () => {
    const { world, lane, ask } = scripted([
      failed({ kind: 'no-permission', origin: 'https://a.test' }, null),
    ]);
    ask('/a');
    await world.run();
    expect(lane.usage()).toMatchObject({ usedHere: 0, remaining: 30, resetAt: null });
  });
});

describe('a nonsense limit or reading', () => {
  it.each([
    { ...SILENT, limit: 0 },
    { ...SILENT, limit: -3 },
    { ...SILENT, limit: Number.NaN },
    { ...SILENT, remaining: -1, resetAt: EPOCH + 9_000 },
    { ...SILENT, remaining: Number.NaN },
    { ...SILENT, remaining: 12, resetAt: EPOCH - 60_000 },
    { ...SILENT, remaining: 29, resetAt: EPOCH * 1_000 },
  ])('%j', async (rate) => {
    const { world, lane, ask, sends } = scripted([{ ...OK, rate } as Outcome<unknown>]);
    ask('/a');
    await world.run(1);
    expect(lane.usage().limit).toBe(30);
    ask('/b');
    await world.run(61_000);
    expect(sends).toHaveLength(2);
    expect(sends[1]?.at).toBe(1);
  });
});

describe('cancelling', () => {
  it('in the queue: leaves at once and costs nothing', async () => {
    const world = new World();
    const device = new Device(world, {
      server: new Server('sliding', 30),
      travel: () => ({ out: 50, back: 50 }),
    });
    const stop = new AbortController();
    const first = device.ask('bulk');
    const told = device.ask('bulk', stop.signal);
    const next = device.ask('bulk');
    await world.run(500);
    stop.abort();
    await world.run(500);
    expect(told).toMatchObject({ sent: null, done: 500, outcome: { failure: { kind: 'cancelled' } } });
    await world.run();
    expect(next.sent).toBe((first.sent ?? 0) + 2_000);
    expect(device.lane.usage().usedHere).toBe(2);
  });

  it('before it was asked, while its place is being saved, and while it waits out a refusal', async () => {
    const before = scripted();
    const told = before.ask('/a', 'user', AbortSignal.abort());
    await before.world.run();
    expect(told.outcome).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(before.sends).toEqual([]);

    const world = new World();
    const device = new Device(world, { server: new Server('sliding', 30), saveTakes: () => 100 });
    const stop = new AbortController();
    const saving = device.ask('user', stop.signal);
    await world.run(50);
    stop.abort();
    await world.run(50);
    expect(saving).toMatchObject({ sent: null, done: 50, outcome: { failure: { kind: 'cancelled' } } });
    await world.run();
    expect(device.lane.usage().usedHere).toBe(0);

    const refused = scripted([limit(EPOCH + 60_000)]);
    const late = new AbortController();
    const waiting = refused.ask('/a', 'user', late.signal);
    await refused.world.run(5_000);
    late.abort();
    await refused.world.run(5_000);
    expect(waiting).toMatchObject({ at: 5_000, outcome: { failure: { kind: 'cancelled' } } });
  });
});

describe('the past on the disk', () => {
  it('when it can’t be saved nothing is sent: limit, a window from now', async () => {
    const world = new World();
    const device = new Device(world, { server: new Server('sliding', 30) });
    device.saveFails = true;
    const told = device.ask('user');
    await world.run();
    const failure = { kind: 'limit', until: device.wallOffset + 60_000, message: null };
    expect(told.outcome).toEqual({ ok: false, failure, rate: null });
    expect(device.sends).toEqual([]);
    device.saveFails = false;
    expect(device.ask('user').sent).toBe(null);
    await world.run();
    expect(device.sends).toHaveLength(1);
  });

  it.each([
    ['text', '"x"'],
    ['a list', '[]'],
    ['another version', '{"version":99}'],
    ['infinite ages', '{"version":1,"scope":"key","at":1,"limit":30,"flying":0,"ended":[null]}'],
    ['no JSON', '{'],
  ])('damaged (%s): one call a slot', async (_, text) => {
    const world = new World();
    const device = new Device(world, { server: new Server('none', 30), headers: 'no-headers' });
    await world.run();
    device.disk = text;
    device.start();
    device.askMany(5, 'user');
    await world.run(60_000);
    expect(device.sends.map(({ at }) => at)).toEqual([2_010, 4_010, 6_010, 8_010, 10_010]);
    expect(JSON.parse(device.disk)).toMatchObject({ version: 1 });
  });

  it('of another key: does not bind', async () => {
    const world = new World();
    const device = new Device(world, { server: new Server('none', 30), headers: 'no-headers' });
    device.askMany(31, 'user');
    await world.run(1_000);
    expect(device.sends).toHaveLength(30);
    device.scope = 'another';
    device.start();
    device.askMany(5, 'user');
    await world.run(1_500);
    expect(device.sends).toHaveLength(35);
  });
});

describe('what can be seen', () => {
  it('forecast: when a call of each priority would go', async () => {
    const world = new World();
    const device = new Device(world, {
      server: new Server('sliding', 30),
      travel: () => ({ out: 0, back: 100 }),
    });
    await world.run();
    expect(['user', 'bulk', 'background'].map((rank) => device.lane.estimateWait(rank as Priority))).toEqual([
      0, 0, 0,
    ]);
    device.askMany(101, 'bulk');
    await world.run(20_500);
    expect(device.lane.estimateWait('user')).toBe(0);
    // 90 wait: this one is the 91st of them, and the next goes in 1.5 s.
    expect(device.lane.estimateWait('bulk')).toBeGreaterThanOrEqual(90 * 2_000 + 1_500);
    expect(device.lane.estimateWait('bulk')).toBeLessThanOrEqual(90 * 2_020 + 1_500);
    expect(device.lane.nextSlotIn()).toBe(0);
    device.askMany(30, 'user');
    expect(device.lane.estimateWait('user')).toBeGreaterThan(39_000);
    expect(device.lane.estimateWait('user')).toBeLessThanOrEqual(60_200);
    // All of them wait behind the first.
    expect(device.lane.nextSlotIn()).toBeGreaterThan(0);
    expect(device.lane.nextSlotIn()).toBeLessThan(device.lane.estimateWait('user'));
  });

  it('a forecast comes true', async () => {
    const world = new World();
    const device = new Device(world, {
      server: new Server('sliding', 30),
      travel: () => ({ out: 50, back: 50 }),
    });
    device.askMany(40, 'bulk');
    await world.run(70_300);
    for (const rank of ['user', 'bulk'] as const) {
      const forecast = device.lane.estimateWait(rank);
      const told = device.ask(rank);
      await world.run(world.now + 20_000);
      expect(Math.abs((told.sent ?? 0) - told.asked - forecast)).toBeLessThanOrEqual(100);
    }
  });

  it('onChange tells of every step, until it is let go', async () => {
    const { world, lane, ask } = scripted();
    const seen: number[] = [];
    const stop = lane.onChange(() => seen.push(lane.usage().usedHere));
    ask('/a');
    await world.run();
    expect(seen.at(-1)).toBe(1);
    const before = seen.length;
    stop();
    ask('/b');
    await world.run();
    expect(seen).toHaveLength(before);
  });
});

describe('limits', () => {
  it('none: nobody waits, and the background keeps few under way', async () => {
    const world = new World();
    const device = new Device(world, {
      server: new Server('none', 30),
      travel: () => ({ out: 500, back: 500 }),
    });
    device.ask('user');
    await world.run(2_000);
    device.askMany(200, 'bulk');
    device.askMany(50, 'user');
    await world.run(2_001);
    expect(device.sends).toHaveLength(1 + 6 + 50);
    await world.run(60_000);
    expect(device.sends).toHaveLength(251);
    expect(device.lane.usage()).toMatchObject({ limit: 'none', remaining: null });
  });

  it('one call goes alone until a reply has told; a network fault tells nothing', async () => {
    const world = new World();
    const device = new Device(world, {
      server: new Server('sliding', 5),
      travel: () => ({ out: 300, back: 700 }),
    });
    device.askMany(8, 'user');
    await world.run(999);
    expect(device.sends).toHaveLength(1);
    await world.run(1_000);
    expect(device.sends).toHaveLength(5);
    await world.run();
    expect(mostInAnyWindow(device.sends.map(({ at }) => at))).toBe(5);
  });
});
