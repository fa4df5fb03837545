/** Drafts of a section are stored for one account until they are sent. */
import * as z from 'zod/mini';
import { beforeEach, expect, it, vi } from 'vitest';
import { createDraftStore } from '../../../../entrypoints/manage/records/draft-store.ts';
import { settled } from '../../outbox/stand-in.ts';

const disk = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  full: false,
  written: new Set<string>(),
}));
const here = vi.hoisted(() => ({ native: { extension: { inIncognitoContext: false } } }));
vi.mock('../../../../lib/browser/native.ts', () => here);
vi.mock('../../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, key: string) => ({ [key]: disk.stored.get(key) }),
  writeStorage: async (area: string, key: string, value: unknown) => {
    disk.written.add(area);
    if (disk.full) throw new Error('full');
    disk.stored.set(key, structuredClone(value));
  },
  removeStorage: async (_area: string, key: string) => void disk.stored.delete(key),
}));

beforeEach(() => {
  disk.stored.clear();
  disk.full = false;
  disk.written.clear();
  here.native.extension.inIncognitoContext = false;
});

const open = (scope = 'https://sho.rt#1') => createDraftStore('campaigns', z.string(), scope, () => 5);

it('the last draft is stored with its time; without drafts the item is removed', async () => {
  const drafts = open();
  void drafts.save({ new: 'a' });
  void drafts.save({ new: 'ab', '1': 'x' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab', '1': 'x' });
  expect([...disk.stored]).toEqual([
    ['draft:manage:campaigns', { at: 5, scope: 'https://sho.rt#1', drafts: { new: 'ab', '1': 'x' } }],
  ]);
  void drafts.save({});
  await settled();
  expect(disk.stored.size).toBe(0);
});

it('another account’s drafts are not shown', async () => {
  void open('https://sho.rt#2').save({ new: 'a' });
  await settled();
  expect(await open().read()).toEqual({});
});

it.each([null, 7, { at: 1 }, { at: 1, scope: 'https://sho.rt#1', drafts: { new: 7 } }])(
  'damaged ones are none: %j',
  async (raw) => {
    disk.stored.set('draft:manage:campaigns', raw);
    expect(await open().read()).toEqual({});
  },
);

it('a failed write does not reject, and the next one stores all drafts', async () => {
  const drafts = open();
  disk.full = true;
  void drafts.save({ new: 'a' });
  await settled();
  disk.full = false;
  void drafts.save({ new: 'ab' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab' });
});

it('two pages of one section keep each other’s drafts', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([one.read(), other.read()]);
  void one.save({ '1': 'a' });
  void other.save({ '2': 'b' });
  void one.save({ '1': 'ab' });
  await settled();
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '1': 'ab', '2': 'b' }));
  // A draft that one page has removed is not stored again by the other.
  void one.save({});
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b' }));
  void other.save({ '2': 'b', '3': 'c' });
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b', '3': 'c' }));
});

it('a draft that this page has sent is removed, though another page still has it', async () => {
  void open().save({ '1': 'a' });
  await settled();
  const [one, other] = [open(), open()];
  await Promise.all([one.read(), other.read()]);
  void one.save({});
  await vi.waitFor(() => expect(disk.stored.size).toBe(0));
  void other.save({ '1': 'a', '2': 'b' });
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b' }));
});

it.each([
  [false, 'local'],
  [true, 'session'],
])('in a private window (%s) drafts are stored in %s storage only', async (isPrivate, area) => {
  here.native.extension.inIncognitoContext = isPrivate;
  void open().save({ new: 'a' });
  await settled();
  expect([...disk.written]).toEqual([area]);
});
