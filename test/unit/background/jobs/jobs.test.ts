/**
 * The effects of a job's transitions: its intent is removed, links and choices are stored, incognito data
 * never reaches the disk.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutoCopy } from '../../../../entrypoints/background/auto-copy.ts';
import { createJobNotices } from '../../../../entrypoints/background/jobs/job-notices.ts';
import { recoverIntents } from '../../../../entrypoints/background/jobs/intents.ts';
import { OffscreenDocument } from '../../../../lib/browser/offscreen.ts';
import type { CreateRecordCommand, CreateLinkCommand } from '../../../../lib/outbox/commands.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import type { Job } from '../../../../lib/outbox/job.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import {
  assignCommand,
  campaignCommand,
  changeCommand,
  done,
  draft,
  jobOf,
  linkList,
  listed,
  noon,
  sampleResult,
  shortenCommand,
  unknown,
  unreachable,
  uuid,
  wrongKey,
} from '../../../support/samples.ts';
import type { Gateway } from '../../../../entrypoints/background/api/gateway.ts';
import { gate } from '../../../support/gate.ts';
import { browser, calls, contexts, fresh } from '../../../support/fake-browser.ts';
import type { Service } from '../../../support/fake-gateway.ts';
import {
  knowNewest,
  pass,
  createWorker,
  stopTime,
  type WorkerOptions,
} from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local, session } = browser.storage;

const start = (options: WorkerOptions = {}) => createWorker({ now: () => 100, ...options });
const endpoints = (sent: readonly { endpoint: string }[]) => sent.map((one) => one.endpoint);
const badge = () => calls.filter((call) => call.startsWith('text')).at(-1);
const tooltip = () => calls.filter((call) => call.startsWith('title')).at(-1);

/** A page's stored intent. */
function intent(command = shortenCommand(1)) {
  (command.private ? session : local).stored.set(`intent:${command.id}`, command);
  return command;
}

beforeEach(() => {
  // Otherwise the badge's ✓ of one test would end in another one.
  stopTime(noon);
  fresh();
  knowNewest('4');
});
afterEach(() => vi.useRealTimers());

describe('an intent', () => {
  it('becomes a job and is removed; a second notification yields the same job', async () => {
    const command = intent();
    const { jobs, sent, intentHandlers } = start();
    await Promise.all([recoverIntents(intentHandlers), jobs.submit(command), jobs.submit(command)]);
    await settled();
    expect(sent).toHaveLength(1);
    expect(local.keys('intent:')).toEqual([]);
    expect(local.keys('job:')).toEqual([`job:${uuid(1)}`]);
  });

  it('stored after its job was made is removed, since it would run again once the job is pruned', async () => {
    local.stored.set(`job:${uuid(1)}`, jobOf(1, done(1)));
    intent();
    const { sent, intentHandlers } = start();
    await recoverIntents(intentHandlers);
    await settled();
    expect(sent).toEqual([]);
    expect(local.keys('intent:')).toEqual([]);
  });

  it('that could not be journaled remains for the next start', async () => {
    intent();
    local.fails = (key) => key.startsWith('job:');
    const first = start();
    await recoverIntents(first.intentHandlers);
    await settled();
    expect(first.sent).toEqual([]);
    expect(local.keys('intent:')).toHaveLength(1);
    local.fails = () => false;
    const second = start();
    await recoverIntents(second.intentHandlers);
    await settled();
    expect(second.sent).toHaveLength(1);
  });

  it('that is damaged is set aside and reported; the others continue', async () => {
    local.stored.set('intent:broken', { id: 'broken' });
    intent();
    const { sent, damaged, intentHandlers } = start();
    await recoverIntents(intentHandlers);
    await settled();
    expect(sent).toHaveLength(1);
    expect([damaged, local.keys('damaged:')]).toEqual([['intent:broken'], ['damaged:intent:broken']]);
  });

  it('to connect that is damaged leaves no copy of its key', async () => {
    local.stored.set('intent:broken', { id: 'broken', kind: 'connect', address: 7, key: 'secret-key' });
    const { intentHandlers } = start();
    await recoverIntents(intentHandlers);
    await settled();
    expect(JSON.stringify([...local.stored])).not.toContain('secret-key');
  });

  it('that cannot be recovered is reported, not thrown', async () => {
    intent();
    const { intentHandlers, reports } = start();
    await recoverIntents({ ...intentHandlers, submit: () => Promise.reject(new Error('disk')) });
    await settled();
    expect(reports).toHaveLength(1);
  });
});

describe('a link that is made', () => {
  const chosen = draft({
    campaign: { id: '1', name: 'Spring' },
    channel: { id: '2', name: 'Mail' },
    pixels: [{ id: '3', name: 'Meta' }],
    domain: 'https://go.example.com',
  });

  it('with the service’s own domain leaves the last other domain first in the list', async () => {
    const { jobs, items } = start();
    await jobs.submit(shortenCommand(1, { link: draft({ domain: 'https://go.example.com' }) }));
    await jobs.submit(shortenCommand(2, { link: draft({ address: 'https://example.com/2' }) }));
    await settled();
    expect((await items.pickerLists.read()).lastDomain).toBe('https://go.example.com');
  });

  it.each([
    ['shows the default domain', draft(), {}, 5, 'https://sho.rt'],
    ['on a chosen domain shows no default domain', chosen, {}, 5, undefined],
    ['from an incognito window stores no default domain', draft(), { private: true }, 5, undefined],
    ['that existed before may be on any domain', draft(), {}, 3, undefined],
  ])('%s', async (_, link, command, id, domain) => {
    const { jobs, items } = start({
      service: () => ({ body: { error: 0, id, shorturl: 'https://sho.rt/x' } }),
    });
    await jobs.submit(shortenCommand(1, { link, ...command }));
    await settled();
    expect((await items.pickerLists.read()).defaultDomain).toBe(domain);
  });

  it('is listed as recent, and its choices come first next time', async () => {
    const { jobs, items, clipboard } = start();
    await jobs.submit(shortenCommand(1, { link: chosen }));
    await settled();
    expect(await items.recentLinks.read()).toEqual([
      { id: '5', shortUrl: 'https://sho.rt/x', address: chosen.address, title: chosen.title, at: 100 },
    ]);
    expect(await items.pickerLists.read()).toMatchObject({
      recent: { campaigns: ['1'], channels: ['2'], pixels: ['3'] },
      lastDomain: 'https://go.example.com',
    });
    expect(clipboard).toEqual(['https://sho.rt/x']);
    expect(jobs.copiedJob()).toBe(uuid(1));
    expect(jobs.jobs()[0]?.acknowledged).toBe(false);
  });

  it('stores its parameters as suggestions, except from an incognito window', async () => {
    const { jobs, items } = start();
    const link = (value: string) =>
      draft({ extras: { ...defaultLinkOptions, parameters: [{ name: 'utm_source', value }] } });
    await jobs.submit(shortenCommand(1, { link: link('mail') }));
    await jobs.submit(shortenCommand(2, { link: link('secret'), private: true }));
    await jobs.submit(shortenCommand(3));
    await settled();
    expect(await items.usedParameters.read()).toEqual([{ name: 'utm_source', value: 'mail' }]);
  });

  it('from the menu is shown on the badge, which marks it as seen', async () => {
    const { jobs } = start();
    await jobs.submit(shortenCommand(1, { from: 'menu' }));
    await settled();
    expect(calls.filter((call) => call.startsWith('text')).some((call) => call.includes('✓'))).toBe(true);
    expect(jobs.jobs()[0]?.acknowledged).toBe(true);
  });

  it('as one of several is shown on its page, without a badge', async () => {
    const { jobs } = start();
    await jobs.submit(shortenCommand(1, { from: 'places' }));
    await settled();
    expect(calls.some((call) => call.includes('✓'))).toBe(false);
    expect(jobs.jobs()[0]?.acknowledged).toBe(true);
  });

  it('is applied to the mirror once, as is every other change by a job', async () => {
    const { jobs, localChanges } = start();
    const commands = [shortenCommand(1), shortenCommand(2, { from: 'bulk' }), changeCommand(3)];
    for (const command of commands) await jobs.submit(command);
    await settled();
    expect(localChanges.map(({ command, result, at }) => [command, result?.id, at])).toEqual([
      [commands[0], '5', 100],
      [commands[1], '5', 100],
      [commands[2], null, 100],
    ]);
  });

  it('is stored and applied by the next instance if one was killed as soon as its job was done, once', async () => {
    // Seen in the popup, so that nothing else is left to do.
    local.stored.set(`job:${uuid(1)}`, jobOf(1, done(1), { acknowledged: true, settled: false }));
    // Ended by an earlier version.
    local.stored.set(`job:${uuid(2)}`, jobOf(2, done(2), { acknowledged: true }));
    const killed = start();
    await killed.begin();
    await settled();
    const links = await killed.items.recentLinks.read();
    expect(links.map(({ shortUrl }) => shortUrl)).toEqual(['https://sho.rt/1']);
    expect(killed.localChanges.map(({ command, openEnded }) => [command.id, openEnded])).toEqual([
      [uuid(1), true],
    ]);
    const next = start();
    await next.begin();
    await settled();
    expect(next.localChanges).toEqual([]);
  });

  it.each([
    ['as it was sent', { expiry: '+1w' }, { expiry: '2030-01-02 03:04:00' }, {}, '2030-01-02 03:04:00'],
    ['as it was chosen', { expiry: '2030-01-02T03:04' }, {}, {}, '2030-01-02 03:04'],
    ['not where the time is unknown', { expiry: '+1w' }, {}, {}, undefined],
    [
      'and that it has a password',
      { expiry: '2030-01-02T03:04' },
      {},
      { passwordDropped: true as const },
      '2030-01-02 03:04',
    ],
  ])('is applied with its expiration, %s', async (_name, extras, sent, change, expires) => {
    const made = jobOf(
      1,
      { ...done(1), result: { ...sampleResult(1), ...sent } },
      { settled: false, ...change },
    );
    const link = draft({ extras: { ...defaultLinkOptions, ...extras } });
    local.stored.set(`job:${uuid(1)}`, { ...made, command: { ...made.command, link } });
    const killed = start();
    await killed.begin();
    await settled();
    expect(killed.localChanges).toMatchObject([{ openEnded: false }]);
    expect(killed.localChanges[0]?.expires).toBe(expires);
    expect(killed.localChanges[0]?.hasPassword).toBe('passwordDropped' in change || undefined);
  });

  it('is marked for that with the write that ends its job, until it is applied; seen meanwhile or not', async () => {
    const stored: unknown[] = [];
    const isStored = (one: unknown) => stored.push(one);
    const set = vi.spyOn(local, 'set').mockImplementation(async (items) => {
      for (const [key, value] of Object.entries(items)) {
        if (key.startsWith('job:')) isStored(value);
        local.stored.set(key, structuredClone(value));
      }
    });
    const { jobs } = start();
    await jobs.submit(shortenCommand(1));
    await Promise.all([jobs.acknowledge(uuid(1)), settled()]);
    set.mockRestore();
    const ends = stored.filter((one) => (one as Job).state.name === 'done') as Job[];
    expect(ends[0]).toMatchObject({ settled: false });
    expect(ends.at(-1)).toMatchObject({ seen: true, settled: true });
  });

  it('whose end could not be written is completed by the next instance, also if the user has seen it', async () => {
    const { jobs } = start({
      service: () => {
        local.fails = (key) => key.startsWith('job:');
        return { body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } };
      },
    });
    expect((await jobs.submit(shortenCommand(1))).state.name).toBe('done');
    await settled();
    local.fails = () => false;
    await jobs.acknowledge(uuid(1));
    await settled();
    local.stored.delete('recent-links');
    const next = start();
    await next.begin();
    await settled();
    expect(await next.items.recentLinks.read()).toMatchObject([{ shortUrl: 'https://sho.rt/x' }]);
    expect(next.localChanges.map(({ command }) => command.id)).toEqual([uuid(1)]);
  });

  it('that is reported as gone meanwhile is not stored again by the next instance', async () => {
    local.stored.set(`job:${uuid(1)}`, jobOf(1, done(1), { settled: false }));
    const { jobs } = start();
    await jobs.loaded();
    await jobs.onGone([{ id: '2', shortUrl: 'https://sho.rt/1' }], 'here');
    const next = start();
    await next.begin();
    await settled();
    expect(await next.items.recentLinks.read()).toEqual([]);
    expect(next.localChanges).toEqual([]);
  });

  it('leaves nothing behind where the account is disconnected while it is copied', async () => {
    let scope = 'here';
    const { jobs, items, clipboard } = start({ scopeNow: () => scope });
    vi.spyOn(clipboard, 'push').mockImplementation(() => {
      scope = '';
      return 1;
    });
    await jobs.submit(shortenCommand(1, { from: 'menu', link: chosen }));
    await settled();
    expect(await items.recentLinks.read()).toEqual([]);
    expect(await items.pickerLists.read()).toMatchObject({ recent: { campaigns: [] }, lastDomain: '' });
    expect(local.keys('short:')).toEqual([]);
  });

  it('and was chosen by the user may be another user’s: it is reused only by choice', async () => {
    const { jobs, linksByUrl, localChanges } = start();
    const question = { id: '5', shortUrl: 'https://sho.rt/x', address: 'https://example.com/1?utm_source=x' };
    local.stored.set(`job:${uuid(1)}`, jobOf(1, unknown({ question })));
    await jobs.resume();
    await jobs.decide(uuid(1), 'use');
    await settled();
    expect(await linksByUrl.find('https://example.com/1', false)).toMatchObject({ unchecked: true });
    expect(localChanges.map(({ openEnded }) => openEnded)).toEqual([false]);
  });

  it('that was refused is not applied to the mirror', async () => {
    const { jobs, localChanges } = start({
      service: () => ({ failure: { kind: 'refused', status: 400, message: 'No' } }),
    });
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(localChanges).toEqual([]);
  });

  it('as a row of a bulk is neither recent nor cached by address, and its choices do not count as used', async () => {
    const { jobs, items } = start();
    await jobs.submit(shortenCommand(1, { from: 'bulk', link: chosen }));
    await settled();
    expect(await items.recentLinks.read()).toEqual([]);
    expect(await items.pickerLists.read()).toMatchObject({ recent: { campaigns: [] }, lastDomain: '' });
    expect(local.keys('short:')).toEqual([]);
    expect(calls.some((call) => call.includes('✓'))).toBe(false);
    // The newest id is stored nevertheless, or every look-up would read the whole bulk.
    expect(await items.newestIds.read()).toMatchObject({ scope: 'here', id: '5' });
    // The previous instance got no further: there is nothing to complete.
    const next = start();
    await next.begin();
    expect(await next.items.recentLinks.read()).toEqual([]);
  });

  it('from an incognito window leaves nothing on disk', async () => {
    const command = intent(
      shortenCommand(1, { private: true, link: draft({ address: 'https://private.example/' }) }),
    );
    const { jobs, intentHandlers } = start();
    await recoverIntents(intentHandlers);
    await settled();
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(JSON.stringify([...local.stored])).not.toContain('private.example');
    // After a shutdown before it was applied, the next list sync would write it.
    const key = `job:${command.id}`;
    session.stored.set(key, { ...(session.stored.get(key) as Job), settled: false });
    const next = start();
    await next.begin();
    expect(next.localChanges.map(({ command: { id } }) => id)).toEqual([command.id]);
    expect(JSON.stringify([...local.stored])).not.toContain(command.id);
    expect(session.keys('recent-links')).toHaveLength(1);
  });

  it('is stored as recent even when a settings item is damaged', async () => {
    local.stored.set('picker-lists', 'damaged');
    const { jobs, items, damaged } = start();
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(await items.recentLinks.read()).toHaveLength(1);
    expect(damaged).toEqual(['picker-lists']);
  });
});

it.each([
  ['assign-campaign', false, { campaigns: ['5', '1'], channels: [] }],
  ['assign-channel', false, { campaigns: ['1'], channels: ['5'] }],
  ['assign-campaign', true, { campaigns: ['1'], channels: [] }],
] as const)('%s, in a private window: %j, leaves in use: %j', async (kind, isPrivate, recent) => {
  const { jobs, items } = start();
  await items.pickerLists.update((lists) => ({ ...lists, recent: { ...lists.recent, campaigns: ['1'] } }));
  await jobs.submit({ ...assignCommand(1, kind), private: isPrivate });
  await settled();
  expect((await items.pickerLists.read()).recent).toMatchObject(recent);
});

describe('a record that is added', () => {
  it('is first in its picker, and is marked as seen', async () => {
    const { jobs, items } = start();
    await items.pickerLists.update((lists) => ({ ...lists, campaigns: [{ id: '1', name: 'Old' }] }));
    await jobs.submit(campaignCommand(1, 'New'));
    await settled();
    expect(await items.pickerLists.read()).toMatchObject({
      campaigns: [
        { id: '5', name: 'New' },
        { id: '1', name: 'Old' },
      ],
      recent: { campaigns: ['5'] },
    });
    expect(jobs.jobs()[0]?.acknowledged).toBe(true);
  });

  it('is renamed or deleted in the defaults and presets that use it', async () => {
    const { jobs, items } = start();
    const mail = { id: '5', name: 'Mail' };
    const other = { id: '6', name: 'Other' };
    await items.preferences.update((current) => ({ ...current, campaign: mail, channel: mail }));
    const preset = (id: string, campaign: typeof mail) => ({ id, name: id, sites: [], fields: { campaign } });
    await items.presets.write({ list: [preset('a', mail), preset('b', other)], defaultId: 'a' });
    const storedChoices = async () => [
      (await items.preferences.read()).campaign,
      (await items.preferences.read()).channel,
      ...(await items.presets.read()).list.map(({ fields }) => fields.campaign),
    ];
    await jobs.submit(changeCommand(1));
    await settled();
    const post = { id: '5', name: 'Post' };
    expect(await storedChoices()).toEqual([post, mail, post, other]);
    await jobs.submit(changeCommand(2, { act: 'delete', name: 'Post', fields: undefined }));
    await settled();
    expect(await storedChoices()).toEqual([null, mail, null, other]);
  });

  it('is a domain that was deleted: the defaults and presets that name it have none', async () => {
    const { jobs, items } = start();
    const domain = 'https://go.example.com';
    await items.preferences.update((current) => ({ ...current, domain }));
    const preset = (id: string, of: string) => ({ id, name: id, sites: [], fields: { domain: of } });
    const other = 'https://other.example.com';
    await items.presets.write({ list: [preset('a', domain), preset('b', other)], defaultId: null });
    const storedDomains = async () => [
      (await items.preferences.read()).domain,
      ...(await items.presets.read()).list.map(({ fields }) => fields.domain),
    ];
    const change = { what: 'domain', name: domain } as const;
    await jobs.submit(changeCommand(1, { ...change, fields: { redirectroot: 'https://example.com/' } }));
    await settled();
    expect(await storedDomains()).toEqual([domain, domain, other]);
    await jobs.submit(changeCommand(2, { ...change, act: 'delete', fields: undefined }));
    await settled();
    expect(await storedDomains()).toEqual(['', '', other]);
  });

  it('stores no presets where there are none', async () => {
    const { jobs } = start();
    await jobs.submit(changeCommand(1));
    await settled();
    expect(local.keys('presets')).toEqual([]);
  });

  it('is applied to the mirror before its page, which reads the list next, is notified', async () => {
    const { jobs, localChanges } = start();
    const heard = jobs.submit(campaignCommand(1, 'New')).then(() => localChanges.length);
    expect(await heard).toBe(1);
  });

  it('is applied once by the next worker instance after a shutdown', async () => {
    const command = campaignCommand(1, 'New');
    local.stored.set(`job:${uuid(1)}`, { ...jobOf(1, done(1)), command });
    const next = start();
    await next.begin();
    await settled();
    expect(next.localChanges.map(({ command, result }) => [command, result?.id])).toEqual([[command, '2']]);
    const last = start();
    await last.begin();
    expect(last.localChanges).toEqual([]);
  });
});

describe('the badge', () => {
  it.each([
    ['all links that batches still have to create', async () => 35, '"36"'],
    ['as many as fit', async () => 2_000, '"999+"'],
    [
      'the rows that are jobs where the database can’t be read',
      async () => Promise.reject(new Error()),
      '"2"',
    ],
    ['the rows that are jobs while a count is older than they are', async () => 0, '"2"'],
  ])('counts %s', async (_name, countBulkLinks, text) => {
    const { jobs } = start({ countBulkLinks, service: () => new Promise(() => undefined) });
    void jobs.submit(shortenCommand(1, { from: 'bulk' }));
    void jobs.submit(shortenCommand(2));
    await expect.poll(badge).toContain(text);
  });

  it('of a previous worker instance is cleared when the next one has nothing to show', async () => {
    const { jobs } = start();
    await jobs.resume();
    await jobs.completeEffects();
    expect(badge()).toContain('""');
  });

  const no: Failure = { kind: 'refused', status: 400, message: 'No.' };

  it('shows a failure until it is seen, and so does the tooltip', async () => {
    const { jobs } = start({ service: () => ({ failure: no }) });
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(badge()).toContain('!');
    expect(tooltip()).toContain('"actionTitleFailed"');
    await jobs.acknowledge(uuid(1));
    expect(badge()).toContain('""');
    expect(tooltip()).toContain('"actionTitle"');
  });

  it('shows a failure until a page has shown it, also in the next worker instance, and a later failure again', async () => {
    const { jobs, badge: shown } = start({ service: () => ({ failure: no }) });
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(badge()).toContain('!');
    await pass(1);
    shown.failuresShown();
    expect(badge()).toContain('""');
    const next = start({ service: () => ({ failure: no }) });
    await next.begin();
    await settled();
    expect(badge()).toContain('""');
    await pass(1);
    await next.jobs.submit(shortenCommand(2));
    await settled();
    expect(badge()).toContain('!');
  });

  it('shows no failure from before a link that was created outside a page', async () => {
    const fails = { value: true };
    const { jobs } = start({
      service: () =>
        fails.value ? { failure: no } : { body: { error: 0, id: 9, shorturl: 'https://sho.rt/9' } },
    });
    await jobs.submit(shortenCommand(1, { from: 'menu' }));
    await settled();
    expect(badge()).toContain('!');
    fails.value = false;
    await pass(1);
    await jobs.submit(shortenCommand(2, { from: 'menu' }));
    await settled();
    await pass(10_000);
    expect(badge()).toContain('""');
    expect(jobs.jobs().filter(({ acknowledged }) => !acknowledged)).toHaveLength(1);
  });

  it('shows a question until it is answered', async () => {
    const question = { id: '9', shortUrl: 'https://sho.rt/9', address: 'https://example.com/1' };
    local.stored.set(`job:${uuid(1)}`, jobOf(1, unknown({ question })));
    local.stored.set(`job:${uuid(2)}`, jobOf(2, { name: 'cancelled', at: 1 }));
    const { jobs, begin } = start();
    await begin();
    await jobs.retry(uuid(2));
    await settled();
    expect(badge()).toContain('!');
    await jobs.decide(uuid(1), 'use');
    await settled();
    expect(badge()).toContain('""');
  });

  it('shows the question of a bulk’s link, and the bulk is notified of the decision', async () => {
    const question = { id: null, shortUrl: null, address: '' };
    for (const n of [1, 2])
      local.stored.set(`job:${uuid(n)}`, {
        ...jobOf(n, unknown({ question, tries: 3 })),
        command: shortenCommand(n, { from: n === 1 ? 'bulk' : 'popup' }),
      });
    // A worker instance that did not see the question arise.
    const { jobs, begin, decided } = createWorker({ service: () => linkList([]) });
    await begin();
    await settled();
    expect([badge(), decided.length]).toEqual([expect.stringContaining('!'), 0]);
    await jobs.decide(uuid(1), 'dismiss');
    await jobs.decide(uuid(2), 'dismiss');
    expect(decided).toHaveLength(1);
  });

  it('notifies the bulk when a link is found whose list could not be read before', async () => {
    stopTime(noon);
    const sending = { at: noon - 60_000, serverAt: noon - 60_000, newest: '4' };
    local.stored.set(`job:${uuid(1)}`, {
      ...jobOf(1, unknown({ sending, answered: true, tries: 1, failedLookups: 5 })),
      command: shortenCommand(1, { from: 'bulk' }),
    });
    const { jobs, begin, decided } = createWorker({ service: () => linkList([]) });
    await begin();
    await pass(1_000);
    expect(jobs.jobs().map((job) => job.state.name)).toEqual(['refused']);
    expect(decided).toHaveLength(1);
  });

  it.each([
    [0, true],
    [5, false],
  ])('after %i failed lookups keeps a sync or a batch back: %s', async (failedLookups, isBusy) => {
    stopTime(noon);
    const sending = { at: noon, serverAt: noon, newest: '4' };
    local.stored.set(`job:${uuid(1)}`, jobOf(1, unknown({ sending, failedLookups })));
    const { jobs, begin } = createWorker({ service: () => ({ failure: unreachable }) });
    await begin();
    expect(jobs.isBusy()).toBe(isBusy);
  });

  it('reports when no job is left in progress, also after one that failed', async () => {
    stopTime(noon);
    const at = noon - 60_000;
    const state = unknown({ tries: 3, sending: { at, serverAt: at, newest: '4' } });
    local.stored.set(`job:${uuid(1)}`, { ...jobOf(1, state), command: shortenCommand(1, { from: 'bulk' }) });
    const asking = createWorker({ service: () => linkList([]) });
    await asking.begin();
    await pass(1_000);
    expect(asking.jobs.jobs().map((job) => job.state)).toMatchObject([{ question: { id: null } }]);
    expect(asking.idle).toHaveLength(1);

    fresh();
    knowNewest('4');
    const refusing = createWorker({
      service: () => ({ failure: { kind: 'refused', status: 400, message: 'No' } }),
    });
    for (const n of [1, 2]) void refusing.jobs.submit(shortenCommand(n));
    await pass(1_000);
    expect(refusing.jobs.jobs().map((job) => job.state.name)).toEqual(['refused', 'refused']);
    // Not while the other one is still in progress.
    expect(refusing.idle).toHaveLength(1);

    fresh();
    knowNewest('4');
    const canceling = createWorker();
    canceling.device.online = false;
    void canceling.jobs.submit(shortenCommand(1));
    await pass(1_000);
    expect(canceling.idle).toEqual([]);
    void canceling.jobs.cancel(uuid(1));
    await pass(1_000);
    expect(canceling.jobs.jobs().map((job) => job.state.name)).toEqual(['cancelled']);
    expect(canceling.idle).toHaveLength(1);
  });

  it('shows an unconfirmed result until it is dismissed; one from the menu also gets a notification', async () => {
    stopTime(noon);
    const command = shortenCommand(1, { from: 'menu' });
    const at = noon - 60_000;
    const state = unknown({ tries: 3, sending: { at, serverAt: at, newest: '4' } });
    local.stored.set(`job:${uuid(1)}`, { ...jobOf(1, state), command });
    const { jobs, begin, sent, notifications } = createWorker({ service: () => linkList([]) });
    await begin();
    await pass(1_000);
    expect(endpoints(sent)).toEqual(['GET /api/urls']);
    expect(badge()).toContain('!');
    expect(notifications).toEqual(['unconfirmedNotice']);
    await jobs.decide(uuid(1), 'dismiss');
    await pass(0);
    expect([badge(), notifications.length]).toEqual([expect.stringContaining('""'), 1]);
  });

  it('shows ! while a block holds waiting jobs, and is empty again when all of them are canceled', async () => {
    const { jobs } = start({ service: () => ({ failure: wrongKey }) });
    void jobs.submit(shortenCommand(1));
    await settled();
    void jobs.submit(shortenCommand(2));
    await settled();
    expect(badge()).toContain('"!"');
    // Nothing waits, so there is nothing to show: the popup omits the key failure then, too.
    expect(await jobs.cancelQueued()).toBe(2);
    await settled();
    expect(badge()).toContain('""');
  });
});

describe('a failure that concerns every job', () => {
  const all: Failure[] = [
    wrongKey,
    { kind: 'no-permission', origin: 'https://sho.rt' },
    { kind: 'moved', status: 301 },
    { kind: 'challenge', status: 403 },
  ];

  it.each(all)('$kind: nothing more is sent, and the jobs wait until it is resolved', async (failure) => {
    let fails = true;
    const { jobs, sent, reports } = start({
      service: () => (fails ? { failure } : { body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } }),
    });
    void jobs.submit(shortenCommand(1));
    await settled();
    void jobs.submit(shortenCommand(2));
    void jobs.submit(shortenCommand(3));
    await settled();
    expect(sent).toHaveLength(1);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['queued', 'queued', 'queued']);
    expect(jobs.blockReason()).toEqual({ failure, until: null });
    fails = false;
    jobs.unblock();
    await settled();
    expect(sent).toHaveLength(4);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done', 'done', 'done']);
    expect([jobs.blockReason(), reports]).toEqual([null, []]);
  });

  it('a response that is not from the API is retried after a minute, by one job first', async () => {
    stopTime(noon);
    const failure: Failure = { kind: 'not-an-api', status: 503, host: 'sho.rt' };
    const responses = gate();
    let itself = false;
    const { jobs, sent } = createWorker({
      async service({ method }) {
        if (!itself) return { failure };
        await responses.passed;
        return method === 'GET' ? linkList([]) : { body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } };
      },
    });
    void jobs.submit(shortenCommand(1));
    await pass(0);
    expect(jobs.blockReason()).toEqual({ failure, until: noon + 60_000 });
    void jobs.submit(shortenCommand(2));
    void jobs.submit(shortenCommand(3));
    await pass(59_000);
    expect(endpoints(sent)).toEqual(['POST /api/url/add']);
    itself = true;
    await pass(1_000);
    // The effect of the alarm that the block has set.
    await jobs.resume();
    await pass(1_000);
    expect(sent).toHaveLength(2);
    responses.open();
    await pass(1_000);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done', 'done', 'done']);
  });

  it('is detected before anything is sent where the browser reports it', async () => {
    const { jobs, sent, device } = start();
    device.blockingFailure = { kind: 'no-permission', origin: 'https://sho.rt' };
    void jobs.submit(shortenCommand(1));
    await settled();
    expect([sent, jobs.blockReason()]).toEqual([[], { failure: device.blockingFailure, until: null }]);
    device.blockingFailure = null;
    jobs.unblock();
    await settled();
    expect(jobs.jobs()[0]?.state.name).toBe('done');
  });

  it('does not keep the worker alive, since only the user can resolve it', async () => {
    stopTime(noon);
    const { jobs } = createWorker({ service: () => ({ failure: wrongKey }) });
    void jobs.submit(shortenCommand(1));
    await pass(0);
    calls.length = 0;
    await pass(60_000);
    expect(calls.filter((call) => call.startsWith('platform'))).toEqual([]);
  });
});

it('offline: jobs wait without a warning, and are sent when the network returns', async () => {
  const { jobs, sent, device, items } = start();
  device.online = false;
  void jobs.submit(shortenCommand(1));
  void jobs.submit(shortenCommand(2));
  await settled();
  expect([sent, jobs.blockReason(), badge()]).toEqual([
    [],
    { failure: null, until: null },
    expect.stringContaining('"2"'),
  ]);
  expect(await items.blockedState.read()).toBeNull();
  device.online = true;
  jobs.retryNow();
  await settled();
  expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done', 'done']);
});

describe('a job with an unknown result', () => {
  /** A service whose response to the first create is lost, and whose list the test controls. */
  function losing(urls: () => readonly unknown[]) {
    let lost = false;
    const service: Service = ({ method }) => {
      if (method === 'GET') return linkList(urls());
      if (lost) return { body: { error: 0, id: 6, shorturl: 'https://sho.rt/again' } };
      lost = true;
      return { failure: unreachable };
    };
    return service;
  }

  it('is looked up immediately and again 30 s after the send, and only then repeated', async () => {
    stopTime(noon);
    const { jobs, sent } = createWorker({ service: losing(() => []) });
    void jobs.submit(shortenCommand(1));
    await pass(1_000);
    expect(endpoints(sent)).toEqual(['POST /api/url/add', 'GET /api/urls']);
    await pass(28_000);
    expect(sent).toHaveLength(2);
    await pass(2_000);
    expect(endpoints(sent).slice(2)).toEqual(['GET /api/urls', 'POST /api/url/add']);
    expect(jobs.jobs()[0]?.state).toMatchObject({ name: 'done', result: { id: '6', lookedUp: false } });
  });

  it('is done with the link that a slow service made after all', async () => {
    stopTime(noon);
    const urls: unknown[] = [];
    const { jobs, sent, items, clipboard } = createWorker({ service: losing(() => urls) });
    void jobs.submit(shortenCommand(1));
    await pass(4_000);
    urls.push(listed(5, 'https://example.com/1'));
    await pass(30_000);
    expect(endpoints(sent).filter((one) => one.startsWith('POST'))).toHaveLength(1);
    expect(jobs.jobs()[0]?.state).toMatchObject({ name: 'done', result: { id: '5', lookedUp: true } });
    expect((await items.recentLinks.read()).map(({ shortUrl }) => shortUrl)).toEqual(['https://sho.rt/a5']);
    expect(clipboard).toEqual(['https://sho.rt/a5']);
  });

  it.each<Failure>([
    { kind: 'unreachable', status: 500, message: null },
    { kind: 'not-an-api', status: 404, host: 'sho.rt' },
    { kind: 'key', status: 403, message: 'Not in your plan' },
  ])(
    'whose details cannot be read ($kind) becomes a question about the link found, and blocks no other job',
    async (failure) => {
      stopTime(noon);
      const link = draft({
        address: 'https://example.com/1',
        extras: { ...defaultLinkOptions, expiry: '2040-01-02T03:04' },
      });
      const base = losing(() => [listed(5, 'https://example.com/1')]);
      const { jobs, sent } = createWorker({
        service: (call) =>
          call.path === '/api/urls/5' || call.path === '/api/url/5' ? { failure } : base(call),
      });
      void jobs.submit(shortenCommand(1, { link }));
      await pass(60_000);
      expect(jobs.jobs()[0]?.state).toMatchObject({ name: 'unknown', question: null });
      expect((await jobs.submit(shortenCommand(2))).state.name).toBe('done');
      await pass(600_000);
      expect(jobs.jobs()[0]?.state).toMatchObject({
        name: 'unknown',
        question: { id: '5', shortUrl: 'https://sho.rt/a5', notShown: ['expiration'] },
      });
      expect(endpoints(sent).filter((one) => one === 'POST /api/url/add')).toHaveLength(2);
      expect(jobs.blockReason()).toBeNull();
    },
  );

  it('of a record whose list the plan lacks becomes a question, and blocks no other job', async () => {
    stopTime(noon);
    const forbidden: Failure = { kind: 'key', status: 403, message: 'Not in your plan' };
    const { jobs } = createWorker({
      service: ({ method, path }) => {
        if (path === '/api/campaigns') return { failure: forbidden };
        if (path === '/api/campaign/add') return { failure: unreachable };
        return method === 'GET' ? linkList([]) : { body: { error: 0, id: 6, shorturl: 'https://sho.rt/a' } };
      },
    });
    void jobs.submit(campaignCommand(1));
    await pass(60_000);
    expect(jobs.blockReason()).toBeNull();
    expect((await jobs.submit(shortenCommand(2))).state.name).toBe('done');
    await pass(30 * 60_000);
    expect(jobs.jobs()[0]?.state).toMatchObject({ name: 'unknown', question: { id: null } });
    expect(jobs.blockReason()).toBeNull();
  });

  it('left by a terminated worker is looked up, not sent again', async () => {
    stopTime(noon);
    const at = noon - 60_000;
    const state = { name: 'sent', tries: 1, sending: { at, serverAt: null, newest: '4' } } as const;
    local.stored.set(`job:${uuid(1)}`, jobOf(1, state));
    const { jobs, sent, begin } = createWorker({
      service: losing(() => [listed(5, 'https://example.com/1')]),
    });
    await begin();
    await pass(1_000);
    expect(endpoints(sent)).toEqual(['GET /api/urls']);
    expect(jobs.jobs()[0]?.state).toMatchObject({ name: 'done', result: { id: '5' } });
  });
});

it('a link is copied and recent even if the newest id cannot be stored', async () => {
  local.fails = (key) => key === 'newest-link';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { jobs, items, clipboard } = start();
  await jobs.submit(shortenCommand(1));
  await settled();
  expect(clipboard).toEqual(['https://sho.rt/x']);
  expect(await items.recentLinks.read()).toHaveLength(1);
});

it('disconnecting removes every job, and none keeps the worker alive', async () => {
  stopTime(noon);
  const { jobs, badge: shown } = createWorker({ service: () => new Promise(() => {}) });
  void jobs.submit(shortenCommand(1));
  await pass(1_000);
  shown.flash(false);
  await pass(10_000);
  await jobs.clear();
  await pass(0);
  expect([jobs.jobs(), local.keys('job:'), badge()]).toEqual([[], [], expect.stringContaining('""')]);
  calls.length = 0;
  await pass(60_000);
  expect(calls.filter((call) => call.startsWith('platform'))).toEqual([]);
});

describe('the worker does not stay alive for a job', () => {
  const pulses = () => calls.filter((call) => call.startsWith('platform'));
  const reminders = () => calls.filter((call) => /alarm.*work-left/u.test(call));

  async function restsAfter(ms: number): Promise<void> {
    await pass(ms);
    calls.length = 0;
    await pass(60_000);
    expect([pulses(), reminders()]).toEqual([[], []]);
  }

  it('that waited and was dropped because the journal could not be written', async () => {
    stopTime(noon);
    const { jobs, items, sent } = createWorker();
    await items.preferences.update((current) => ({ ...current, holdSeconds: 5 }));
    local.fails = (key) => key.startsWith('job:');
    jobs.submit(shortenCommand(1, { at: noon })).catch(() => undefined);
    await pass(2_000);
    expect(jobs.waitOf(uuid(1))).not.toBeNull();
    await restsAfter(10_000);
    expect([sent, jobs.jobs()]).toEqual([[], []]);
  });

  it('that has ended once its end is written: until then it is written again', async () => {
    stopTime(noon);
    let writes = 0;
    local.fails = (key) => key.startsWith('job:') && ++writes > 1;
    const { jobs, items } = createWorker();
    local.stored.set(`job:${uuid(1)}`, jobOf(1));
    await jobs.resume();
    await pass(30_000);
    expect([pulses().length, reminders().length]).toEqual([1, 1]);
    expect(await items.recentLinks.read()).toEqual([]);
    local.fails = () => false;
    // As the reminder does.
    await jobs.resume();
    await restsAfter(5_000);
    expect(await items.recentLinks.read()).toHaveLength(1);
  });

  it('whose result could not be written before it was cleared', async () => {
    stopTime(noon);
    let writes = 0;
    // The write of the sent state succeeds, that of the final state fails.
    local.fails = (key) => key.startsWith('job:') && ++writes > 1;
    const { jobs } = createWorker();
    local.stored.set(`job:${uuid(1)}`, jobOf(1));
    await jobs.resume();
    await pass(0);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done']);
    local.fails = () => false;
    await jobs.clearFinished();
    await restsAfter(0);
  });

  it('whose removal failed when the user disconnected; the other jobs are removed', async () => {
    stopTime(noon);
    const { jobs } = createWorker();
    local.stored.set(`job:${uuid(1)}`, jobOf(1));
    local.stored.set(`job:${uuid(2)}`, jobOf(2, done(2)));
    // Journaled, and then not written any more: it keeps the worker alive for its next attempt.
    local.fails = (key) => key === `job:${uuid(1)}`;
    await jobs.resume();
    await pass(1_000);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['queued', 'done']);
    await expect(jobs.clear()).rejects.toThrow('disk full');
    expect([jobs.jobs(), local.keys('job:'), badge()]).toEqual([
      [],
      [`job:${uuid(1)}`],
      expect.stringContaining('""'),
    ]);
    await restsAfter(0);
  });

  it('that is cleared while it waits, even if something is reported about it later', async () => {
    stopTime(noon);
    let onWait = (_at: number): void => undefined;
    const { gateway } = createWorker();
    const slow: Gateway = {
      ...gateway,
      request: (_call, own) => {
        onWait = own.onWait ?? onWait;
        return new Promise(() => {});
      },
    };
    const { jobs } = createWorker({ gateway: slow });
    jobs.submit(shortenCommand(1)).catch(() => undefined);
    await pass(1_000);
    await jobs.clear();
    onWait(noon + 9_000);
    expect(jobs.waitOf(uuid(1))).toBeNull();
    await restsAfter(0);
  });

  it('of an account that is no longer connected', async () => {
    stopTime(noon);
    let scope = 'here';
    const { jobs, items } = createWorker({ scopeNow: () => scope });
    await items.preferences.update((current) => ({ ...current, holdSeconds: 5 }));
    jobs.submit(shortenCommand(1, { at: noon })).catch(() => undefined);
    await pass(2_000);
    scope = 'there';
    await restsAfter(10_000);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['queued']);
  });
});

describe('a record that is changed', () => {
  const changePickers = async (change: Parameters<typeof changeCommand>[1], lists: object) => {
    const { jobs, items } = start({ service: () => ({ body: { error: 0, id: 9 } }) });
    await items.pickerLists.update((before) => ({ ...before, ...lists }));
    await jobs.submit(changeCommand(1, change));
    await settled();
    expect(jobs.jobs()[0]).toMatchObject({ acknowledged: true, state: { name: 'done' } });
    return items.pickerLists.read();
  };
  const choices = [
    { id: '4', name: 'Other' },
    { id: '5', name: 'Mail' },
  ];

  it('has its new name in the pickers immediately, at the same index', async () => {
    const { campaigns } = await changePickers({}, { campaigns: choices });
    expect(campaigns).toEqual([choices[0], { id: '5', name: 'Post' }]);
  });

  it('retains its name when another field is changed', async () => {
    const { channels } = await changePickers(
      { what: 'channel', fields: { starred: true } },
      { channels: choices },
    );
    expect(channels).toEqual(choices);
  });

  it('is no longer offered once it is deleted', async () => {
    const { campaigns } = await changePickers({ act: 'delete' }, { campaigns: choices });
    expect(campaigns).toEqual([choices[0]]);
  });

  it('or added: domains are distinguished by their address', async () => {
    const domains = ['https://a.example', 'https://b.example'];
    const b = { what: 'domain', name: 'https://b.example', fields: undefined } as const;
    expect((await changePickers(b, { domains })).domains).toEqual(domains);
    fresh();
    expect((await changePickers({ ...b, act: 'delete' }, { domains })).domains).toEqual([
      'https://a.example',
    ]);
    fresh();
    const { jobs, items } = start({ service: () => ({ body: { error: 0, id: 9 } }) });
    await jobs.submit({
      ...campaignCommand(1, 'https://c.example'),
      kind: 'add-domain',
    } as CreateRecordCommand);
    await settled();
    expect((await items.pickerLists.read()).domains).toEqual(['https://c.example']);
  });
});

describe('automatic copying', () => {
  const job = (from: CreateLinkCommand['from'], at: number) => ({
    ...jobOf(1, done(1)),
    command: shortenCommand(1, { from, at }),
  });
  const popup = { documentUrl: 'chrome-extension://curtail/popup.html' };
  const autoCopy = (now: number, isEnabled: boolean, holdSeconds = 0) =>
    createAutoCopy({
      offscreen: new OffscreenDocument(),
      now: () => now,
      preferences: async () => ({ autoCopy: isEnabled, holdSeconds }),
    });

  it.each([
    ['immediately', 'menu', 0, true, false, 'copied'],
    ['within 10 s', 'menu', 10_000, true, false, 'copied'],
    ['later', 'menu', 10_001, true, false, 'missed'],
    ['when the clock was set back', 'menu', -1, true, false, 'missed'],
    ['when disabled', 'menu', 0, false, false, 'not-wanted'],
    ['when the popup is closed', 'popup', 5_000, true, false, 'copied'],
    ['when the popup is open, which does the copying', 'popup', 0, true, true, 'not-wanted'],
    ['for the menu while a popup is open', 'menu', 0, true, true, 'copied'],
    ['not as one of several', 'places', 0, true, false, 'not-wanted'],
    ['not as a row of a bulk', 'bulk', 0, true, false, 'not-wanted'],
  ] as const)('%s', async (_name, from, age, wanted, open, outcome) => {
    if (open) contexts.push(popup);
    const copying = autoCopy(50_000 + age, wanted);
    expect(await copying.copyIfRecent(job(from, 50_000), 'https://sho.rt/x')).toBe(outcome);
  });

  it.each([
    [40_000, 'copied'],
    [40_001, 'missed'],
  ])('after the delay that precedes it has another 10 s: %i ms', async (age, outcome) => {
    const copying = autoCopy(50_000 + age, true, 30);
    expect(await copying.copyIfRecent(job('menu', 50_000), 'https://sho.rt/x')).toBe(outcome);
  });

  it.each([
    ['copied', true],
    ['not-wanted', true],
    ['missed', false],
  ] as const)(
    'the badge has no ✓ only where the link is not on the clipboard as expected: %s',
    async (outcome, isSuccess) => {
      const flashed: unknown[] = [];
      const notices = createJobNotices({
        autoCopy: { prepare: () => undefined, copyIfRecent: async () => outcome },
        badge: {
          show: () => undefined,
          flash: (success) => void flashed.push(success),
          failuresShown: () => undefined,
        },
        notify: () => undefined,
        showInPopup: { job: () => undefined },
        now: () => noon,
      });
      await notices.linkReady(job('menu', noon), 'https://sho.rt/x');
      expect([flashed, notices.copiedJob()]).toEqual([[isSuccess], outcome === 'copied' ? uuid(1) : null]);
      notices.clipboardReplaced();
      expect(notices.copiedJob()).toBeNull();
    },
  );

  it('the link of a later press is not replaced by an earlier one whose response took longer', async () => {
    const copying = autoCopy(60_000, true);
    const copy = (at: number) => copying.copyIfRecent(job('menu', at), 'https://sho.rt/x');
    expect([await copy(58_000), await copy(57_000), await copy(59_000)]).toEqual([
      'copied',
      'not-wanted',
      'copied',
    ]);
  });

  it.each([
    ['the menu', 'menu', true, 1],
    ['the popup, which does the copying', 'popup', true, 0],
    ['a row of a bulk', 'bulk', true, 0],
    ['the menu, when disabled', 'menu', false, 0],
  ] as const)(
    'opens the offscreen document while a link request is in progress: %s',
    async (_name, from, wanted, opened) => {
      stopTime(noon);
      autoCopy(noon, wanted).prepare(job(from, noon));
      await pass(1_000);
      expect(calls.filter((call) => call.startsWith('offscreen'))).toHaveLength(opened);
    },
  );
});
