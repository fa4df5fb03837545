/** Opens the form for a new link with something chosen already; everything else is as it would be at first. */
import { openLinkPage } from '../../../lib/browser/link-page.ts';
import { areaHere } from '../../../lib/browser/incognito.ts';
import { readStored, writeStored } from '../../../lib/browser/storage.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../../lib/views/popup-view.ts';
import { keptDraft, pageDraftKey } from '../../../lib/draft/parse-draft.ts';
import type { Extras } from '../../../lib/draft/link-options.ts';
import { noExtras } from '../../../lib/draft/parse-options.ts';
import { newPageName } from './page-name.ts';

export async function openNewLink(chosen: Partial<Extras>): Promise<void> {
  const { [popupViewKey]: kept } = await readStored('local', popupViewKey);
  const { defaults } = guardPopupView(kept) ?? emptyPopupView;
  const name = newPageName();
  const draft = {
    ...defaults,
    address: '',
    title: '',
    alias: '',
    domain: '',
    extras: { ...noExtras, ...chosen },
  };
  // Before the page opens, which takes it over.
  await writeStored(areaHere(), pageDraftKey(name), keptDraft(draft, false, Date.now()));
  await openLinkPage(name);
}
