/** Opens the form for a new link with something chosen already; everything else is as it would be at first. */
import { openLinkPage } from '../../../lib/browser/link-page.ts';
import { readStored, writeStored } from '../../../lib/browser/stored.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../../lib/settings/popup-view.ts';
import { keptDraft, pageDraftKey } from '../../../lib/shortening/draft-guard.ts';
import type { Extras } from '../../../lib/shortening/extras.ts';
import { noExtras } from '../../../lib/shortening/extras-guard.ts';

export async function openNewLink(chosen: Partial<Extras>): Promise<void> {
  const { [popupViewKey]: kept } = await readStored('local', popupViewKey);
  const { defaults } = guardPopupView(kept) ?? emptyPopupView;
  const name = crypto.randomUUID();
  const draft = {
    ...defaults,
    address: '',
    title: '',
    alias: '',
    domain: '',
    extras: { ...noExtras, ...chosen },
  };
  // Before the page opens, which takes it over.
  await writeStored('local', pageDraftKey(name), keptDraft(draft, false, Date.now()));
  await openLinkPage(name);
}
