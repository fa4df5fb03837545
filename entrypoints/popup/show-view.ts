/** Takes over a newer stored view: the lists of the form, and the state of the shown job. */
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import type { PopupModel } from './model.ts';
import { isSameJob } from './submission.ts';

export function showView(model: PopupModel, next: PopupView): void {
  const { job, view } = model;
  const shown = job.peek();
  // The job submitted here may have joined another one in progress.
  const isShown = (one: JobView) => shown !== null && isSameJob(one, shown.id);
  const wasStored = view.peek().jobs.some(isShown);
  const mine = next.jobs.find(isShown);
  view.value = next;
  if (shown?.state === 'done') return;
  if (mine?.made?.shortUrl) model.onCreated(mine, mine.made.shortUrl);
  else if (mine?.state === 'cancelled') model.reset();
  else if (mine) job.value = mine;
  // Cleared by a disconnect.
  else if (wasStored) job.value = null;
}
