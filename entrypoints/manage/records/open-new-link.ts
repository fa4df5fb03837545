/** Opens the form for a new link in a tab of its own. */
import { openLinkDraft } from '../../../lib/browser/open-link-draft.ts';
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { isIncognito } from '../../../lib/browser/incognito.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import { emptyPopupView, parsePopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { incognitoPrefix } from '../../../lib/draft/stored-draft.ts';
import { draftFromDefaults } from '../../../lib/draft/link-defaults.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { newLinkPrefix } from '../../../lib/draft/new-link-draft.ts';
import { openUnfinishedNewLink } from './unfinished-new-link.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';

/** @returns opens an empty form, or what was typed in one before its tab was closed */
export function createNewLinkOpener(): () => Promise<void> {
  const opening = new Set<string>();
  return async () => {
    // Where it can't be found out, an empty form is opened.
    const isOpened = await openUnfinishedNewLink(opening).catch(() => false);
    if (isOpened) return;
    // The prefix of a private window makes the draft stay in memory.
    await openLinkPage((isIncognito() ? incognitoPrefix : newLinkPrefix) + crypto.randomUUID());
  };
}

/** A form with some options chosen, and the user's defaults otherwise. */
export async function openNewLink(chosen: Partial<LinkOptions>): Promise<void> {
  const { [popupViewKey]: stored } = await readStorage('local', popupViewKey);
  const { defaults } = parsePopupView(stored) ?? emptyPopupView;
  const draft = draftFromDefaults(defaults, { address: '', title: '' });
  await openLinkDraft({ ...draft, extras: { ...(draft.extras ?? defaultLinkOptions), ...chosen } });
}
