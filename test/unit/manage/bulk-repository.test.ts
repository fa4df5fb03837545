/** A bulk continues after a change, even if the page closes right after the write. */
import 'fake-indexeddb/auto';
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createBulkRepository, NotConnected } from '../../../entrypoints/manage/bulk/bulk-repository.ts';
import { t } from '../../../lib/i18n/t.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { subscribe } from '../../../lib/mirror/mirror-events.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';
import { newRows } from '../bulk/world.ts';
import { uuid } from '../../support/samples.ts';
import { fakeSectionDeps } from './section-deps.ts';

const bulk = {
  id: uuid(1),
  name: 'A list',
  at: 1,
  rows: newRows(3),
  rotatorCampaign: null,
  newId: () => uuid(2),
};
let [scopes, ids] = [0, 0];

/** Records each message to the background with the number of bulks on disk at that time. */
function open(announce: () => Promise<void> = async () => {}, scope = `https://sho.rt#account-${++scopes}`) {
  const steps: [string, number][] = [];
  const record = async (step: string) => void steps.push([step, (await repository.list()).length]);
  const works: (string | undefined)[] = [];
  const repository = createBulkRepository(
    fakeSectionDeps({
      scope: signal(scope),
      async announceWork(work) {
        works.push(work);
        await announce();
        await record('announce');
      },
      sync({ work } = {}) {
        works.push(work);
        void record('sync');
      },
    }),
  );
  return { repository, scope, steps, works };
}

it('announces a change to the background before the write, and starts the sync after it', async () => {
  const { repository, steps, works } = open();
  await repository.create(bulk);
  await expect
    .poll(() => steps)
    .toEqual([
      ['announce', 0],
      ['sync', 1],
    ]);
  expect(works[0]).toBe(works[1]);
  expect((await repository.list())[0]?.campaigns).toEqual(['']);
  await repository.setDesiredState(bulk.id, 'pause');
  expect(works[2]).toBe(works[3]);
  expect(works[2]).not.toBe(works[0]);
});

it('writes nothing that the background does not know of', async () => {
  const { repository } = open(() => Promise.reject(new Error('no response')));
  await expect(repository.create(bulk)).rejects.toThrow('no response');
  expect(await repository.list()).toEqual([]);
});

it('counts and lists the rows whose link existed before', async () => {
  const { repository, scope } = open();
  await repository.create({ ...bulk, rows: newRows(5) });
  const rows = await repository.rows(bulk.id, null, { skip: 0, most: Infinity });
  const database = await openOrCreate(scope);
  for (const row of rows) {
    const made = row.n === 3 ? null : jobResult({ shortUrl: 'https://sho.rt/a', existing: row.n % 2 === 0 });
    // The last one was skipped in the review.
    await database.put('rows', {
      ...row,
      state: row.n === 4 ? 'left-out' : 'done',
      result: made,
    } as typeof row);
  }
  database.close();
  expect(await repository.countRowDetails(bulk.id)).toEqual({
    existing: { done: 2, 'left-out': 1 },
    unrepeatable: 0,
  });
  const listed = (existing?: boolean, skip = 0) =>
    repository
      .rows(bulk.id, { states: ['done'], ...(existing !== undefined && { existing }) }, { skip, most: 2 })
      .then((found) => found.map(({ n }) => n));
  expect(await listed(true)).toEqual([0, 2]);
  expect(await listed(true, 1)).toEqual([2]);
  expect(await listed(false)).toEqual([1, 3]);
  expect(await listed()).toEqual([0, 1]);
});

it('counts the failed rows whose password was not saved', async () => {
  const { repository, scope } = open();
  await repository.create({ ...bulk, rows: newRows(4) });
  const rows = await repository.rows(bulk.id, null, { skip: 0, most: Infinity });
  const database = await openOrCreate(scope);
  for (const row of rows) {
    const ended = row.n < 3 ? { state: 'refused' } : { state: 'cancelled' };
    await database.put('rows', {
      ...row,
      ...ended,
      ...(row.n > 0 && { passwordDropped: true }),
    } as typeof row);
  }
  database.close();
  expect(await repository.countRowDetails(bulk.id)).toEqual({
    existing: { done: 0, 'left-out': 0 },
    unrepeatable: 2,
  });
});

it('announces and writes nothing while no account is connected', async () => {
  const { repository, works } = open(undefined, '');
  await expect(repository.create(bulk)).rejects.toThrow(NotConnected);
  await expect(repository.storeDraft({})).rejects.toThrow(NotConnected);
  expect(works).toEqual([]);
});

it('retries a failed row by the id of its job, unless its password is lost', async () => {
  const { repository, scope, steps } = open();
  await repository.create({ ...bulk, rows: newRows(3), newId: () => uuid(40 + ids++) });
  const rows = await repository.rows(bulk.id, null, { skip: 0, most: Infinity });
  const failure = { kind: 'refused', status: 400, message: null } as const;
  const database = await openOrCreate(scope);
  for (const row of rows)
    await database.put('rows', {
      ...row,
      state: 'refused',
      failure,
      ...(row.n === 2 && { passwordDropped: true }),
    } as typeof row);
  const [stored] = await repository.list();
  await database.put('bulks', { ...stored, counts: { ...stored?.counts, waiting: 0, refused: 3 } } as never);
  database.close();
  const announced = steps.length;
  const ofRow = (n: number) => rows[n]?.id ?? '';
  expect(await repository.retryRow(ofRow(1))).toBe(true);
  expect(steps.length).toBeGreaterThan(announced);
  expect([await repository.retryRow(ofRow(2)), await repository.retryRow(uuid(99))]).toEqual([false, false]);
  const after = await repository.rows(bulk.id, null, { skip: 0, most: Infinity });
  expect(after.map(({ state }) => state)).toEqual(['refused', 'waiting', 'refused']);
});

it('skips failed rows that are dismissed, with the reason, and leaves every other', async () => {
  const { repository, scope, steps } = open();
  await repository.create({ ...bulk, rows: newRows(4), newId: () => uuid(10 + ids++) });
  const rows = await repository.rows(bulk.id, null, { skip: 0, most: Infinity });
  const failure = { kind: 'refused', status: 400, message: null } as const;
  const database = await openOrCreate(scope);
  for (const row of rows.slice(0, 3))
    await database.put('rows', { ...row, state: 'refused', failure } as typeof row);
  const [stored] = await repository.list();
  const breaker = { state: 'closed', failure, rows: [0, 1, 2] } as const;
  const counts = { ...stored?.counts, waiting: 1, refused: 3 };
  await database.put('bulks', { ...stored, counts, breaker, desiredState: 'cancel' } as never);
  database.close();
  const announced = steps.length;
  const changes: string[] = [];
  const unsubscribe = subscribe(({ what }) => changes.push(what));
  // The first, and one that waits.
  expect(await repository.skipRows(new Set([rows[0]?.id ?? '', rows[3]?.id ?? '']))).toBe(true);
  await expect.poll(() => changes).toEqual(['bulk']);
  unsubscribe();
  const after = await repository.rows(bulk.id, null, { skip: 0, most: Infinity });
  expect(after.map(({ state }) => state)).toEqual(['left-out', 'refused', 'refused', 'waiting']);
  expect(after[0]).toMatchObject({ errorText: t('failureRejected'), failure: null });
  expect(after[0]?.skippedInReview).toBeUndefined();
  expect(await repository.list()).toMatchObject([
    { counts: { waiting: 1, refused: 2, 'left-out': 1 }, breaker: { rows: [1, 2] } },
  ]);
  expect(await repository.skipRows(new Set([rows[0]?.id ?? '']))).toBe(false);
  // Nothing to do for the sync host.
  expect(steps).toHaveLength(announced);
});
