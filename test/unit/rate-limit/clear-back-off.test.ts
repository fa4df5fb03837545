/** The user would rather try than wait: the service's back-off ends immediately, our own limit always holds. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/api/call.ts';
import { EPOCH, OK, scripted } from './scripted.ts';
import { silent } from '../../support/samples.ts';

const limit = (until: number): Outcome<unknown> => ({
  ok: false,
  failure: { kind: 'limit', until: EPOCH + until, message: 'slow down' },
  rate: { ...silent, retryAt: EPOCH + until },
});
/** The whole window is used, by another device. */
const usedUp = (until: number): Outcome<unknown> => ({
  ...OK,
  rate: { ...silent, limit: 30, remaining: 0, resetAt: EPOCH + until },
});

describe('a back-off that the user has cleared', () => {
  it('ends for all waiting requests, in their order', async () => {
    const { clock, queue, sends, command } = scripted([limit(200_000)]);
    const request = command('/refused');
    command('/behind');
    await clock.runTo(5_000);
    expect([sends.length, queue.estimateWait('user')]).toEqual([1, 195_000]);
    queue.clearServerBackOff();
    await clock.runTo(5_000);
    expect(sends.map(({ at, path }) => [at, path])).toEqual([
      [0, '/refused'],
      [5_000, '/refused'],
      [5_000, '/behind'],
    ]);
    expect([request.outcome?.ok, queue.estimateWait('user')]).toEqual([true, 0]);
  });

  it('had ended every request where it was an hour; the next one goes immediately', async () => {
    const { clock, queue, sends, command } = scripted([limit(3_600_000)]);
    const request = command('/refused');
    await clock.runTo(1_000);
    expect(request.outcome).toMatchObject({ ok: false, failure: { kind: 'limit' } });
    queue.clearServerBackOff();
    const again = command('/again');
    await clock.runTo(2_000);
    expect([again.outcome?.ok, sends.map(({ at }) => at)]).toEqual([true, [0, 1_000]]);
  });

  it('begins again when the service refuses again: after one call, not after a burst', async () => {
    const { clock, queue, sends, command } = scripted([limit(200_000), limit(250_000)]);
    for (let call = 0; call < 20; call += 1) command(`/${call}`);
    await clock.runTo(5_000);
    queue.clearServerBackOff();
    await clock.runTo(100_000);
    expect(sends.map(({ at, path }) => [at, path])).toEqual([
      [0, '/0'],
      [5_000, '/0'],
    ]);
    expect(queue.usage().resetAt).toBe(EPOCH + 250_000);
  });

  it('stays cleared after a restart of the worker', async () => {
    const first = scripted([limit(3_600_000)]);
    first.command('/refused');
    await first.clock.runTo(1_000);
    first.queue.clearServerBackOff();
    await first.clock.runTo(2_000);
    const second = scripted([], first.disk);
    const request = second.command('/again');
    await second.clock.runTo(5_000);
    expect(request.outcome?.ok).toBe(true);
  });

  it('notifies the listeners', async () => {
    const { clock, queue, command } = scripted([limit(3_600_000)]);
    command('/refused');
    await clock.runTo(1_000);
    expect(queue.usage().remaining).toBe(0);
    let notices = 0;
    queue.onChange(() => notices++);
    queue.clearServerBackOff();
    expect(notices).toBeGreaterThan(0);
    expect(queue.usage()).toMatchObject({ remaining: 29, usedHere: 1 });
  });
});

it('clears the service’s remaining count, too, where another device has used the window', async () => {
  const { clock, queue, sends, command } = scripted([usedUp(50_000)]);
  command('/first');
  await clock.runTo(1_000);
  command('/next');
  await clock.runTo(2_000);
  expect([sends.length, queue.usage().usedElsewhere]).toEqual([1, 29]);
  queue.clearServerBackOff();
  await clock.runTo(3_000);
  expect(sends.map(({ at }) => at)).toEqual([0, 2_000]);
  expect(queue.usage().usedElsewhere).toBe(0);
});

it('leaves our own limit in force: a window that we have used stays used', async () => {
  const { clock, queue, sends, command } = scripted([]);
  for (let call = 0; call < 40; call += 1) command(`/${call}`);
  await clock.runTo(10_000);
  expect(sends).toHaveLength(30);
  for (let press = 0; press < 5; press += 1) queue.clearServerBackOff();
  await clock.runTo(59_000);
  expect(sends).toHaveLength(30);
  await clock.runTo(70_000);
  expect(sends).toHaveLength(40);
});

it('changes nothing where there is no back-off', async () => {
  const { clock, queue, sends, command } = scripted([]);
  queue.clearServerBackOff();
  command('/one');
  queue.clearServerBackOff();
  await clock.runTo(1_000);
  expect(sends).toHaveLength(1);
  expect(queue.usage()).toMatchObject({ limit: 30, remaining: 29, usedHere: 1, usedElsewhere: 0 });
});
