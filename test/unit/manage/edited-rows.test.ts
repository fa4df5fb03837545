/** What becomes of a link that was edited in the form is stored for the row of its batch. */
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { followEditedRows } from '../../../entrypoints/manage/edited-rows.ts';
import type { RowEdit } from '../../../lib/bulk/store/edited-rows.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import { draft, sampleResult, sending, unreachable, uuid } from '../../support/samples.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { flushMicrotasks } from '../../support/flush.ts';

const failure = { kind: 'refused', status: 400, message: 'Alias is taken' } as const;
const lost = { sending: sending(), failure: unreachable, noteTag: null };
const link = draft({ alias: 'free' });
const row = uuid(9);

function follow() {
  const view = signal<ActivityView | null>(null);
  const stored: RowEdit[] = [];
  const world = { fails: false };
  followEditedRows({
    view,
    readLink: async () => link,
    readStatus: async () => ({ state: 'refused', result: null, failure, lost }),
    async store(edit) {
      if (world.fails) throw new Error('full');
      stored.push(edit);
    },
  });
  return Object.assign(world, {
    stored,
    async show(...changes: Partial<JobView>[]) {
      const jobs = changes.map((change, n) => jobView({ id: uuid(n + 1), at: n, ...change }));
      view.value = activityView({ jobs: jobs.toReversed() });
      await flushMicrotasks();
    },
  });
}

const active = { state: 'sent', replaces: row } as const;
const done = { state: 'done', endedAt: 5, result: sampleResult(1) } as const;
const refused = { state: 'refused', endedAt: 4, failure } as const;

it('reports that the link is in progress, and then created, each once', async () => {
  const { show, stored } = follow();
  await show({ state: 'done' }, active);
  await show({ state: 'done' }, { ...active, state: 'queued' });
  await show({ state: 'done' }, { ...active, ...done });
  await show({ state: 'done' }, { ...active, ...done });
  expect(stored).toEqual([
    { job: uuid(2), replaces: [row], end: { state: 'active' } },
    { job: uuid(2), replaces: [row], end: { state: 'done', link, result: sampleResult(1) } },
  ]);
});

it('follows a link that failed again, and was edited again, to the one that was created', async () => {
  const { show, stored } = follow();
  await show({ ...active, ...refused });
  expect(stored).toEqual([{ job: uuid(1), replaces: [row], end: { state: 'refused', link, failure, lost } }]);
  await show({ ...active, ...refused, dismissed: true }, { ...done, replaces: uuid(1) });
  expect(stored.slice(1)).toMatchObject([{ job: uuid(2), replaces: [uuid(1), row], end: { state: 'done' } }]);
});

it('stores no edit that was followed by another one, unless it has created the link', async () => {
  const { show, stored } = follow();
  await show({ ...active, ...refused }, { ...active, state: 'cancelled', endedAt: 3 }, active);
  expect(stored.map(({ job, end }) => [job, end.state])).toEqual([[uuid(3), 'active']]);
  stored.length = 0;
  await show({ ...active, ...done }, { ...active, ...refused });
  expect(stored.map(({ job, end }) => [job, end.state])).toEqual([
    [uuid(2), 'refused'],
    [uuid(1), 'done'],
  ]);
});

it('says which edits were canceled or dismissed, and nothing of links of private windows', async () => {
  const { show, stored } = follow();
  await show(
    { ...active, private: true },
    { state: 'cancelled', endedAt: 3, replaces: uuid(7) },
    { ...refused, dismissed: true, replaces: uuid(8) },
  );
  expect(stored.map(({ end }) => end.state)).toEqual(['dismissed', 'cancelled']);
});

it('tries again with the next change where that could not be stored', async () => {
  const world = follow();
  world.fails = true;
  await world.show(active);
  world.fails = false;
  await world.show(active);
  expect(world.stored).toHaveLength(1);
});
