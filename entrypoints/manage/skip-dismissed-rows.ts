/** Skips the rows of batches whose failed job was dismissed, or edited into another link, in whatever tab. */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { ActivityView } from '../../lib/views/activity-view.ts';

/** @param skip is called with the ids of jobs, those of single links among them */
export function skipDismissedRows(
  view: ReadonlySignal<Pick<ActivityView, 'jobs'> | null>,
  skip: (ids: ReadonlySet<string>) => Promise<unknown>,
): void {
  const skipped = new Set<string>();
  effect(() => {
    const jobs = view.value?.jobs ?? [];
    const dismissed = jobs.filter((job) => job.from === 'bulk' && job.dismissed).map(({ id }) => id);
    // The job of a row that failed long ago is deleted by now.
    const replaced = jobs.flatMap(({ replaces = [] }) => replaces);
    const ids = new Set([...dismissed, ...replaced].filter((id) => !skipped.has(id)));
    if (ids.size === 0) return;
    for (const id of ids) skipped.add(id);
    // With the next change of the view.
    skip(ids).catch(() => ids.forEach((id) => skipped.delete(id)));
  });
}
