/** Opens the form for a new link with some options chosen, and the user's defaults otherwise. */
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { draftArea } from '../../../lib/browser/incognito.ts';
import { readStorage, writeStorage } from '../../../lib/browser/storage.ts';
import { emptyPopupView, parsePopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/keys.ts';
import { storedDraft, pageDraftKey } from '../../../lib/draft/parse-draft.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { newPageName } from './page-name.ts';

export async function openNewLink(chosen: Partial<LinkOptions>): Promise<void> {
  const { [popupViewKey]: stored } = await readStorage('local', popupViewKey);
  const { defaults } = parsePopupView(stored) ?? emptyPopupView;
  const name = newPageName();
  const draft = {
    ...defaults,
    address: '',
    title: '',
    alias: '',
    domain: '',
    extras: { ...defaultLinkOptions, ...chosen },
  };
  // Stored before the page opens, which reads it.
  await writeStorage(draftArea(), pageDraftKey(name), storedDraft(draft, false, Date.now()));
  await openLinkPage(name);
}
