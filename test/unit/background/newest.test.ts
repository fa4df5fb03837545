/** The newest ids known before a record is made: of this account only, never older again, and no stumbling block. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openItems } from '../../../entrypoints/background/items.ts';
import { createNewest, createNewestLearning } from '../../../entrypoints/background/newest.ts';
import { pickerListsItem, type PickerLists } from '../../../lib/settings/picker-lists.ts';
import { browser, fresh } from './extension.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));

const { local } = browser.storage;

function start(scope = 'here') {
  const state = { scope };
  const items = openItems(() => {});
  const newest = createNewest({
    item: items.newestLink,
    lists: items.pickerLists,
    scope: async () => state.scope,
  });
  return { newest, items, state };
}

beforeEach(() => fresh());

describe('learned from a list that somebody read', () => {
  const urls = (...ids: number[]) => ({ error: 0, data: { urls: ids.map((id) => ({ id })) } });

  test('a colleague’s newer link is known from then on', async () => {
    const { newest } = start();
    await newest.note('41');
    const learn = createNewestLearning(newest);
    await learn('/api/urls', urls(40, 97, 3));
    expect(await newest.known('shorten')).toBe('97');
    await learn('/api/urls', urls(40));
    expect(await newest.known('shorten')).toBe('97');
  });

  test('a page of a list does not begin it: what is newest is asked for, then', async () => {
    const { newest } = start();
    await createNewestLearning(newest)('/api/urls', urls(40));
    expect(await newest.known('shorten')).toBeNull();
  });

  test('nor is it another account’s', async () => {
    await start('there').newest.note('5');
    const { newest } = start('here');
    await createNewestLearning(newest)('/api/urls', urls(40));
    expect([await newest.known('shorten'), await start('there').newest.known('shorten')]).toEqual([
      null,
      '5',
    ]);
  });

  test('keeps what the zone is learned from', async () => {
    const { newest, items } = start();
    await newest.note('41', 9_000);
    await createNewestLearning(newest)('/api/urls', urls(97));
    expect(await items.newestLink.read()).toMatchObject({ id: '97', made: { id: '41', at: 9_000 } });
  });

  test.each(['campaigns', 'channels', 'pixels'] as const)(
    '%s: beyond what the pickers know',
    async (list) => {
      const { newest, items } = start();
      const kind = `add-${list.slice(0, -1)}` as 'add-campaign';
      const learn = createNewestLearning(newest);
      await newest.note('1');
      await learn(`/api/${list}`, { error: 0, data: { [list]: [{ id: 30 }, { id: 7 }] } });
      expect(await newest.known(kind)).toBeNull();
      await items.pickerLists.update((lists) => ({ ...lists, scope: 'here', at: 1 }));
      expect(await newest.known(kind)).toBe('30');
    },
  );

  test.each([
    ['/api/urls', { error: 0, id: 9, details: { id: 9 } }],
    ['/api/urls', null],
    ['/api/account', { error: 0, data: { id: 99 } }],
    ['/api/urls', { error: 0, data: { urls: [{ id: '../x' }, { id: 0 }] } }],
  ])('what is no list teaches nothing: %s %j', async (path, body) => {
    const { newest } = start();
    await newest.note('5');
    await createNewestLearning(newest)(path, body);
    expect(await newest.known('shorten')).toBe('5');
  });
});

describe('the newest link', () => {
  test('is not known at first, then kept across lives of the worker', async () => {
    const { newest } = start();
    expect(await newest.known('shorten')).toBeNull();
    await newest.note('41');
    expect(await newest.known('shorten')).toBe('41');
    expect(await start().newest.known('shorten')).toBe('41');
  });

  test('never becomes older, whatever comes in late', async () => {
    const { newest } = start();
    for (const id of ['9', '100', '99', null, '9']) await newest.note(id);
    expect(await newest.known('shorten')).toBe('100');
  });

  test('is kept with when it was made, and without that as an earlier version kept it', async () => {
    local.kept.set('newest-link', { version: 1, data: { scope: 'here', id: '40' } });
    const { newest, items } = start();
    expect(await newest.known('shorten')).toBe('40');
    await newest.note('41', 9_000);
    // Known already: how its job ended comes after it.
    await newest.note('41');
    expect(await items.newestLink.read()).toEqual({
      scope: 'here',
      id: '41',
      at: 9_000,
      made: { id: '41', at: 9_000 },
    });
    await newest.note('42');
    expect(await items.newestLink.read()).toEqual({
      scope: 'here',
      id: '42',
      at: null,
      // The service's zone is learned from this one still.
      made: { id: '41', at: 9_000 },
    });
  });

  test('of another account says nothing here, and is replaced even by a lower one', async () => {
    await start('there').newest.note('900');
    const { newest } = start('here');
    expect(await newest.known('shorten')).toBeNull();
    await newest.note('5');
    expect(await newest.known('shorten')).toBe('5');
    expect(await start('there').newest.known('shorten')).toBeNull();
  });

  test('nothing is written for what is known already', async () => {
    const { newest } = start();
    await newest.note('41');
    local.fails = () => true;
    await newest.note('40');
    expect(await newest.known('shorten')).toBe('41');
  });

  test('that can not be written down stops nobody: a later look only goes through more', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { newest } = start();
    await newest.note('41');
    local.fails = () => true;
    await newest.note('42');
    expect(await newest.known('shorten')).toBe('41');
    local.fails = () => false;
    await newest.note('43');
    expect(await newest.known('shorten')).toBe('43');
  });
});

describe('the newest of the picker lists', () => {
  const keep = (change: Partial<PickerLists>) =>
    local.kept.set('picker-lists', {
      version: pickerListsItem.version,
      data: { ...pickerListsItem.fallback, ...change },
    });
  const named = (...ids: string[]) => ids.map((id) => ({ id, name: `n${id}` }));

  test('is the highest id of its own kind', async () => {
    keep({
      scope: 'here',
      at: 5,
      campaigns: named('9', '30', '12'),
      channels: named('7'),
      pixels: named('100', '99'),
    });
    const { newest } = start();
    expect(await newest.known('add-campaign')).toBe('30');
    expect(await newest.known('add-channel')).toBe('7');
    expect(await newest.known('add-pixel')).toBe('100');
    expect(await newest.known('shorten')).toBeNull();
  });

  test('an empty list that was brought in completely: anything there later is newer', async () => {
    keep({ scope: 'here', at: 5 });
    expect(await start().newest.known('add-campaign')).toBe('0');
  });

  test.each([
    ['never brought in', { scope: 'here', at: 0, campaigns: named('9') }],
    ['of another account', { scope: 'there', at: 5, campaigns: named('9') }],
  ])('a list %s says nothing', async (_name, change) => {
    keep(change);
    expect(await start().newest.known('add-campaign')).toBeNull();
  });
});
