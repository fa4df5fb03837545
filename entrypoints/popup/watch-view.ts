/** Keeps the model synced with the stored view, starting from the version that the first paint read. */
import { effect } from '@preact/signals';
import { readStorage, watchStorage, type AreaName } from '../../lib/browser/storage.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { parsePopupView } from '../../lib/views/popup-view.ts';
import { popupViewKey } from '../../lib/storage/storage-keys.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import type { PopupModel } from './model.ts';
import { showView } from './show-view.ts';

/** A private window has a view of its own in session storage; until it is written, the view on disk is shown. */
export async function watchView(model: PopupModel, isViewChanged: boolean): Promise<void> {
  const areas: AreaName[] = model.page.private ? ['session', 'local'] : ['local'];
  let hasOwnView = false;
  let isPristine = true;
  effect(() => {
    if (model.job.value !== null) isPristine = false;
  });
  const show = (raw: unknown, area: AreaName) => {
    const view = parsePopupView(raw);
    if (area === 'session') hasOwnView = view !== null;
    // It has the window's own jobs, which are never on disk.
    if (hasOwnView && area === 'local') return;
    // An equal view needs no redraw.
    if (view !== null && !isEqual(view, model.view.peek())) showView(model, view, isPristine);
  };
  const read = async (area: AreaName) => show((await readStorage(area, popupViewKey))[popupViewKey], area);
  for (const area of areas)
    watchStorage(area, popupViewKey, (raw) => {
      show(raw, area);
      // The window's own view is removed when nothing is left in it.
      if (raw === undefined && area === 'session') void read('local');
    });
  // The page's link may gain clicks, or be deleted with its account.
  const key = linkByUrlKey(model.page.address);
  for (const area of areas)
    watchStorage(area, key, (raw) => {
      if (model.storedLink.peek() !== null) model.storedLink.value = parseLinkByUrl(raw);
    });
  if (!isViewChanged) return;
  // Changed between the first paint and now.
  for (const area of areas) await read(area);
}
