/** A failure that concerns every job blocks all of them; afterwards one probe goes first, so a lasting failure costs one request. */
import { describe, expect, it } from 'vitest';
import { shortenCommand, sorted, uuid } from '../../support/samples.ts';
import { world, type Device } from './device.ts';
import type { Fate } from './service.ts';

const five = [1, 2, 3, 4, 5];
const askFive = (device: Device) => five.map((n) => device.submit(shortenCommand(n)));
const states = (device: Device) => five.map((n) => device.stateOf(uuid(n)));
const allFive = (name: string) => five.map(() => name);

/** One link is made first, so that the newest id is known and the five go immediately. */
async function settledWorld(setUp?: (device: Device) => void) {
  const parts = world();
  await parts.clock.until(parts.device.submit(shortenCommand(9)));
  await parts.clock.run(10);
  setUp?.(parts.device);
  return { ...parts, made: () => parts.service.records.length - 1 };
}

describe('sending is blocked', () => {
  it.each([
    ['wrong key', 'key'],
    ['moved', 'moved'],
    ['challenge', 'challenge'],
  ] as const)('as long as the reason lasts: %s', async (is, kind) => {
    const { clock, device, service, made } = await settledWorld();
    service.fate = () => ({ is });
    void askFive(device);
    await clock.run(1_000);
    expect(device.outbox.blockReason()).toMatchObject({ failure: { kind }, until: null });
    expect(states(device)).toEqual(allFive('queued'));
    const { creates } = service;
    for (let n = 0; n < 10; n++) {
      await clock.run(3_600_000);
      device.outbox.retryNow();
      await clock.until(device.outbox.resume());
    }
    expect(service.creates).toBe(creates);
    service.fate = () => ({ is: 'answered' });
    device.outbox.unblock();
    await clock.run(1_000);
    expect([made(), device.outbox.blockReason()]).toEqual([5, null]);
  });

  it('without permission, before anything is sent', async () => {
    const { clock, device, service, made } = await settledWorld((device) => (device.permitted = false));
    void askFive(device);
    await clock.run(1_000);
    expect(device.outbox.blockReason()?.failure?.kind).toBe('no-permission');
    expect(service.creates).toBe(1);
    device.permitted = true;
    device.outbox.unblock();
    await clock.run(1_000);
    expect(made()).toBe(5);
  });

  it('for a minute when something else answers, and then retried automatically', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.fate = () => ({ is: 'maintenance' });
    service.listFate = service.fate;
    void askFive(device);
    await clock.run(10_000);
    const { creates, lists } = service;
    expect(device.outbox.blockReason()).toMatchObject({ failure: { kind: 'not-an-api' } });
    await clock.run(45_000);
    expect([service.creates, service.lists]).toEqual([creates, lists]);
    service.fate = () => ({ is: 'answered' });
    service.listFate = service.fate;
    await clock.run(120_000);
    expect([made(), device.outbox.blockReason()]).toEqual([5, null]);
  });

  it('by a limit of more than five minutes, and reports its end', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.fate = () => ({ is: 'too many', forMs: 3_600_000 });
    void askFive(device);
    await clock.run(1_000);
    const { creates } = service;
    expect(device.outbox.blockReason()).toMatchObject({ failure: { kind: 'limit' } });
    expect((device.outbox.blockReason()?.until ?? 0) - device.now()).toBeGreaterThan(3_590_000);
    service.fate = () => ({ is: 'answered' });
    await clock.run(3_590_000);
    expect([service.creates, made()]).toEqual([creates, 0]);
    await clock.run(20_000);
    expect(made()).toBe(5);
  });

  it('by a limit only until the user retries', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.next.push({ is: 'too many', forMs: 3_600_000 });
    void askFive(device);
    await clock.run(1_000);
    device.outbox.unblock();
    device.outbox.retryNow();
    await clock.run(1_000);
    expect(made()).toBe(5);
  });

  it('no longer than before after the clock was set back', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.next.push(...five.map((): Fate => ({ is: 'maintenance' })));
    void askFive(device);
    await clock.run(1_000);
    device.wall -= 10 * 365 * 86_400_000;
    await clock.run(60_000);
    await clock.until(device.outbox.resume());
    await clock.run(120_000);
    expect(made()).toBe(5);
  });

  it('in the next worker instance, too', async () => {
    const { clock, device, service } = await settledWorld();
    service.key = 'new';
    void askFive(device);
    await clock.run(1_000);
    const { creates } = service;
    await clock.until(device.restart());
    await clock.run(3_600_000);
    expect(service.creates).toBe(creates);
    expect(states(device)).toEqual(allFive('queued'));
    device.useKey('new');
    await clock.run(1_000);
    expect(states(device)).toEqual(allFive('done'));
  });

  it('while waiting jobs can be cancelled', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.key = 'new';
    void askFive(device);
    await clock.run(1_000);
    expect(await clock.until(device.outbox.cancel(uuid(2)))).toBe(true);
    device.useKey('new');
    await clock.run(1_000);
    expect([made(), service.of(uuid(2))]).toEqual([4, []]);
  });

  it('for jobs that wait for their turn, and for lookups', async () => {
    const { clock, device, service } = await settledWorld((device) => (device.turn = () => 5_000));
    service.next.push({ is: 'request lost' });
    void device.submit(shortenCommand(1));
    await clock.run(4_000);
    void device.submit(shortenCommand(2));
    await clock.run(3_000);
    device.outbox.block({ failure: { kind: 'moved', status: 301 }, until: null });
    const { creates, lists } = service;
    await clock.run(120_000);
    expect([service.creates, service.lists]).toEqual([creates, lists]);
    expect([1, 2].map((n) => device.stateOf(uuid(n)))).toEqual(['unknown', 'queued']);
    device.outbox.unblock();
    await clock.run(120_000);
    expect(sorted(service.records.map(({ maker }) => maker))).toEqual([1, 2, 9].map(uuid));
  });
});

describe('after a block', () => {
  it('sends one probe, and the others only after its end', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.key = 'new';
    void askFive(device);
    await clock.run(1_000);
    const before = device.sends.length;
    device.travel = () => 1_000;
    device.useKey('new');
    await clock.run(1_900);
    expect(device.sends.length - before).toBe(1);
    await clock.run(10_000);
    expect([device.sends.length - before, made()]).toEqual([5, 5]);
  });

  it('makes one request with a key that is still wrong', async () => {
    const { clock, device, service } = await settledWorld();
    service.key = 'new';
    void askFive(device);
    await clock.run(1_000);
    const before = service.creates;
    device.useKey('wrong again');
    await clock.run(60_000);
    expect(service.creates - before).toBe(1);
    expect(device.outbox.blockReason()?.failure?.kind).toBe('key');
    expect(states(device)).toEqual(allFive('queued'));
  });

  it('sends the others when the probe is cancelled', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.key = 'new';
    void askFive(device);
    await clock.run(1_000);
    device.turn = () => 60_000;
    device.useKey('new');
    await clock.run(1_000);
    const first = five.find((n) => device.outbox.waitOf(uuid(n)) !== null) ?? 0;
    expect(await clock.until(device.outbox.cancel(uuid(first)))).toBe(true);
    await clock.run(120_000);
    expect([made(), service.of(uuid(first))]).toEqual([4, []]);
  });
});

describe('offline', () => {
  it('holds jobs until the network is back', async () => {
    const { clock, device, service, made } = await settledWorld((device) => (device.online = false));
    void askFive(device);
    await clock.run(3_600_000);
    expect(service.creates).toBe(1);
    expect(device.outbox.blockReason()).toEqual({ failure: null, until: null });
    expect(device.blockChanges).toContainEqual({ failure: null, until: null });
    device.goOnline();
    await clock.run(1_000);
    expect([made(), device.outbox.blockReason()]).toEqual([5, null]);
    expect(device.blockChanges.at(-1)).toBeNull();
  });

  it('is reported once, and its end once: not when one of several waiting jobs is cancelled', async () => {
    const { clock, device } = await settledWorld((device) => (device.online = false));
    void askFive(device);
    await clock.run(1_000);
    const isOffline = { failure: null, until: null };
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(true);
    expect(device.blockChanges).toEqual([isOffline]);
    device.goOnline();
    await clock.run(1_000);
    expect(device.blockChanges).toEqual([isOffline, null]);
  });

  it('ends with the last waiting job', async () => {
    const { clock, device } = await settledWorld((device) => (device.online = false));
    void askFive(device);
    await clock.run(1_000);
    expect(await clock.until(device.outbox.cancelQueued())).toBe(5);
    expect(device.blockChanges).toEqual([{ failure: null, until: null }, null]);
  });

  it('is reported again after a block, as long as jobs wait', async () => {
    const { clock, device } = await settledWorld((device) => (device.online = false));
    void askFive(device);
    await clock.run(1_000);
    device.outbox.block({ failure: { kind: 'moved', status: 301 }, until: null });
    device.outbox.unblock();
    await clock.run(1_000);
    expect(device.blockChanges.at(-1)).toEqual({ failure: null, until: null });
    expect(device.outbox.blockReason()).toEqual({ failure: null, until: null });
  });

  it('ends the back-off of a job when the network is back', async () => {
    const { clock, device, service, made } = await settledWorld();
    // Lost before they were stored: sent again after 30 s, then after a back-off.
    service.fate = () => ({ is: 'request lost' });
    void device.submit(shortenCommand(1));
    await clock.run(32_000);
    expect(service.creates).toBe(3);
    service.fate = () => ({ is: 'answered' });
    await clock.run(34_000);
    expect(device.outbox.waitOf(uuid(1))).toMatchObject({ waits: 'retry' });
    device.goOnline();
    await clock.run(1_000);
    expect(made()).toBe(1);
  });

  it('does not shorten the time in which the user can cancel', async () => {
    const { clock, device, service } = await settledWorld(
      (device) => (device.choices = { ...device.choices, creationDelayMs: 5_000 }),
    );
    void device.submit(shortenCommand(1, { at: device.now() }));
    await clock.run(1_000);
    device.goOnline();
    await clock.run(1_000);
    expect(service.creates).toBe(1);
  });

  it('does not shorten the 30 s in which a request may still be carried out', async () => {
    const { clock, device, service } = await settledWorld();
    service.next.push({ is: 'stored late', afterMs: 20_000 });
    void device.submit(shortenCommand(1));
    for (let n = 0; n < 29; n++) {
      await clock.run(1_000);
      device.goOnline();
    }
    await clock.run(60_000);
    expect(service.of(uuid(1))).toHaveLength(1);
  });
});
