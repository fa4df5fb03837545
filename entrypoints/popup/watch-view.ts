/** Keeps the model synced with the stored view, starting from the version that the first paint read. */
import { effect } from '@preact/signals';
import { readStorage, watchStorage, type AreaName } from '../../lib/browser/storage.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import { parsePopupView, type PopupView } from '../../lib/views/popup-view.ts';
import { popupViewKey } from '../../lib/storage/storage-keys.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import type { PopupModel } from './model.ts';
import { isSameJob } from './submission.ts';

/** A private window has a view of its own in session storage; until it is written, the view on disk is shown. */
export async function watchView(model: PopupModel, isViewChanged: boolean): Promise<void> {
  const areas: AreaName[] = model.page.private ? ['session', 'local'] : ['local'];
  /** Until the first read shows that there is none: the view on disk lacks the window's own jobs. */
  let hasOwnView = model.page.private;
  let hasShownJob = false;
  effect(() => {
    if (model.job.value !== null) hasShownJob = true;
  });
  const show = (raw: unknown, area: AreaName) => {
    const view = parsePopupView(raw);
    if (area === 'session') hasOwnView = view !== null;
    // It has the window's own jobs, which are never on disk.
    if (hasOwnView && area === 'local') return;
    // An equal view needs no redraw.
    if (view !== null && !isEqual(view, model.view.peek())) showView(model, view, hasShownJob);
  };
  const read = async (area: AreaName) => show((await readStorage(area, popupViewKey))[popupViewKey], area);
  for (const area of areas)
    watchStorage(area, popupViewKey, (raw) => {
      show(raw, area);
      // The window's own view is removed when nothing is left in it.
      if (raw === undefined && area === 'session') void read('local');
    });
  // The page's link may gain clicks, or be deleted with its account.
  watchStorage(model.page.private ? 'session' : 'local', linkByUrlKey(model.page.address), (raw) => {
    if (model.storedLink.peek() !== null) model.storedLink.value = parseLinkByUrl(raw);
  });
  if (!isViewChanged) return;
  // Changed between the first paint and now.
  for (const area of areas) await read(area);
}

/**
 * Takes over a newer view: the lists of the form, and the state of the shown job.
 *
 * @param hasShownJob this popup has; otherwise a link that was created meanwhile is shown
 */
export function showView(model: PopupModel, next: PopupView, hasShownJob = true): void {
  const { job, view } = model;
  const shown = job.peek();
  // The job submitted here may have joined another one in progress.
  const isShown = (one: JobView) => shown !== null && isSameJob(one, shown.id);
  const before = view.peek().jobs;
  const wasStored = before.some(isShown);
  const mine = next.jobs.find(isShown);
  view.value = next;
  if (shown?.state === 'done') return;
  if (!hasShownJob && holdsDefaultsOnly(model)) job.value = newResultOf(model, before, next.jobs);
  if (mine?.result?.shortUrl) void model.onCreated(mine, mine.result.shortUrl);
  else if (mine?.state === 'cancelled') {
    model.reset();
    model.withdrawn.value = 'canceled';
  } else if (mine) job.value = mine;
  // Cleared by a disconnect.
  else if (wasStored) job.value = null;
}

/** Nothing is typed or chosen. A form that a preset has filled may hold more. */
function holdsDefaultsOnly({ form, defaults, presets, hasNestedForm }: PopupModel): boolean {
  if (hasNestedForm.peek()) return false;
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
