/** The failed link that is edited here: why it failed, as if it had been submitted on this page. */
import { activityViewSchema } from '../../lib/views/activity-view.ts';
import type { PopupModel } from '../popup/model.ts';

/** @param stored the activity view, unchecked: while one is stored, it also has the jobs that the popup no longer shows */
export function showFailedLink(
  { job, view }: Pick<PopupModel, 'job' | 'view'>,
  id: string,
  stored: unknown,
): void {
  const jobs = [...view.peek().jobs, ...(activityViewSchema.safeParse(stored).data?.jobs ?? [])];
  const failed = jobs.find((one) => one.id === id && one.state === 'refused');
  // Another link may have been submitted meanwhile.
  if (failed) job.value ??= failed;
}
