/** The request queue: refusals, long waits, cancellation, the stored state, and the estimates. */
import { describe, expect, it } from 'vitest';
import { unsent, type Outcome } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { RateLimitInfo } from '../../../lib/api/rate-limit-headers.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { EPOCH, OK, scripted } from './scripted.ts';
import { Device, mostInAnyWindow, Server } from './device.ts';
import { silent } from '../../support/samples.ts';

const failed = (failure: Failure, rate: RateLimitInfo | null = silent): Outcome<unknown> => ({
  ok: false,
  failure,
  rate,
});
const limit = (until: number): Outcome<unknown> =>
  failed({ kind: 'limit', until, message: 'slow down' }, { ...silent, retryAt: until });

describe('a queue that is closed', () => {
  const changed: Failure = { kind: 'account-changed' };

  it('ends what waits immediately, however long its wait, and what is added later', async () => {
    const { clock, queue, sends, command } = scripted([limit(EPOCH + 280_000)]);
    const waiting = [command('/refused'), command('/next'), command('/bulk', 'bulk')];
    await clock.runTo(1_000);
    queue.close(changed);
    waiting.push(command('/later'));
    await clock.runTo(1_000);
    expect(waiting.map(({ outcome, at }) => [outcome, at])).toEqual(
      waiting.map(() => [{ ok: false, failure: changed, rate: null }, 1_000]),
    );
    await clock.runTo();
    expect(sends).toHaveLength(1);
  });

  it('gives one that is in flight its response, and repeats none that is refused', async () => {
    const { clock, queue, sends, command } = scripted([OK, OK, limit(EPOCH + 280_000)]);
    command('/first');
    await clock.runTo();
    const answered = command('/answered');
    const refused = command('/refused');
    queue.close(changed);
    await clock.runTo(1_000);
    expect(sends).toHaveLength(3);
    expect(answered.outcome?.ok).toBe(true);
    expect(refused.outcome).toMatchObject({ failure: changed });
  });
});

describe('a refusal for the limit', () => {
  it('is waited for, and the call goes again, first of its priority', async () => {
    const { clock, sends, command } = scripted([OK, limit(EPOCH + 25_000)]);
    command('/first');
    await clock.runTo();
    const request = command('/refused');
    command('/bulk', 'bulk');
    command('/more-bulk', 'bulk');
    await clock.runTo(5_000);
    command('/later');
    await clock.runTo();
    expect(sends.map(({ path }) => path)).toEqual([
      '/first',
      '/refused',
      '/bulk',
      '/refused',
      '/later',
      '/more-bulk',
    ]);
    expect(sends.slice(3).map(({ at }) => at)).toEqual([25_000, 25_000, 25_000]);
    expect(request.outcome?.ok).toBe(true);
  });

  it('is delivered after the fourth time', async () => {
    const { clock, sends, command } = scripted([1, 2, 3, 4].map((turn) => limit(EPOCH + turn * 10_000)));
    const request = command('/refused');
    await clock.runTo();
    expect(sends.map(({ at }) => at)).toEqual([0, 10_000, 20_000, 30_000]);
    expect(request.outcome).toEqual(limit(EPOCH + 40_000));
  });

  it('of more than five minutes ends this request and the next ones immediately, until its end is near', async () => {
    const { clock, sends, command } = scripted([limit(EPOCH + 600_000)]);
    const request = command('/refused');
    const queued = command('/queued', 'bulk');
    await clock.runTo();
    expect(request.outcome).toEqual(limit(EPOCH + 600_000));
    expect(queued.outcome).toEqual({
      ok: false,
      failure: { kind: 'limit', until: EPOCH + 600_000, message: null },
      rate: null,
    });
    await clock.runTo(310_000);
    const late = command('/late');
    await clock.runTo();
    expect(late.outcome?.ok).toBe(true);
    expect(sends.map(({ at }) => at)).toEqual([0, 600_000]);
  });

  it.each([
    ['a past time', EPOCH - 5_000, 1_000],
    ['an absurd time', EPOCH * 1_000, 60_000],
    ['no time', Number.NaN, 60_000],
  ])('is waited for with %s', async (_, until, wait) => {
    const { clock, sends, command } = scripted([limit(until)]);
    command('/refused');
    await clock.runTo();
    expect(sends.map(({ at }) => at)).toEqual([0, wait]);
  });

  it('holds after a restart of the worker', async () => {
    const first = scripted([limit(EPOCH + 90_000)]);
    first.command('/refused');
    await first.clock.runTo(1_000);
    const second = scripted([], first.disk);
    second.command('/again');
    await second.clock.runTo();
    // The second clock starts from zero: a jump back by one second.
    expect(second.sends.map(({ at }) => at)).toEqual([90_000]);
  });
});

describe('other failures', () => {
  it('are returned to the caller, and are not repeated', async () => {
    const unreachable: Failure = { kind: 'unreachable', status: 502, message: null };
    const { clock, sends, command } = scripted([failed(unreachable)]);
    const request = ['/a', '/b'].map((path) => command(path));
    await clock.runTo();
    expect(request.map(({ outcome }) => outcome)).toEqual([failed(unreachable), OK]);
    expect(sends).toHaveLength(2);
  });

  it('that are bugs reject, and the next call goes', async () => {
    const bug = new Error('bug');
    const { clock, sends, command } = scripted([bug]);
    const [first, second] = ['/a', '/b'].map((path) => command(path));
    await clock.runTo();
    expect([first?.error, second?.outcome]).toEqual([bug, OK]);
    expect(sends).toHaveLength(2);
  });

  it('use no slot when nothing was sent', async () => {
    const { clock, queue, command } = scripted([unsent({ kind: 'no-permission', origin: 'https://a.test' })]);
    command('/a');
    await clock.runTo();
    expect(queue.usage()).toMatchObject({ usedHere: 0, remaining: 30, resetAt: null });
  });
});

describe('an impossible limit or remaining count', () => {
  it.each([
    { ...silent, limit: 0 },
    { ...silent, limit: -3 },
    { ...silent, limit: Number.NaN },
    { ...silent, remaining: -1, resetAt: EPOCH + 9_000 },
    { ...silent, remaining: Number.NaN },
    { ...silent, remaining: 12, resetAt: EPOCH - 60_000 },
    { ...silent, remaining: 29, resetAt: EPOCH * 1_000 },
  ])('is ignored: %j', async (rate) => {
    const { clock, queue, command, sends } = scripted([{ ...OK, rate } as Outcome<unknown>]);
    command('/a');
    await clock.runTo(1);
    expect(queue.usage().limit).toBe(30);
    command('/b');
    await clock.runTo(61_000);
    expect(sends).toHaveLength(2);
    expect(sends[1]?.at).toBe(1);
  });
});

describe('a cancelled request', () => {
  it('leaves the queue immediately and costs nothing', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, {
      server: new Server('sliding', 30),
      travel: () => ({ out: 50, back: 50 }),
    });
    const stop = new AbortController();
    const first = device.command('bulk');
    const request = device.command('bulk', stop.signal);
    const next = device.command('bulk');
    await clock.runTo(500);
    stop.abort();
    await clock.runTo(500);
    expect(request).toMatchObject({ sent: null, done: 500, outcome: { failure: { kind: 'cancelled' } } });
    await clock.runTo();
    expect(next.sent).toBe((first.sent ?? 0) + 2_000);
    expect(device.queue.usage().usedHere).toBe(2);
  });

  it('ends before it was queued, while its slot is being saved, and while it waits after a refusal', async () => {
    const before = scripted();
    const request = before.command('/a', 'user', AbortSignal.abort());
    await before.clock.runTo();
    expect(request.outcome).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(before.sends).toEqual([]);

    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('sliding', 30), saveTakes: () => 100 });
    const stop = new AbortController();
    const saving = device.command('user', stop.signal);
    await clock.runTo(50);
    stop.abort();
    await clock.runTo(100);
    expect(saving).toMatchObject({ sent: null, done: 100, outcome: { failure: { kind: 'cancelled' } } });
    await clock.runTo();
    expect(device.queue.usage().usedHere).toBe(0);

    const refused = scripted([limit(EPOCH + 60_000)]);
    const late = new AbortController();
    const waiting = refused.command('/a', 'user', late.signal);
    await refused.clock.runTo(5_000);
    late.abort();
    await refused.clock.runTo(5_000);
    expect(waiting).toMatchObject({ at: 5_000, outcome: { failure: { kind: 'cancelled' } } });
  });
});

describe('the stored state', () => {
  it.each([
    ['text', '"x"'],
    ['a list', '[]'],
    ['another version', '{"version":99}'],
    ['infinite ages', '{"version":1,"scope":"key","at":1,"limit":30,"flying":0,"ended":[null]}'],
    ['no JSON', '{'],
  ])('counts as a full window when it is damaged (%s): one call a slot', async (_, text) => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('none', 30), headers: 'no-headers' });
    await clock.runTo();
    device.disk = text;
    device.start();
    device.askMany(5, 'user');
    await clock.runTo(60_000);
    expect(device.sends.map(({ at }) => at)).toEqual([2_010, 4_010, 6_010, 8_010, 10_010]);
    expect(JSON.parse(device.disk)).toMatchObject({ version: 1 });
  });

  it('of another key does not bind', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, { server: new Server('none', 30), headers: 'no-headers' });
    device.askMany(31, 'user');
    await clock.runTo(1_000);
    expect(device.sends).toHaveLength(30);
    device.scope = 'another';
    device.start();
    device.askMany(5, 'user');
    await clock.runTo(1_500);
    expect(device.sends).toHaveLength(35);
  });
});

describe('the estimates', () => {
  it('give the wait of a call of each priority', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, {
      server: new Server('sliding', 30),
      travel: () => ({ out: 0, back: 100 }),
    });
    await clock.runTo();
    expect(['user', 'bulk', 'background'].map((rank) => device.queue.estimateWait(rank as Priority))).toEqual(
      [0, 0, 0],
    );
    device.askMany(101, 'bulk');
    await clock.runTo(20_500);
    expect(device.queue.estimateWait('user')).toBe(0);
    // 90 wait: this one is the 91st of them, and the next goes in 1.5 s.
    expect(device.queue.estimateWait('bulk')).toBeGreaterThanOrEqual(90 * 2_000 + 1_500);
    expect(device.queue.estimateWait('bulk')).toBeLessThanOrEqual(90 * 2_020 + 1_500);
    expect(device.queue.nextSlotIn()).toBe(0);
    device.askMany(30, 'user');
    expect(device.queue.estimateWait('user')).toBeGreaterThan(39_000);
    expect(device.queue.estimateWait('user')).toBeLessThanOrEqual(60_200);
    // All of them wait for the first.
    expect(device.queue.nextSlotIn()).toBeGreaterThan(0);
    expect(device.queue.nextSlotIn()).toBeLessThan(device.queue.estimateWait('user'));
  });

  it('come true', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, {
      server: new Server('sliding', 30),
      travel: () => ({ out: 50, back: 50 }),
    });
    device.askMany(40, 'bulk');
    await clock.runTo(70_300);
    for (const rank of ['user', 'bulk'] as const) {
      const forecast = device.queue.estimateWait(rank);
      const request = device.command(rank);
      await clock.runTo(clock.now + 20_000);
      expect(Math.abs((request.sent ?? 0) - request.asked - forecast)).toBeLessThanOrEqual(100);
    }
  });

  it('are announced with every step, until the listener is removed', async () => {
    const { clock, queue, command } = scripted();
    const seen: number[] = [];
    const stop = queue.onChange(() => seen.push(queue.usage().usedHere));
    command('/a');
    await clock.runTo();
    expect(seen.at(-1)).toBe(1);
    const before = seen.length;
    stop();
    command('/b');
    await clock.runTo();
    expect(seen).toHaveLength(before);
  });
});

describe('limits', () => {
  it('may be absent: the user never waits, and background calls are few at a time', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, {
      server: new Server('none', 30),
      travel: () => ({ out: 500, back: 500 }),
    });
    device.command('user');
    await clock.runTo(2_000);
    device.askMany(200, 'bulk');
    device.askMany(50, 'user');
    await clock.runTo(2_001);
    expect(device.sends).toHaveLength(1 + 6 + 50);
    await clock.runTo(60_000);
    expect(device.sends).toHaveLength(251);
    expect(device.queue.usage()).toMatchObject({ limit: 'none', remaining: null });
  });

  it('let one call go alone until a reply confirms the state; a network error does not', async () => {
    const clock = new VirtualClock();
    const device = new Device(clock, {
      server: new Server('sliding', 5),
      travel: () => ({ out: 300, back: 700 }),
    });
    device.askMany(8, 'user');
    await clock.runTo(999);
    expect(device.sends).toHaveLength(1);
    await clock.runTo(1_000);
    expect(device.sends).toHaveLength(5);
    await clock.runTo();
    expect(mostInAnyWindow(device.sends.map(({ at }) => at))).toBe(5);
  });
});
