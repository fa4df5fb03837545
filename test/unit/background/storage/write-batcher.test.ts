/** Batched writes preserve the order of their requests. */
import { expect, it, vi } from 'vitest';
import { createWriteBatcher } from '../../../../entrypoints/background/storage/write-batcher.ts';
import { StorageArea } from '../../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

function open() {
  const area = new StorageArea();
  const writes = vi.spyOn(area, 'set');
  return { area, writes, disk: createWriteBatcher(area) };
}

it('requests of one task are one write, with the latest value of each key', async () => {
  const { area, writes, disk } = open();
  await Promise.all([disk.set({ a: 1, b: 1 }), disk.set({ a: 2 })]);
  expect([writes.mock.calls.length, Object.fromEntries(area.stored)]).toEqual([1, { a: 2, b: 1 }]);
});

it('a key removed in between is removed, and one written after that remains', async () => {
  const { area, disk } = open();
  await Promise.all([disk.set({ a: 1, b: 1 }), disk.remove('a'), disk.remove('b'), disk.set({ a: 2 })]);
  expect(Object.fromEntries(area.stored)).toEqual({ a: 2 });
});

it('a failed write does not prevent the removal after it', async () => {
  const { area, disk } = open();
  area.stored.set('b', 0);
  area.fails = (key) => key === 'a';
  const written = disk.set({ a: 1 });
  await Promise.all([expect(written).rejects.toThrow('disk full'), disk.remove('b')]);
  expect(Object.fromEntries(area.stored)).toEqual({});
});
