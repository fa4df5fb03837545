/** Quotas of an hour or a day, and limits without a reset: only the remaining count holds a single device back. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/api/call.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { scripted } from './scripted.ts';
import { contractWire } from './wires.ts';
import { Device, Server, type Kind } from './device.ts';
import { silent } from '../../support/samples.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function alone(kind: Kind, limit: number, span: number, phase = 0) {
  const clock = new VirtualClock();
  const server = new Server(kind, limit, phase, span);
  const wire = contractWire('everything', limit);
  const device = new Device(clock, { server, wire, travel: () => ({ out: 50, back: 50 }) });
  return { clock, server, device };
}

/** Calls that this device has made earlier in the same quota. */
async function useEarlier({ clock, device }: ReturnType<typeof alone>, calls: number, apart: number) {
  for (let call = 0; call < calls; call += 1) {
    device.command('user');
    await clock.runTo(clock.now + apart);
  }
}

describe.each([
  { name: 'an hour', limit: 100, span: HOUR, earlier: 20, apart: 60_000, more: 60 },
  { name: 'a day', limit: 1_000, span: DAY, earlier: 70, apart: 300_000, more: 400 },
])('a quota of $name, used by one device alone', ({ limit, span, earlier, apart, more }) => {
  const slot = 60_000 / limit;

  it.each<Kind>(['fixed', 'from-first', 'sliding', 'sliding-full', 'bucket', 'bucket-full'])(
    '%s: bulk goes at the pace of a minute while enough is left, and the user waits at most one slot',
    async (kind) => {
      const scene = alone(kind, limit, span);
      const { clock, server, device } = scene;
      await useEarlier(scene, earlier, apart);
      const start = clock.now;
      const bulk = device.askMany(more, 'bulk');
      const userRequests = [];
      for (let click = 0; click < 10; click += 1) {
        await clock.runTo(clock.now + 2_003);
        expect(device.queue.usage().usedElsewhere).toBe(0);
        expect(device.queue.estimateWait('user')).toBeLessThanOrEqual(slot + 1);
        userRequests.push(device.command('user'));
      }
      await clock.runTo();
      for (const { outcome } of [...bulk, ...userRequests]) expect(outcome?.ok).toBe(true);
      for (const { asked, sent } of userRequests)
        expect((sent ?? Infinity) - asked).toBeLessThanOrEqual(slot + 1);
      const last = Math.max(...bulk.map(({ done }) => done ?? Infinity));
      expect(last - start).toBeLessThanOrEqual((more + userRequests.length) * slot * 1.1 + 10_000);
      expect(JSON.parse(device.disk ?? '{}')).toMatchObject({ shared: null });
      expect(server.refusals).toBe(0);
    },
  );

  it('has the same pace in the last minute before the reset, and in the first one after it', async () => {
    const scene = alone('fixed', limit, span);
    const { clock, server, device } = scene;
    await useEarlier(scene, earlier, apart);
    await clock.runTo(span - 30_000);
    const calls = device.askMany(10, 'bulk');
    await clock.runTo(span - 20_000);
    expect(device.queue.usage().usedElsewhere).toBe(0);
    await clock.runTo(span + 5_000);
    calls.push(...device.askMany(10, 'bulk'));
    const click = device.command('user');
    await clock.runTo();
    for (const { asked, done, outcome } of calls) {
      expect(outcome?.ok).toBe(true);
      expect((done ?? Infinity) - asked).toBeLessThanOrEqual(12 * slot + 2_000);
    }
    expect((click.sent ?? Infinity) - click.asked).toBeLessThanOrEqual(slot + 1);
    expect(JSON.parse(device.disk ?? '{}')).toMatchObject({ shared: null });
    expect(server.refusals).toBe(0);
  });

  it('is stored across a restart of the worker', async () => {
    const scene = alone('from-first', limit, span);
    const { clock, device } = scene;
    await useEarlier(scene, earlier, apart);
    device.stop();
    device.start();
    const bulk = device.askMany(10, 'bulk');
    await clock.runTo(clock.now + 20_000);
    expect(device.queue.usage()).toMatchObject({ limit, windowMs: span });
    expect(bulk.map(({ outcome }) => outcome?.ok)).toEqual(bulk.map(() => true));
    expect(device.queue.usage().usedElsewhere).toBe(0);
  });

  it('leaves its last third to the user and bulk', async () => {
    const { clock, server, device } = alone('from-first', limit, span);
    for (let call = 0; call < Math.floor(limit / 2); call += 1) server.take(0, false);
    device.askMany(limit, 'background');
    await clock.runTo();
    expect(server.arrivals.length).toBeLessThanOrEqual(limit / 6 + 1);
    const click = device.command('user');
    await clock.runTo();
    expect(click.outcome?.ok).toBe(true);
  });

  it('sends no more than the remaining count', async () => {
    const { clock, server, device } = alone('from-first', limit, span);
    for (let call = 0; call < limit - 8; call += 1) server.take(0, false);
    const bulk = device.askMany(12, 'bulk');
    await clock.runTo();
    expect(bulk.filter(({ outcome }) => outcome?.ok === true)).toHaveLength(8);
    expect(server.refusals).toBe(0);
  });
});

it('reserves no slot to measure the window of a limit without a reset', async () => {
  const response = (remaining: number): Outcome<unknown> => ({
    ok: true,
    value: 'ok',
    rate: { ...silent, limit: 3, remaining },
    date: null,
  });
  const { clock, sends, command } = scripted([response(2), response(1), response(0)]);
  command('/first');
  await clock.runTo(1_000);
  command('/second');
  await clock.runTo(2_000);
  command('/third');
  await clock.runTo(3_000);
  expect(sends.map(({ at }) => at)).toEqual([0, 1_000, 2_000]);
});
