/** The user's choices: holding links back, marking them, retrying, and deciding about ambiguous jobs. */
import { describe, expect, it } from 'vitest';
import {
  campaignCommand,
  cancelled,
  done,
  jobOf,
  linkCommand,
  queued,
  refused,
  sending,
  shortenCommand,
  sorted,
  unknown,
  uuid,
} from '../../support/samples.ts';
import { world, worldWithNewest, type Device } from './device.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import type { Fate, RecordRequest } from './service.ts';

const otherDevice: RecordRequest = {
  maker: 'another device',
  kind: 'link',
  subject: 'https://example.com/1',
  alias: '',
  domain: '',
  note: '',
};

/** Our response was lost, and a link to almost the same address was created meanwhile. */
function nearWorld(choice: (device: Device) => void = () => undefined) {
  return worldWithNewest(({ device, service }) => {
    choice(device);
    service.next.push({ is: 'request lost' });
    service.store({ ...otherDevice, subject: 'https://example.com/1?utm_source=x' });
  });
}

describe('holding a link back', () => {
  const delaying = () =>
    world(({ device }) => (device.choices = { ...device.choices, creationDelayMs: 5_000 }));

  it('reports its end, and makes the link after it', async () => {
    const { clock, device, service } = delaying();
    const taken = device.submit(shortenCommand(1, { at: device.now() }));
    await clock.run(4_900);
    expect(service.creates).toBe(0);
    expect(device.outbox.waitOf(uuid(1))).toEqual({ goesAt: 1_700_000_005_000, waits: 'hold' });
    await clock.until(taken);
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('sends the links of a batch at once', async () => {
    const { clock, device, service } = delaying();
    void device.submit({ ...shortenCommand(1, { at: device.now() }), from: 'bulk' });
    await clock.run(1_000);
    expect(service.creates).toBe(1);
  });

  it('lets the user cancel it', async () => {
    const { clock, device, service } = delaying();
    const taken = device.submit(shortenCommand(1, { at: device.now() }));
    await clock.run(4_900);
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(true);
    expect((await clock.until(taken)).state.name).toBe('cancelled');
    await clock.run(60_000);
    expect(service.creates).toBe(0);
  });

  it('sends it before its time where the user skips the delay, and no other', async () => {
    const { clock, device, service } = delaying();
    const taken = device.submit(shortenCommand(1, { at: device.now() }));
    void device.submit(shortenCommand(2, { at: device.now() }));
    await clock.run(1_000);
    await clock.until(device.outbox.skipDelay(uuid(1)));
    expect((await clock.until(taken)).state.name).toBe('done');
    expect(clock.now).toBeLessThan(2_000);
    await clock.run(2_000);
    expect([service.creates, service.of(uuid(2)).length]).toEqual([1, 0]);
  });

  it('skips the delay also right after a restart of the worker, and of no job it doesn’t know', async () => {
    const { clock, device, service } = delaying();
    void device.submit(shortenCommand(1, { at: device.now() }));
    await clock.run(1_000);
    await clock.until(device.restart());
    await clock.until(device.outbox.skipDelay(uuid(1)));
    await clock.until(device.outbox.skipDelay(uuid(9)));
    await clock.run(500);
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('continues after a restart of the worker', async () => {
    const { clock, device, service } = delaying();
    void device.submit(shortenCommand(1, { at: device.now() }));
    await clock.run(1_000);
    await clock.until(device.restart());
    await clock.run(3_000);
    expect(service.creates).toBe(0);
    await clock.run(2_000);
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('counts from the user’s action, so an old command goes immediately', async () => {
    const { clock, device, service } = delaying();
    await clock.until(device.submit(shortenCommand(1)));
    expect(clock.now).toBeLessThan(100);
    expect(service.creates).toBe(1);
  });

  it('applies to links only, which can not be deleted', async () => {
    const { clock, device } = delaying();
    await clock.until(device.submit({ ...campaignCommand(1), at: device.now() }));
    expect(clock.now).toBeLessThan(100);
  });
});

describe('retrying', () => {
  it('sends a refused or cancelled job without a lookup', async () => {
    const { clock, device, service, disk } = worldWithNewest(({ disk }) => {
      disk.put(jobOf(1, refused(), { acknowledged: true }), jobOf(2, cancelled, { acknowledged: true }));
    });
    const ends = await clock.until(Promise.all([1, 2].map((n) => device.outbox.retry(uuid(n)))));
    expect(ends.map((job) => [job?.state.name, job?.acknowledged])).toEqual([
      ['done', false],
      ['done', false],
    ]);
    await clock.run(10);
    expect([service.lists, disk.job(uuid(1))?.state.name]).toEqual([0, 'done']);
  });

  it('repeats a lookup that found nothing, since the list may have been old', async () => {
    const { clock, device, service } = world(({ disk, service }) => {
      disk.put(jobOf(1, refused({ sending: sending() })));
      service.store({ ...otherDevice, maker: uuid(1) });
    });
    const job = await clock.until(device.outbox.retry(uuid(1)));
    expect(job?.state).toMatchObject({ name: 'done', result: { id: '98', lookedUp: true } });
    expect(service.creates).toBe(0);
  });

  it('sends once when the lookup finds nothing, however often it is requested', async () => {
    const { clock, device, service } = world(({ disk }) =>
      disk.put(jobOf(1, refused({ sending: sending() }))),
    );
    const ends = await clock.until(Promise.all([1, 2, 3].map(() => device.outbox.retry(uuid(1)))));
    expect(ends.map((job) => job?.state.name)).toEqual(['done', 'done', 'done']);
    expect([service.lists, service.creates]).toEqual([1, 1]);
  });

  it('repeats the lookup of a job that was refused after a lookup in an old list', async () => {
    const { clock, device, service } = worldWithNewest();
    service.listAgeMs = 40_000;
    await service.list('right', 'link', null);
    service.next.push({ is: 'response lost' }, { is: 'refused' });
    expect((await clock.until(device.submit(shortenCommand(1)))).state.name).toBe('refused');
    await clock.run(60_000);
    const job = await clock.until(device.outbox.retry(uuid(1)));
    expect(job?.state).toMatchObject({ name: 'done', result: { id: '98', lookedUp: true } });
    expect(service.records).toHaveLength(1);
  });

  it('does not make a link twice, and ignores an unknown id', async () => {
    const { clock, device, service } = world(({ disk }) => disk.put(jobOf(1, done())));
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('done');
    expect(await clock.until(device.outbox.retry(uuid(2)))).toBeNull();
    expect(service.creates).toBe(0);
  });

  it('changes nothing when it can not be written, and can be repeated', async () => {
    const { clock, device, service, disk } = world(({ disk }) => disk.put(jobOf(1, refused())));
    disk.fails = () => true;
    await clock.until(device.outbox.retry(uuid(1)));
    await clock.run(1_000);
    expect([service.creates, device.stateOf(uuid(1))]).toEqual([0, 'refused']);
    disk.fails = () => false;
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('done');
  });
});

describe('an ambiguous job', () => {
  it('asks the user and sends nothing more, while other jobs continue', async () => {
    const { clock, device, service, disk } = nearWorld();
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({
      name: 'unknown',
      question: { id: '98', address: 'https://example.com/1?utm_source=x' },
    });
    expect((await clock.until(device.submit(shortenCommand(2)))).state.name).toBe('done');
    await clock.until(device.restart());
    await clock.run(600_000);
    expect(service.creates).toBe(2);
    expect(disk.job(uuid(1))).toEqual(job);
  });

  it('takes the link after "it is that one", without a request', async () => {
    const { clock, device, service } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    const job = await clock.until(device.outbox.decide(uuid(1), 'use'));
    expect(job?.state).toMatchObject({ name: 'done', result: { id: '98', lookedUp: true } });
    expect([service.creates, service.records.length]).toEqual([1, 1]);
  });

  it('leaves a link to the job that got it first: "it is that one" of the other one looks again', async () => {
    const question = {
      id: '98',
      shortUrl: 'https://sho.rt/98',
      address: 'https://example.com/1?utm_source=x',
    };
    const { clock, device, service } = worldWithNewest(({ disk }) => {
      for (const n of [1, 2]) disk.put(jobOf(n, unknown({ question })));
    });
    await clock.until(device.start());
    // The second one while the first is being written.
    const use = (n: number) => device.outbox.decide(uuid(n), 'use');
    const [one, other] = await clock.until(Promise.all([use(1), use(2)]));
    expect(one?.state).toMatchObject({ name: 'done', result: { id: '98' } });
    expect(other?.state).toMatchObject({ name: 'done', result: { lookedUp: false } });
    expect(service.creates).toBe(1);
  });

  it('is decided once, where two pages decide at the same time', async () => {
    const { clock, device, service, disk } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    const ends = await clock.until(
      Promise.all((['use', 'again'] as const).map((decision) => device.outbox.decide(uuid(1), decision))),
    );
    await clock.run(60_000);
    expect(ends[1]).toEqual(ends[0]);
    expect([service.creates, disk.job(uuid(1))?.state.name]).toEqual([1, 'done']);
  });

  it('is sent again after "make another", however often that is pressed', async () => {
    const { clock, device, service } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    const ends = await clock.until(Promise.all([1, 2].map(() => device.outbox.decide(uuid(1), 'again'))));
    expect(ends.map((job) => job?.state.name)).toEqual(['done', 'done']);
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('does not ask about the same link again when the response after "make another" is lost, too', async () => {
    const { clock, device, service } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    service.next.push({ is: 'request lost' });
    const job = await clock.until(device.outbox.decide(uuid(1), 'again'));
    expect(job?.state.name).toBe('done');
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('keeps a decision across a restart', async () => {
    const { clock, device, service } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    await clock.until(device.outbox.decide(uuid(1), 'use'));
    await clock.until(device.outbox.decide(uuid(1), 'again'));
    expect(service.creates).toBe(1);
    expect(await clock.until(device.outbox.decide(uuid(9), 'use'))).toBeNull();
  });

  it('takes the link without a question where the user prefers one link', async () => {
    const { clock, device, service } = nearWorld(
      (device) => (device.choices = { ...device.choices, onAmbiguous: 'use' }),
    );
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'done', result: { id: '98' } });
    expect(service.creates).toBe(1);
  });

  it('never takes the same link for two jobs where the user prefers one link', async () => {
    const { clock, device, service } = nearWorld((device) => {
      device.choices = { ...device.choices, onAmbiguous: 'use' };
      // Both are matched while the preference is being read.
      device.choicesTakeMs = 50;
    });
    service.next.push({ is: 'request lost' });
    const ends = await clock.until(
      Promise.all([
        device.submit(linkCommand(1, { address: 'https://example.com/1?a' })),
        device.submit(linkCommand(2, { address: 'https://example.com/1?b' })),
      ]),
    );
    const ids = ends.map(({ state }) => (state.name === 'done' ? state.result.id : state.name));
    expect(sorted(ids)).toEqual(['98', '99']);
  });

  it('makes another link where the user prefers that', async () => {
    const { clock, device, service } = nearWorld(
      (device) => (device.choices = { ...device.choices, onAmbiguous: 'again' }),
    );
    expect((await clock.until(device.submit(shortenCommand(1)))).state).toMatchObject({
      name: 'done',
      result: { id: '99' },
    });
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('asks its question once the service can no longer carry out the request', async () => {
    const { clock, device, service } = nearWorld();
    service.next.splice(0, 1, { is: 'stored late', afterMs: 4_000 });
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'done', result: { id: '99', lookedUp: true } });
    expect(clock.now).toBeGreaterThan(30_000);
  });

  it('keeps its question across a restart', async () => {
    const { clock, device } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    await clock.until(device.restart());
    const job = await clock.until(device.outbox.decide(uuid(1), 'use'));
    expect(job?.state.name).toBe('done');
  });

  it('ignores a decision that could not be written', async () => {
    const { clock, device, service, disk } = nearWorld();
    await clock.until(device.submit(shortenCommand(1)));
    disk.fails = () => true;
    for (const decision of ['again', 'use', 'dismiss'] as const) {
      await expect(clock.until(device.outbox.decide(uuid(1), decision))).rejects.toThrow('disk full');
      expect([service.creates, device.stateOf(uuid(1))]).toEqual([1, 'unknown']);
    }
    disk.fails = () => false;
    expect((await clock.until(device.outbox.decide(uuid(1), 'use')))?.state.name).toBe('done');
  });
});

describe('a mark in the note', () => {
  const marking = () =>
    worldWithNewest(({ device, service }) => {
      device.choices = { ...device.choices, tagNote: true };
      service.next.push({ is: 'response lost' });
    });

  it('distinguishes its link from another one to the same address', async () => {
    const { clock, device, service } = marking();
    const taken = device.submit(shortenCommand(1));
    service.store(otherDevice);
    expect((await clock.until(taken)).state).toMatchObject({ name: 'done', result: { id: '99' } });
    expect(service.of(uuid(1))[0]?.note).toContain(uuid(1).slice(0, 6));
  });

  it('is absent unless the user has chosen it', async () => {
    const { clock, device, service } = world();
    await clock.until(device.submit(shortenCommand(1)));
    expect(service.records[0]?.note).toBe('');
  });

  it('prevents that a link of another device is taken for ours', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'request lost' });
    service.store(otherDevice);
    expect((await clock.until(device.submit(shortenCommand(1)))).state).toMatchObject({
      result: { id: '98' },
    });
    expect(service.creates).toBe(1);
  });
});

describe('a custom alias', () => {
  const aliased = linkCommand(1, { alias: 'mine' });

  it('that is "taken" after a lost response belongs to our own link', async () => {
    const { clock, device, service } = worldWithNewest();
    // The list is old, so the link is not found, and sent again.
    await clock.until(device.submit(shortenCommand(9)));
    service.listAgeMs = 40_000;
    await clock.run(10);
    void service.list('right', 'link', null);
    service.next.push({ is: 'response lost' });
    const job = await clock.until(device.submit(aliased));
    expect(service.creates).toBe(3);
    // Looked up in the same old list, it is refused; Retry finds it in a newer one.
    await clock.run(40_000);
    const again = job.state.name === 'done' ? job : await clock.until(device.outbox.retry(uuid(1)));
    expect(again?.state).toMatchObject({ name: 'done', result: { id: '99' } });
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('of another user is refused immediately', async () => {
    const { clock, device, service } = world(({ service }) =>
      service.store({ ...otherDevice, subject: 'https://elsewhere.example/', alias: 'mine' }),
    );
    expect((await clock.until(device.submit(aliased))).state.name).toBe('refused');
    expect(service.records).toHaveLength(1);
  });

  it('of another user is refused after a lost request as well', async () => {
    const { clock, device, service } = world(({ service }) =>
      service.store({ ...otherDevice, subject: 'https://elsewhere.example/', alias: 'mine' }),
    );
    service.next.push({ is: 'request lost' });
    expect((await clock.until(device.submit(aliased))).state).toMatchObject({
      name: 'refused',
      failure: { kind: 'refused' },
    });
    expect([service.records.length, service.creates]).toEqual([1, 2]);
  });
});

describe('a service that returns an existing link', () => {
  const deduping = () =>
    world(({ service }) => {
      service.dedupes = true;
      service.store(otherDevice);
    });

  it('is distinguished from one that made a new link', async () => {
    const { clock, device, service } = deduping();
    expect((await clock.until(device.submit(shortenCommand(1)))).state).toMatchObject({
      name: 'done',
      result: { id: '98', existing: true },
    });
    expect((await clock.until(device.submit(shortenCommand(2)))).state).toMatchObject({
      result: { id: '99', existing: false },
    });
    expect(service.records).toHaveLength(2);
  });

  it('is recognized even when its first response was lost', async () => {
    const { clock, device, service } = deduping();
    await clock.until(device.submit(shortenCommand(2)));
    service.next.push({ is: 'response lost' });
    expect((await clock.until(device.submit(shortenCommand(1)))).state).toMatchObject({
      name: 'done',
      result: { id: '98', existing: true },
    });
    expect(service.records).toHaveLength(2);
  });

  it('gives it to two simultaneous commands, and reports it as existing to the second one', async () => {
    const { clock, device, service } = deduping();
    await clock.until(device.submit(shortenCommand(9)));
    const ends = await clock.until(device.submitForOneUrl(2, 3));
    const existing = ends.map(({ state }) => state.name === 'done' && state.result.existing);
    expect(sorted(existing)).toEqual(['false', 'true']);
    expect(service.records).toHaveLength(3);
  });
});

describe('dismissing a link that is looked up', () => {
  const notFoundYet = () => worldWithNewest(({ service }) => service.next.push({ is: 'request lost' }));
  const dismissed = { name: 'refused', unconfirmed: true };

  it('ends the wait for the next lookup, and sends nothing more', async () => {
    const { clock, device, service, disk } = notFoundYet();
    const submitted = device.submit(shortenCommand(1));
    await clock.run(10_000);
    expect(device.outbox.waitOf(uuid(1))?.waits).toBe('look');
    const lists = service.lists;
    expect((await clock.until(device.outbox.decide(uuid(1), 'dismiss')))?.state).toMatchObject(dismissed);
    expect((await clock.until(submitted)).state).toMatchObject(dismissed);
    await clock.run(600_000);
    expect([service.creates, service.lists]).toEqual([1, lists]);
    expect(disk.job(uuid(1))).toMatchObject({ acknowledged: true, state: dismissed });
  });

  it('takes a link that the lookup in progress finds', async () => {
    const { clock, device, service } = worldWithNewest(({ service }) =>
      service.next.push({ is: 'response lost' }),
    );
    const submitted = device.submit(shortenCommand(1));
    while (service.lists === 0) await clock.run(1);
    void device.outbox.decide(uuid(1), 'dismiss');
    expect((await clock.until(submitted)).state).toMatchObject({ name: 'done', result: { lookedUp: true } });
  });

  it('sends nothing after a lookup in progress that finds nothing', async () => {
    const { clock, device, service } = notFoundYet();
    const submitted = device.submit(shortenCommand(1));
    // The first one is too early to be believed.
    while (service.lists < 2) await clock.run(10);
    void device.outbox.decide(uuid(1), 'dismiss');
    expect((await clock.until(submitted)).state).toMatchObject(dismissed);
    await clock.run(600_000);
    expect([service.creates, service.lists]).toEqual([1, 2]);
  });

  it('is undone by “Try again”, which looks it up first', async () => {
    const { clock, device, service } = notFoundYet();
    void device.submit(shortenCommand(1));
    await clock.run(10_000);
    await clock.until(device.outbox.decide(uuid(1), 'dismiss'));
    const lists = service.lists;
    const job = await clock.until(device.outbox.retry(uuid(1)));
    expect(job?.state.name).toBe('done');
    expect([service.lists > lists, service.of(uuid(1)).length]).toEqual([true, 1]);
  });
});

it('ignores any other decision about a job without a question', async () => {
  const { clock, device, service } = world(({ disk }) => disk.put(jobOf(1, unknown())));
  expect((await clock.until(device.outbox.decide(uuid(1), 'again')))?.state.name).toBe('unknown');
  expect(service.creates).toBe(0);
});

describe('a password', () => {
  const secret = 'canary-password-7f3a';
  const withPassword = (n: number) =>
    linkCommand(n, { extras: { ...defaultLinkOptions, password: secret, note: 'kept' } });

  it.each<[string, Fate]>([
    ['created', { is: 'answered' }],
    ['refused', { is: 'refused' }],
  ])('is deleted once its job is %s, and the rest of the command is not', async (end, fate) => {
    const { clock, device, disk, service } = worldWithNewest();
    service.next.push(fate);
    const job = await clock.until(device.submit(withPassword(1)));
    await clock.run(100);
    expect(job.state.name).toBe(end === 'created' ? 'done' : 'refused');
    expect(JSON.stringify([disk.job(uuid(1)), device.job(uuid(1))])).not.toContain(secret);
    expect(disk.job(uuid(1))).toMatchObject({
      passwordDropped: true,
      command: { link: { extras: { password: '', note: 'kept' } } },
    });
  });

  it('is stored as long as its job may be sent, which never goes without it', async () => {
    const { clock, device, disk, service } = worldWithNewest();
    service.next.push({ is: 'request lost' });
    void device.submit(withPassword(1));
    await clock.run(5_000);
    expect(JSON.stringify(disk.job(uuid(1)))).toContain(secret);
    await clock.run(120_000);
    expect(service.creates).toBe(2);
    expect(disk.job(uuid(1))?.state.name).toBe('done');
  });

  it('is required: a job that lost it is not retried', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'refused' });
    await clock.until(device.submit(withPassword(1)));
    await clock.run(100);
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('refused');
    expect(service.creates).toBe(1);
  });
});

describe('a link that has become invalid when its turn comes', () => {
  const expired = { kind: 'invalid-link', field: 'expired' } as const;
  const sentBefore = sending({ at: 1_700_000_000_000, newest: '50' });

  /** Invalid after half an hour. */
  const aging = (setUp: (device: Device) => void) =>
    worldWithNewest(({ device }) => {
      const { clock } = device;
      device.check = () => (clock.now < 1_800_000 ? null : expired);
      setUp(device);
    });

  it.each<[string, (device: Device) => void]>([
    ['the network', (device) => (device.online = false)],
    ['a new key', (device) => (device.service.key = 'new')],
    ['its turn', (device) => (device.turn = () => 2 * 3_600_000)],
    ['the limit, a second time', (device) => device.service.next.push({ is: 'too many', forMs: 240_000 })],
  ])('is refused with the reason after it waited for %s', async (_name, setUp) => {
    const { clock, device, service } = aging(setUp);
    const late = service.next.length > 0;
    if (late) device.turn = () => 1_700_000;
    void device.submit(shortenCommand(1, { at: device.now() }));
    await clock.run(3_600_000);
    const before = service.creates;
    device.goOnline();
    device.useKey(service.key);
    await clock.run(2 * 3_600_000);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'refused', failure: expired, sending: null });
    expect([service.creates - before, service.records.length, device.outbox.waitOf(uuid(1))]).toEqual([
      0,
      0,
      null,
    ]);
  });

  it('differs from one that was sent before: there Retry looks up first', async () => {
    const { clock, device, disk } = aging((device) => (device.turn = () => 2 * 3_600_000));
    disk.put(jobOf(1, { ...queued, tries: 1, sending: sentBefore }));
    await clock.until(device.start());
    await clock.run(3 * 3_600_000);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'refused', sending: sentBefore });
  });
});
