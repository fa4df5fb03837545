/** A link of another user is not taken for the one whose response was lost. */
import { describe, expect, it } from 'vitest';
import { ageOf, unconfirmedFields, sentAt } from '../../../lib/outbox/lost-job-certainty.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { world, worldWithNewest, type Device } from './device.ts';
import { campaignCommand, linkCommand, sending, shortenCommand, uuid } from '../../support/samples.ts';
import type { RecordRequest } from './service.ts';

const colleague: RecordRequest = {
  maker: 'a colleague',
  kind: 'link',
  subject: 'https://example.com/1',
  alias: '',
  domain: '',
  note: '',
};
const hour = 3_600_000;
const plain = {
  id: '98',
  shortUrl: 'https://sho.rt/x',
  subject: 'https://example.com/1',
  alias: 'x',
  note: '',
};

/** Another user made the link `ago` before ours, and no list has shown it yet; our first response has the service's time. */
async function after(ago: number, setUp: (device: Device) => void = () => undefined) {
  const parts = worldWithNewest(({ device }) => {
    device.knowsZone = true;
    setUp(device);
  });
  const { clock, device, service } = parts;
  service.store(colleague);
  await clock.run(ago);
  // Another response, so that the service's clock is known; its id is not stored.
  service.tellsIds = false;
  await clock.until(device.submit(shortenCommand(9)));
  device.newest.set('link', '50');
  service.next.push({ is: 'request lost' });
  return parts;
}

describe('a link made before the send', () => {
  it.each([10 * 60_000, 3 * hour, 5 * 24 * hour])(
    '%i ms before: not ours, and ours is sent again',
    async (ago) => {
      const { clock, device, service } = await after(ago);
      const job = await clock.until(device.submit(shortenCommand(1)));
      expect(job.state).toMatchObject({ name: 'done', result: { lookedUp: false } });
      expect(service.of(uuid(1))).toHaveLength(1);
    },
  );

  it('is not taken when the second response is lost, and the third', async () => {
    const { clock, device, service } = await after(5 * 24 * hour);
    service.next.push({ is: 'request lost' }, { is: 'response lost' });
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect(service.of(uuid(1)).map(({ shortUrl }) => shortUrl)).toEqual([
      job.state.name === 'done' && job.state.result.shortUrl,
    ]);
  });

  it('is taken within the tolerance: one link is preferred to two', async () => {
    const { clock, device } = await after(60_000);
    expect((await clock.until(device.submit(shortenCommand(1)))).state).toMatchObject({
      result: { id: '98' },
    });
  });

  it('is taken where an earlier one of our own sends made it', async () => {
    const { clock, device, service } = await after(24 * hour);
    service.next.length = 0;
    service.listAgeMs = 40_000;
    await service.list('right', 'link', null);
    service.next.push({ is: 'response lost' }, { is: 'request lost' }, { is: 'request lost' });
    await clock.until(device.submit(shortenCommand(1)));
    expect(service.of(uuid(1))).toHaveLength(1);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
  });

  it('leads to a question, not a second link, when the UTC offset is wrong since daylight saving time ended', async () => {
    const { clock, device, service } = await after(24 * hour, (device) => (device.zoneOffMs = -hour));
    service.next.length = 0;
    service.next.push({ is: 'response lost' });
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'unknown', question: { id: service.of(uuid(1))[0]?.id } });
  });

  it('leads to a question where only the lookup gives the clock', async () => {
    const { clock, device, service } = await after(5 * 24 * hour);
    await clock.until(device.restart());
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'unknown', question: { id: '98' } });
    expect(service.of(uuid(1))).toHaveLength(0);
  });

  it('leads to a question also with “Use the link that was found”', async () => {
    const { clock, device } = await after(5 * 24 * hour);
    device.choices = { ...device.choices, onAmbiguous: 'use' };
    await clock.until(device.restart());
    const job = await clock.until(device.submit(shortenCommand(1)));
    expect(job.state).toMatchObject({ name: 'unknown', question: { id: '98' } });
  });

  it('is not recognized by its date without a UTC offset, unless it is older in every time zone', async () => {
    const lookedUp = async (ago: number) => {
      const { clock, device } = await after(ago, (device) => (device.knowsZone = false));
      const { state } = await clock.until(device.submit(shortenCommand(1)));
      return state.name === 'done' && state.result.lookedUp;
    };
    expect(await lookedUp(11 * hour)).toBe(true);
    expect(await lookedUp(13.5 * hour)).toBe(false);
    expect(await lookedUp(5 * 24 * hour)).toBe(false);
  });
});

describe('a link made after the last send', () => {
  /** The clock is known by an earlier response, and our request was lost before it was carried out. */
  async function lost(setUp: (device: Device) => void = () => undefined) {
    const parts = await after(0, setUp);
    const { service } = parts;
    service.records.length = 0;
    service.next.length = 0;
    service.fate = () => ({ is: 'request lost' });
    return parts;
  }
  const asked = (id: string) => ({ name: 'unknown', question: { id } });

  it('hours later leads to a question when Retry finds it', async () => {
    const { clock, device, service } = await lost();
    void device.submit(shortenCommand(1));
    await clock.run(3 * hour);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: { id: null } });
    const { id } = service.store(colleague);
    const job = await clock.until(device.outbox.decide(uuid(1), 'again'));
    expect(job?.state).toMatchObject(asked(id));
    expect(service.of(uuid(1))).toEqual([]);
  });

  it.each([true, false])(
    'found after a start: a question (the clock known by the send: %s)',
    async (isClockKnown) => {
      const { clock, device, service } = await lost();
      if (!isClockKnown) await clock.until(device.restart());
      void device.submit(shortenCommand(1));
      for (let ms = 0; ms < 100 && device.disk.job(uuid(1))?.state.name !== 'sent'; ms++) await clock.run(1);
      device.kill();
      await clock.run(3 * hour);
      const { id } = service.store(colleague);
      await clock.until(device.start());
      await clock.run(60_000);
      expect(device.job(uuid(1))?.state).toMatchObject(asked(id));
      expect(device.disk.job(uuid(1))?.state).toMatchObject(asked(id));
    },
  );

  it('by the last of our own three sends is found, however late a list can be read', async () => {
    const { clock, device, service } = await lost();
    service.fate = () => {
      if (service.creates < 4) return { is: 'request lost' };
      service.listFate = () => ({ is: 'firewall' });
      return { is: 'stored late', afterMs: 29_000 };
    };
    void device.submit(shortenCommand(1));
    await clock.run(3 * hour);
    expect(service.of(uuid(1))).toHaveLength(1);
    service.listFate = () => ({ is: 'answered' });
    await clock.run(10 * 60_000);
    const job = await clock.until(device.outbox.retry(uuid(1)));
    expect(job?.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
  });

  it('by our own send is found after the device was suspended and its monotonic clock stood still', () => {
    const at = 1_000_000;
    const sent = sentAt(sending({ at: at + hour, serverAt: at, serverSentAt: at, lastServerSentAt: at }), 1, {
      began: at + hour + 1_000,
      date: at + hour + 1_000,
    });
    expect(ageOf({ ...plain, madeAt: at + hour }, sent)).toBe('fits');
    expect(ageOf({ ...plain, madeAt: at + 2 * hour }, sent)).toBe('doubtful');
  });

  it('is bounded by the lookup for a send stored by an older version', () => {
    const before = sending({ at: 0, serverAt: 0, serverSentAt: 0 });
    const sent = sentAt(before, 3, { began: 3 * hour, date: 3 * hour });
    expect([60_000, 149_000, 151_000, hour].map((madeAt) => ageOf({ ...plain, madeAt }, sent))).toEqual([
      'fits',
      'fits',
      'doubtful',
      'doubtful',
    ]);
  });
});

describe('a requested field that no list shows', () => {
  const targets = [{ when: 'Germany', link: 'https://example.de/' }];
  const settings: [string, Partial<LinkOptions>, string][] = [
    ['a password', { password: 'canary' }, 'password'],
    ['a type', { type: 'splash' }, 'type'],
    ['an expiration', { expiry: '2030-01-02T03:04' }, 'expiration'],
    ['targets by country', { countries: targets }, 'targets'],
    ['targets by language', { languages: targets }, 'targets'],
    ['deep links', { deepLink: { apple: 'https://apps.example/1', google: '', auto: false } }, 'targets'],
    ['a note', { note: 'Spring' }, 'note'],
  ];
  /** The first request of ours is lost, and a colleague makes a link to the same page. */
  async function meet(onAmbiguous: 'ask' | 'use' | 'again', change: Partial<LinkOptions>) {
    const parts = worldWithNewest(({ device, service }) => {
      device.choices = { ...device.choices, onAmbiguous };
      service.next.push({ is: 'request lost' });
    });
    const taken = parts.device.submit(linkCommand(1, { extras: { ...defaultLinkOptions, ...change } }));
    parts.service.store(colleague);
    return { ...parts, job: await parts.clock.until(taken) };
  }

  it.each(settings)('leads to a question, also with “Use it”: %s', async (_name, change, missing) => {
    for (const unclear of ['ask', 'use'] as const) {
      const { clock, device, service, job } = await meet(unclear, change);
      expect(job.state).toMatchObject({ name: 'unknown', question: { id: '98', notShown: [missing] } });
      await clock.until(device.restart());
      expect(device.job(uuid(1))).toEqual(job);
      expect(service.creates).toBe(1);
    }
  });

  it('leads to a question about a newer record, too, before another link is sent', async () => {
    const { clock, device, service } = worldWithNewest();
    service.next.push({ is: 'response lost' });
    const taken = device.submit(linkCommand(1, { extras: { ...defaultLinkOptions, password: 'canary' } }));
    // Created right before ours, so that its id is older.
    service.store(colleague);
    expect((await clock.until(taken)).state).toMatchObject({ name: 'unknown', question: { id: '98' } });
    const asked = await clock.until(device.outbox.decide(uuid(1), 'again'));
    const id = service.of(uuid(1))[0]?.id;
    expect(asked?.state).toMatchObject({ name: 'unknown', question: { id, notShown: ['password'] } });
    const job = await clock.until(device.outbox.decide(uuid(1), 'use'));
    expect(job?.state).toMatchObject({ name: 'done', result: { id, chosen: true } });
    expect(service.creates).toBe(1);
  });

  it.each(settings)('leads to a link of its own with “Create another link”: %s', async (_name, change) => {
    const { service, job } = await meet('again', change);
    expect(job.state).toMatchObject({ name: 'done', result: { lookedUp: false, existing: false } });
    expect(job.state).not.toMatchObject({ result: { id: '98' } });
    expect(service.of(uuid(1))).toHaveLength(1);
    expect(service.creates).toBe(2);
  });

  it('may be any of the sent times of a relative expiration', () => {
    const command = linkCommand(1, { extras: { ...defaultLinkOptions, expiry: '+7d' } });
    const expiries = ['2030-01-02 03:04:00', '2030-01-02 03:05:00'];
    const record = (expiry: string | null) => ({
      id: '98',
      shortUrl: 'https://sho.rt/x',
      subject: 'https://example.com/1',
      alias: 'x',
      note: '',
      details: { expiry, countries: new Map(), devices: new Map() },
    });
    const shown = (expiry: string | null) =>
      unconfirmedFields({ command, sending: sending({ expiries }) }, record(expiry));
    expect(expiries.map(shown)).toEqual([[], []]);
    expect(['2030-01-09 00:00:00', null].map(shown)).toEqual([['expiration'], ['expiration']]);
  });

  it('is confirmed by the mark in the note', async () => {
    const { clock, device, service } = worldWithNewest(({ device, service }) => {
      device.choices = { ...device.choices, tagNote: true };
      service.next.push({ is: 'response lost' });
    });
    const job = await clock.until(
      device.submit(linkCommand(1, { extras: { ...defaultLinkOptions, password: 'canary' } })),
    );
    expect(job.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect(service.creates).toBe(1);
  });
});

it('a campaign is found by its name', async () => {
  const { clock, device, service } = world(({ device, service }) => {
    device.newest.set('campaign', '50');
    service.next.push({ is: 'response lost' });
  });
  expect((await clock.until(device.submit(campaignCommand(1)))).state.name).toBe('done');
  expect(service.creates).toBe(1);
});
