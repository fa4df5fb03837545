/** The failed link that is edited here: why it failed, as if it had been submitted on this page. */
import { activityViewSchema } from '../../lib/views/activity-view.ts';
import type { PopupModel } from '../popup/model.ts';

/** @param stored the activity view, unchecked: it has the jobs of all windows */
export function showFailedLink({ job }: Pick<PopupModel, 'job'>, id: string, stored: unknown): void {
  const jobs = activityViewSchema.safeParse(stored).data?.jobs ?? [];
  const failed = jobs.find((one) => one.id === id && one.state === 'refused');
  // Another link may have been submitted meanwhile.
  if (failed) job.value ??= failed;
}
