/** What follows when a job moves: its intent goes, links and choices are kept, private things never reach the disk. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBadge } from '../../../entrypoints/background/badge.ts';
import { createCopying } from '../../../entrypoints/background/copying.ts';
import type { Connections } from '../../../entrypoints/background/connection.ts';
import { takeIntent, takeUpIntents } from '../../../entrypoints/background/intents.ts';
import { openItems } from '../../../entrypoints/background/items.ts';
import { createJobs } from '../../../entrypoints/background/jobs.ts';
import { createJournal } from '../../../entrypoints/background/journal.ts';
import { createKeepAwake } from '../../../entrypoints/background/keep-awake.ts';
import type { Ask, Job } from '../../../lib/outbox/job.ts';
import { campaignAsk, draft, jobOf, made, shortenAsk, unreachable, uuid } from '../outbox/samples.ts';
import { settled } from '../outbox/stand-in.ts';
import { browser, calls, contexts, fresh } from './extension.ts';
import { gatewayOf } from './gateway-stand-in.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('./extension.ts'));

const { local, session } = browser.storage;

function start(reply?: Parameters<typeof gatewayOf>[0]) {
  const reports: unknown[] = [];
  const damaged: string[] = [];
  const items = openItems((key) => damaged.push(key));
  const { gateway, sent } = gatewayOf(
    reply ?? (() => ({ body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } })),
  );
  const connections: Connections = {
    gateway: async () => gateway,
    scope: async () => 'here',
    address: async () => 'https://sho.rt',
    connect: async () => {},
    disconnect: async () => {},
  };
  const clipboard: string[] = [];
  const jobs = createJobs({
    journal: createJournal((key) => damaged.push(key)),
    items,
    connections,
    badge: createBadge(),
    keepAwake: createKeepAwake(),
    copying: {
      copyWhenFresh: async (_job: Job, shortUrl: string) => {
        clipboard.push(shortUrl);
        return true;
      },
    },
    now: () => 100,
    publish: () => {},
    report: (error) => reports.push(error),
  });
  const takers = {
    take: (ask: Ask) => takeIntent(jobs, ask),
    connect: async () => {},
    onDamaged: (key: string) => damaged.push(key),
    report: (error: unknown) => reports.push(error),
  };
  return { jobs, items, sent, reports, damaged, clipboard, takers };
}

/** A page's intent, as it lies in storage. */
function intent(ask = shortenAsk(1)) {
  (ask.private ? session : local).kept.set(`intent:${ask.id}`, ask);
  return ask;
}

beforeEach(() => fresh());

describe('an intent', () => {
  test('becomes a job and is gone; nudged as well, it is the same job', async () => {
    const ask = intent();
    const { jobs, sent, takers } = start();
    await Promise.all([takeUpIntents(takers), jobs.take(ask), jobs.take(ask)]);
    await settled();
    expect(sent).toHaveLength(1);
    expect(local.keys('intent:')).toEqual([]);
    expect(local.keys('job:')).toEqual([`job:${uuid(1)}`]);
  });

  test('that landed after its job was made is removed, or it would be made again once the job is pruned', async () => {
    local.kept.set(`job:${uuid(1)}`, jobOf(1, { name: 'done', at: 1, made: made(1) }));
    intent();
    const { sent, takers } = start();
    await takeUpIntents(takers);
    await settled();
    expect(sent).toEqual([]);
    expect(local.keys('intent:')).toEqual([]);
  });

  test('that could not be put into the journal stays for the next start', async () => {
    intent();
    local.fails = (key) => key.startsWith('job:');
    const first = start();
    await takeUpIntents(first.takers);
    await settled();
    expect(first.sent).toEqual([]);
    expect(local.keys('intent:')).toHaveLength(1);
    local.fails = () => false;
    const second = start();
    await takeUpIntents(second.takers);
    await settled();
    expect(second.sent).toHaveLength(1);
  });

  test('that is damaged is set aside and reported; the others go on', async () => {
    local.kept.set('intent:broken', { id: 'broken' });
    intent();
    const { sent, damaged, takers } = start();
    await takeUpIntents(takers);
    await settled();
    expect(sent).toHaveLength(1);
    expect([damaged, local.keys('damaged:')]).toEqual([['intent:broken'], ['damaged:intent:broken']]);
  });

  test('to connect that is damaged leaves its key nowhere', async () => {
    local.kept.set('intent:broken', { id: 'broken', kind: 'connect', address: 7, key: 'secret-key' });
    const { takers } = start();
    await takeUpIntents(takers);
    await settled();
    expect(JSON.stringify([...local.kept])).not.toContain('secret-key');
  });

  test('that can not be taken up is reported, not an uncaught error', async () => {
    intent();
    const { takers, reports } = start();
    await takeUpIntents({ ...takers, take: () => Promise.reject(new Error('disk')) });
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

  test('is recent, its choices come first next time', async () => {
    const { jobs, items, clipboard } = start();
    await jobs.take(shortenAsk(1, { link: chosen }));
    await settled();
    expect(await items.recentLinks.read()).toEqual([
      { id: '5', shortUrl: 'https://sho.rt/x', address: chosen.address, title: chosen.title, at: 100 },
    ]);
    expect(await items.pickerLists.read()).toMatchObject({
      recent: { campaigns: ['1'], channels: ['2'], pixels: ['3'] },
      lastDomain: 'https://go.example.com',
    });
    expect(clipboard).toEqual(['https://sho.rt/x']);
    expect(jobs.copied.has(uuid(1))).toBe(true);
    expect(jobs.jobs()[0]?.seen).toBe(false);
  });

  test('from the menu is told on the badge and is seen with that', async () => {
    const { jobs } = start();
    await jobs.take(shortenAsk(1, { from: 'menu' }));
    await settled();
    expect(calls.filter((call) => call.startsWith('text')).some((call) => call.includes('✓'))).toBe(true);
    expect(jobs.jobs()[0]?.seen).toBe(true);
  });

  test('from a private window leaves nothing on disk', async () => {
    const ask = intent(
      shortenAsk(1, { private: true, link: draft({ address: 'https://private.example/' }) }),
    );
    const { jobs, takers } = start();
    await takeUpIntents(takers);
    await settled();
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(JSON.stringify([...local.kept])).not.toContain('private.example');
    expect(JSON.stringify([...local.kept])).not.toContain(ask.id);
    expect(session.keys('recent-links')).toHaveLength(1);
  });

  test('is kept as recent even when a settings item is damaged', async () => {
    local.kept.set('picker-lists', 'damaged');
    const { jobs, items, damaged } = start();
    await jobs.take(shortenAsk(1));
    await settled();
    expect(await items.recentLinks.read()).toHaveLength(1);
    expect(damaged).toEqual(['picker-lists']);
  });
});

describe('a record that is added', () => {
  test('is first in its picker, and nothing is left to be seen', async () => {
    const { jobs, items } = start();
    await items.pickerLists.update((lists) => ({ ...lists, campaigns: [{ id: '1', name: 'Old' }] }));
    await jobs.take(campaignAsk(1, 'New'));
    await settled();
    expect(await items.pickerLists.read()).toMatchObject({
      campaigns: [
        { id: '5', name: 'New' },
        { id: '1', name: 'Old' },
      ],
      recent: { campaigns: ['5'] },
    });
    expect(jobs.jobs()[0]?.seen).toBe(true);
  });
});

describe('the badge and the wakefulness', () => {
  test('a failure stays on the badge until it is seen', async () => {
    const { jobs } = start(() => ({ failure: unreachable }));
    await jobs.take(shortenAsk(1));
    await settled();
    const last = () => calls.filter((call) => call.startsWith('text')).at(-1);
    expect(last()).toContain('!');
    await jobs.markSeen(uuid(1));
    expect(last()).toContain('""');
  });
});

describe('the journal', () => {
  test('comes back as it was; what is damaged is set aside and holds up nobody', async () => {
    const jobs = [jobOf(1, { name: 'queued' }), jobOf(2, { name: 'unknown', at: 1, failure: unreachable })];
    const damaged: string[] = [];
    const journal = createJournal((key) => damaged.push(key));
    for (const job of jobs) await journal.write(job);
    local.kept.set('job:broken', { ask: 1 });
    expect(await journal.all()).toEqual(jobs);
    expect([damaged, local.keys('job:broken'), local.keys('damaged:')]).toEqual([
      ['job:broken'],
      [],
      ['damaged:job:broken'],
    ]);
  });
});

describe('automatic copying', () => {
  const job = (from: 'popup' | 'menu', at: number) => ({
    ...jobOf(1, { name: 'done', at: 1, made: made(1) }),
    ask: shortenAsk(1, { from, at }),
  });
  const popup = { documentUrl: 'chrome-extension://curtail/popup.html' };

  test.each([
    ['at once', 'menu', 0, true, false, true],
    ['within 10 s', 'menu', 10_000, true, false, true],
    ['later', 'menu', 10_001, true, false, false],
    ['when the clock was set back', 'menu', -1, true, false, false],
    ['when not wanted', 'menu', 0, false, false, false],
    ['when the popup is closed', 'popup', 5_000, true, false, true],
    ['when the popup is open, which copies by itself', 'popup', 0, true, true, false],
    ['for the menu while a popup is open', 'menu', 0, true, true, true],
  ] as const)('%s', async (_name, from, age, wanted, open, copied) => {
    if (open) contexts.push(popup);
    const copying = createCopying({ now: () => 50_000 + age, wanted: async () => wanted });
    expect(await copying.copyWhenFresh(job(from, 50_000), 'https://sho.rt/x')).toBe(copied);
  });
});
