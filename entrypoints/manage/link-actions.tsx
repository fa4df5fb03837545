/** Panels that the buttons beside a short link open; loaded when one is pressed. */
import type { VNode } from 'preact';
import { LinkActionPanel, type LinkActionDeps } from '../../components/link-actions/link-actions.tsx';
import type { LinkAction } from '../../components/link-actions/link-action-buttons.tsx';
import * as browserShare from '../../lib/browser/share.ts';
import { isIncognito } from '../../lib/browser/incognito.ts';
import { readStorage } from '../../lib/browser/storage.ts';
import { popupViewKey } from '../../lib/storage/storage-keys.ts';
import { submitCommand } from '../../lib/messages/submit-command.ts';
import { findCampaign, followCampaign } from '../../lib/mirror/quick-lookup.ts';
import { createCopyPreference } from '../../lib/storage/copy-preference.ts';
import { emptyPopupView, parsePopupView } from '../../lib/views/popup-view.ts';
import type { CopyableLink } from '../../lib/copy/copy-formats.ts';
import type { ManageModel } from './model.ts';

interface ActionableLink extends CopyableLink {
  /** Empty where the service returned none: such a link can't be assigned. */
  readonly id: string;
  /** Created in a private window. */
  readonly private?: boolean;
}

export async function renderLinkAction(
  page: ManageModel,
  link: ActionableLink,
  action: LinkAction,
): Promise<VNode | null> {
  const { shortUrl, id: item } = link;
  // The lists of the popup's view, which belong to the account.
  const stored = action === 'addTo' ? await readStorage('local', popupViewKey) : {};
  const lists = parsePopupView(stored[popupViewKey]) ?? emptyPopupView;
  /** "Copied" is shown beside the link only as long as the clipboard holds the link. */
  const clearNoticeAfter = async (copying: Promise<boolean>) => {
    const isCopied = await copying;
    if (isCopied) page.notice.value = null;
    return isCopied;
  };
  const commandBase = () => ({ at: page.deps.now(), private: link.private === true || isIncognito() });
  const deps: LinkActionDeps = {
    ...browserShare,
    ...createCopyPreference(
      (key) => readStorage('local', key),
      (preferences) => page.deps.request('save-preferences', preferences),
    ),
    assign: {
      lists: () => lists,
      campaign: action === 'addTo' ? await findCampaign(lists, item) : undefined,
      followCampaign: (onFound) => followCampaign(() => lists, item, onFound),
      status: () => ({
        jobs: page.view.value?.jobs ?? [],
        blockReason: page.view.value?.blockReason ?? null,
      }),
      now: () => page.now.value,
      newId: () => crypto.randomUUID(),
      create: async (record) => (await submitCommand({ ...record, ...commandBase() })).result?.id ?? null,
      submit: (command) => submitCommand({ ...command, ...commandBase(), name: shortUrl, item }),
    },
    copy: (text) => clearNoticeAfter(page.deps.copy(text)),
    copyMarkup: (html, text) => clearNoticeAfter(browserShare.copyMarkup(html, text)),
    copyImage: (squares) => clearNoticeAfter(browserShare.copyImage(squares)),
  };
  return <LinkActionPanel key={action} action={action} link={link} deps={deps} />;
}
