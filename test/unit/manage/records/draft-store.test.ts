/** What is typed in a room stays until it is done, for the account that it was typed for. */
import * as z from 'zod/mini';
import { beforeEach, expect, it, vi } from 'vitest';
import { createDraftStore } from '../../../../entrypoints/manage/records/draft-store.ts';
import { settled } from '../../outbox/stand-in.ts';

const disk = vi.hoisted(() => ({
  kept: new Map<string, unknown>(),
  full: false,
  written: new Set<string>(),
}));
const here = vi.hoisted(() => ({ native: { extension: { inIncognitoContext: false } } }));
vi.mock('../../../../lib/browser/native.ts', () => here);
vi.mock('../../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, key: string) => ({ [key]: disk.kept.get(key) }),
  writeStorage: async (area: string, key: string, value: unknown) => {
    disk.written.add(area);
    if (disk.full) throw new Error('full');
    disk.kept.set(key, structuredClone(value));
  },
  removeStorage: async (_area: string, key: string) => void disk.kept.delete(key),
}));

beforeEach(() => {
  disk.kept.clear();
  disk.full = false;
  disk.written.clear();
  here.native.extension.inIncognitoContext = false;
});

const open = (scope = 'https://sho.rt#1') => createDraftStore('campaigns', z.string(), scope, () => 5);

it('the last one that was typed is kept, with its time; none leaves nothing', async () => {
  const drafts = open();
  void drafts.save({ new: 'a' });
  void drafts.save({ new: 'ab', '1': 'x' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab', '1': 'x' });
  expect([...disk.kept]).toEqual([
    ['draft:manage:campaigns', { at: 5, scope: 'https://sho.rt#1', drafts: { new: 'ab', '1': 'x' } }],
  ]);
  void drafts.save({});
  await settled();
  expect(disk.kept.size).toBe(0);
});

it('another account’s are not shown', async () => {
  void open('https://sho.rt#2').save({ new: 'a' });
  await settled();
  expect(await open().read()).toEqual({});
});

it.each([null, 7, { at: 1 }, { at: 1, scope: 'https://sho.rt#1', drafts: { new: 7 } }])(
  'damaged ones are none: %j',
  async (raw) => {
    disk.kept.set('draft:manage:campaigns', raw);
    expect(await open().read()).toEqual({});
  },
);

it('a full disk stops nothing, and the next one is kept again', async () => {
  const drafts = open();
  disk.full = true;
  void drafts.save({ new: 'a' });
  await settled();
  disk.full = false;
  void drafts.save({ new: 'ab' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab' });
});

it('two pages of one room keep each other’s drafts', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([one.read(), other.read()]);
  void one.save({ '1': 'a' });
  void other.save({ '2': 'b' });
  void one.save({ '1': 'ab' });
  await settled();
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '1': 'ab', '2': 'b' }));
  // What one page has done is gone for both, and what the other has not touched does not come back.
  void one.save({});
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b' }));
  void other.save({ '2': 'b', '3': 'c' });
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b', '3': 'c' }));
});

it('what was read and sent in this page is gone, though the other page still has it', async () => {
  void open().save({ '1': 'a' });
  await settled();
  const [one, other] = [open(), open()];
  await Promise.all([one.read(), other.read()]);
  void one.save({});
  await vi.waitFor(() => expect(disk.kept.size).toBe(0));
  void other.save({ '1': 'a', '2': 'b' });
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b' }));
});

it.each([
  [false, 'local'],
  [true, 'session'],
])('in a private window (%s) it is kept in %s storage alone', async (isPrivate, area) => {
  here.native.extension.inIncognitoContext = isPrivate;
  void open().save({ new: 'a' });
  await settled();
  expect([...disk.written]).toEqual([area]);
});
