/** Takes over a newer stored view: the lists of the form, and the state of the shown job. */
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import type { PopupModel } from './model.ts';
import { isSameJob } from './submission.ts';

/** @param isPristine this popup has shown no job yet */
export function showView(model: PopupModel, next: PopupView, isPristine = false): void {
  const { job, view } = model;
  const shown = job.peek();
  // The job submitted here may have joined another one in progress.
  const isShown = (one: JobView) => shown !== null && isSameJob(one, shown.id);
  const before = view.peek().jobs;
  const wasStored = before.some(isShown);
  const mine = next.jobs.find(isShown);
  view.value = next;
  if (shown?.state === 'done') return;
  if (isPristine && isUntouched(model)) job.value = newResultOf(model, before, next.jobs);
  if (mine?.result?.shortUrl) void model.onCreated(mine, mine.result.shortUrl);
  else if (mine?.state === 'cancelled') {
    model.reset();
    model.canceled.value = true;
  } else if (mine) job.value = mine;
  // Cleared by a disconnect.
  else if (wasStored) job.value = null;
}

/** Nothing is typed or chosen. A form that a preset has filled may hold more. */
function isUntouched({ form, defaults, presets, nestedForms, adding }: PopupModel): boolean {
  const { newPixel, presetName } = nestedForms;
  if (newPixel.peek() !== null || presetName.peek() !== null || adding.peek().size > 0) return false;
  return presets.peek() === null && isEqual(form.draft.peek(), defaults.peek());
}

/** A link of this page that was created meanwhile: in another window, or before a worker was killed. */
const newResultOf = (
  { form }: PopupModel,
  before: readonly JobView[],
  jobs: readonly JobView[],
): JobView | null =>
  jobs.find(
    ({ id, from, result, subject }) =>
      from === 'popup' &&
      result?.shortUrl != null &&
      subject === form.content().address &&
      !before.some((one) => one.id === id && one.result !== null),
  ) ?? null;
