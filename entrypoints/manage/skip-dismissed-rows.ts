/** Skips the rows of batches whose failed job was dismissed, in whatever tab. */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { ActivityView } from '../../lib/views/activity-view.ts';

/** @param skip is called with the ids of jobs */
export function skipDismissedRows(
  view: ReadonlySignal<Pick<ActivityView, 'jobs'> | null>,
  skip: (ids: ReadonlySet<string>) => Promise<unknown>,
): void {
  const skipped = new Set<string>();
  effect(() => {
    const jobs = view.value?.jobs ?? [];
    // What becomes of an edited one: edited-rows.ts. Private ones are in no batch.
    const edited = new Set(jobs.flatMap((job) => (job.private ? [] : (job.replaces ?? []))));
    const dismissed = jobs.filter((job) => job.from === 'bulk' && job.dismissed && !edited.has(job.id));
    const ids = new Set(dismissed.map(({ id }) => id).filter((id) => !skipped.has(id)));
    if (ids.size === 0) return;
    for (const id of ids) skipped.add(id);
    // With the next change of the view.
    skip(ids).catch(() => ids.forEach((id) => skipped.delete(id)));
  });
}
