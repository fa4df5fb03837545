/**
 * The newest ids known before a record is made: for this account only, never decreasing, and never blocking
 * a job.
 */
import * as z from 'zod/mini';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openItems } from '../../../../entrypoints/background/storage/stored-items.ts';
import {
  createHighWaterMark,
  createHighWaterMarkUpdater,
} from '../../../../entrypoints/background/jobs/high-water-mark.ts';
import { linkRecord } from '../../../../lib/api/links.ts';
import { linkByUrlKey } from '../../../../lib/storage/links-by-url.ts';
import { pickerListsItem, type PickerLists } from '../../../../lib/storage/picker-lists.ts';
import { linkList, listed, noon, shortenCommand } from '../../../support/samples.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import { knowNewest, createWorker } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local } = browser.storage;

function start(scope = 'here') {
  const state = { scope };
  const items = openItems(() => {}, local);
  const newest = createHighWaterMark({
    item: items.newestIds,
    lists: items.pickerLists,
    scope: async () => state.scope,
  });
  return { newest, items, state };
}

beforeEach(() => fresh());

describe('learned from a list that a page read', () => {
  const urls = (...ids: number[]) => ({ error: 0, data: { urls: ids.map((id) => ({ id })) } });

  it('includes a colleague’s newer link', async () => {
    const { newest } = start();
    await newest.raise('here', '41');
    const learn = createHighWaterMarkUpdater(newest);
    await learn('here', '/api/urls', urls(40, 97, 3));
    expect(await newest.read('shorten')).toBe('97');
    await learn('here', '/api/urls', urls(40));
    expect(await newest.read('shorten')).toBe('97');
  });

  it('is not initialized by a page of a list: the newest id is requested then', async () => {
    const { newest } = start();
    await createHighWaterMarkUpdater(newest)('here', '/api/urls', urls(40));
    expect(await newest.read('shorten')).toBeNull();
  });

  it('is not initialized for another account', async () => {
    await start('there').newest.raise('there', '5');
    const { newest } = start('here');
    await createHighWaterMarkUpdater(newest)('here', '/api/urls', urls(40));
    expect([await newest.read('shorten'), await start('there').newest.read('shorten')]).toEqual([null, '5']);
  });

  it('retains the evidence for the time zone', async () => {
    const { newest, items } = start();
    await newest.raise('here', '41', 9_000);
    await createHighWaterMarkUpdater(newest)('here', '/api/urls', urls(97));
    expect(await items.newestIds.read()).toMatchObject({ id: '97', made: { id: '41', at: 9_000 } });
  });

  it.each(['campaigns', 'channels', 'pixels'] as const)(
    '%s: raises the mark above the picker lists',
    async (list) => {
      const { newest, items } = start();
      const kind = `add-${list.slice(0, -1)}` as 'add-campaign';
      const learn = createHighWaterMarkUpdater(newest);
      await newest.raise('here', '1');
      await learn('here', `/api/${list}`, { error: 0, data: { [list]: [{ id: 30 }, { id: 7 }] } });
      expect(await newest.read(kind)).toBeNull();
      await items.pickerLists.update((lists) => ({ ...lists, scope: 'here', at: 1 }));
      expect(await newest.read(kind)).toBe('30');
    },
  );

  it.each([
    ['/api/urls', { error: 0, id: 9, details: { id: 9 } }],
    ['/api/urls', null],
    ['/api/account', { error: 0, data: { id: 99 } }],
    ['/api/urls', { error: 0, data: { urls: [{ id: '../x' }, { id: 0 }] } }],
  ])('ignores a response that is no list: %s %j', async (path, body) => {
    const { newest } = start();
    await newest.raise('here', '5');
    await createHighWaterMarkUpdater(newest)('here', path, body);
    expect(await newest.read('shorten')).toBe('5');
  });
});

describe('the newest link', () => {
  it('is unknown at first, then stored across worker instances', async () => {
    const { newest } = start();
    expect(await newest.read('shorten')).toBeNull();
    await newest.raise('here', '41');
    expect(await newest.read('shorten')).toBe('41');
    expect(await start().newest.read('shorten')).toBe('41');
  });

  it('never decreases, even if lists arrive late', async () => {
    const { newest } = start();
    for (const id of ['9', '100', '99', null, '9']) await newest.raise('here', id);
    expect(await newest.read('shorten')).toBe('100');
  });

  it('is stored with its creation time, and read without it from an earlier version', async () => {
    local.stored.set('newest-link', { version: 1, data: { scope: 'here', id: '40' } });
    const { newest, items } = start();
    expect(await newest.read('shorten')).toBe('40');
    await newest.raise('here', '41', 9_000);
    // Known before its job's result is.
    await newest.raise('here', '41');
    expect(await items.newestIds.read()).toEqual({
      scope: 'here',
      id: '41',
      at: 9_000,
      made: { id: '41', at: 9_000 },
    });
    await newest.raise('here', '42');
    expect(await items.newestIds.read()).toEqual({
      scope: 'here',
      id: '42',
      at: null,
      // The service's time zone is still learned from this one.
      made: { id: '41', at: 9_000 },
    });
  });

  it('of another account is ignored, and replaced even by a lower one', async () => {
    await start('there').newest.raise('there', '900');
    const { newest } = start('here');
    expect(await newest.read('shorten')).toBeNull();
    await newest.raise('here', '5');
    expect(await newest.read('shorten')).toBe('5');
    expect(await start('there').newest.read('shorten')).toBeNull();
  });

  it('is not rewritten when unchanged', async () => {
    const { newest } = start();
    await newest.raise('here', '41');
    local.fails = () => true;
    await newest.raise('here', '40');
    expect(await newest.read('shorten')).toBe('41');
  });

  it('that cannot be stored blocks no job: a later look-up only reads more', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { newest } = start();
    await newest.raise('here', '41');
    local.fails = () => true;
    await newest.raise('here', '42');
    expect(await newest.read('shorten')).toBe('41');
    local.fails = () => false;
    await newest.raise('here', '43');
    expect(await newest.read('shorten')).toBe('43');
  });
});

describe('the newest of the picker lists', () => {
  const keep = (change: Partial<PickerLists>) =>
    local.stored.set('picker-lists', {
      version: pickerListsItem.version,
      data: { ...pickerListsItem.fallback, ...change },
    });
  const named = (...ids: string[]) => ids.map((id) => ({ id, name: `n${id}` }));

  it('is the highest id of its own kind', async () => {
    keep({
      scope: 'here',
      at: 5,
      campaigns: named('9', '30', '12'),
      channels: named('7'),
      pixels: named('100', '99'),
    });
    const { newest } = start();
    expect(await newest.read('add-campaign')).toBe('30');
    expect(await newest.read('add-channel')).toBe('7');
    expect(await newest.read('add-pixel')).toBe('100');
    expect(await newest.read('shorten')).toBeNull();
  });

  it('is zero for an empty list after a complete sync: anything later is newer', async () => {
    keep({ scope: 'here', at: 5 });
    expect(await start().newest.read('add-campaign')).toBe('0');
  });

  it.each([
    ['never synced', { scope: 'here', at: 0, campaigns: named('9') }],
    ['of another account', { scope: 'there', at: 5, campaigns: named('9') }],
  ])('a list %s is ignored', async (_name, change) => {
    keep(change);
    expect(await start().newest.read('add-campaign')).toBeNull();
  });
});

describe('a late response to the previous account', () => {
  const served = (id: number) => listed(id, undefined, { date: '2026-05-01 18:00:06' });

  /** Changes the account with each response. */
  function changing() {
    const state = { scope: 'here' };
    const worker = createWorker({
      scopeNow: () => state.scope,
      async service({ method }) {
        state.scope = 'there';
        await worker.items.newestIds.remove();
        return method === 'POST'
          ? { body: { error: 0, id: 900, shorturl: 'https://sho.rt/x' }, date: noon }
          : linkList([served(900)]);
      },
    });
    return { ...worker, state };
  }

  it('to the first look-up is ignored', async () => {
    const { jobs, highWaterMark, state } = changing();
    await jobs.learnNewestLink();
    expect([state.scope, await highWaterMark.read('shorten')]).toEqual(['there', null]);
  });

  it('to a create is ignored', async () => {
    knowNewest('4');
    const { jobs, highWaterMark, sent, state } = changing();
    await jobs.submit(shortenCommand(1));
    await settled();
    expect([state.scope, sent.map(({ endpoint }) => endpoint)]).toEqual(['there', ['POST /api/url/add']]);
    expect(await highWaterMark.read('shorten')).toBeNull();
  });

  it('to a page’s list request is ignored', async () => {
    const { newest, state } = start();
    state.scope = 'there';
    await newest.raise('there', '5');
    await createHighWaterMarkUpdater(newest)('here', '/api/urls', { error: 0, data: { urls: [{ id: 97 }] } });
    expect(await newest.read('shorten')).toBe('5');
  });

  it('changes neither the time zone nor clicks', async () => {
    const { linksByUrl, items } = createWorker({ scope: 'there' });
    await items.pickerLists.update((lists) => ({ ...lists, scope: 'there' }));
    await items.newestIds.write({ scope: 'there', id: '5', at: Date.UTC(2026, 4, 1, 12, 30, 7) });
    const short = { id: '5', shortUrl: 'https://sho.rt/a5', title: '', clicks: null, at: 1 };
    local.stored.set(linkByUrlKey('https://example.com/5'), short);
    await linksByUrl.updateClicks([z.parse(linkRecord, { ...served(5), clicks: 9 })], 'here');
    expect((await items.pickerLists.read()).zone).toBeUndefined();
    expect(local.stored.get(linkByUrlKey('https://example.com/5'))).toEqual(short);
  });
});
