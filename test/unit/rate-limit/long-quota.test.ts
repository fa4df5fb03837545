/** Quotas of an hour or a day, and limits without a reset: one device alone is held back by what is left, and by nothing else. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/api/call.ts';
import { scripted, SILENT } from './scripted.ts';
import { contractWire } from './wires.ts';
import { Device, Server, World, type Kind } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function alone(kind: Kind, limit: number, span: number, phase = 0) {
  const world = new World();
  const server = new Server(kind, limit, phase, span);
  const wire = contractWire('everything', limit);
  const device = new Device(world, { server, wire, travel: () => ({ out: 50, back: 50 }) });
  return { world, server, device };
}

/** What was used earlier in the same quota, by this very device. */
async function useEarlier({ world, device }: ReturnType<typeof alone>, calls: number, apart: number) {
  for (let call = 0; call < calls; call += 1) {
    device.ask('user');
    await world.run(world.now + apart);
  }
}

describe.each([
  { name: 'an hour', limit: 100, span: HOUR, earlier: 20, apart: 60_000, more: 60 },
  { name: 'a day', limit: 1_000, span: DAY, earlier: 70, apart: 300_000, more: 400 },
])('a quota of $name, used by one device alone', ({ limit, span, earlier, apart, more }) => {
  const slot = 60_000 / limit;

  it.each<Kind>(['fixed', 'from-first', 'sliding', 'sliding-full', 'bucket', 'bucket-full'])(
    '%s: bulk goes at the pace of a minute while enough is left, and a person waits at most one slot',
    async (kind) => {
      const scene = alone(kind, limit, span);
      const { world, server, device } = scene;
      await useEarlier(scene, earlier, apart);
      const start = world.now;
      const bulk = device.askMany(more, 'bulk');
      const persons = [];
      for (let click = 0; click < 10; click += 1) {
        await world.run(world.now + 2_003);
        expect(device.lane.usage().usedElsewhere).toBe(0);
        expect(device.lane.estimateWait('user')).toBeLessThanOrEqual(slot + 1);
        persons.push(device.ask('user'));
      }
      await world.run();
      for (const { outcome } of [...bulk, ...persons]) expect(outcome?.ok).toBe(true);
      for (const { asked, sent } of persons) expect((sent ?? Infinity) - asked).toBeLessThanOrEqual(slot + 1);
      const last = Math.max(...bulk.map(({ done }) => done ?? Infinity));
      expect(last - start).toBeLessThanOrEqual((more + persons.length) * slot * 1.1 + 10_000);
      expect(JSON.parse(device.disk ?? '{}')).toMatchObject({ shared: null });
      expect(server.refusals).toBe(0);
    },
  );

  it('the last minute before the reset is no different, nor the first one after it', async () => {
    const scene = alone('fixed', limit, span);
    const { world, server, device } = scene;
    await useEarlier(scene, earlier, apart);
    await world.run(span - 30_000);
    const calls = device.askMany(10, 'bulk');
    await world.run(span - 20_000);
    expect(device.lane.usage().usedElsewhere).toBe(0);
    await world.run(span + 5_000);
    calls.push(...device.askMany(10, 'bulk'));
    const click = device.ask('user');
    await world.run();
    for (const { asked, done, outcome } of calls) {
      expect(outcome?.ok).toBe(true);
      expect((done ?? Infinity) - asked).toBeLessThanOrEqual(12 * slot + 2_000);
    }
    expect((click.sent ?? Infinity) - click.asked).toBeLessThanOrEqual(slot + 1);
    expect(JSON.parse(device.disk ?? '{}')).toMatchObject({ shared: null });
    expect(server.refusals).toBe(0);
  });

  it('survives the death of the worker', async () => {
    const scene = alone('from-first', limit, span);
    const { world, device } = scene;
    await useEarlier(scene, earlier, apart);
    device.die();
    device.start();
    const bulk = device.askMany(10, 'bulk');
    await world.run(world.now + 20_000);
    expect(bulk.map(({ outcome }) => outcome?.ok)).toEqual(bulk.map(() => true));
    expect(device.lane.usage().usedElsewhere).toBe(0);
  });

  it("the last third of it is no refresh's", async () => {
    const { world, server, device } = alone('from-first', limit, span);
    for (let call = 0; call < Math.floor(limit / 2); call += 1) server.take(0, false);
    device.askMany(limit, 'background');
    await world.run();
    expect(server.arrivals.length).toBeLessThanOrEqual(limit / 6 + 1);
    const click = device.ask('user');
    await world.run();
    expect(click.outcome?.ok).toBe(true);
  });

  it('what is left is all that goes', async () => {
    const { world, server, device } = alone('from-first', limit, span);
    for (let call = 0; call < limit - 8; call += 1) server.take(0, false);
    const bulk = device.askMany(12, 'bulk');
    await world.run();
    expect(bulk.filter(({ outcome }) => outcome?.ok === true)).toHaveLength(8);
    expect(server.refusals).toBe(0);
  });
});

it('a limit without a reset: no place is kept back to measure the window with', async () => {
  const answer = (remaining: number): Outcome<unknown> => ({
    ok: true,
    value: 'ok',
    rate: { ...SILENT, limit: 3, remaining },
    date: null,
  });
  const { world, sends, ask } = scripted([answer(2), answer(1), answer(0)]);
  ask('/first');
  await world.run(1_000);
  ask('/second');
  await world.run(2_000);
  ask('/third');
  await world.run(3_000);
  expect(sends.map(({ at }) => at)).toEqual([0, 1_000, 2_000]);
});
