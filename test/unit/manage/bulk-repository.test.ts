/** Whatever a page changes of a bulk is gone on with, even if the page dies right after its write. */
import 'fake-indexeddb/auto';
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createBulkRepository } from '../../../entrypoints/manage/bulk/bulk-repository.ts';
import { newRows } from '../bulk/world.ts';
import { uuid } from '../outbox/samples.ts';
import { fakeSectionDeps } from './section-deps.ts';

const bulk = { id: uuid(1), name: 'A list', at: 1, rows: newRows(3), into: null, newId: () => uuid(2) };
let scopes = 0;

/** Each step with the number of bulks that are on disk then. */
function open(expecting: () => Promise<void> = async () => {}) {
  const steps: [string, number][] = [];
  const told = async (step: string) => void steps.push([step, (await kept.list()).length]);
  const works: (string | undefined)[] = [];
  const kept = createBulkRepository(
    fakeSectionDeps({
      scope: signal(`https://sho.rt#kept-${++scopes}`),
      async announceWork(work) {
        works.push(work);
        await expecting();
        await told('expect');
      },
      sync(_force, work) {
        works.push(work);
        void told('keep');
      },
    }),
  );
  return { kept, steps, works };
}

it('the background expects a bulk before it is written, and hears of it after that', async () => {
  const { kept, steps, works } = open();
  await kept.create(bulk);
  await expect
    .poll(() => steps)
    .toEqual([
      ['expect', 0],
      ['keep', 1],
    ]);
  expect(works[0]).toBe(works[1]);
  await kept.setDesiredState(bulk.id, 'pause');
  expect(works[2]).toBe(works[3]);
  expect(works[2]).not.toBe(works[0]);
});

it('what nobody would go on with is not written', async () => {
  const { kept } = open(() => Promise.reject(new Error('no answer')));
  await expect(kept.create(bulk)).rejects.toThrow('no answer');
  expect(await kept.list()).toEqual([]);
});
