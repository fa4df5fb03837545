/** A row of a batch whose link was edited in the form: it shows what became of that link. */
import { expect, it } from 'vitest';
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { retryRefused, skipFailedRows } from '../../../lib/bulk/store/control-bulk.ts';
import type { NewRow } from '../../../lib/bulk/store/create-bulk.ts';
import { applyRowEdit, type EditEnd } from '../../../lib/bulk/store/edited-rows.ts';
import { sampleResult, sending, unreachable, uuid } from '../../support/samples.ts';
import { BulkWorld, draft, newRows } from './world.ts';

const failure = { kind: 'refused', status: 400, message: 'Alias is taken' } as const;
const edited = draft('https://example.com/corrected', { alias: 'free' });
const done: EditEnd = { state: 'done', link: edited, result: sampleResult(1) };
const refused: EditEnd = { state: 'refused', link: edited, failure: { ...failure, message: 'Again' } };

/** A batch whose second row has failed. */
async function withFailed(rows: readonly NewRow[] = newRows(3)) {
  const world = new BulkWorld();
  world.fate = (address) => (address.endsWith('/1') ? 'refused' : 'made');
  world.startWorker();
  const id = await world.start(rows);
  world.startSyncHost();
  await world.over;
  const row = async (n = 1): Promise<BulkRow | undefined> => (await world.rows(id))[n];
  const first = await row();
  const apply = (end: EditEnd, job = 1, replaces = [first?.id ?? '']) =>
    world.page((database) =>
      applyRowEdit(database, { job: uuid(job), replaces, end }, () => 'Alias is taken'),
    );
  const counts = async () => (await world.bulk(id)).counts;
  return { world, id, row, apply, counts, first };
}

it('is created with the short link once the edited link exists', async () => {
  const { row, apply, counts } = await withFailed();
  expect(await counts()).toMatchObject({ done: 2, refused: 1, 'left-out': 0 });
  await apply({ state: 'active' });
  expect(await row()).toMatchObject({ state: 'left-out', errorText: 'Alias is taken' });
  await apply(done);
  const result = sampleResult(1);
  expect(await row()).toMatchObject({ state: 'done', link: edited, result, errorText: '', failure: null });
  expect((await row())?.editedInto).toBeUndefined();
  expect(await counts()).toMatchObject({ done: 3, refused: 0, 'left-out': 0 });
  expect([await apply(done), await apply(refused), await apply({ state: 'active' })]).toEqual([
    false,
    false,
    false,
  ]);
});

it('is created also where nothing was stored while the edited link was in progress', async () => {
  const { row, apply, counts } = await withFailed();
  await apply(done);
  expect(await row()).toMatchObject({ state: 'done', result: sampleResult(1) });
  expect(await counts()).toMatchObject({ done: 3, refused: 0 });
});

it('keeps its title where the edited link has none', async () => {
  const titled = newRows(3).map(({ link }) => ({ link: { ...link, title: 'Gift box' }, leftOut: null }));
  const { row, apply } = await withFailed(titled);
  await apply(done);
  expect((await row())?.link).toEqual({ ...edited, title: 'Gift box' });
});

it('can’t be retried while the edited link is in progress', async () => {
  const { world, id, apply } = await withFailed();
  await apply({ state: 'active' });
  expect(await world.page((database) => retryRefused(database, id, world.newId))).toBe(0);
});

it('fails again with the edited link, which a retry then sends once, as a job of its own', async () => {
  const { world, id, row, apply, counts, first } = await withFailed();
  await apply({ state: 'active' });
  const lost = { sending: sending(), failure: unreachable, noteTag: null };
  await apply({ ...refused, lost });
  expect(await row()).toMatchObject({
    state: 'refused',
    failure: { message: 'Again' },
    link: edited,
    editedInto: uuid(1),
    lost,
  });
  expect(await counts()).toMatchObject({ refused: 1, 'left-out': 0 });
  await apply({ ...refused, lost });
  await world.page((database) => retryRefused(database, id, world.newId));
  expect(await row()).toMatchObject({ state: 'waiting', again: false, lost });
  expect((await row())?.id).not.toBe(first?.id);
  await world.over;
  expect(await row()).toMatchObject({ state: 'done' });
  expect(world.made.filter(({ address }) => address === edited.address)).toHaveLength(1);
  // The edit is no longer this row's.
  expect(await apply(refused)).toBe(false);
});

it('is created by the second edit, after the first one has failed', async () => {
  const { row, apply } = await withFailed();
  await apply(refused);
  await apply({ state: 'active' }, 2, [uuid(1)]);
  expect(await row()).toMatchObject({ state: 'left-out', editedInto: uuid(2) });
  await apply(done, 2, [uuid(1)]);
  expect(await row()).toMatchObject({ state: 'done' });
});

it('is created by a retry of the edited link in Activity', async () => {
  const { row, apply } = await withFailed();
  await apply(refused);
  await apply({ state: 'active' });
  await apply(done);
  expect(await row()).toMatchObject({ state: 'done' });
});

it('has failed as before when the edited link is canceled', async () => {
  const { row, apply, first } = await withFailed();
  await apply({ state: 'active' });
  await apply({ state: 'cancelled' });
  expect(await row()).toMatchObject({ state: 'refused', failure: first?.failure, link: first?.link });
});

it('stays skipped when it, or the edited link, is dismissed', async () => {
  const { world, row, apply, first } = await withFailed();
  await apply(refused);
  await apply({ state: 'dismissed' });
  expect(await row()).toMatchObject({ state: 'left-out', failure: null });
  await apply(refused);
  await apply({ state: 'cancelled' });
  expect(await row()).toMatchObject({ state: 'left-out', failure: null });
  const other = await withFailed();
  await other.apply(refused);
  const ids = new Set([(await other.row())?.id ?? '']);
  await other.world.page((database) => skipFailedRows(database, ids, () => 'Again'));
  await other.apply(refused);
  expect(await other.row()).toMatchObject({ state: 'left-out', errorText: 'Again' });
  // Created in spite of that.
  await apply(done);
  expect(await row()).toMatchObject({ state: 'done' });
  expect(first).toBeDefined();
  expect(world.sends).toHaveLength(3);
});

it('is created, or has failed, where it was skipped in the review', async () => {
  const leftOut = { errorText: 'No http URL', shortUrl: null };
  const skipped = newRows(3).map((row, n) => (n === 1 ? { ...row, leftOut } : row));
  const { row, apply, counts } = await withFailed(skipped);
  await apply({ state: 'active' });
  expect(await row()).toMatchObject({ state: 'left-out', errorText: 'No http URL', skippedInReview: true });
  await apply(refused);
  expect(await row()).toMatchObject({ state: 'refused', link: edited, errorText: '' });
  await apply(done);
  expect(await row()).toMatchObject({ state: 'done', errorText: '' });
  expect((await row())?.skippedInReview).toBeUndefined();
  expect(await counts()).toMatchObject({ done: 3, 'left-out': 0, refused: 0 });
});
