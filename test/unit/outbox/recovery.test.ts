/** Jobs of a killed worker, or with a lost response, are resumed and looked up, and never made twice. */
import { describe, expect, it, vi } from 'vitest';
import { lookupDelayMs } from '../../../lib/outbox/lost-job-certainty.ts';
import { maxBackOffMs, maxSilentWaitMs } from '../../../lib/outbox/back-off.ts';
import {
  jobOf,
  anotherLinkCommand,
  queued,
  sending,
  sent,
  shortenCommand,
  unknown,
  uuid,
} from '../../support/samples.ts';
import { world, worldWithNewest } from './device.ts';
import type { Fate } from './service.ts';

// Many scenarios one after the other, which take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const command = shortenCommand(1);
describe('a shutdown in every state', () => {
  /** A create takes 1 ms for the journal, 10 ms each way, 1 ms for the end; each millisecond is a case. */
  const moments = Array.from({ length: 30 }, (_, ms) => ms);

  it.each([
    ['all that was on its way to the disk is lost', 0],
    ['all of it lands', 1],
  ])('%s', async (_name, part) => {
    for (const ms of moments) {
      const { clock, device, service, disk } = world();
      void device.submit(command);
      await clock.run(ms);
      await clock.until(device.restart(part));
      await clock.run(120_000);
      expect([ms, service.of(uuid(1)).length, disk.job(uuid(1))?.state.name]).toEqual([ms, 1, 'done']);
      expect([ms, device.unwritten, device.intents.size]).toEqual([ms, [], 0]);
    }
  });

  it('with the request lost in transfer, at every millisecond', async () => {
    for (const ms of moments) {
      const { clock, device, service } = world(({ device }) => (device.lostAtShutdown = () => true));
      void device.submit(command);
      await clock.run(ms);
      await clock.until(device.restart());
      await clock.run(120_000);
      expect([ms, service.of(uuid(1)).length]).toEqual([ms, 1]);
    }
  });

  it('twice in a row, the second time during the lookup', async () => {
    for (const ms of moments) {
      const { clock, device, service } = worldWithNewest();
      service.next.push({ is: 'stored late', afterMs: 4_000 });
      void device.submit(command);
      await clock.run(15);
      await clock.until(device.restart());
      await clock.run(ms);
      await clock.until(device.restart());
      await clock.run(120_000);
      expect([ms, service.of(uuid(1)).length]).toEqual([ms, 1]);
    }
  });

  it.each([
    ['queued', queued],
    ['sent', sent()],
    ['unknown', unknown()],
  ])('%s: resumed once, however often that is requested', async (_name, state) => {
    const { clock, device, service } = world(({ device, disk }) => {
      disk.put(jobOf(1, state));
      device.wall = 0;
    });
    await clock.until(Promise.all([device.start(), device.nudge(), device.nudge()]));
    void device.submit(command);
    await clock.run(120_000);
    expect(service.creates).toBe(1);
    expect(device.looks.filter(({ at }) => at < 1_000)).toHaveLength(state === queued ? 0 : 1);
  });
});

describe('no complete response', () => {
  const lost: readonly (readonly [string, Fate])[] = [
    ['the connection drops', { is: 'response lost' }],
    ['504', { is: 'stored late', afterMs: 0 }],
  ];

  it.each(lost)('is looked up immediately, where the link was stored (%s)', async (_name, fate) => {
    const { clock, device, service } = worldWithNewest();
    service.next.push(fate);
    const job = await clock.until(device.submit(command));
    expect(job.state).toMatchObject({ name: 'done', result: { id: '98', lookedUp: true } });
    expect(clock.now).toBeLessThan(200);
    expect(service.creates).toBe(1);
  });

  it('within our timeout leads to a lookup at its end, where the link was stored', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'response hangs' });
    expect((await clock.until(device.submit(command))).state.name).toBe('done');
    expect(clock.now).toBeLessThan(26_000);
    expect(service.creates).toBe(1);
  });

  it.each([4_000, 29_000])(
    'leads to no second send where the link is stored %i ms later',
    async (afterMs) => {
      const { clock, device, service } = worldWithNewest();
      service.next.push({ is: 'stored late', afterMs });
      expect((await clock.until(device.submit(command))).state).toMatchObject({
        name: 'done',
        result: { lookedUp: true },
      });
      expect([service.creates, service.records.length]).toEqual([1, 1]);
    },
  );

  it.each([4_000, 29_000])('leads to no second send with a restart in between (%i ms)', async (afterMs) => {
    for (const restartAt of [100, 3_000, 15_000, 28_000]) {
      const { clock, device, service } = worldWithNewest();
      service.next.push({ is: 'stored late', afterMs });
      void device.submit(command);
      await clock.run(restartAt);
      await clock.until(device.restart());
      await clock.run(120_000);
      expect([service.creates, service.records.length, device.stateOf(uuid(1))]).toEqual([1, 1, 'done']);
    }
  });

  it('leads to lookups immediately and after 30 s, then to a second send, where no link was stored', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'request lost' });
    expect((await clock.until(device.submit(command))).state.name).toBe('done');
    const [first, second] = device.sends.map(({ at }) => at);
    expect(device.looks[0]?.at).toBeLessThan(100);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(lookupDelayMs);
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(lookupDelayMs + 3_000);
    expect(device.looks.at(-1)?.at).toBeGreaterThanOrEqual((first ?? 0) + lookupDelayMs);
    expect([device.looks.length, service.records.length]).toEqual([2, 1]);
  });

  it('does not hold other jobs', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'request lost' });
    void device.submit(command);
    await clock.run(100);
    await clock.until(device.submit(shortenCommand(2)));
    expect(clock.now).toBeLessThan(1_000);
  });

  it('is resolved for many jobs in parallel', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push(...Array.from({ length: 20 }, (): Fate => ({ is: 'request lost' })));
    const jobs = Array.from({ length: 20 }, (_, n) => device.submit(shortenCommand(n + 1)));
    await clock.until(Promise.all(jobs));
    expect(clock.now).toBeLessThan(40_000);
    expect(service.records).toHaveLength(20);
  });

  it('is looked up again after a failed lookup, and nothing is sent meanwhile', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'response lost' });
    service.nextList.push(...Array.from({ length: 6 }, (): Fate => ({ is: 'request lost' })));
    expect((await clock.until(device.submit(command))).state.name).toBe('done');
    expect([service.creates, service.lists]).toEqual([1, 7]);
  });

  it('leads to no early second send with a list that is some seconds old', async () => {
    const { clock, device, service } = worldWithNewest();
    service.listAgeMs = 5_000;
    await service.list('right', 'link', null);
    service.next.push({ is: 'response lost' });
    expect((await clock.until(device.submit(command))).state.name).toBe('done');
    expect([service.creates, service.records.length]).toEqual([1, 1]);
  });

  it('is not resolved with the link of another job for the same URL', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'request lost' }, { is: 'answered', afterMs: 5_000 });
    const ends = await clock.until(device.submitForOneUrl(1, 2));
    expect(new Set(ends.map(({ state }) => state.name === 'done' && state.result.id)).size).toBe(2);
    expect(service.records).toHaveLength(2);
  });
});

it('looks up a second send among all records since the first one', async () => {
  const { clock, device, service } = worldWithNewest();
  // The list is too old to show the link in the first lookups.
  service.listAgeMs = 40_000;
  await service.list('right', 'link', null);
  service.next.push({ is: 'response lost' }, { is: 'answered' }, { is: 'request lost' });
  const taken = device.submit(command);
  await clock.run(100);
  // A newer id is known by the time of the second send.
  await clock.until(device.submit(shortenCommand(2)));
  expect((await clock.until(taken)).state).toMatchObject({ name: 'done', result: { id: '98' } });
  expect([service.creates, service.of(uuid(1)).length]).toEqual([3, 1]);
});

describe('a service whose responses carry no id', () => {
  const idless = () =>
    worldWithNewest(({ service }) => {
      service.tellsIds = false;
    });

  it('does not match a second job for the same URL with the first one’s link', async () => {
    const { clock, device, service } = idless();
    const first = await clock.until(device.submit(command));
    service.next.push({ is: 'request lost' });
    const second = await clock.until(
      device.submit(anotherLinkCommand(2, { address: 'https://example.com/1' })),
    );
    expect(service.records).toHaveLength(2);
    const urls = [first, second].map(({ state }) => state.name === 'done' && state.result.shortUrl);
    expect(new Set(urls).size).toBe(2);
    expect(second.state).toMatchObject({ result: { existing: false } });
  });

  it.each(['http://sho.rt/l2q', 'https://SHO.rt/l2q/'])(
    'does not match it when the list spells it %s, either',
    async (spelled) => {
      const { clock, device, service } = idless();
      await clock.until(device.submit(command));
      service.spellShortUrl = () => spelled;
      service.next.push({ is: 'request lost' });
      await clock.until(device.submit(anotherLinkCommand(2, { address: 'https://example.com/1' })));
      expect(service.records).toHaveLength(2);
    },
  );

  it('distinguishes an existing link from a new one', async () => {
    const { clock, device, service } = idless();
    service.dedupes = true;
    await clock.until(device.submit(command));
    const second = await clock.until(
      device.submit(anotherLinkCommand(2, { address: 'https://example.com/1' })),
    );
    expect(second.state).toMatchObject({ name: 'done', result: { existing: true } });
  });
});

describe('two equal commands whose responses are lost', () => {
  it('leave the first link to the older job while the other one is still to come', async () => {
    const { clock, device, service } = world(({ device, disk, service }) => {
      disk.put(jobOf(1, sent({ at: device.wall - 60_000, serverAt: service.epoch - 60_000, newest: '50' })));
      const request = {
        kind: 'link',
        subject: 'https://example.com/1',
        alias: '',
        domain: '',
        note: '',
      } as const;
      service.store({ ...request, maker: uuid(1) });
      device.newest.set('link', '60');
      service.nextList.push({ is: 'request lost' });
      service.next.push({ is: 'stored late', afterMs: 8_000 });
    });
    await clock.until(device.start());
    const second = await clock.until(
      device.submit(anotherLinkCommand(2, { address: 'https://example.com/1' })),
    );
    await clock.run(120_000);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'done', result: { id: '98' } });
    expect(second.state).toMatchObject({ name: 'done', result: { id: '99' } });
    expect(service.records).toHaveLength(2);
  });

  it('take one link each where there are two', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'response lost' }, { is: 'response lost' });
    const ends = await clock.until(device.submitForOneUrl(1, 2));
    expect(new Set(ends.map(({ state }) => state.name === 'done' && state.result.id))).toEqual(
      new Set(['98', '99']),
    );
    expect(service.creates).toBe(2);
  });
});

describe('the delay of 30 s', () => {
  /** Sent a while ago by this device's clock, and by the service's. */
  function sentBefore(byDevice: number, byService: number | null) {
    return world(({ device, service, disk }) =>
      disk.put(
        jobOf(
          1,
          sent({
            at: device.wall - byDevice,
            serverAt: byService === null ? null : service.epoch - byService,
            newest: '50',
          }),
        ),
      ),
    );
  }

  it.each([
    ['are over by both clocks: sent again immediately', 60_000, 60_000, 0],
    ["are never over by this device's clock alone, which may have jumped", 60_000, null, 31_000],
    ["restart where the service's clock was not known", 10_000, null, 31_000],
    ["are not over by this device's clock", 10_000, 60_000, 20_000],
    ["are not over by the service's clock, even if they are by this one", 86_400_000, 10_000, 20_000],
    ["are not over by this one, even if they are by the service's", 10_000, 86_400_000, 20_000],
  ] as const)('%s', async (_name, byDevice, byService, waitMs) => {
    const { clock, device } = sentBefore(byDevice, byService);
    await clock.until(device.start());
    await clock.run(120_000);
    const at = device.sends[0]?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(waitMs);
    // Dates have whole seconds, and the lookup itself takes time.
    expect(at).toBeLessThan(waitMs + 3_000);
    expect(device.looks[0]?.at).toBeLessThan(100);
  });
});

describe('a response that can not be read', () => {
  it('is looked up once, where the link was stored', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'garbage', stored: true });
    expect((await clock.until(device.submit(command))).state).toMatchObject({
      name: 'done',
      result: { lookedUp: true },
    });
    expect([service.creates, service.lists]).toEqual([1, 1]);
  });

  it('leads to one lookup, a refusal with its reason, and no second send, where no link was stored', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'garbage', stored: false });
    const job = await clock.until(device.submit(command));
    expect(job.state).toMatchObject({ name: 'refused', failure: { kind: 'unreadable' } });
    expect(clock.now).toBeLessThan(1_000);
    await clock.until(device.restart());
    await clock.run(3_600_000);
    expect([service.creates, service.lists]).toEqual([1, 1]);
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('done');
    expect(service.records).toHaveLength(1);
  });

  it('is looked up again by Retry after a lookup in an old list', async () => {
    const { clock, device, service } = worldWithNewest();
    service.listAgeMs = 5_000;
    await service.list('right', 'link', null);
    service.next.push({ is: 'garbage', stored: true });
    expect((await clock.until(device.submit(command))).state.name).toBe('refused');
    await clock.run(10_000);
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state).toMatchObject({
      name: 'done',
      result: { lookedUp: true },
    });
    expect([service.creates, service.records.length]).toEqual([1, 1]);
  });

  it('is looked up before the next press for the same link is sent', async () => {
    const { clock, device, service } = worldWithNewest();
    service.listAgeMs = 5_000;
    await service.list('right', 'link', null);
    service.next.push({ is: 'garbage', stored: true });
    expect((await clock.until(device.submit(command))).state.name).toBe('refused');
    await clock.run(10_000);
    const press = (n: number) => ({ ...command, id: uuid(n), at: device.now() });
    const again = await clock.until(device.outbox.submit(press(2)));
    expect(again.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect([service.creates, service.records.length]).toEqual([1, 1]);
    // Another link is requested for its own sake; and the one that was found is no longer lost.
    await clock.until(device.outbox.submit({ ...press(3), another: true }));
    await clock.until(device.outbox.submit(press(4)));
    expect(service.records).toHaveLength(3);
  });
});

describe('a link that is cancelled before its next send, and that an old list has not shown', () => {
  async function cancelledWithLink() {
    const opened = worldWithNewest();
    const { clock, device, service } = opened;
    service.listAgeMs = 90_000;
    await service.list('right', 'link', null);
    service.next.push({ is: 'response lost' }, { is: 'request lost' });
    void device.submit(command);
    while (clock.now < 600_000) {
      await clock.run(50);
      const { state } = device.job(uuid(1)) ?? {};
      if (state?.name === 'queued' && state.tries === 2) break;
    }
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(true);
    await clock.run(100_000);
    return opened;
  }

  it.each(['the next press', 'Retry'])('is found by %s', async (press) => {
    const { clock, device, service } = await cancelledWithLink();
    const again =
      press === 'Retry'
        ? device.outbox.retry(uuid(1))
        : device.outbox.submit({ ...command, id: uuid(2), at: device.now() });
    expect((await clock.until(again))?.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect([service.creates, service.records.length]).toEqual([2, 1]);
  });
});

describe('the back-off', () => {
  it('grows up to two windows while the service is unreachable', async () => {
    const { clock, device, service } = worldWithNewest(({ device }) => (device.random = () => 0.999));
    service.fate = () => ({ is: 'request lost' });
    service.listFate = service.fate;
    void device.submit(command);
    await clock.run(86_400_000);
    expect(Math.max(...device.sleeps)).toBeLessThanOrEqual(maxSilentWaitMs);
    const gaps = device.looks.slice(1).map(({ at }, n) => at - (device.looks[n]?.at ?? 0));
    expect(gaps[0]).toBeLessThan(5_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(maxBackOffMs + 1_000);
    expect(service.lists).toBeLessThan(750);
    expect(service.creates).toBe(1);
  });

  it('is longer before the third send than before the second; after that the user decides', async () => {
    const { clock, device, service } = worldWithNewest();
    service.fate = () => ({ is: 'request lost' });
    void device.submit(command);
    await clock.run(7_200_000);
    const [first = 0, second = 0, third = 0, ...more] = device.sends.map(({ at }) => at);
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(lookupDelayMs);
    expect(third - second).toBeGreaterThan(second - first + 4_000);
    expect(third - second).toBeLessThanOrEqual(maxBackOffMs + lookupDelayMs + 3_000);
    service.fate = () => ({ is: 'answered' });
    void device.outbox.retry(uuid(1));
    await clock.run(1_000);
    expect(service.records).toHaveLength(1);
  });

  it('varies by a quarter at random, so that devices differ', async () => {
    const after = async (roll: number) => {
      const { clock, device, service } = worldWithNewest(({ device }) => (device.random = () => roll));
      service.next.push({ is: 'response lost' });
      service.nextList.push({ is: 'request lost' });
      await clock.until(device.submit(command));
      return clock.now;
    };
    expect((await after(0.99)) - (await after(0))).toBeGreaterThan(800);
  });
});

describe('a clock jump', () => {
  const hour = 3_600_000;
  const jumps = [hour, 24 * hour, 87_600 * hour].flatMap((ms) => [ms, -ms]);
  const fates: readonly (readonly [string, Fate])[] = [
    ['stored 4 s later', { is: 'stored late', afterMs: 4_000 }],
    ['stored 29 s later', { is: 'stored late', afterMs: 29_000 }],
    ['lost on the way', { is: 'request lost' }],
    ['stored, and its response lost', { is: 'response lost' }],
    ['coming too often', { is: 'too many', forMs: 20_000 }],
    ['refused by a service that is not itself', { is: 'maintenance' }],
  ];

  it.each(fates)('while it is %s: one link, and no wait above five minutes', async (_name, fate) => {
    for (const jump of jumps)
      for (const at of [5, 15, 40, 2_000, 20_000])
        for (const dies of [false, true]) {
          const { clock, device, service } = world(({ device }) => (device.reminded = true));
          // An earlier response had the service's time.
          await clock.until(device.submit(shortenCommand(9)));
          service.next.push(fate);
          void device.submit(command);
          await clock.run(at);
          device.wall += jump;
          if (dies) await clock.until(device.restart());
          await clock.run(7 * 60_000);
          expect([jump, at, dies, service.of(uuid(1)).length]).toEqual([jump, at, dies, 1]);
          expect(device.stateOf(uuid(1))).toBe('done');
          expect(Math.max(0, ...device.sleeps)).toBeLessThanOrEqual(maxSilentWaitMs);
        }
  });

  it('while a link is held back: it waits two windows at most', async () => {
    for (const jump of jumps) {
      const { clock, device, service } = worldWithNewest(
        ({ device }) => (device.choices = { ...device.choices, creationDelayMs: 5_000 }),
      );
      void device.submit(shortenCommand(1, { at: device.now() }));
      await clock.run(1_000);
      device.wall += jump;
      await clock.until(device.restart());
      await clock.run(maxBackOffMs + 1_000);
      expect([jump, service.of(uuid(1)).length]).toEqual([jump, 1]);
    }
  });

  it('makes a send with a later time count from now', async () => {
    const { clock, device, service } = world(({ device, disk }) =>
      disk.put(jobOf(1, sent(sending({ at: device.wall + 10 * hour, newest: '50' })))),
    );
    await clock.until(device.start());
    await clock.run(29_000);
    expect(service.creates).toBe(0);
    await clock.run(5_000);
    expect(service.creates).toBe(1);
  });
});
