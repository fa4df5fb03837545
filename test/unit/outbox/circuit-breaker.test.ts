/** What concerns every job stops them all; afterwards one goes first, so that what still fails costs one request. */
import { describe, expect, it } from 'vitest';
import { shortenAsk, sorted, uuid } from './samples.ts';
import { world, type Device } from './device.ts';
import type { Fate } from './service.ts';

const five = [1, 2, 3, 4, 5];
const askFive = (device: Device) => five.map((n) => device.ask(shortenAsk(n)));
const states = (device: Device) => five.map((n) => device.stateOf(uuid(n)));
const allFive = (name: string) => five.map(() => name);

/** One link is made first, so that the newest id is known and the five go at once. */
async function settledWorld(setUp?: (device: Device) => void) {
  const parts = world();
  await parts.clock.until(parts.device.ask(shortenAsk(9)));
  await parts.clock.run(10);
  setUp?.(parts.device);
  return { ...parts, made: () => parts.service.records.length - 1 };
}

describe('what stops every job', () => {
  it.each([
    ['wrong key', 'key'],
    ['moved', 'moved'],
    ['challenge', 'challenge'],
  ] as const)('%s: for as long as it takes', async (is, kind) => {
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

  it('no permission: before anything is sent', async () => {
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

  it('a service that is not itself: for a minute, then it is asked again by itself', async () => {
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

  it('a limit for longer than five minutes: told with its end, and obeyed', async () => {
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

  it('and the person who would rather try it now may', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.next.push({ is: 'too many', forMs: 3_600_000 });
    void askFive(device);
    await clock.run(1_000);
    device.outbox.unblock();
    device.outbox.retryNow();
    await clock.run(1_000);
    expect(made()).toBe(5);
  });

  it('a clock set back while it is closed does not keep it closed for years', async () => {
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

  it('is remembered by the next life of the worker', async () => {
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

  it('keeps what waits cancellable', async () => {
    const { clock, device, service, made } = await settledWorld();
    service.key = 'new';
    void askFive(device);
    await clock.run(1_000);
    expect(await clock.until(device.outbox.cancel(uuid(2)))).toBe(true);
    device.useKey('new');
    await clock.run(1_000);
    expect([made(), service.of(uuid(2))]).toEqual([4, []]);
  });

  it('stops what waits for its turn as well, and a look-up', async () => {
    const { clock, device, service } = await settledWorld((device) => (device.turn = () => 5_000));
    service.next.push({ is: 'request lost' });
    void device.ask(shortenAsk(1));
    await clock.run(4_000);
    void device.ask(shortenAsk(2));
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

describe('after it has opened', () => {
  it('one goes first, and the others only when it is through', async () => {
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

  it('a key that is still wrong costs one request', async () => {
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

  it('the first one being cancelled lets the others go', async () => {
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
  it('jobs wait, and go when the network is back', async () => {
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

  it('the network being back ends a wait for a better time', async () => {
    const { clock, device, service, made } = await settledWorld();
    // Lost before they were kept: sent again 30 s after, and waited for after that.
    service.fate = () => ({ is: 'request lost' });
    void device.ask(shortenAsk(1));
    await clock.run(32_000);
    expect(service.creates).toBe(3);
    service.fate = () => ({ is: 'answered' });
    await clock.run(34_000);
    expect(device.outbox.waitOf(uuid(1))).toMatchObject({ waits: 'retry' });
    device.goOnline();
    await clock.run(1_000);
    expect(made()).toBe(1);
  });

  it('but not the time that the person has to change his mind', async () => {
    const { clock, device, service } = await settledWorld(
      (device) => (device.choices = { ...device.choices, holdMs: 5_000 }),
    );
    void device.ask(shortenAsk(1, { at: device.now() }));
    await clock.run(1_000);
    device.goOnline();
    await clock.run(1_000);
    expect(service.creates).toBe(1);
  });

  it('nor the 30 s after which nothing can still be kept', async () => {
    const { clock, device, service } = await settledWorld();
    service.next.push({ is: 'stored late', afterMs: 20_000 });
    void device.ask(shortenAsk(1));
    for (let n = 0; n < 29; n++) {
      await clock.run(1_000);
      device.goOnline();
    }
    await clock.run(60_000);
    expect(service.of(uuid(1))).toHaveLength(1);
  });
});
