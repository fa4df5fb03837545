/** Keeps the model up to date with the stored view, from where the first paint read it. */
import { readStorage, watchStorage, type AreaName } from '../../lib/browser/storage.ts';
import { parsePopupView } from '../../lib/views/popup-view.ts';
import { popupViewKey } from '../../lib/storage/keys.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import type { PopupModel } from './model.ts';
import { showView } from './show-view.ts';

/** A private window's own view lies in session memory; until there is one, the view on disk serves. */
export async function watchView(model: PopupModel, readAgain: boolean): Promise<void> {
  const areas: AreaName[] = model.page.private ? ['local', 'session'] : ['local'];
  const show = (raw: unknown) => {
    const view = parsePopupView(raw);
    // A view like the one that is shown is not worth a redraw.
    if (view !== null && JSON.stringify(view) !== JSON.stringify(model.view.peek())) showView(model, view);
  };
  for (const area of areas) watchStorage(area, popupViewKey, show);
  // The link that the page has may gain clicks, or be forgotten with its account.
  const key = linkByUrlKey(model.page.address);
  for (const area of areas)
    watchStorage(area, key, (raw) => {
      if (model.known.peek() !== null) model.known.value = parseLinkByUrl(raw);
    });
  if (!readAgain) return;
  // What changed between the first paint and now.
  for (const area of areas) show((await readStorage(area, popupViewKey))[popupViewKey]);
}
