/**
 * The browser's storage does not fill up, however many links are made; where it is full, links are made
 * nevertheless.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriteBatcher } from '../../../entrypoints/background/storage/write-batcher.ts';
import { createPruning, prunePerUrlData } from '../../../entrypoints/background/storage/prune-storage.ts';
import { createPopupViewWriter } from '../../../entrypoints/background/views/write-views.ts';
import { createViewSources } from '../../../entrypoints/background/views/read-view-sources.ts';
import { activityViewSchema } from '../../../lib/views/activity-view.ts';
import { linkByUrlKey } from '../../../lib/storage/links-by-url.ts';
import { parsePopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { targetSuggestionsKey } from '../../../lib/storage/target-suggestions.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { done, jobOf, linkCommand, shortenCommand, uuid } from '../../support/samples.ts';
import { gate } from '../../support/gate.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { knowNewest, createWorker } from '../../support/background-worker.ts';
import { settled } from '../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

const { local, session } = browser.storage;
/** Chromium’s is five times as much. */
const quota = 2 * 1024 * 1024;
const linkOf = (n: number) => ({
  id: String(n),
  shortUrl: `https://sho.rt/${n}`,
  title: `Page ${n}`,
  clicks: null,
  at: n,
});
const pageOf = (n: number) => `https://example.com/a-page-with-a-longer-address/${n}`;

beforeEach(() => {
  fresh();
  knowNewest('4');
});
afterEach(() => vi.restoreAllMocks());

/** As stored by an earlier version. */
function keepGuards(count: number, filler = ''): void {
  for (let n = 0; n < count; n++)
    local.stored.set(linkByUrlKey(`${pageOf(n)}/limited${filler}`), {
      ...linkOf(n),
      shortUrl: '',
      at: 1e9 + n,
    });
}

describe('40,000 links with an expiration or a password', () => {
  it('as rows of a bulk store nothing by address, and reusable links remain', async () => {
    const { linksByUrl } = createWorker();
    for (let n = 0; n < 2_000; n++) local.stored.set(linkByUrlKey(pageOf(n)), linkOf(n));
    const before = [...local.stored.keys()];
    for (let n = 0; n < 40_000; n++) {
      const extras =
        n % 2
          ? { ...defaultLinkOptions, expiry: '2030-01-01T00:00' }
          : { ...defaultLinkOptions, password: 'x' };
      const command = linkCommand(n, { address: `${pageOf(n)}/limited`, extras });
      const job = jobOf(n, done(n), { command });
      await linksByUrl.save(
        job,
        { ...command, from: n % 3 ? 'bulk' : 'popup' },
        { ...linkOf(n), address: command.link.address },
      );
    }
    expect([...local.stored.keys()]).toEqual(before);
  });

  it('stored by an earlier version are removed with the next link, and evict no other', async () => {
    const { jobs, linksByUrl } = createWorker({ now: () => 5 });
    for (let n = 0; n < 2_000; n++) local.stored.set(linkByUrlKey(pageOf(n)), linkOf(n));
    keepGuards(40_000);
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(local.keys('short:').filter((key) => key.includes('/limited'))).toEqual([]);
    expect(local.keys('short:').length).toBeGreaterThanOrEqual(2_000);
    expect(await linksByUrl.find(pageOf(1_999), false)).toEqual(linkOf(1_999));
  });
});

it('known links are bounded while the browser runs, and the newest remain', async () => {
  const { linksByUrl } = createWorker();
  let most = 0;
  for (let n = 1; n <= 5_000; n++) {
    const command = linkCommand(n, { address: pageOf(n) });
    await linksByUrl.save(jobOf(n, done(n), { command }), command, { ...linkOf(n), address: pageOf(n) });
    if (n % 50 === 0) {
      await settled();
      most = Math.max(most, local.keys('short:').length);
    }
  }
  expect(most).toBeLessThan(2_500);
  expect(local.stored.has(linkByUrlKey(pageOf(5_000)))).toBe(true);
  expect(local.stored.has(linkByUrlKey(pageOf(3_001)))).toBe(true);
  expect(local.stored.has(linkByUrlKey(pageOf(1)))).toBe(false);
});

it('a link that has got an expiration is never forgotten for newer links: it would be reused', async () => {
  const { linksByUrl } = createWorker();
  local.stored.set(linkByUrlKey(pageOf(0)), { ...linkOf(0), unchecked: true });
  for (let n = 1; n <= 2_500; n++) local.stored.set(linkByUrlKey(pageOf(n)), linkOf(n));
  await prunePerUrlData(5_000);
  expect(local.keys('short:')).toHaveLength(2_000);
  expect(await linksByUrl.find(pageOf(0), false)).toMatchObject({ unchecked: true });
});

describe('2,000 drafts', () => {
  const keepDrafts = () => {
    for (let n = 0; n < 2_000; n++) local.stored.set(`draft:${pageOf(n)}`, { at: n });
  };

  it('are bounded with one saved link, which remains with the newest ones', async () => {
    keepDrafts();
    const { jobs } = createWorker({ now: () => 5_000 });
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(local.keys('draft:')).toHaveLength(200);
    expect(local.stored.has(`draft:${pageOf(1_999)}`)).toBe(true);
    expect(local.keys('short:')).toHaveLength(1);
  });

  it('are bounded when the background starts, by the names of the keys', async () => {
    keepDrafts();
    const pruning = createPruning(() => 5_000);
    pruning.onStart();
    await settled();
    expect(local.keys('draft:')).toHaveLength(200);
    const get = vi.spyOn(local, 'get');
    pruning.onStart();
    await settled();
    expect(get).not.toHaveBeenCalled();
  });

  it('are not read when it starts in a browser that can’t name its keys', async () => {
    keepDrafts();
    const { getKeys } = local;
    local.getKeys = undefined;
    const get = vi.spyOn(local, 'get');
    createPruning(() => 5_000).onStart();
    await settled();
    local.getKeys = getKeys;
    expect(get).not.toHaveBeenCalled();
  });
});

describe('an exhausted quota', () => {
  /** Fills the storage up to the last few characters. */
  async function fill(entryOf: (n: number) => [string, unknown]): Promise<void> {
    for (let n = 0; ; n++) {
      const [key, value] = entryOf(n);
      local.stored.set(key, value);
      if (n % 500 === 0 && (await local.getBytesInUse(null)) > quota) break;
    }
    local.QUOTA_BYTES = await local.getBytesInUse(null);
  }

  it('by known links: links are made, and the popup and the Activity page report the removal', async () => {
    local.stored.set(targetSuggestionsKey, { version: 1, countries: ['Austria'], devices: [] });
    await fill((n) => [linkByUrlKey(pageOf(n)), linkOf(n)]);
    const worker = createWorker({ now: () => 1_000_000 });
    const { jobs, sent, writes, reclaim, reports } = worker;
    expect(await reclaim.hasReclaimed()).toBe(false);
    await Promise.all([
      jobs.submit(shortenCommand(1)),
      jobs.submit(shortenCommand(2)),
      jobs.submit(shortenCommand(3)),
    ]);
    await settled();
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done', 'done', 'done']);
    expect(local.keys('job:')).toEqual([1, 2, 3].map((n) => `job:${uuid(n)}`));
    expect(sent.filter(({ endpoint }) => endpoint.startsWith('POST'))).toHaveLength(3);
    expect([writes.includes(false), reports]).toEqual([false, []]);
    // The latest ones are still known.
    expect(local.stored.has(targetSuggestionsKey)).toBe(false);
    expect(local.keys('short:')).toHaveLength(103);

    const sources = createViewSources({
      ...worker,
      damaged: new Set(),
      storageFailing: () => false,
      storageReclaimed: reclaim.hasReclaimed,
      autoOpened: () => null,
    });
    await createPopupViewWriter(sources.popup, local).write();
    expect(parsePopupView(local.stored.get(popupViewKey))).toMatchObject({ storageReclaimed: true });
    expect(activityViewSchema.parse(await sources.activity())).toMatchObject({ storageReclaimed: true });
    // A later worker instance reports it, too, for an hour.
    expect(await createWorker({ now: () => 1_000_000 }).reclaim.hasReclaimed()).toBe(true);
    expect(await createWorker({ now: () => 1_000_000 + 3_600_000 }).reclaim.hasReclaimed()).toBe(false);
  });

  it('by data of an earlier version: links are made', async () => {
    await fill((n) => [linkByUrlKey(`${pageOf(n)}/limited`), { ...linkOf(n), shortUrl: '', at: 1e9 + n }]);
    const { jobs } = createWorker();
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done']);
  });

  it('by copies of damaged data: links are made', async () => {
    await fill((n) => [`damaged:${n}`, 'x'.repeat(1_000)]);
    const { jobs } = createWorker();
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done']);
  });

  it('by old drafts: links are made, and the newest 200 drafts remain', async () => {
    await fill((n) => [`draft:${n}`, { at: n, text: 'x'.repeat(1_000) }]);
    const newest = local.keys('draft:').slice(-200);
    const { jobs } = createWorker();
    await jobs.submit(shortenCommand(1));
    await settled();
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done']);
    expect(local.keys('draft:')).toEqual(newest);
  });

  it('by data that is no cache: none of it is removed, nothing is sent, and that is reported', async () => {
    await fill((n) => [`other:${n}`, { at: n, text: 'x'.repeat(1_000) }]);
    const before = local.keys();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { jobs, sent, writes } = createWorker();
    await jobs.submit(shortenCommand(1)).catch(() => undefined);
    await settled();
    expect([sent, writes.at(-1)]).toEqual([[], false]);
    expect(local.keys()).toEqual(before);
  });

  it('is recognized without the text of an error', async () => {
    await fill((n) => [linkByUrlKey(pageOf(n)), linkOf(n)]);
    const { set } = local;
    vi.spyOn(local, 'set').mockImplementation((items) =>
      set.call(local, items).catch(() => Promise.reject(new Error('no'))),
    );
    const { reclaim } = createWorker();
    await reclaim.area.set({ entry: 'x'.repeat(100) });
    expect([local.stored.has('entry'), await reclaim.hasReclaimed()]).toEqual([true, true]);
  });

  it('is recognized where half of it is free, and too little for a large entry', async () => {
    for (let n = 0; n < 300; n++) local.stored.set(linkByUrlKey(pageOf(n)), linkOf(n));
    const used = await local.getBytesInUse(null);
    local.QUOTA_BYTES = 2 * used;
    const { reclaim } = createWorker();
    await reclaim.area.set({ entry: 'x'.repeat(used) });
    expect([local.stored.has('entry'), local.keys('short:').length]).toEqual([true, 100]);
  });

  it.each([
    ['once', 1, 'fine', 'Corruption: block checksum mismatch'],
    ['each time', Infinity, 'failed', 'Corruption: block checksum mismatch'],
    ['with words of space and quota', Infinity, 'failed', 'no space, quota exceeded'],
  ])(
    'is not assumed for a write that fails %s: nothing is removed, and it is retried',
    async (_, times, end, text) => {
      for (let n = 0; n < 300; n++) local.stored.set(linkByUrlKey(pageOf(n)), linkOf(n));
      local.stored.set(targetSuggestionsKey, { version: 1, countries: ['Austria'], devices: [] });
      const before = local.keys();
      let tries = 0;
      const plain = local.set.bind(local);
      vi.spyOn(local, 'set').mockImplementation(async (items) => {
        if (++tries <= times) throw new Error(text);
        return plain(items);
      });
      const { reclaim } = createWorker();
      const written = reclaim.area.set({ entry: 1 }).then(
        () => 'fine',
        () => 'failed',
      );
      expect(await written).toBe(end);
      expect(tries).toBe(2);
      expect(local.keys().filter((key) => key !== 'entry')).toEqual(before);
      expect(await reclaim.hasReclaimed()).toBe(false);
    },
  );

  describe('while space is reclaimed for one write', () => {
    /** The first write fails, and the later ones find space. */
    async function failing() {
      for (let n = 0; n < 300; n++) local.stored.set(linkByUrlKey(pageOf(n)), linkOf(n));
      const set = local.set.bind(local);
      local.QUOTA_BYTES = await local.getBytesInUse(null);
      vi.spyOn(local, 'set').mockRejectedValueOnce(new Error('no')).mockImplementation(set);
      const remove = local.remove.bind(local);
      const reclaimed = gate();
      const removing = vi.spyOn(local, 'remove').mockImplementationOnce(async (keys) => {
        await reclaimed.passed;
        await remove(keys);
      });
      const disk = createWriteBatcher(createWorker().reclaim.area);
      const first = disk.set({ 'job:1': 'queued' });
      await vi.waitFor(() => expect(removing).toHaveBeenCalledOnce());
      return {
        disk,
        async stored() {
          await settled();
          reclaimed.open();
          await first;
          await settled();
          return local.stored.get('job:1');
        },
      };
    }

    it('a newer value of the same key is written after it', async () => {
      const { disk, stored } = await failing();
      const second = disk.set({ 'job:1': 'sent' });
      expect(await stored()).toBe('sent');
      await second;
    });

    it('a removal is carried out after it', async () => {
      const { disk, stored } = await failing();
      const removed = disk.remove('job:1');
      expect(await stored()).toBeUndefined();
      await removed;
    });
  });

  it('nearly exhausted: space is reclaimed before a page’s own write fails', async () => {
    await fill((n) => [linkByUrlKey(pageOf(n)), linkOf(n)]);
    local.QUOTA_BYTES = Math.round((await local.getBytesInUse(null)) / 0.85);
    const { reclaim } = createWorker();
    await reclaim.reclaimIfNearlyFull();
    expect(local.keys('short:')).toHaveLength(100);
    expect(session.keys()).toContain('storage-reclaimed');
    await reclaim.reclaimIfNearlyFull();
    expect(local.keys('short:')).toHaveLength(100);
  });

  it('nearly exhausted: a link that has got an expiration is not dropped, since it would be reused', async () => {
    await fill((n) => [linkByUrlKey(pageOf(n)), { ...linkOf(n), ...(n === 0 && { unchecked: true }) }]);
    local.QUOTA_BYTES = Math.round((await local.getBytesInUse(null)) / 0.85);
    await createWorker().reclaim.reclaimIfNearlyFull();
    expect(local.keys('short:')).toHaveLength(101);
    expect(local.stored.has(linkByUrlKey(pageOf(0)))).toBe(true);
  });

  it('of the disk does not affect incognito jobs, which are in memory', async () => {
    await fill((n) => [`other:${n}`, { at: n, text: 'x'.repeat(1_000) }]);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { jobs } = createWorker();
    await jobs.submit(shortenCommand(1, { private: true }));
    await settled();
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done']);
    expect(session.keys('job:')).toEqual([`job:${uuid(1)}`]);
  });
});
