/** The outbox: journal first, one job for each command, cancelled before the send or not at all, never for another account. */
import { describe, expect, it } from 'vitest';
import { isFinished, jobSchema, type Job } from '../../../lib/outbox/job.ts';
import { maxFinishedJobs } from '../../../lib/outbox/job-store.ts';
import {
  campaignCommand,
  cancelled,
  done,
  good,
  jobOf,
  sampleResult,
  queued,
  refused,
  sending,
  sent,
  shortenCommand,
  unknown,
  uuid,
} from '../../support/samples.ts';
import { world, worldWithNewest } from './device.ts';
import { fakeOutbox } from '../../support/fake-outbox.ts';
import { gate } from '../../support/gate.ts';
import { settled } from '../../support/flush.ts';

/** Every call waits 5 s for its turn. */
const slowWorld = () => world(({ device }) => (device.turn = () => 5_000));

describe('the same id is the same job', () => {
  it('one after the other', async () => {
    const { clock, device, service, disk } = world();
    const first = await clock.until(device.submit(shortenCommand(1)));
    const second = await clock.until(device.submit(shortenCommand(1)));
    expect(second).toEqual(first);
    expect(service.of(uuid(1))).toHaveLength(1);
    await clock.run(10);
    expect(disk.states(uuid(1))).toEqual(['queued', 'sent', 'done']);
  });

  it('twenty together', async () => {
    const { clock, device, service } = world();
    const ended = await clock.until(
      Promise.all(Array.from({ length: 20 }, () => device.submit(shortenCommand(1)))),
    );
    expect(new Set(ended.map(({ state }) => state.name))).toEqual(new Set(['done']));
    expect(service.creates).toBe(1);
  });

  it('again after a restart of the worker', async () => {
    const { clock, device, service } = world();
    await clock.until(device.submit(shortenCommand(1)));
    await clock.run(10);
    device.build();
    expect((await clock.until(device.submit(shortenCommand(1)))).state.name).toBe('done');
    expect(service.creates).toBe(1);
  });

  it('but two commands that request another link of one URL are two links', async () => {
    const { clock, device, service } = world();
    const ends = await clock.until(device.submitForOneUrl(1, 2));
    expect(new Set(ends.map(({ state }) => state.name === 'done' && state.result.id)).size).toBe(2);
    expect(service.records).toHaveLength(2);
  });
});

describe('the journal is written before the request is sent', () => {
  it('sends nothing without a journal write', async () => {
    const { clock, device, service, disk } = world();
    disk.fails = () => true;
    await clock.until(device.submit(shortenCommand(1)));
    expect(service.creates).toBe(0);
    expect(device.reports).toHaveLength(1);
    expect(device.outbox.isJournaled(uuid(1))).toBe(false);
    expect(device.intents.size).toBe(1);
  });

  it('sends the request only when its entry is stored', async () => {
    const { clock, device, disk } = world();
    disk.takesMs = 500;
    const taken = device.submit(shortenCommand(1));
    await clock.run(1_000);
    expect(device.sends).toEqual([]);
    await clock.until(taken);
    expect(device.sends).toHaveLength(1);
    expect(device.unwritten).toEqual([]);
  });

  it('accepts a command again that could not be written', async () => {
    const { clock, device, service, disk } = world();
    disk.fails = (write) => write === 0;
    await clock.until(device.submit(shortenCommand(1)));
    expect((await clock.until(device.submit(shortenCommand(1)))).state.name).toBe('done');
    expect(service.creates).toBe(1);
  });

  it('sends when the first write fails, but the second one is stored', async () => {
    const { clock, device, service, disk } = world(({ device }) => device.newest.set('link', '5'));
    disk.fails = (write) => write === 0;
    disk.takesMs = 20;
    await clock.until(device.submit(shortenCommand(1)));
    await clock.run(100);
    expect(device.unwritten).toEqual([]);
    expect(service.of(uuid(1))).toHaveLength(1);
    expect([device.outbox.isJournaled(uuid(1)), disk.states(uuid(1)), device.intents.size]).toEqual([
      true,
      ['sent', 'done'],
      0,
    ]);
  });

  it('reads the journal again with the next command after a failed read', async () => {
    const { clock, device, service, disk } = world();
    const { records } = disk;
    const values = records.values.bind(records);
    records.values = () => {
      records.values = values;
      throw new Error('locked');
    };
    await expect(clock.until(device.submit(shortenCommand(1)))).rejects.toThrow('locked');
    expect((await clock.until(device.submit(shortenCommand(1)))).state.name).toBe('done');
    expect(service.creates).toBe(1);
  });

  it.each([0, 1, 2])('makes one link, and sends nothing without an entry, when write %i fails', async (k) => {
    const { clock, device, service, disk } = world();
    disk.fails = (write) => write === k;
    await clock.until(device.submit(shortenCommand(1)));
    await clock.run(10);
    void device.nudge();
    await clock.run(60_000);
    expect(device.unwritten).toEqual([]);
    expect(service.of(uuid(1))).toHaveLength(1);
    expect(disk.job(uuid(1))?.state.name).toBe('done');
  });

  it('reports an end that could not be written immediately, and writes it later', async () => {
    const { clock, device, service, disk } = world();
    disk.fails = (write) => write === 2;
    expect((await clock.until(device.submit(shortenCommand(1)))).state.name).toBe('done');
    await clock.run(10);
    expect(disk.job(uuid(1))?.state.name).toBe('sent');
    expect(device.reports).toHaveLength(1);
    await clock.until(device.outbox.resume());
    await clock.run(10);
    expect(disk.job(uuid(1))?.state.name).toBe('done');
    expect(service.lists).toBe(1);
  });

  it('reports every change after it is in the journal', async () => {
    const { clock, device, disk } = world();
    await clock.until(device.submit(shortenCommand(1)));
    await clock.run(10);
    expect(device.changes.map(({ state }) => state.name)).toEqual(['queued', 'sent', 'sent', 'done']);
    expect(disk.job(uuid(1))).toEqual(device.changes.at(-1));
    for (const job of device.changes) expect(jobSchema.safeParse(job).success).toBe(true);
  });
});

describe('a refused job', () => {
  it.each([
    ['refused', 'refused'],
    ['firewall', 'blocked'],
  ] as const)('ends and blocks no other: %s', async (is, kind) => {
    const { clock, device, service } = world();
    service.next.push({ is });
    const [first, second] = await clock.until(
      Promise.all([device.submit(shortenCommand(1)), device.submit(shortenCommand(2))]),
    );
    expect(first?.state).toMatchObject({ name: 'refused', failure: { kind } });
    expect(second?.state.name).toBe('done');
    expect(device.outbox.blockReason()).toBeNull();
  });

  it('ends immediately when no service is connected, and nothing waits for it', async () => {
    const { clock, device } = world(({ device }) => (device.key = ''));
    expect((await clock.until(device.submit(shortenCommand(1)))).state).toMatchObject({
      name: 'refused',
      failure: { kind: 'not-connected' },
    });
    expect(device.outbox.blockReason()).toBeNull();
  });
});

describe('a refusal for the limit', () => {
  it('is waited for, and the job has the time', async () => {
    const { clock, device, service } = world();
    service.next.push({ is: 'too many', forMs: 40_000 });
    const taken = device.submit(shortenCommand(1));
    await clock.run(1_000);
    expect(device.stateOf(uuid(1))).toBe('queued');
    expect(device.outbox.waitOf(uuid(1))).toMatchObject({ waits: 'limit' });
    expect((device.outbox.waitOf(uuid(1))?.goesAt ?? 0) - device.now()).toBeGreaterThan(38_000);
    expect((await clock.until(taken)).state.name).toBe('done');
    expect(device.outbox.waitOf(uuid(1))).toBeNull();
    expect(service.creates).toBe(2);
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('can be cancelled meanwhile', async () => {
    const { clock, device, service } = world();
    service.next.push({ is: 'too many', forMs: 40_000 });
    void device.submit(shortenCommand(1));
    await clock.run(1_000);
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(true);
    await clock.run(100_000);
    expect(service.records).toEqual([]);
  });

  it('does not end the job, however often: it waits, and makes one link', async () => {
    const { clock, device, service } = world();
    service.next.push(...Array.from({ length: 12 }, () => ({ is: 'too many', forMs: 10_000 }) as const));
    expect((await clock.until(device.submit(shortenCommand(1)))).state.name).toBe('done');
    expect(service.creates).toBe(13);
    expect(service.records).toHaveLength(1);
  });

  it('reports the end of a wait for its turn, and clears it', async () => {
    const { clock, device } = slowWorld();
    const taken = device.submit(shortenCommand(1));
    await clock.run(1_000);
    expect(device.outbox.waitOf(uuid(1))).toMatchObject({ waits: 'limit' });
    await clock.until(taken);
    expect(device.outbox.waitOf(uuid(1))).toBeNull();
  });
});

describe('cancel', () => {
  it('ends a job that waits for its turn, which is never sent', async () => {
    const { clock, device, service, disk } = slowWorld();
    const taken = device.submit(shortenCommand(1));
    await clock.run(1_000);
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(true);
    expect((await clock.until(taken)).state.name).toBe('cancelled');
    await clock.run(60_000);
    expect(service.creates).toBe(0);
    expect(disk.states(uuid(1))).toEqual(['queued', 'cancelled']);
  });

  it('is too late for a job that is being written as sent', async () => {
    const { clock, device, disk } = world(({ device }) => device.newest.set('link', '5'));
    disk.takesMs = 100;
    const taken = device.submit(shortenCommand(1));
    await clock.run(150);
    expect(device.stateOf(uuid(1))).toBe('queued');
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(false);
    expect((await clock.until(taken)).state.name).toBe('done');
    expect([device.sends.length, device.looks.length]).toEqual([1, 0]);
  });

  it('is too late for a job that was sent', async () => {
    const { clock, device } = world(({ device }) => (device.travel = () => 1_000));
    const taken = device.submit(shortenCommand(1));
    await clock.run(3_000);
    expect(device.stateOf(uuid(1))).toBe('sent');
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(false);
    // Its own response is waited for, and no lookup follows.
    expect((await clock.until(taken)).state).toMatchObject({ name: 'done', result: { lookedUp: false } });
  });

  it('ends a job that is only in the journal; a second time, or with an unknown id, it is too late', async () => {
    const { clock, device, service } = world(({ disk }) => disk.put(jobOf(1, queued)));
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(true);
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(false);
    expect(await clock.until(device.outbox.cancel(uuid(9)))).toBe(false);
    await clock.until(device.nudge());
    await clock.run(60_000);
    expect(service.creates).toBe(0);
  });

  it('is not reported when it could not be written', async () => {
    const { clock, device, service, disk } = slowWorld();
    void device.submit(shortenCommand(1));
    await clock.run(1_000);
    disk.fails = () => true;
    expect(await clock.until(device.outbox.cancel(uuid(1)))).toBe(false);
    disk.fails = () => false;
    void device.nudge();
    await clock.run(60_000);
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it('ends all waiting jobs, and none that was sent', async () => {
    const { clock, device, service } = world();
    const first = device.submit(shortenCommand(1));
    await clock.until(first);
    device.travel = () => 2_000;
    void device.submit(shortenCommand(2));
    await clock.run(100);
    device.turn = () => 60_000;
    for (const n of [3, 4, 5]) void device.submit(shortenCommand(n));
    await clock.run(100);
    expect(await clock.until(device.outbox.cancelQueued())).toBe(3);
    await clock.run(200_000);
    expect(service.records.map(({ maker }) => maker)).toEqual([uuid(1), uuid(2)]);
    expect([3, 4, 5].map((n) => device.stateOf(uuid(n)))).toEqual(Array(3).fill('cancelled'));
  });
});

describe('another account', () => {
  const everyOpenState = [queued, sent(), unknown()];

  it.each(everyOpenState)('does not resume its $name job', async (state) => {
    const { clock, device, service } = world(({ disk }) => disk.put(jobOf(1, state, { scope: 'there' })));
    await clock.until(device.start());
    void device.submit(shortenCommand(1));
    await clock.run(120_000);
    expect([service.creates, device.looks.length]).toEqual([0, 0]);
  });

  const question = { id: '7', shortUrl: 'https://sho.rt/7', address: 'https://example.com/1' };
  it.each([refused(), cancelled, unknown(), unknown({ question })])(
    'its $name job is neither tried again nor decided to be sent',
    async (state) => {
      const { clock, device, service } = world(({ disk }) => disk.put(jobOf(1, state, { scope: 'there' })));
      await clock.until(device.outbox.retry(uuid(1)));
      await clock.until(device.outbox.decide(uuid(1), 'again'));
      await clock.run(120_000);
      expect([service.creates, device.looks.length]).toEqual([0, 0]);
    },
  );

  it('is not the account of a job that was submitted before', async () => {
    const { clock, device } = world(({ device }) => (device.scope = 'https://sho.rt#7'));
    expect((await clock.until(device.submit(campaignCommand(1)))).scope).toBe('https://sho.rt#7');
  });

  it('does not send a blocked job when another account ends the block', async () => {
    const { clock, device, service } = world(({ device }) => (device.key = 'old'));
    for (const n of [1, 2, 3]) void device.submit(shortenCommand(n));
    await clock.run(1_000);
    expect(device.outbox.blockReason()?.failure?.kind).toBe('key');
    device.scope = 'there';
    device.useKey('right');
    await clock.run(120_000);
    expect(service.records).toEqual([]);
    expect([1, 2, 3].map((n) => device.stateOf(uuid(n)))).toEqual(Array(3).fill('queued'));
  });

  it('lets the job continue when its own account is back', async () => {
    const { clock, device, service } = world(({ device }) => (device.key = 'old'));
    for (const n of [1, 2, 3]) void device.submit(shortenCommand(n));
    await clock.run(1_000);
    device.scope = 'there';
    device.useKey('right');
    await clock.run(1_000);
    device.scope = 'here';
    await clock.until(device.outbox.resume());
    await clock.run(1_000);
    expect(service.records).toHaveLength(3);
  });

  it('has its own ids: a link made there is not claimed here', async () => {
    const { clock, device, service } = worldWithNewest(({ disk }) => {
      // The other account's link has the same id that the service gives next.
      disk.put({ ...jobOf(9, { ...done(9), result: { ...done(9).result, id: '98' } }, { scope: 'there' }) });
    });
    service.next.push({ is: 'response lost' });
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'done', result: { id: '98', lookedUp: true } });
    expect(service.of(uuid(1))).toHaveLength(1);
  });
});

describe('clearing', () => {
  it('removes every job', async () => {
    const { clock, device, disk } = world(({ disk }) => disk.put(jobOf(1, done())));
    await clock.until(device.submit(shortenCommand(2)));
    await clock.run(10);
    await clock.until(device.outbox.clear());
    expect([device.outbox.jobs(), disk.jobs()]).toEqual([[], []]);
  });

  it('leaves nothing of waiting jobs, and does not send them', async () => {
    const { clock, device, service, disk } = slowWorld();
    void device.submit(shortenCommand(1));
    await clock.run(1_000);
    await clock.until(device.outbox.clear());
    await clock.run(60_000);
    expect([device.outbox.jobs(), disk.jobs(), service.creates]).toEqual([[], [], 0]);
    expect(device.reports).toEqual([]);
  });

  it.each([
    ['its response comes later', { is: 'answered', afterMs: 3_000 }],
    ['its response never comes', { is: 'response hangs' }],
    ['it is refused later', { is: 'refused' }],
  ] as const)('leaves nothing of jobs in flight when %s', async (_when, fate) => {
    const { clock, device, service, disk } = world(({ device }) => (device.travel = () => 1_000));
    service.next.push(fate);
    void device.submit(shortenCommand(1));
    await clock.run(2_500);
    expect(device.stateOf(uuid(1))).toBe('sent');
    await clock.until(device.outbox.clear());
    await clock.run(120_000);
    expect([device.outbox.jobs(), disk.jobs()]).toEqual([[], []]);
    expect(device.reports).toEqual([]);
  });

  it('leaves nothing during a write', async () => {
    const { clock, device, disk } = world();
    disk.takesMs = 50;
    void device.submit(shortenCommand(1));
    await clock.run(60);
    await clock.until(device.outbox.clear());
    await clock.run(120_000);
    expect([device.outbox.jobs(), disk.jobs()]).toEqual([[], []]);
  });

  it('leaves nothing of a command that is just being submitted', async () => {
    const scopeRead = gate();
    const requests: string[] = [];
    const { outbox, journal } = fakeOutbox({
      scope: async () => {
        await scopeRead.passed;
        return 'here';
      },
      run: async (command) => {
        requests.push(command.id);
        return good(sampleResult(1));
      },
    });
    const taken = outbox.submit(shortenCommand(1));
    await settled();
    await outbox.clear();
    scopeRead.open();
    expect((await taken).state.name).toBe('cancelled');
    expect([[...journal.disk.keys()], outbox.jobs(), requests]).toEqual([[], [], []]);
  });

  it('leaves nothing of a job that was being looked up', async () => {
    const { clock, device, service, disk } = world(({ disk }) => disk.put(jobOf(1, sent())));
    await clock.until(device.start());
    await clock.run(5);
    await clock.until(device.outbox.clear());
    await clock.run(120_000);
    expect([device.outbox.jobs(), disk.jobs(), service.creates]).toEqual([[], [], 0]);
  });

  it.each([
    ['refused', refused()],
    ['refused after a send', refused({ sending: sending() })],
    ['cancelled', cancelled],
    ['in question', unknown({ question: { id: null, shortUrl: null, address: '' }, tries: 3 })],
  ])('leaves nothing of a retry that is being written: %s', async (_name, state) => {
    for (const fails of [false, true])
      for (const ms of [0, 1, 5, 50]) {
        const { clock, device, disk } = worldWithNewest(({ disk }) => {
          disk.put(jobOf(1, state));
          disk.takesMs = 10;
        });
        await clock.until(device.start());
        disk.fails = () => fails;
        void device.outbox.retry(uuid(1)).catch(() => undefined);
        await clock.run(ms);
        await clock.until(device.outbox.clear());
        await clock.run(60_000);
        expect([fails, ms, device.outbox.jobs(), disk.jobs()]).toEqual([fails, ms, [], []]);
      }
  });

  it('does not make a link again for a page that repeats its command', async () => {
    const { clock, device, service } = world();
    const command = shortenCommand(1);
    await clock.until(device.submit(command));
    await clock.until(device.outbox.clearFinished());
    expect((await clock.until(device.submit(command))).state.name).toBe('done');
    device.turn = () => 5_000;
    void device.submit(shortenCommand(2));
    await clock.run(10);
    await clock.until(device.outbox.clear());
    expect((await clock.until(device.submit(shortenCommand(2)))).state.name).toBe('cancelled');
    await clock.run(60_000);
    expect([service.creates, device.outbox.jobs()]).toEqual([1, []]);
  });

  it('finished jobs leaves the others', async () => {
    const { clock, device, disk } = world(({ disk }) =>
      disk.put(
        jobOf(1, done()),
        jobOf(2, refused()),
        jobOf(3, cancelled),
        jobOf(4, queued, { scope: 'there' }),
      ),
    );
    await clock.until(device.outbox.clearFinished());
    expect(disk.jobs().map(({ command }) => command.id)).toEqual([uuid(4)]);
  });

  it('finished jobs leaves a job that is retried at the same time', async () => {
    const { clock, device, service, disk } = world(({ disk }) =>
      disk.put(...[1, 2, 3].map((n) => jobOf(n, refused()))),
    );
    await clock.until(device.outbox.resume());
    disk.takesMs = 20;
    const clearing = device.outbox.clearFinished();
    await clock.run(25);
    const tried = device.outbox.retry(uuid(3));
    await clock.until(Promise.all([clearing, tried]));
    await clock.run(1_000);
    expect(service.of(uuid(3))).toHaveLength(1);
    expect(disk.jobs().map(({ command, state }) => [command.id, state.name])).toEqual([[uuid(3), 'done']]);
  });
});

describe('pruning', () => {
  const finished = (jobs: readonly Job[]) => jobs.filter(isFinished);

  it(`keeps the newest ${maxFinishedJobs} finished jobs, and all others`, async () => {
    const { clock, device, disk } = world(({ disk }) =>
      disk.put(...[1, 2, 3].map((n) => jobOf(n, queued, { scope: 'there' }))),
    );
    for (let n = 10; n < 30 + maxFinishedJobs; n++) await clock.until(device.submit(shortenCommand(n)));
    await clock.run(100);
    const stored = disk.jobs();
    expect(finished(stored)).toHaveLength(maxFinishedJobs);
    expect(finished(stored).every(({ command }) => command.at >= 30)).toBe(true);
    expect(stored.filter((job) => !isFinished(job))).toHaveLength(3);
    expect(device.outbox.jobs()).toHaveLength(maxFinishedJobs + 3);
  });

  it('drops the rows of a batch first, which lists them', async () => {
    const { clock, device, disk } = world();
    for (let n = 1; n <= 5; n++) await clock.until(device.submit(shortenCommand(n)));
    for (let n = 10; n < 10 + maxFinishedJobs; n++) {
      await clock.until(device.submit(shortenCommand(n, { from: 'bulk' })));
      await clock.until(device.outbox.acknowledge(uuid(n)));
    }
    await clock.run(100);
    expect(finished(disk.jobs())).toHaveLength(maxFinishedJobs);
    expect([1, 2, 3, 4, 5].map((n) => disk.job(uuid(n))?.state.name)).toEqual(Array(5).fill('done'));
  });

  it('counts cancelled and looked-up jobs as well', async () => {
    const { clock, device, disk } = world(({ disk }) => {
      disk.put(...Array.from({ length: 40 }, (_, n) => jobOf(n, queued)));
      disk.put(...Array.from({ length: 40 }, (_, n) => jobOf(100 + n, sent())));
    });
    await clock.until(device.outbox.cancelQueued());
    await clock.until(device.start());
    await clock.run(120_000);
    expect(finished(disk.jobs())).toHaveLength(maxFinishedJobs);
  });

  it('reports a failed removal and loses nothing', async () => {
    const { clock, device, disk } = world(({ disk }) =>
      disk.put(...Array.from({ length: maxFinishedJobs }, (_, n) => jobOf(n, done(n)))),
    );
    disk.removesFail = true;
    expect((await clock.until(device.submit(shortenCommand(100)))).state.name).toBe('done');
    await clock.run(100);
    expect(device.reports).toHaveLength(1);
    expect(disk.jobs()).toHaveLength(maxFinishedJobs + 1);
  });
});

describe('a row of a bulk', () => {
  const row = (n: number) => shortenCommand(n, { from: 'bulk' });

  it('is not dropped before its bulk has stored the outcome, even if others end or are cleared', async () => {
    const { clock, device, disk, service } = world();
    for (let n = 1; n <= 3; n++) await clock.until(device.submit(row(n)));
    for (let n = 10; n < 20 + maxFinishedJobs; n++) await clock.until(device.submit(shortenCommand(n)));
    await clock.run(100);
    expect([1, 2, 3].map((n) => disk.job(uuid(n))?.state.name)).toEqual(['done', 'done', 'done']);
    await clock.until(device.outbox.clearFinished());
    expect(disk.jobs().map(({ command }) => command.id)).toEqual([1, 2, 3].map(uuid));
    // Submitted again, since the bulk does not know its outcome yet: the same job.
    expect((await clock.until(device.submit(row(2)))).state.name).toBe('done');
    expect(service.of(uuid(2))).toHaveLength(1);
    for (let n = 1; n <= 3; n++) await clock.until(device.outbox.acknowledge(uuid(n)));
    await clock.until(device.outbox.clearFinished());
    expect(disk.jobs()).toEqual([]);
  });

  it('that has failed is dismissed by the user, or by the link that it was edited into, until it is retried', async () => {
    const { clock, device, disk } = world(({ disk }) =>
      disk.put(...[1, 2, 3].map((n) => jobOf(n, refused(), { command: row(n), acknowledged: n < 3 }))),
    );
    const dismissed = () =>
      [1, 2, 3].map((n) => {
        const state = disk.job(uuid(n))?.state;
        return state?.name === 'refused' && state.dismissed === true;
      });
    expect(dismissed()).toEqual([false, false, false]);
    await clock.until(device.outbox.decide(uuid(1), 'dismiss'));
    // Its bulk has not stored yet that it has failed.
    await clock.until(device.outbox.decide(uuid(3), 'dismiss'));
    await clock.until(device.submit(shortenCommand(5, { replaces: uuid(2) })));
    await clock.run(10);
    expect(dismissed()).toEqual([true, true, true]);
    expect(disk.job(uuid(3))?.acknowledged).toBe(false);
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('done');
  });
});

describe('acknowledge', () => {
  it('is stored for a finished job only, and written once', async () => {
    const { clock, device, disk } = world(({ disk }) =>
      disk.put(jobOf(1, queued, { scope: 'there' }), jobOf(2, done())),
    );
    for (const n of [1, 2, 2, 9]) await clock.until(device.outbox.acknowledge(uuid(n)));
    expect(disk.job(uuid(1))?.acknowledged).toBe(false);
    expect(disk.job(uuid(2))?.acknowledged).toBe(true);
    expect(disk.history).toHaveLength(1);
  });
});

describe('a job that replaces a failed one', () => {
  it('acknowledges its failure once it is in the journal, also where it joins another job', async () => {
    const { clock, device, disk } = world(({ disk }) =>
      disk.put(jobOf(1, refused()), jobOf(2, refused()), jobOf(3, cancelled)),
    );
    disk.fails = (write) => write === 0;
    await clock.until(device.submit(shortenCommand(5, { replaces: uuid(1) })));
    expect(disk.job(uuid(1))?.acknowledged).toBe(false);
    const asked = [1, 3].map((n) => device.submit(shortenCommand(n + 5, { replaces: uuid(n) })));
    await clock.until(Promise.all(asked));
    expect([1, 2, 3].map((n) => disk.job(uuid(n))?.acknowledged)).toEqual([true, false, false]);
    const { link } = shortenCommand(6);
    device.turn = () => 5_000;
    const joined = [10, 11].map((n) =>
      device.outbox.submit(
        shortenCommand(n, { link, from: 'popup', ...(n === 11 && { replaces: uuid(2) }) }),
      ),
    );
    await clock.until(Promise.all(joined));
    await clock.run(10);
    expect(disk.job(uuid(11))).toBeNull();
    expect(disk.job(uuid(2))?.acknowledged).toBe(true);
  });
});

describe('a press for the URL of one that has failed', () => {
  const { link } = shortenCommand(1);
  const failedWorld = () => world(({ disk }) => disk.put(jobOf(1, refused()), jobOf(2, refused())));
  const acknowledged = ({ disk }: ReturnType<typeof world>) =>
    [1, 2].map((n) => disk.job(uuid(n))?.acknowledged);

  it('acknowledges that failure: trying it again would make a second link', async () => {
    const one = failedWorld();
    await one.clock.until(one.device.submit(shortenCommand(5, { link, from: 'menu' })));
    await one.clock.run(10);
    expect(acknowledged(one)).toEqual([true, false]);
  });

  it('does so where it joins a job, and where an existing link is used in its place', async () => {
    const joining = failedWorld();
    joining.device.turn = () => 5_000;
    // Several together acknowledge none: each has a URL of its own.
    const first = joining.device.outbox.submit(shortenCommand(5, { link, from: 'places' }));
    await joining.clock.until(first);
    expect(acknowledged(joining)).toEqual([false, false]);
    const presses = [6, 7].map((n) => joining.device.outbox.submit(shortenCommand(n, { link })));
    await joining.clock.until(Promise.all(presses));
    await joining.clock.run(10);
    expect(acknowledged(joining)).toEqual([true, false]);

    const reusing = failedWorld();
    await reusing.clock.until(reusing.device.outbox.linkReused({ at: 5, private: false, link }));
    await reusing.clock.run(10);
    expect(acknowledged(reusing)).toEqual([true, false]);
  });

  it('leaves its own failure to be shown', async () => {
    const { clock, device, disk, service } = failedWorld();
    service.next.push({ is: 'refused' });
    await clock.until(device.submit(shortenCommand(5, { link })));
    await clock.run(10);
    expect([1, 5].map((n) => disk.job(uuid(n))?.acknowledged)).toEqual([true, false]);
  });
});

describe('records other than links', () => {
  it('are made once, and found by their name when the response was lost', async () => {
    const { clock, device, service } = world();
    service.next.push({ is: 'response lost' });
    expect((await clock.until(device.submit(campaignCommand(1)))).state.name).toBe('unknown');
    // Without a newest id it may have existed before: the user is asked.
    expect(await clock.until(device.outbox.decide(uuid(1), 'use'))).toMatchObject({
      state: { name: 'done', result: { id: '98' } },
    });
    service.next.push({ is: 'response lost' });
    expect((await clock.until(device.submit(campaignCommand(2)))).state).toMatchObject({
      name: 'done',
      result: { id: '99', lookedUp: true },
    });
    expect(service.records).toHaveLength(2);
  });
});

describe('a row that its bulk stops', () => {
  const row = shortenCommand(1, { from: 'bulk' });

  it('while the service holds it back is not sent again', async () => {
    const { clock, device, service } = worldWithNewest();
    device.travel = () => 1_000;
    service.next.push({ is: 'too many', forMs: 10_000 });
    const ended = device.submit(row);
    await clock.run(1_500);
    expect([service.creates, device.stateOf(row.id)]).toEqual([1, 'sent']);
    expect(await clock.until(device.outbox.cancel(row.id))).toBe(false);
    expect((await clock.until(ended)).state.name).toBe('cancelled');
    expect(service.creates).toBe(1);
  });

  it('while its journal entry is written is not sent again after a lost response', async () => {
    const { clock, device, service, disk } = worldWithNewest();
    disk.takesMs = 100;
    service.next.push({ is: 'request lost' });
    const ended = device.submit(row);
    await clock.run(150);
    expect([service.creates, device.stateOf(row.id)]).toEqual([0, 'queued']);
    expect(await clock.until(device.outbox.cancel(row.id))).toBe(false);
    expect((await clock.until(ended)).state.name).toBe('cancelled');
    expect(service.creates).toBe(1);
  });
});

it('a job that is retried while it is acknowledged keeps its new state', async () => {
  const { clock, device, disk } = world(({ disk }) => disk.put(jobOf(1, refused())));
  await clock.until(device.start());
  disk.takesMs = 100;
  device.turn = () => 10_000;
  void device.outbox.acknowledge(uuid(1));
  await clock.run(50);
  void device.outbox.retry(uuid(1));
  await clock.run(75);
  expect(device.stateOf(uuid(1))).toBe('queued');
});
