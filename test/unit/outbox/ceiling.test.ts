/** A create that never gets a clear response: at most three sends, then the user decides. */
import { describe, expect, it } from 'vitest';
import { lookupDelayMs } from '../../../lib/outbox/lost-job-certainty.ts';
import { maxAnsweredSends, maxSends } from '../../../lib/outbox/job-transitions.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { statusOf } from '../../../lib/outbox/job-status.ts';
import type { LostSend } from '../../../lib/outbox/job.ts';
import { parseJob } from '../../../lib/outbox/migrate-job.ts';
import type { Command } from '../../../lib/outbox/commands.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { world, type Device } from './device.ts';
import {
  assignCommand,
  campaignCommand,
  changeCommand,
  jobOf,
  linkCommand,
  shortenCommand,
  unknown,
  uuid,
} from '../../support/samples.ts';
import type { Fate, Service } from './service.ts';

const dayMs = 86_400_000;

/** The newest id is known, so that the first request is the create; reminders wake the worker as alarms do. */
const failing = (fate: Fate, setUp: (device: Device, service: Service) => void = () => undefined) =>
  world(({ device, service }) => {
    for (const kind of ['link', 'campaign', 'channel', 'pixel'] as const) device.newest.set(kind, '50');
    device.reminded = true;
    service.fate = () => fate;
    setUp(device, service);
  });

const question = { id: null, shortUrl: null, address: '' };

describe('over a day', () => {
  it.each<[string, Fate]>([
    ['5xx', { is: 'stored late', afterMs: 10 * dayMs }],
    ['a dropped connection', { is: 'request lost' }],
    ['a time out, and it is stored under a changed URL', { is: 'response hangs' }],
    ['a page that is no API', { is: 'maintenance' }],
  ])('makes three sends, then asks a question: %s', async (_name, fate) => {
    const { clock, device, service } = failing(fate, (_device, service) => {
      service.normalize = () => 'https://elsewhere.example/changed';
    });
    void device.submit(shortenCommand(1));
    await clock.run(dayMs);
    expect(service.creates).toBe(3);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', tries: 3, question });
    // Each send but the first comes after a lookup that could have found the one before.
    const [first, second, third] = device.sends.map(({ at }) => at);
    for (const [before, next] of [
      [first, second],
      [second, third],
    ] as const)
      expect(device.looks.some(({ at }) => at >= (before ?? 0) + lookupDelayMs && at < (next ?? 0))).toBe(
        true,
      );
  });

  it('makes three links at most on a service that stores a changed URL before it answers 500', async () => {
    const { clock, device, service } = failing({ is: 'response lost' }, (_device, service) => {
      service.normalize = () => 'https://elsewhere.example/changed';
    });
    void device.submit(shortenCommand(1));
    await clock.run(dayMs);
    expect(service.records).toHaveLength(3);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question });
  });

  it.each<[string, Command]>([
    ['campaign', campaignCommand(1)],
    ['channel', { ...campaignCommand(1), kind: 'add-channel' } as Command],
    ['pixel', { ...campaignCommand(1), kind: 'add-pixel', type: 'gtmpixel', tag: 'GTM-1' } as Command],
    ['domain', { ...campaignCommand(1, 'https://go.example'), kind: 'add-domain' } as Command],
    ['row of a bulk', shortenCommand(1, { from: 'bulk' })],
  ])('makes three sends, then asks a question, for a %s', async (_name, command) => {
    const { clock, device, service } = failing({ is: 'request lost' });
    void device.submit(command);
    await clock.run(dayMs);
    expect(service.creates).toBe(3);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question });
  });

  it('counts the sends correctly across restarts of the worker', async () => {
    const { clock, device, service } = failing({ is: 'request lost' });
    void device.submit(shortenCommand(1));
    for (let n = 0; n < 60; n++) {
      await clock.run(17_000);
      await clock.until(device.restart());
    }
    expect(service.creates).toBe(3);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question });
  });

  it('stops at three sends with the setting "make another", too', async () => {
    const { clock, device, service } = failing({ is: 'response lost' }, (device, service) => {
      device.choices = { ...device.choices, onAmbiguous: 'again' };
      service.normalize = (address) => `${address}?added`;
    });
    void device.submit(shortenCommand(1));
    await clock.run(dayMs);
    expect(service.records).toHaveLength(3);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: { id: '100' } });
  });

  it('counts the sends of a row across pauses of its bulk', async () => {
    const { clock, device, service } = failing({ is: 'response lost' }, (_device, service) => {
      service.normalize = () => 'https://elsewhere.example/changed';
    });
    let lost: LostSend | undefined;
    let cancels = 0;
    for (let n = 1; n <= 6; n++) {
      void device.outbox.submit(shortenCommand(n, { from: 'bulk' }), lost);
      for (let ms = 0; ms < 600_000 && device.job(uuid(n))?.state.name !== 'cancelled'; ms += 50) {
        await clock.run(50);
        const { state } = device.job(uuid(n)) ?? {};
        if (state?.name === 'queued' && state.tries > (lost?.tries ?? 0))
          await clock.until(device.outbox.cancel(uuid(n)));
      }
      const job = device.job(uuid(n));
      if (job?.state.name !== 'cancelled') break;
      cancels++;
      lost = statusOf(job, false).lost;
    }
    expect(cancels).toBeGreaterThan(0);
    expect(service.creates).toBe(3);
    expect(device.outbox.jobs().at(-1)?.state).toMatchObject({ name: 'unknown', tries: 3, question });
  });

  it('does not count refusals for the rate limit: nothing was made', async () => {
    const { clock, device, service } = failing({ is: 'too many', forMs: 10_000 });
    void device.submit(shortenCommand(1));
    await clock.run(600_000);
    expect(service.creates).toBeGreaterThan(maxSends);
    expect(device.stateOf(uuid(1))).toBe('queued');
    service.fate = () => ({ is: 'answered' });
    await clock.run(600_000);
    expect([device.stateOf(uuid(1)), service.records.length]).toEqual(['done', 1]);
  });

  it('asks about a job that an older version has sent two hundred times', async () => {
    const { clock, device, service } = world(({ disk }) => disk.put(jobOf(1, unknown({ tries: 200 }))));
    await clock.until(device.start());
    await clock.run(120_000);
    expect(service.creates).toBe(0);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question });
  });
});

describe('an idempotent job', () => {
  it('is sent without a limit while no response comes', async () => {
    const { clock, device, service } = failing({ is: 'request lost' });
    void device.submit(changeCommand(1));
    await clock.run(dayMs);
    expect(service.creates).toBeGreaterThan(maxAnsweredSends);
    expect(device.stateOf(uuid(1))).not.toBe('refused');
  });

  it.each<[string, Fate, Partial<Failure>]>([
    ['5xx', { is: 'stored late', afterMs: 10 * dayMs }, { kind: 'unreachable', status: 504 }],
    ['a page that is no API', { is: 'maintenance' }, { kind: 'not-an-api' }],
  ])('fails after some minutes of responses: %s', async (_name, fate, failure) => {
    const { clock, device, service } = failing(fate);
    void device.submit(assignCommand(1, 'assign-campaign'));
    await clock.run(4 * 60_000);
    expect(device.stateOf(uuid(1))).not.toBe('refused');
    await clock.run(16 * 60_000);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'refused', failure });
    expect(service.creates).toBe(maxAnsweredSends);
    service.fate = () => ({ is: 'answered' });
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('done');
  });
});

describe('the decision', () => {
  async function asked(command: Command = shortenCommand(1)) {
    const parts = failing({ is: 'request lost' });
    void parts.device.submit(command);
    await parts.clock.run(600_000);
    expect(parts.service.creates).toBe(3);
    return parts;
  }

  it('is waited for: no restart and no message sends anything', async () => {
    const { clock, device, service, disk } = await asked();
    await clock.until(device.restart());
    void device.submit(shortenCommand(1));
    device.goOnline();
    await clock.run(dayMs);
    expect(service.creates).toBe(3);
    expect(parseJob(disk.job(uuid(1)))?.state).toMatchObject({ name: 'unknown', question });
  });

  it.each(['decide', 'retry'] as const)('Retry (%s) looks up, sends, and restarts the count', async (way) => {
    const { clock, device, service } = await asked();
    const looks = device.looks.length;
    void (way === 'decide' ? device.outbox.decide(uuid(1), 'again') : device.outbox.retry(uuid(1)));
    await clock.run(1_000);
    expect(device.looks.length).toBeGreaterThan(looks);
    expect(service.creates).toBe(4);
    await clock.run(dayMs);
    expect(service.creates).toBe(6);
    service.fate = () => ({ is: 'answered' });
    expect((await clock.until(device.outbox.decide(uuid(1), 'again')))?.state.name).toBe('done');
    expect(service.records).toHaveLength(1);
  });

  it('Retry sends nothing when the lookup finds the link', async () => {
    const { clock, device, service } = await asked();
    service.store({
      maker: uuid(1),
      kind: 'link',
      subject: 'https://example.com/1',
      alias: '',
      domain: '',
      note: '',
    });
    expect((await clock.until(device.outbox.decide(uuid(1), 'again')))?.state).toMatchObject({
      name: 'done',
      result: { lookedUp: true },
    });
    expect(service.creates).toBe(3);
  });

  it('Retry pressed several times counts once', async () => {
    const { clock, device, service } = await asked();
    service.fate = () => ({ is: 'answered' });
    await clock.until(Promise.all([1, 2, 3].map(() => device.outbox.decide(uuid(1), 'again'))));
    expect(service.records).toHaveLength(1);
  });

  it('Dismiss ends the job: nothing is sent or shown again, and its password is dropped', async () => {
    const { clock, device, service, disk } = await asked(
      linkCommand(1, { extras: { ...defaultLinkOptions, password: 'canary' } }),
    );
    const job = await clock.until(device.outbox.decide(uuid(1), 'dismiss'));
    expect(job).toMatchObject({ acknowledged: true, state: { name: 'refused', unconfirmed: true } });
    await clock.until(device.restart());
    await clock.run(dayMs);
    expect(service.creates).toBe(3);
    expect(JSON.stringify(disk.job(uuid(1)))).not.toContain('canary');
  });

  it('a dismissed job that is retried from Activity is looked up first', async () => {
    const { clock, device, service } = await asked();
    await clock.until(device.outbox.decide(uuid(1), 'dismiss'));
    const looks = device.looks.length;
    service.fate = () => ({ is: 'answered' });
    expect((await clock.until(device.outbox.retry(uuid(1))))?.state.name).toBe('done');
    expect([device.looks.length, service.records.length]).toEqual([looks + 1, 1]);
  });

  it('a dismissed row of a bulk stays until the bulk has stored it', async () => {
    const { clock, device } = await asked(shortenCommand(1, { from: 'bulk' }));
    expect(await clock.until(device.outbox.decide(uuid(1), 'dismiss'))).toMatchObject({
      acknowledged: false,
    });
  });

  it('"use" changes nothing where there is no record', async () => {
    const { clock, device, service } = await asked();
    const job = await clock.until(device.outbox.decide(uuid(1), 'use'));
    expect(job?.state).toMatchObject({ name: 'unknown', question });
    expect(service.creates).toBe(3);
  });

  it('changes nothing for a job of another account', async () => {
    const { clock, device, service } = await asked();
    device.scope = 'there';
    for (const choice of ['again', 'dismiss'] as const)
      await clock.until(device.outbox.decide(uuid(1), choice));
    await clock.run(120_000);
    expect([service.creates, device.stateOf(uuid(1))]).toEqual([3, 'unknown']);
  });
});

describe('while a list can not be read', () => {
  const hour = 3_600_000;
  const lost = (listFate: Fate, setUp: (device: Device, service: Service) => void = () => undefined) =>
    failing({ is: 'response lost' }, (device, service) => {
      service.listFate = () => listFate;
      setUp(device, service);
    });

  it.each<[string, Fate]>([
    ['a firewall', { is: 'firewall' }],
    ['a refusal', { is: 'refused' }],
    ['nonsense', { is: 'garbage', stored: false }],
  ])(
    'since the service answers with %s: a question after some looks, and nothing is sent',
    async (_name, fate) => {
      const { clock, device, service } = lost(fate);
      void device.submit(shortenCommand(1));
      await clock.run(60_000);
      expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: null });
      await clock.run(600_000);
      expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question });
      const looks = device.looks.length;
      await clock.run(dayMs);
      expect([service.creates, device.looks.length]).toEqual([1, looks]);
      service.listFate = () => ({ is: 'answered' });
      const job = await clock.until(device.outbox.decide(uuid(1), 'again'));
      expect([job?.state.name, service.creates]).toEqual(['done', 1]);
    },
  );

  it('asks no question before the send is settled, however often the user presses "Try now"', async () => {
    const { clock, device } = lost({ is: 'firewall' });
    void device.submit(shortenCommand(1));
    for (let n = 0; n < 28; n++) {
      await clock.run(1_000);
      device.outbox.retryNow();
    }
    expect(device.looks.length).toBeGreaterThan(10);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: null });
    await clock.run(3_000);
    device.outbox.retryNow();
    await clock.run(1_000);
    expect(device.job(uuid(1))?.state).toMatchObject({ question });
  });

  it('asks at the same point across restarts of the worker', async () => {
    const { clock, device, service } = lost({ is: 'firewall' });
    void device.submit(shortenCommand(1));
    for (let n = 0; n < 40; n++) {
      await clock.run(17_000);
      await clock.until(device.restart());
    }
    expect([service.creates, device.job(uuid(1))?.state]).toMatchObject([1, { name: 'unknown', question }]);
  });

  it.each<[string, Fate]>([
    ['5xx', { is: 'stored late', afterMs: 1 }],
    ['dropped connections', { is: 'request lost' }],
    ['time-outs', { is: 'response hangs' }],
  ])(
    'for an outage of hours (%s): waited for, and found; a question after a day of looks',
    async (_name, fate) => {
      const { clock, device, service } = lost(fate);
      void device.submit(shortenCommand(1));
      void device.submit(shortenCommand(2));
      await clock.run(6 * hour);
      expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: null });
      service.listFate = () => ({ is: 'answered' });
      await clock.run(5 * 60_000);
      expect([device.stateOf(uuid(1)), device.stateOf(uuid(2))]).toEqual(['done', 'done']);
      service.listFate = () => fate;
      void device.submit(shortenCommand(3));
      await clock.run(2 * dayMs);
      expect(device.job(uuid(3))?.state).toMatchObject({ name: 'unknown', question });
      expect(service.creates).toBe(3);
    },
  );

  it('asks no question as long as the device is offline', async () => {
    const { clock, device, service } = lost({ is: 'answered' });
    void device.submit(shortenCommand(1));
    await clock.run(5);
    device.online = false;
    await clock.run(5 * dayMs);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: null });
    device.goOnline();
    await clock.run(5 * 60_000);
    expect([device.stateOf(uuid(1)), service.creates]).toEqual(['done', 1]);
  });

  it('repeats an idempotent job without a question', async () => {
    const { clock, device, service } = lost({ is: 'refused' });
    void device.submit(assignCommand(1));
    await clock.run(60_000);
    service.fate = () => ({ is: 'answered' });
    await clock.run(600_000);
    expect([device.stateOf(uuid(1)), service.creates]).toEqual(['done', 2]);
  });
});
