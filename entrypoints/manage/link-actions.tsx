/** What the buttons beside a made link open: loaded when one is pressed. */
import type { VNode } from 'preact';
import { LinkActionPanel, type LinkActionDeps } from '../../components/link-actions/link-actions.tsx';
import type { LinkAction } from '../../components/link-actions/link-action-bar.tsx';
import * as handOver from '../../lib/browser/share.ts';
import { listboxBehavior } from '../../components/combobox/listbox.tsx';
import { isIncognito } from '../../lib/browser/incognito.ts';
import { readStorage } from '../../lib/browser/storage.ts';
import { popupViewKey } from '../../lib/storage/keys.ts';
import { submitCommand } from '../../lib/messages/submit-command.ts';
import { createCopyPreference } from '../../lib/storage/copy-preference.ts';
import { emptyPopupView, parsePopupView } from '../../lib/views/popup-view.ts';
import type { CopyableLink } from '../../lib/i18n/copy-formats.ts';
import type { ManageModel } from './model.ts';

export interface ActionableLink extends CopyableLink {
  /** Empty where the service told none: such a link is not filed. */
  readonly id: string;
  /** Made in a private window. */
  readonly private?: boolean;
}

export async function renderLinkAction(
  model: ManageModel,
  link: ActionableLink,
  way: LinkAction,
): Promise<VNode | null> {
  const { shortUrl, id: item } = link;
  // The lists that the popup has, too: of an account, not of a page.
  const kept = way === 'fileUnder' ? await readStorage('local', popupViewKey) : {};
  const lists = parsePopupView(kept[popupViewKey]) ?? emptyPopupView;
  /** "Copied" stands beside the link only as long as the clipboard holds the link. */
  const noted = async (copying: Promise<boolean>) => {
    const done = await copying;
    if (done) model.notice.value = null;
    return done;
  };
  const deps: LinkActionDeps = {
    ...handOver,
    ...createCopyPreference(
      (key) => readStorage('local', key),
      (preferences) => model.deps.request('save-preferences', preferences),
    ),
    filing: {
      behaviour: listboxBehavior,
      lists: () => lists,
      status: () => ({ jobs: model.view.value?.jobs ?? [], paused: model.view.value?.paused ?? null }),
      now: () => model.now.value,
      newId: () => crypto.randomUUID(),
      file(ask) {
        return submitCommand({
          ...ask,
          at: model.deps.now(),
          private: link.private === true || isIncognito(),
          name: shortUrl,
          item,
        });
      },
    },
    copy: (text) => noted(model.deps.copy(text)),
    copyMarkup: (html, text) => noted(handOver.copyMarkup(html, text)),
    copyImage: (squares) => noted(handOver.copyImage(squares)),
  };
  return <LinkActionPanel key={way} action={way} link={link} deps={deps} />;
}
