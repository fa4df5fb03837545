/**
 * The short links known by address: stored with each link made here, with its clicks, bounded, and removed
 * with the account.
 */
import type { Job } from '../../../../lib/outbox/job.ts';
import 'fake-indexeddb/auto';
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prunePerUrlData } from '../../../../entrypoints/background/storage/prune-storage.ts';
import { createSyncResultsStore } from '../../../../entrypoints/background/sync/store-sync-results.ts';
import { openOrCreate } from '../../../../lib/mirror/database.ts';
import { deleteDatabases } from '../../../../lib/mirror/delete-databases.ts';
import { linkKey, type LinkRow } from '../../../../lib/mirror/link-row.ts';
import { linkDetailsRecord } from '../../../../lib/api/link-details.ts';
import { linkRecord } from '../../../../lib/api/links.ts';
import type { LinkDraft } from '../../../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../../../lib/storage/links-by-url.ts';
import { linkCommand, linkList, listed, shortenCommand, uuid } from '../../../support/samples.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import { knowNewest, createWorker } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local, session } = browser.storage;
const address = 'https://example.com/1';
const key = linkByUrlKey(address);
const short = { id: '5', shortUrl: 'https://sho.rt/x', title: 'A page', clicks: null, at: 100 };

describe('while the mirror can’t be read', () => {
  const unreadable = () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    return vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError');
    });
  };
  afterEach(() => void vi.restoreAllMocks());

  it('the address bar offers links made here, and the rest as soon as it can be read', async () => {
    await mirrorHas(9, 'https://example.com/else');
    const { linksByUrl } = createWorker();
    const recent = [{ ...short, address }];
    const { mockRestore } = unreadable();
    expect((await linksByUrl.all(recent)).map(({ id }) => id)).toEqual(['5']);
    mockRestore();
    expect((await linksByUrl.all(recent)).map(({ id }) => id)).toEqual(['5', '9']);
  });

  it('the menu makes a link as if none was known, and the failure is reported', async () => {
    await mirrorHas(9, address, undefined, { openEnded: true });
    const { linksByUrl } = createWorker();
    expect(await linksByUrl.find(address, false)).toMatchObject({ id: '9' });
    const { mockRestore } = unreadable();
    expect(await linksByUrl.find(address, false)).toBeNull();
    expect(console.warn).toHaveBeenCalledOnce();
    mockRestore();
    expect(await linksByUrl.find(address, false)).toMatchObject({ id: '9' });
  });
});

beforeEach(async () => {
  await deleteDatabases();
  fresh();
  knowNewest('4');
});

/** In the mirror of the account that the test workers are connected to. */
async function mirrorHas(
  id: number,
  longUrl: string,
  shortUrl = `https://sho.rt/a${id}`,
  change: Partial<LinkRow> = {},
): Promise<void> {
  const database = await openOrCreate('here');
  const link = z.parse(linkRecord, { ...listed(id, longUrl), shorturl: shortUrl, clicks: 2 });
  const own = { campaign: null, channels: [], confirmed: true, sweep: 1 };
  await database.put('links', { ...link, ...own, key: linkKey(String(id)), address: longUrl, ...change });
  database.close();
}

async function make(change: Partial<LinkDraft> = {}, more: object = {}) {
  const worker = createWorker({ now: () => 100 });
  await worker.jobs.submit({ ...linkCommand(1, change), ...more });
  await settled();
  return worker;
}

describe('a link that is made', () => {
  it('is known by its address', async () => {
    const { linksByUrl } = await make();
    expect(local.stored.get(key)).toEqual(short);
    expect(await linksByUrl.find(address, false)).toEqual(short);
    expect(await linksByUrl.find(`${address}#else`, false)).toBeNull();
  });

  it('from an incognito window is known to incognito windows, and never on disk', async () => {
    const { linksByUrl } = await make({}, { private: true });
    expect([local.keys('short:'), session.keys('short:')]).toEqual([[], [key]]);
    expect(await linksByUrl.find(address, true)).toEqual(short);
    expect(await linksByUrl.find(address, false)).toBeNull();
  });

  it.each([
    ['requires a password', { extras: { ...defaultLinkOptions, password: 'secret' } }],
    ['expires', { extras: { ...defaultLinkOptions, expiry: '2030-01-01T00:00' } }],
  ])('that %s is never reused, and leaves no key', async (_name, change) => {
    const { items, linksByUrl } = await make(change);
    expect(await items.recentLinks.read()).toHaveLength(1);
    expect(await linksByUrl.find(address, false)).toBeNull();
    expect((await linksByUrl.all([])).map(({ shortUrl }) => shortUrl)).toEqual([]);
    expect(local.keys('short:')).toEqual([]);
    // From the mirror, it is not reused automatically: no list contains its options.
    await mirrorHas(5, address);
    expect(await linksByUrl.find(address, false)).toMatchObject({ unchecked: true });
  });

  describe('with UTM parameters', () => {
    const parameters = [
      { name: 'utm_source', value: ' poster ' },
      { name: '', value: '' },
    ];
    const tagged = { extras: { ...defaultLinkOptions, parameters } };

    it('is stored with them, for the user to choose', async () => {
      const { linksByUrl } = await make(tagged);
      await settled();
      expect(await linksByUrl.find(address, false)).toEqual({ ...short, unchecked: true, tags: 'poster' });
    });

    it('does not replace one without', async () => {
      local.stored.set(key, { ...short, id: '4' });
      const { linksByUrl } = await make(tagged);
      await settled();
      expect(await linksByUrl.find(address, false)).toEqual({ ...short, id: '4' });
    });

    it('is replaced by one without', async () => {
      local.stored.set(key, { ...short, id: '4', unchecked: true, tags: 'poster' });
      const { linksByUrl } = await make();
      expect(await linksByUrl.find(address, false)).toEqual(short);
    });
  });

  it('that expires is unchecked where the address bar has it from the recent list', async () => {
    const limited = await make({ extras: { ...defaultLinkOptions, expiry: '2030-01-01T00:00' } });
    const found = await limited.linksByUrl.all(await limited.items.recentLinks.read());
    expect(found).toMatchObject([{ shortUrl: short.shortUrl, unchecked: true }]);
    await mirrorHas(5, address, short.shortUrl, { openEnded: true });
    const known = await createWorker().linksByUrl.all(await limited.items.recentLinks.read());
    expect(known.map(({ unchecked }) => unchecked)).toEqual([undefined]);
    const plain = await make();
    const stored = await plain.linksByUrl.all(await plain.items.recentLinks.read());
    expect(stored.map(({ unchecked }) => unchecked)).toEqual([undefined]);
  });

  it('is never reused where an earlier version has marked it so', async () => {
    const { linksByUrl } = createWorker();
    local.stored.set(key, { ...short, shortUrl: '' });
    await mirrorHas(5, address);
    expect(await linksByUrl.find(address, false)).toBeNull();
  });

  it('that is not reusable does not replace one that is', async () => {
    const { jobs, linksByUrl } = await make();
    await jobs.submit(linkCommand(2, { address, extras: { ...defaultLinkOptions, password: 'secret' } }));
    await settled();
    expect(await linksByUrl.find(address, false)).toEqual(short);
  });

  it('to a very long address is not stored', async () => {
    const { items } = await make({ address: `https://example.com/${'a'.repeat(3_000)}` });
    expect(await items.recentLinks.read()).toHaveLength(1);
    expect(local.keys('short:')).toEqual([]);
  });

  it('is stored with a truncated title, which may be a megabyte', async () => {
    await make({ title: 'x'.repeat(1_000_000) });
    expect(parseLinkByUrl(local.stored.get(key))?.title).toHaveLength(200);
  });

  it('is known also when the worker was terminated right after it was made', async () => {
    const { items } = await make();
    local.stored.delete(key);
    await items.recentLinks.remove();
    const job = local.stored.get(`job:${uuid(1)}`);
    expect(job).toMatchObject({ seen: false, settled: true });
    local.stored.set(`job:${uuid(1)}`, { ...(job as Job), settled: false });
    await createWorker({ now: () => 200 }).begin();
    expect(local.stored.get(key)).toEqual({ ...short, at: 200 });
  });

  it('is known under its newest short link', async () => {
    const { jobs, linksByUrl } = await make();
    await jobs.submit(shortenCommand(2, { link: shortenCommand(1).link }));
    await settled();
    expect(await linksByUrl.find(address, false)).toMatchObject({
      shortUrl: 'https://sho.rt/x',
      title: 'A page',
    });
    expect(local.keys('short:')).toEqual([key]);
  });
});

describe('a link in the mirror', () => {
  it('is known where none was made here, and never in an incognito window', async () => {
    const { linksByUrl } = createWorker();
    await mirrorHas(8, 'https://example.com/elsewhere');
    expect(await linksByUrl.find('https://example.com/elsewhere', false)).toMatchObject({
      id: '8',
      clicks: 2,
    });
    expect(await linksByUrl.find('https://example.com/elsewhere', true)).toBeNull();
    expect(await linksByUrl.find('https://example.com/other', false)).toBeNull();
  });

  it('is known to have no expiration only if it was made here', async () => {
    const { linksByUrl } = createWorker();
    await mirrorHas(8, 'https://example.com/elsewhere');
    await mirrorHas(9, 'https://example.com/in-a-bulk', 'https://sho.rt/a9', { openEnded: true });
    expect(await linksByUrl.find('https://example.com/elsewhere', false)).toMatchObject({ unchecked: true });
    expect(await linksByUrl.find('https://example.com/in-a-bulk', false)).not.toHaveProperty('unchecked');
  });

  it('is reused if it was made here, even where a newer link to the page may expire', async () => {
    const { linksByUrl } = createWorker();
    const page = 'https://example.com/in-a-bulk';
    const find = () => linksByUrl.find(page, false);
    await mirrorHas(8, page, undefined, { openEnded: true });
    await mirrorHas(9, page);
    expect(await find()).toMatchObject({ id: '8' });
    expect(await find()).not.toHaveProperty('unchecked');
    local.stored.set(linkByUrlKey(page), { ...short, id: '10', unchecked: true });
    expect(await find()).toMatchObject({ id: '8' });
    local.stored.set(linkByUrlKey(page), { ...short, id: '8', unchecked: true });
    expect(await find()).toMatchObject({ id: '8', unchecked: true });
  });

  it('comes after those made here, without duplicates', async () => {
    const { linksByUrl } = await make();
    await mirrorHas(5, address, 'https://sho.rt/x');
    await mirrorHas(8, 'https://example.com/elsewhere');
    expect((await linksByUrl.all([])).map(({ shortUrl, clicks }) => [shortUrl, clicks])).toEqual([
      ['https://sho.rt/x', null],
      ['https://sho.rt/a8', 2],
    ]);
  });

  it('is the only trace of a row of a bulk', async () => {
    await make({}, { from: 'bulk' });
    await make(
      { extras: { ...defaultLinkOptions, expiry: '2030-01-01T00:00' } },
      { from: 'bulk', id: uuid(2) },
    );
    expect(local.keys('short:')).toEqual([]);
  });

  it('and the stored ones are read once per input session', async () => {
    const { linksByUrl, jobs } = await make();
    const read = vi.spyOn(local, 'get');
    for (let typed = 0; typed < 10; typed++) await linksByUrl.all([]);
    expect(read).toHaveBeenCalledTimes(1);
    // A link made meanwhile is included immediately.
    await jobs.submit(linkCommand(2, { address: 'https://example.com/2' }));
    await settled();
    expect((await linksByUrl.all([])).map((link) => link.address)).toContain('https://example.com/2');
    read.mockRestore();
  });
});

it('an existing link that the service returned as new does not count as made here', async () => {
  const worker = createWorker({
    now: () => 100,
    service: () => ({ body: { error: 0, id: 3, shorturl: 'https://sho.rt/x' } }),
  });
  await worker.jobs.submit(linkCommand(1, {}));
  await settled();
  expect(await worker.linksByUrl.find(address, false)).toMatchObject({ id: '3', unchecked: true });
});

describe('a link that the service has no more', () => {
  const gone = [{ id: '5', shortUrl: short.shortUrl }];

  it('is forgotten, and no other one', async () => {
    const { linksByUrl, items } = await make();
    const others = { [linkByUrlKey('https://example.com/2')]: { ...short, id: '6' } };
    await local.set(others);
    await linksByUrl.all([]);
    const keep = createSyncResultsStore({
      preferences: items.preferences,
      lists: items.pickerLists,
      scope: async () => 'here',
      onStored: () => {},
      onLinks: linksByUrl.updateClicks,
      onGone: linksByUrl.forget,
    });
    await keep({ scope: 'here', lists: {}, clicks: [], gone });
    expect(await linksByUrl.find(address, false)).toBeNull();
    expect(local.keys('short:')).toEqual(Object.keys(others));
    expect((await linksByUrl.all([])).map((link) => link.address)).toEqual(['https://example.com/2']);
  });

  it('is recognized by its short URL where no response had its id', async () => {
    const { linksByUrl } = createWorker();
    await local.set({ [key]: { ...short, id: null } });
    await linksByUrl.forget([{ id: '5', shortUrl: 'https://sho.rt/y' }], 'here');
    expect(await linksByUrl.find(address, false)).not.toBeNull();
    await linksByUrl.forget(gone, 'here');
    expect(await linksByUrl.find(address, false)).toBeNull();
  });

  it('of another account means nothing', async () => {
    const { linksByUrl } = await make();
    await linksByUrl.forget(gone, 'there');
    expect(await linksByUrl.find(address, false)).toEqual(short);
  });
});

describe('a link whose details show an expiration', () => {
  const details = (change: object = {}) =>
    z.parse(linkDetailsRecord, {
      ...listed(5, address),
      shorturl: short.shortUrl,
      expiry: '2030-01-01 00:00:00',
      ...change,
    });

  it('keeps that, though its clicks are updated at the same time', async () => {
    const { linksByUrl } = await make();
    const list = [z.parse(linkRecord, { ...listed(5, address), shorturl: short.shortUrl, clicks: 7 })];
    await Promise.all([linksByUrl.updateClicks(list, 'here'), linksByUrl.onDetails(details(), 'here')]);
    expect(await linksByUrl.find(address, false)).toEqual({ ...short, clicks: 7, unchecked: true });
    await Promise.all([linksByUrl.onDetails(details(), 'here'), linksByUrl.updateClicks(list, 'here')]);
    expect(await linksByUrl.find(address, false)).toEqual({ ...short, clicks: 7, unchecked: true });
  });

  it('made here is reused only by choice', async () => {
    const { linksByUrl } = await make();
    await linksByUrl.onDetails(details({ expiry: '0000-00-00 00:00:00' }), 'here');
    await linksByUrl.onDetails(details({ id: 6 }), 'here');
    await linksByUrl.onDetails(details(), 'there');
    expect(await linksByUrl.find(address, false)).toEqual(short);
    await linksByUrl.onDetails(details({ longurl: 'https://example.com/as%20shown' }), 'here');
    expect(await linksByUrl.find(address, false)).toEqual({ ...short, unchecked: true });
    expect(await linksByUrl.all([])).toMatchObject([{ shortUrl: short.shortUrl, unchecked: true }]);
  });

  it('made here in a bulk is reused only by choice', async () => {
    await mirrorHas(5, address, short.shortUrl, { openEnded: true });
    const { linksByUrl } = createWorker();
    expect(await linksByUrl.find(address, false)).not.toHaveProperty('unchecked');
    await linksByUrl.onDetails(details(), 'here');
    expect(await linksByUrl.find(address, false)).toMatchObject({ id: '5', unchecked: true });
  });

  it('made elsewhere leaves no key', async () => {
    await mirrorHas(5, address);
    await createWorker().linksByUrl.onDetails(details(), 'here');
    expect(local.keys('short:')).toEqual([]);
  });
});

describe('clicks', () => {
  const list = (clicks: unknown, longurl = address) =>
    linkList([{ ...listed(5, longurl), shorturl: 'https://sho.rt/x', clicks }, listed(4)]);

  it('are updated from the list of a look-up', async () => {
    await make();
    knowNewest(null);
    const worker = createWorker({ service: () => list('12') });
    await worker.jobs.learnNewestLink();
    await settled();
    expect(local.stored.get(key)).toEqual({ ...short, clicks: 12 });
    expect(local.keys('short:')).toEqual([key]);
  });

  it('are updated from the lists that the sync host fetches', async () => {
    const { linksByUrl, items } = await make();
    const keep = createSyncResultsStore({
      preferences: items.preferences,
      lists: items.pickerLists,
      scope: async () => 'here',
      onStored: () => {},
      onLinks: linksByUrl.updateClicks,
      onGone: linksByUrl.forget,
    });
    const link = { id: '5', shortUrl: short.shortUrl, longUrl: address, clicks: 3, date: null };
    await keep({ scope: 'here', lists: {}, clicks: [link], gone: [] });
    expect(local.stored.get(key)).toEqual({ ...short, clicks: 3 });
  });

  it('are not taken from another short link of the same address', async () => {
    const { linksByUrl } = await make();
    await linksByUrl.updateClicks([z.parse(linkRecord, { ...listed(9, address), clicks: 7 })], 'here');
    expect(local.stored.get(key)).toEqual(short);
  });

  it('are updated for an address that the service lists HTML-encoded', async () => {
    const spelled = 'https://example.com/1?a=b&c=d';
    const { linksByUrl } = await make({ address: spelled });
    knowNewest(null);
    const worker = createWorker({ service: () => list(2, 'https://example.com/1?a=b&amp;c=d') });
    await worker.jobs.learnNewestLink();
    await settled();
    expect(await linksByUrl.find(spelled, false)).toMatchObject({ clicks: 2 });
  });
});

describe('the storage by address', () => {
  it('is pruned to the newest 2,000 known links and 200 drafts, drafts for 30 days', async () => {
    const day = 86_400_000;
    for (let n = 0; n < 2_100; n++) local.stored.set(linkByUrlKey(`https://e.com/${n}`), { ...short, at: n });
    for (let n = 0; n < 210; n++) local.stored.set(`draft:https://e.com/${n}`, { at: 31 * day - n });
    local.stored.set('draft:old', { at: day - 1 });
    await prunePerUrlData(31 * day);
    expect(local.keys('short:')).toHaveLength(2_000);
    expect(local.stored.has(linkByUrlKey('https://e.com/99'))).toBe(false);
    expect(local.stored.has(linkByUrlKey('https://e.com/100'))).toBe(true);
    expect(local.keys('draft:')).toHaveLength(200);
    expect(local.stored.has('draft:old')).toBe(false);
  });

  it.each([[undefined], [null], [7], ['x'], [[]], [{}], [{ shortUrl: 7 }]])(
    'treats the damaged value %j as absent',
    (raw) => expect(parseLinkByUrl(raw)).toBeNull(),
  );
});
