/** What is typed in a room stays until it is done, for the account that it was typed for. */
import * as z from 'zod/mini';
import { beforeEach, expect, test, vi } from 'vitest';
import { keptDrafts } from '../../../../entrypoints/manage/collection/kept-drafts.ts';
import { settled } from '../../outbox/stand-in.ts';

const disk = vi.hoisted(() => ({ kept: new Map<string, unknown>(), full: false }));
vi.mock('../../../../lib/browser/stored.ts', () => ({
  readStored: async (_area: string, key: string) => ({ [key]: disk.kept.get(key) }),
  writeStored: async (_area: string, key: string, value: unknown) => {
    if (disk.full) throw new Error('full');
    disk.kept.set(key, structuredClone(value));
  },
  removeStored: async (_area: string, key: string) => void disk.kept.delete(key),
}));

beforeEach(() => {
  disk.kept.clear();
  disk.full = false;
});

const open = (scope = 'https://sho.rt#1') => keptDrafts('campaigns', z.string(), scope, () => 5);

test('the last one that was typed is kept, with its time; none leaves nothing', async () => {
  const drafts = open();
  drafts.keep({ new: 'a' });
  drafts.keep({ new: 'ab', '1': 'x' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab', '1': 'x' });
  expect([...disk.kept]).toEqual([
    ['draft:manage:campaigns', { at: 5, scope: 'https://sho.rt#1', drafts: { new: 'ab', '1': 'x' } }],
  ]);
  drafts.keep({});
  await settled();
  expect(disk.kept.size).toBe(0);
});

test('another account’s are not shown', async () => {
  open('https://sho.rt#2').keep({ new: 'a' });
  await settled();
  expect(await open().read()).toEqual({});
});

test.each([null, 7, { at: 1 }, { at: 1, scope: 'https://sho.rt#1', drafts: { new: 7 } }])(
  'damaged ones are none: %j',
  async (raw) => {
    disk.kept.set('draft:manage:campaigns', raw);
    expect(await open().read()).toEqual({});
  },
);

test('a full disk stops nothing, and the next one is kept again', async () => {
  const drafts = open();
  disk.full = true;
  drafts.keep({ new: 'a' });
  await settled();
  disk.full = false;
  drafts.keep({ new: 'ab' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab' });
});
