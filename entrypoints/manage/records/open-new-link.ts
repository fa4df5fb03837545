/** Opens the form for a new link in a tab of its own, filled in. */
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { draftArea, isIncognito } from '../../../lib/browser/incognito.ts';
import { readStorage, writeStorage } from '../../../lib/browser/storage.ts';
import { emptyPopupView, parsePopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { incognitoPrefix, storedDraft, pageDraftKey } from '../../../lib/draft/stored-draft.ts';
import { draftFromDefaults } from '../../../lib/draft/link-defaults.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { newLinkPrefix } from '../../../lib/draft/new-link-draft.ts';
import { openUnfinishedNewLink } from './unfinished-new-link.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';

/** Names the page's draft. The prefix of a private window makes the draft stay in memory. */
const newPageName = (prefix = ''): string => (isIncognito() ? incognitoPrefix : prefix) + crypto.randomUUID();

/** @returns opens an empty form, or what was typed in one before its tab was closed */
export function createNewLinkOpener(): () => Promise<void> {
  const opening = new Set<string>();
  return async () => {
    // Where it can't be found out, an empty form is opened.
    const isOpened = await openUnfinishedNewLink(opening).catch(() => false);
    if (!isOpened) await openLinkPage(newPageName(newLinkPrefix));
  };
}

/** @param replaces the id of a failed job whose link it is */
export async function openLinkDraft(draft: LinkDraft, passwordOmitted = false, replaces = ''): Promise<void> {
  const name = newPageName();
  // Stored before the page opens, which reads it.
  await writeStorage(draftArea(), pageDraftKey(name), storedDraft(draft, passwordOmitted, Date.now()));
  await openLinkPage(name, { replaces });
}

/** The same with some options chosen, and the user's defaults otherwise. */
export async function openNewLink(chosen: Partial<LinkOptions>): Promise<void> {
  const { [popupViewKey]: stored } = await readStorage('local', popupViewKey);
  const { defaults } = parsePopupView(stored) ?? emptyPopupView;
  const draft = draftFromDefaults(defaults, { address: '', title: '' });
  await openLinkDraft({ ...draft, extras: { ...(draft.extras ?? defaultLinkOptions), ...chosen } });
}
