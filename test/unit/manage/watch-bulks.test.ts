/** The batches that the sidebar and "Activity" show, as they are read again. */
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { watchBulks } from '../../../entrypoints/manage/watch-bulks.ts';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { MirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import { bulkOf, noRows } from '../../support/sample-bulks.ts';
import { flushMicrotasks } from '../../support/flush.ts';

function watch(list: () => Promise<readonly Bulk[]>) {
  const world = { changed: (_what: Parameters<Parameters<MirrorReader['onChange']>[0]>[0]): void => {} };
  const scope = signal('one');
  const waits: (() => void)[] = [];
  const bulks = watchBulks({
    scope,
    onChange: (listener) => {
      world.changed = listener;
      return () => undefined;
    },
    list,
    delay: () => new Promise<void>((resolve) => waits.push(resolve)),
  });
  const nextRead = async () => {
    waits.shift()?.();
    await flushMicrotasks();
  };
  return { bulks, scope, world, nextRead };
}

it('are read again once after changes', async () => {
  let stored = [bulkOf('a'), bulkOf('b', { counts: { ...noRows, done: 2 } })];
  let reads = 0;
  const { bulks, world, nextRead } = watch(async () => {
    reads++;
    return stored;
  });
  await flushMicrotasks();
  expect(bulks.value.map(({ id }) => id)).toEqual(['a', 'b']);
  stored = [bulkOf('c'), ...stored];
  world.changed('bulk');
  world.changed('bulk');
  world.changed('links');
  await nextRead();
  expect([bulks.value.map(({ id }) => id), reads]).toEqual([['c', 'a', 'b'], 2]);
  await nextRead();
  expect(reads).toBe(2);
});

it('are those of the account, and none while they can not be read', async () => {
  let list = async (): Promise<readonly Bulk[]> => [bulkOf('a')];
  const { bulks, scope, nextRead } = watch(() => list());
  await flushMicrotasks();
  expect(bulks.value).toHaveLength(1);
  list = async () => Promise.reject(new Error('No disk.'));
  scope.value = 'two';
  expect(bulks.value).toEqual([]);
  await nextRead();
  expect(bulks.value).toEqual([]);
});
