/** The person would rather try than wait: the service's silence ends at once, our own law never. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/api/call.ts';
import { EPOCH, OK, scripted, SILENT } from './scripted.ts';

const limit = (until: number): Outcome<unknown> => ({
  ok: false,
  failure: { kind: 'limit', until: EPOCH + until, message: 'slow down' },
  rate: { ...SILENT, retryAt: EPOCH + until },
});
/** All of the window is used, by somebody else. */
const usedUp = (until: number): Outcome<unknown> => ({
  ...OK,
  rate: { ...SILENT, limit: 30, remaining: 0, resetAt: EPOCH + until },
});

describe('a silence that is overruled', () => {
  it('ends for what waits, in its order', async () => {
    const { world, lane, sends, ask } = scripted([limit(200_000)]);
    const told = ask('/refused');
    ask('/behind');
    await world.run(5_000);
    expect([sends.length, lane.estimateWait('user')]).toEqual([1, 195_000]);
    lane.clearServerBackOff();
    await world.run(5_000);
    expect(sends.map(({ at, path }) => [at, path])).toEqual([
      [0, '/refused'],
      [5_000, '/refused'],
      [5_000, '/behind'],
    ]);
    expect([told.outcome?.ok, lane.estimateWait('user')]).toEqual([true, 0]);
  });

  it('of an hour, which has ended every call: the next one goes at once', async () => {
    const { world, lane, sends, ask } = scripted([limit(3_600_000)]);
    const told = ask('/refused');
    await world.run(1_000);
    expect(told.outcome).toMatchObject({ ok: false, failure: { kind: 'limit' } });
    lane.clearServerBackOff();
    const again = ask('/again');
    await world.run(2_000);
    expect([again.outcome?.ok, sends.map(({ at }) => at)]).toEqual([true, [0, 1_000]]);
  });

  it('is silent again when the service says so again: one call, not a burst', async () => {
    const { world, lane, sends, ask } = scripted([limit(200_000), limit(250_000)]);
    for (let call = 0; call < 20; call += 1) ask(`/${call}`);
    await world.run(5_000);
    lane.clearServerBackOff();
    await world.run(100_000);
    expect(sends.map(({ at, path }) => [at, path])).toEqual([
      [0, '/0'],
      [5_000, '/0'],
    ]);
    expect(lane.usage().resetAt).toBe(EPOCH + 250_000);
  });

  it('stays so when the worker dies', async () => {
    const first = scripted([limit(3_600_000)]);
    first.ask('/refused');
    await first.world.run(1_000);
    first.lane.clearServerBackOff();
    await first.world.run(2_000);
    const second = scripted([], first.disk);
    const told = second.ask('/again');
    await second.world.run(5_000);
    expect(told.outcome?.ok).toBe(true);
  });

  it('is told to those who watch', async () => {
    const { world, lane, ask } = scripted([limit(3_600_000)]);
    ask('/refused');
    await world.run(1_000);
    expect(lane.usage().remaining).toBe(0);
    let told = 0;
    lane.onChange(() => told++);
    lane.clearServerBackOff();
    expect(told).toBeGreaterThan(0);
    expect(lane.usage()).toMatchObject({ remaining: 29, usedHere: 1 });
  });
});

it('what the service said is left for somebody else’s calls does not hold, either', async () => {
  const { world, lane, sends, ask } = scripted([usedUp(50_000)]);
  ask('/first');
  await world.run(1_000);
  ask('/next');
  await world.run(2_000);
  expect([sends.length, lane.usage().usedElsewhere]).toEqual([1, 29]);
  lane.clearServerBackOff();
  await world.run(3_000);
  expect(sends.map(({ at }) => at)).toEqual([0, 2_000]);
  expect(lane.usage().usedElsewhere).toBe(0);
});

it('our own law holds: a window that we have used ourselves stays used', async () => {
  const { world, lane, sends, ask } = scripted([]);
  for (let call = 0; call < 40; call += 1) ask(`/${call}`);
  await world.run(10_000);
  expect(sends).toHaveLength(30);
  for (let press = 0; press < 5; press += 1) lane.clearServerBackOff();
  await world.run(59_000);
  expect(sends).toHaveLength(30);
  await world.run(70_000);
  expect(sends).toHaveLength(40);
});

it('where nothing is silent it changes nothing', async () => {
  const { world, lane, sends, ask } = scripted([]);
  lane.clearServerBackOff();
  ask('/one');
  lane.clearServerBackOff();
  await world.run(1_000);
  expect(sends).toHaveLength(1);
  expect(lane.usage()).toMatchObject({ limit: 30, remaining: 29, usedHere: 1, usedElsewhere: 0 });
});
