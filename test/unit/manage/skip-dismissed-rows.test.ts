/** What is dismissed in "Activity" is skipped in its batch. */
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { skipDismissedRows } from '../../../entrypoints/manage/skip-dismissed-rows.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { uuid } from '../../support/samples.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { flushMicrotasks } from '../../support/flush.ts';

it('skips each row once, or again where that could not be stored', async () => {
  const calls: string[][] = [];
  const view = signal<ActivityView | null>(null);
  let fails = false;
  skipDismissedRows(view, async (ids) => {
    calls.push([...ids]);
    if (fails) throw new Error('full');
  });
  const refused = { state: 'refused', endedAt: 2 } as const;
  const show = (...changes: Parameters<typeof jobView>[0][]) => {
    view.value = activityView({ jobs: changes.map((change, n) => jobView({ id: uuid(n), ...change })) });
  };
  show({ ...refused, from: 'bulk' }, { ...refused, dismissed: true });
  expect(calls).toEqual([]);
  const dismissed = { ...refused, from: 'bulk', dismissed: true } as const;
  show(dismissed);
  show(dismissed);
  // Edited: its batch follows the job of the form.
  show(dismissed, dismissed, { replaces: uuid(1) });
  expect(calls).toEqual([[uuid(0)]]);
  fails = true;
  show(dismissed, dismissed);
  await flushMicrotasks();
  show(dismissed, dismissed);
  expect(calls.slice(1)).toEqual([[uuid(1)], [uuid(1)]]);
});
