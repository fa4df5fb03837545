/**
 * The popup view that the background writes: valid, sorted, incognito data in session storage only, the
 * latest state last.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildPopupView,
  type PopupViewSource,
} from '../../../../entrypoints/background/views/build-popup-view.ts';
import {
  createPublisher,
  createPopupViewWriter,
  type PopupViewSources,
} from '../../../../entrypoints/background/views/write-views.ts';
import { pickerListsItem } from '../../../../lib/storage/picker-lists.ts';
import { parsePopupView } from '../../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../../lib/storage/storage-keys.ts';
import { preferencesItem } from '../../../../lib/storage/preferences.ts';
import { createViewSources, waitOf } from '../../../../entrypoints/background/views/read-view-sources.ts';
import type { BlockReason } from '../../../../lib/outbox/block-reason.ts';
import type { WaitReason } from '../../../../lib/outbox/outbox-deps.ts';
import {
  campaignCommand,
  done,
  jobOf,
  recentLink,
  sampleResult,
  refused,
  sending,
  shortenCommand,
  unknown,
  unreachable,
  uuid,
  wrongKey,
} from '../../../support/samples.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import { knowNewest, createWorker, type WorkerOptions } from '../../../support/background-worker.ts';
import { flushMicrotasks, settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

function sources(change: Partial<PopupViewSource> = {}): PopupViewSource {
  return {
    connected: true,
    scope: 'here',
    site: 'https://sho.rt',
    damaged: false,
    preferences: preferencesItem.fallback,
    lists: pickerListsItem.fallback,
    recents: [],
    jobs: [],
    copiedJob: null,
    waitOf: () => null,
    blockReason: null,
    storageFailing: false,
    storageReclaimed: false,
    autoOpened: null,
    ...change,
  };
}

const block: BlockReason = { failure: wrongKey, until: null };
const waits = (wait: WaitReason) => () => wait;

beforeEach(() => fresh());

describe('the view', () => {
  it('passes the popup’s validation after a round trip through storage', () => {
    const view = buildPopupView(sources({ jobs: [jobOf(1), jobOf(2, unknown())], blockReason: block }));
    expect(parsePopupView(structuredClone(view))).toEqual(view);
  });

  it('contains waiting jobs and those not yet seen, newest first', () => {
    const jobs = [
      jobOf(1, undefined, { acknowledged: true }),
      jobOf(2, done(2), { acknowledged: true }),
      jobOf(3, refused()),
      jobOf(4, done(4)),
    ];
    const view = buildPopupView(
      sources({
        jobs,
        waitOf: waits({ goesAt: 77, waits: 'limit' }),
        copiedJob: shortenCommand(4).id,
      }),
    );
    expect(
      view.jobs.map(({ at, state, goesAt, result: link, failure, copied }) => ({
        at,
        state,
        goesAt,
        link,
        failure,
        copied,
      })),
    ).toEqual([
      { at: 4, state: 'done', goesAt: null, link: sampleResult(4), failure: null, copied: true },
      { at: 3, state: 'refused', goesAt: null, link: null, failure: unreachable, copied: false },
      { at: 1, state: 'queued', goesAt: 77, link: null, failure: null, copied: false },
    ]);
  });

  it('contains every link that a user may have queued by hand, and of even more the newest', () => {
    const many = Array.from({ length: 300 }, (_, n) => jobOf(n));
    const queued = buildPopupView(sources({ jobs: many.slice(0, 200) }));
    expect([queued.jobs.length, queued.unfinished]).toEqual([200, 200]);
    const cut = buildPopupView(sources({ jobs: many }));
    expect([cut.jobs.length, cut.jobs[0]?.at, cut.unfinished]).toEqual([250, 299, 300]);
  });

  it('contains the subject of each job', () => {
    const add = jobOf(2, undefined, { command: campaignCommand(2, 'Spring') });
    const menu = jobOf(1, undefined, { command: shortenCommand(1, { from: 'menu' }) });
    expect(
      buildPopupView(sources({ jobs: [add, menu] })).jobs.map(({ kind, from, subject }) => [
        kind,
        from,
        subject,
      ]),
    ).toEqual([
      ['add-campaign', 'popup', 'Spring'],
      ['shorten', 'menu', 'https://example.com/1'],
    ]);
  });

  it('contains the lists, recently used first, and only the defaults of the preferences', () => {
    const campaigns = ['1', '2', '3'].map((id) => ({ id, name: id }));
    const lists = {
      ...pickerListsItem.fallback,
      campaigns,
      recent: { campaigns: ['3'], channels: [], pixels: [] },
    };
    const view = buildPopupView(
      sources({
        lists,
        preferences: { ...preferencesItem.fallback, domain: 'https://go.example.com', autoCopy: false },
      }),
    );
    expect(view.campaigns.map(({ id }) => id)).toEqual(['3', '1', '2']);
    expect(view.defaults).toEqual({
      campaign: null,
      channel: null,
      domain: 'https://go.example.com',
      expiry: '',
      pixels: [],
    });
    expect(view.autoCopy).toBe(false);
  });
});

describe('a job in the view', () => {
  const only = (change: Partial<PopupViewSource>) => buildPopupView(sources(change)).jobs[0];

  it.each(['limit', 'hold', 'retry', 'look'] as const)(
    'contains its send time and the reason for the wait: %s',
    (why) => {
      const wait = waits({ goesAt: 77, waits: why });
      expect(only({ jobs: [jobOf(1)], waitOf: wait })).toMatchObject({ goesAt: 77, waits: why });
      expect(only({ jobs: [jobOf(1, unknown())], waitOf: wait })).toMatchObject({ goesAt: 77, waits: why });
    },
  );

  it('contains no send time once it is sent, finished or awaiting the user’s decision', () => {
    const wait = waits({ goesAt: 77, waits: 'retry' });
    const over = [
      { name: 'sent', tries: 1, sending: sending() } as const,
      done(1),
      refused(),
      { name: 'cancelled', at: 9 } as const,
    ];
    for (const state of over)
      expect(only({ jobs: [jobOf(1, state)], waitOf: wait })).toMatchObject({ goesAt: null, waits: null });
    const question = { id: '7', shortUrl: 'https://sho.rt/7', address: 'https://example.com/1' };
    const asks = only({ jobs: [jobOf(1, unknown({ question }))], waitOf: wait });
    expect(asks).toMatchObject({ goesAt: null, waits: null });
    expect(only({ jobs: [jobOf(1)] })).toMatchObject({ goesAt: null, waits: null });
  });

  it('contains the question for the user', () => {
    const question = { id: '7', shortUrl: 'https://sho.rt/7', address: 'https://example.com/1?x' };
    expect(only({ jobs: [jobOf(1, unknown({ question }))] })?.question).toEqual({
      shortUrl: 'https://sho.rt/7',
      address: 'https://example.com/1?x',
    });
    expect(
      only({ jobs: [jobOf(1, unknown({ question: { ...question, shortUrl: null } }))] })?.question,
    ).toEqual({
      shortUrl: '',
      address: 'https://example.com/1?x',
    });
    expect(only({ jobs: [jobOf(1, unknown())] })?.question).toBeNull();
  });

  it('contains its end time and result; the reason for a look-up is not a failure', () => {
    expect(only({ jobs: [jobOf(1, done(1))] })).toMatchObject({
      endedAt: 1,
      result: sampleResult(1),
      failure: null,
    });
    expect(only({ jobs: [jobOf(1, refused({ failure: wrongKey }))] })).toMatchObject({
      endedAt: 1,
      result: null,
      failure: wrongKey,
    });
    expect(only({ jobs: [jobOf(1, unknown())] })).toMatchObject({
      endedAt: null,
      result: null,
      failure: null,
    });
  });
});

describe('a block', () => {
  it.each<[string, BlockReason, object]>([
    ['with its reason', block, { why: 'failure', failure: wrongKey, until: null }],
    [
      'with its end',
      { failure: unreachable, until: 99 },
      { why: 'failure', failure: unreachable, until: 99 },
    ],
    ['offline', { failure: null, until: null }, { why: 'offline', failure: null, until: null }],
  ])('is shown %s', (_name, blockReason, pause) => {
    expect(buildPopupView(sources({ blockReason, jobs: [jobOf(1)] })).blockReason).toEqual(pause);
  });

  it('is omitted while nothing waits', () => {
    expect(buildPopupView(sources({ blockReason: block })).blockReason).toBeNull();
    expect(
      buildPopupView(sources({ blockReason: block, jobs: [jobOf(1, refused()), jobOf(2, done(2))] }))
        .blockReason,
    ).toBeNull();
    expect(buildPopupView(sources({ jobs: [jobOf(1)] })).blockReason).toBeNull();
  });
});

it('failing storage is reported', () => {
  expect(buildPopupView(sources()).storageFailing).toBe(false);
  expect(buildPopupView(sources({ storageFailing: true })).storageFailing).toBe(true);
});

describe('the sources of the view', () => {
  function start(options: WorkerOptions = {}) {
    knowNewest('4');
    const worker = createWorker(options);
    const from = createViewSources({
      ...worker,
      damaged: new Set(),
      storageFailing: () => false,
      storageReclaimed: async () => false,
      autoOpened: () => null,
    });
    return { ...worker, from };
  }

  it('a new worker instance shows the stored state of the previous one, never an empty view', async () => {
    await start().jobs.submit(shortenCommand(1));
    await settled();
    const { from, jobs } = start();
    expect(jobs.jobs()).toEqual([]);
    expect((await from.popup()).disk.jobs).toHaveLength(1);
    expect((await start().from.activity()).jobs).toHaveLength(1);
  });

  it.each<[string, (now: number) => WaitReason]>([
    [
      'for the limit, behind others',
      (now) => ({ goesAt: Math.ceil(now / 1_000) * 1_000 + 60_000, waits: 'limit' }),
    ],
    ['for the next look-up, which is due', (now) => ({ goesAt: now - 1, waits: 'look' })],
    ['for its undo delay', (now) => ({ goesAt: now + 5_000, waits: 'hold' })],
  ])(
    'a wait %s is shown with the outbox’s time, regardless of what the request queue reports',
    async (_name, waitAt) => {
      const { jobs, items, connection, wait } = start();
      wait.ms = 30_000;
      const known = waitAt(Date.now());
      const { popup } = createViewSources({
        items,
        connection,
        jobs: Object.assign(jobs, { waitOf: () => known }),
        damaged: new Set(),
        storageFailing: () => false,
        storageReclaimed: async () => false,
        autoOpened: () => null,
      });
      expect((await popup()).disk.waitOf(uuid(1))).toEqual(known);
    },
  );

  it.each<[string, (now: number) => WaitReason | null]>([
    ['whose time has passed', (now) => ({ goesAt: now - 1, waits: 'limit' })],
    ['whose estimate was shorter', (now) => ({ goesAt: now + 9_000, waits: 'limit' })],
    ['that was never reported', () => null],
  ])(
    'a wait for the rate limit %s lasts as long as the request queue currently reports',
    async (_name, waitAt) => {
      const { jobs, items, connection, wait } = start();
      const { popup } = createViewSources({
        items,
        connection,
        jobs: Object.assign(jobs, { waitOf: () => waitAt(Date.now()) }),
        damaged: new Set(),
        storageFailing: () => false,
        storageReclaimed: async () => false,
        autoOpened: () => null,
      });
      const known = waitAt(Date.now());
      const before = (await popup()).disk.waitOf(uuid(1));
      expect(before === null).toBe(known === null || known.goesAt < Date.now());
      wait.ms = 30_000;
      const shown = (await popup()).disk.waitOf(uuid(1));
      expect(shown?.waits).toBe('limit');
      expect(Math.abs((shown?.goesAt ?? 0) - Date.now() - 30_000)).toBeLessThan(500);
    },
  );

  it('the website of a service in a folder of its host is there, and its short links begin so', async () => {
    const { jobs, items, connection } = start();
    const address = async () => 'https://example.com/links';
    const { popup, activity } = createViewSources({
      items,
      connection: { ...connection, address },
      jobs,
      damaged: new Set(),
      storageFailing: () => false,
      storageReclaimed: async () => false,
      autoOpened: () => null,
    });
    expect((await popup()).disk.site).toBe('https://example.com/links');
    expect((await activity()).site).toBe('https://example.com/links');
  });

  it('incognito jobs and links are in the incognito view only', async () => {
    const { jobs, from } = start();
    expect((await from.popup()).session).toBeNull();
    await jobs.submit(shortenCommand(1, { private: true }));
    await jobs.submit(shortenCommand(2));
    await settled();
    const { disk, session } = await from.popup();
    const ids = (list: readonly { readonly command: { readonly id: string } }[] = []) =>
      list.map(({ command }) => command.id);
    expect(ids(disk.jobs)).toEqual([uuid(2)]);
    expect(ids(session?.jobs).sort()).toEqual([uuid(1), uuid(2)]);
    expect(disk.recents.map(({ address }) => address)).toEqual(['https://example.com/2']);
  });

  it('a link that a private window and another window got is a recent link once', async () => {
    const { items, from } = start();
    await items.recentLinks.update(() => [recentLink(3), recentLink(1)]);
    await items.privateLinks.update(() => [recentLink(4), recentLink(1)]);
    const { disk, session } = await from.popup();
    const urls = [4, 1, 3].map((n) => recentLink(n).shortUrl);
    expect(session?.recents.map(({ shortUrl }) => shortUrl)).toEqual(urls);
    expect(disk.recents).toHaveLength(2);
  });

  it.each([5, 0])('another account’s lists are never shown, complete at %i', async (at) => {
    const { items, from } = start({ scope: 'here' });
    await items.pickerLists.update((lists) => ({
      ...lists,
      scope: 'there',
      at,
      campaigns: [{ id: '1', name: 'Theirs' }],
      domains: ['https://theirs.example'],
    }));
    expect((await from.popup()).disk.lists).toMatchObject({ campaigns: [], domains: [] });
  });

  it('a record that was created before the first list is shown', async () => {
    const { items, from } = start({ scope: 'here' });
    const campaigns = [{ id: '1', name: 'Mine' }];
    await items.pickerLists.update((lists) => ({ ...lists, campaigns }));
    expect((await from.popup()).disk.lists).toMatchObject({ campaigns });
  });
});

describe('the writer', () => {
  const createPublisherOf = (from: () => Promise<PopupViewSources>) => ({
    publish: createPublisher([createPopupViewWriter(from, browser.storage.local).write]),
  });
  const siteOn = (area: 'local' | 'session') =>
    parsePopupView(browser.storage[area].stored.get(popupViewKey))?.site ?? null;

  it('writes the incognito view to session storage only, and removes it again', async () => {
    const state: { now: PopupViewSources } = {
      now: { disk: sources({ site: 'd' }), session: sources({ site: 's' }) },
    };
    const writer = createPublisherOf(async () => state.now);
    await writer.publish();
    expect([siteOn('local'), siteOn('session')]).toEqual(['d', 's']);
    state.now = { ...state.now, session: null };
    await writer.publish();
    expect([siteOn('local'), siteOn('session')]).toEqual(['d', null]);
  });

  it('coalesces many changes into few writes, the last of which stores the latest state', async () => {
    let site = 0;
    let asked = 0;
    const writer = createPublisherOf(async () => {
      asked++;
      return { disk: sources({ site: String(site) }), session: null };
    });
    const published: Promise<void>[] = [];
    for (; site < 50; site++) published.push(writer.publish());
    await Promise.all(published);
    expect(asked).toBeLessThanOrEqual(2);
    expect(siteOn('local')).toBe('50');
  });

  it('writes a change that arrives at the very end of a write', async () => {
    for (let wait = 0; wait < 20; wait++) {
      let site = 'before';
      const writer = createPublisherOf(async () => ({ disk: sources({ site }), session: null }));
      const first = writer.publish();
      for (let turn = 0; turn < wait; turn++) await Promise.resolve();
      site = 'after';
      await writer.publish();
      await first;
      await flushMicrotasks();
      expect([wait, siteOn('local')]).toEqual([wait, 'after']);
    }
  });

  it('runs the next writer after every write', async () => {
    const seen: (string | null)[] = [];
    let site = 'one';
    const publish = createPublisher([
      createPopupViewWriter(async () => ({ disk: sources({ site }), session: null }), browser.storage.local)
        .write,
      async () => void seen.push(siteOn('local')),
    ]);
    await publish();
    site = 'two';
    await publish();
    expect(seen).toEqual(['one', 'two']);
  });

  it('writes what is in session memory, and calls the other writers, where the disk is full', async () => {
    let others = 0;
    let site = 'one';
    const publish = createPublisher([
      createPopupViewWriter(
        async () => ({ disk: sources({ site }), session: sources({ site }) }),
        browser.storage.local,
      ).write,
      async () => void others++,
    ]);
    browser.storage.local.fails = () => true;
    await expect(publish()).rejects.toThrow();
    expect([siteOn('session'), others]).toEqual(['one', 1]);
    const failing = publish();
    await Promise.resolve();
    // A change in the middle of a round that fails is written by another round.
    site = 'two';
    void publish().catch(() => undefined);
    browser.storage.local.fails = () => false;
    await failing.catch(() => undefined);
    expect([siteOn('local'), siteOn('session')]).toEqual(['two', 'two']);
  });

  it('writes nothing when nothing has changed, also in a later worker instance', async () => {
    let site = 'one';
    const from = async () => ({ disk: sources({ site }), session: sources({ site: `${site} private` }) });
    const written = [vi.spyOn(browser.storage.local, 'set'), vi.spyOn(browser.storage.session, 'set')];
    const counts = () => written.map((spy) => spy.mock.calls.length);
    const first = createPublisherOf(from);
    await first.publish();
    await first.publish();
    expect(counts()).toEqual([1, 1]);
    // The browser returns the keys in an order of its own.
    const reordered = Object.entries(buildPopupView(sources({ site }))).reverse();
    browser.storage.local.stored.set(popupViewKey, Object.fromEntries(reordered));
    await createPublisherOf(from).publish();
    expect(counts()).toEqual([1, 1]);
    site = 'two';
    await first.publish();
    expect(counts()).toEqual([2, 2]);
    for (const spy of written) spy.mockRestore();
  });

  it('shows the same end of a wait at each read, whatever the fractions of the two clocks', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const slotAt = 1_012_345.6;
    const queue = { nextSlotIn: () => slotAt - Date.now() - Math.random() };
    const seen = new Set(
      Array.from({ length: 200 }, () => {
        vi.advanceTimersByTime(50);
        return waitOf({ waitOf: () => null }, queue)('a')?.goesAt;
      }),
    );
    vi.useRealTimers();
    expect([...seen]).toEqual([1_012_500]);
  });

  it('computes the queue’s next slot once for all jobs of a view', () => {
    const nextSlotIn = vi.fn<() => number>(() => 30_000);
    const wait = waitOf({ waitOf: () => null }, { nextSlotIn });
    expect(['a', 'b'].map((id) => wait(id)?.waits)).toEqual(['limit', 'limit']);
    expect(nextSlotIn).toHaveBeenCalledTimes(1);
  });

  it('writes again after a failed write, even without a change', async () => {
    const writer = createPublisherOf(async () => ({ disk: sources(), session: null }));
    await writer.publish();
    browser.storage.local.stored.delete(popupViewKey);
    browser.storage.local.fails = () => true;
    const site = 'other';
    const failing = createPublisherOf(async () => ({ disk: sources({ site }), session: null }));
    await expect(failing.publish()).rejects.toThrow('disk full');
    browser.storage.local.fails = () => false;
    await failing.publish();
    expect(siteOn('local')).toBe('other');
  });

  it('reports a failed write, and the next one succeeds', async () => {
    const writer = createPublisherOf(async () => ({ disk: sources(), session: null }));
    browser.storage.local.fails = () => true;
    await expect(writer.publish()).rejects.toThrow('disk full');
    browser.storage.local.fails = () => false;
    await writer.publish();
    expect(siteOn('local')).toBe('https://sho.rt');
  });
});
