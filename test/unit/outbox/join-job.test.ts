/** Presses that join a job: in the journal with it, never an older state over a newer one, never a job of their own. */
import { describe, expect, it } from 'vitest';
import { jobToJoin, latestPress, outdatedFailures, withPress } from '../../../lib/outbox/join-job.ts';
import { redactJob, type Job } from '../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import {
  cancelled,
  done,
  draft,
  jobOf,
  queued,
  refused,
  sending,
  sent,
  shortenCommand,
  unknown,
  uuid,
} from '../../support/samples.ts';
import { world, worldWithNewest } from './device.ts';

const link = draft({ address: 'https://example.com/same' });
const press = (n: number, change: Partial<CreateLinkCommand> = {}) => shortenCommand(n, { link, ...change });
const job = (state: Job['state'], change: Partial<CreateLinkCommand> = {}): Job => ({
  ...jobOf(1, state),
  command: press(1, change),
});

describe('a press joins', () => {
  const joins = (one: Job, command = press(10)) => jobToJoin(command, [one], 'here') !== undefined;

  it.each([
    ['queued', queued, true],
    ['sent', sent(), true],
    ['looked for', unknown(), true],
    ['in question', unknown({ question: { id: '1', shortUrl: null, address: '' } }), true],
    ['made before the press', done(9), false],
    ['made in the millisecond of the press', done(10), true],
    ['made since the press', done(11), true],
    ['refused', refused(), false],
    ['canceled', cancelled, false],
  ])('a job that is %s: %s', (_, state, does) => {
    expect(joins(job(state))).toBe(does);
  });

  it('no job of another account, of an incognito window, of a batch, or for another request', () => {
    expect(joins({ ...job(queued), scope: 'elsewhere' })).toBe(false);
    expect(joins(job(queued, { private: true }))).toBe(false);
    expect(joins(job(queued, { private: true }), press(10, { private: true }))).toBe(true);
    for (const from of ['places', 'bulk'] as const) expect(joins(job(queued, { from }))).toBe(false);
    for (const change of [
      { alias: 'x' },
      { campaign: { id: '1', name: 'C' } },
      { extras: { ...defaultLinkOptions, password: 'p' } },
      { extras: { ...defaultLinkOptions, note: 'n' } },
    ])
      expect(joins(job(queued), press(10, { link: { ...link, ...change } }))).toBe(false);
    // The title is not sent.
    expect(joins(job(queued), press(10, { link: { ...link, title: 'Other' } }))).toBe(true);
  });

  describe('a link with a password', () => {
    const secret = { link: { ...link, extras: { ...defaultLinkOptions, password: 'p' } } };
    const ended = redactJob(job(done(11), secret));

    it('can’t be joined once its password is dropped', () => {
      expect([joins(ended), joins(ended, press(10, secret))]).toEqual([false, false]);
      expect(joins(job(done(11), secret), press(10, secret))).toBe(true);
    });

    it('is joined by a press for the same link that came in while it was active', () => {
      const before = new Map([[uuid(1), job(sent(), secret)]]);
      const joined = (change: Partial<CreateLinkCommand>) =>
        jobToJoin(press(12, change), [ended], 'here', before);
      expect([joined(secret), joined({})]).toEqual([ended, undefined]);
    });
  });

  it('nothing where its text is no URL', () => {
    const no = { link: { ...link, address: 'two words' } };
    expect(joins(job(queued, no), press(10, no))).toBe(false);
  });
});

it('stores the latest press of the menu, and every press of the popup', () => {
  const all = [press(2, { from: 'menu' }), press(3), press(4, { from: 'menu' }), press(5)];
  const joined = all.reduce(withPress, []);
  expect(joined.map(({ id }) => id)).toEqual([uuid(3), uuid(4), uuid(5)]);
  expect(latestPress({ ...job(queued), joined })).toMatchObject({ at: 5, from: 'popup' });
});

describe('in the journal', () => {
  it('a press that joins while the send is being written does not overwrite it with the older state', async () => {
    const { clock, device, disk, service } = world();
    disk.takesMs = 100;
    void device.submit(press(1));
    // Its first entry is stored, and "sent" is being written.
    for (let ms = 0; ms < 2_000 && disk.history.length < 1; ms += 10) await clock.run(10);
    await clock.run(10);
    void device.outbox.submit(press(2));
    await clock.run(5_000);
    const states = disk.states(uuid(1));
    expect(states.slice(states.indexOf('sent'))).not.toContain('queued');
    expect([service.creates, disk.job(uuid(1))?.joined]).toEqual([
      1,
      [{ id: uuid(2), at: 2, from: 'popup' }],
    ]);
  });

  it.each(Array.from({ length: 12 }, (_, step) => step))(
    'a worker killed %i steps after a press joined makes one link, for each press that is repeated',
    async (step) => {
      const { clock, device, service } = world();
      const commands = [press(1), press(2)];
      const command = () => {
        for (const one of commands) {
          device.intents.set(one.id, one);
          void device.outbox.submit(one).then(
            () => device.outbox.isJournaled(one.id) && device.intents.delete(one.id),
            () => undefined,
          );
        }
      };
      command();
      await clock.run(step * 4);
      device.kill(step % 2);
      device.build();
      await clock.until(device.outbox.resume());
      command();
      await clock.run(120_000);
      expect([service.records.length, device.intents.size]).toEqual([1, 0]);
    },
  );

  it.each([
    ['none is a link of its own', '', 2],
    ['the same one is no second link', 'p', 1],
  ])('while a link with a password is being made, a press with %s', async (_name, password, links) => {
    const { clock, device, service } = worldWithNewest();
    const asked = (n: number, own: string) =>
      press(n, { at: device.now(), link: { ...link, extras: { ...defaultLinkOptions, password: own } } });
    void device.outbox.submit(asked(1, 'p'));
    for (let ms = 0; ms < 100 && service.records.length === 0; ms++) await clock.run(1);
    // It is answered, and its end is written, while the press reads the preferences.
    device.choicesTakeMs = 100;
    const second = asked(2, password);
    const { state } = await clock.until(device.outbox.submit(second));
    expect([service.records.length, state.name]).toEqual([links, 'done']);
  });

  it('a press right after Cancel is a job of its own', async () => {
    const { clock, device, service } = world(({ device }) => (device.turn = () => 1_000));
    void device.outbox.submit(press(1, { at: device.now() }));
    await clock.run(500);
    const given = device.outbox.cancel(uuid(1));
    const again = device.outbox.submit(press(2, { at: device.now() }));
    expect(await clock.until(given)).toBe(true);
    expect((await clock.until(again)).state.name).toBe('done');
    expect(service.records.map(({ maker }) => maker)).toEqual([uuid(2)]);
  });

  it('is cancelled for every press', async () => {
    const { clock, device, service } = world(
      ({ device }) => (device.choices = { ...device.choices, creationDelayMs: 5_000 }),
    );
    void device.submit(press(1, { at: device.now() }));
    await clock.run(100);
    const joined = device.outbox.submit(press(2));
    await clock.run(100);
    expect(await clock.until(device.outbox.cancel(uuid(2)))).toBe(true);
    expect((await clock.until(joined)).state.name).toBe('cancelled');
    expect(service.creates).toBe(0);
  });
});

describe('a press makes outdated', () => {
  const outdates = (one: Job, later = press(10)) => outdatedFailures(later, [one], 'here').length === 1;
  const failed = (change: Partial<CreateLinkCommand> = {}) => job(refused(), change);

  it('the failure of an earlier press for the same URL, whatever its options', () => {
    for (const from of ['popup', 'menu'] as const) expect(outdates(failed({ from }))).toBe(true);
    expect(outdates(failed({ link: { ...link, alias: 'taken' }, another: true }))).toBe(true);
    expect(outdates(failed({ private: true }), press(10, { private: true }))).toBe(true);
  });

  it('none of another URL, account or kind of window, of several submitted together, or that came later', () => {
    expect(outdates(failed({ link: draft({ address: 'https://example.com/other' }) }))).toBe(false);
    expect(outdates({ ...failed(), scope: 'elsewhere' })).toBe(false);
    expect(outdates(failed({ private: true }))).toBe(false);
    for (const from of ['places', 'bulk'] as const) expect(outdates(failed({ from }))).toBe(false);
    expect(outdates(job(refused({ at: 10 })))).toBe(false);
    expect(outdates({ ...failed(), command: press(10) })).toBe(false);
  });

  it('none whose link may exist, and nothing but a failure that was not acknowledged yet', () => {
    expect(outdates(job(refused({ sending: sending() })))).toBe(false);
    for (const state of [queued, sent(), unknown(), done(), cancelled])
      expect(outdates(job(state))).toBe(false);
    expect(outdates({ ...failed(), acknowledged: true })).toBe(false);
  });
});
