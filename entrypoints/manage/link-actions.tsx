/** What the buttons beside a made link open: loaded when one is pressed. */
import type { VNode } from 'preact';
import { AfterMade, type AfterMadeParts } from '../../components/link-actions/link-actions.tsx';
import type { Way } from '../../components/link-actions/link-action-bar.tsx';
import * as handOver from '../../lib/browser/share.ts';
import { pickerBehaviour } from '../../components/combobox/listbox.tsx';
import { inPrivateWindow } from '../../lib/browser/incognito.ts';
import { readStored, writeStored } from '../../lib/browser/storage.ts';
import { intentPrefix } from '../../lib/storage/intent-key.ts';
import { takeUp } from '../../lib/messages/submit-command.ts';
import { createCopyChoice } from '../../lib/storage/copy-preference.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../lib/views/popup-view.ts';
import type { MadeLink } from '../../lib/i18n/copy-formats.ts';
import type { ManageModel } from './model.ts';

export interface KnownLink extends MadeLink {
  /** Empty where the service told none: such a link is not filed. */
  readonly id: string;
  /** Made in a private window. */
  readonly private?: boolean;
}

export async function drawAfter(model: ManageModel, link: KnownLink, way: Way): Promise<VNode | null> {
  const { shortUrl, id: item } = link;
  // The lists that the popup has, too: of an account, not of a page.
  const kept = way === 'fileUnder' ? await readStored('local', popupViewKey) : {};
  const lists = guardPopupView(kept[popupViewKey]) ?? emptyPopupView;
  /** "Copied" stands beside the link only as long as the clipboard holds the link. */
  const noted = async (copying: Promise<boolean>) => {
    const done = await copying;
    if (done) model.note.value = null;
    return done;
  };
  const parts: AfterMadeParts = {
    ...handOver,
    ...createCopyChoice(
      (key) => readStored('local', key),
      (preferences) => model.parts.ask('save-preferences', preferences),
    ),
    filing: {
      behaviour: pickerBehaviour,
      lists: () => lists,
      standing: () => ({ jobs: model.view.value?.jobs ?? [], paused: model.view.value?.paused ?? null }),
      now: () => model.now.value,
      newId: () => crypto.randomUUID(),
      file(ask) {
        const whole = {
          ...ask,
          at: model.parts.now(),
          private: link.private === true || inPrivateWindow(),
          name: shortUrl,
          item,
        };
        const area = whole.private ? 'session' : 'local';
        return takeUp(whole, area, writeStored(area, intentPrefix + ask.id, whole));
      },
    },
    copy: (text) => noted(model.parts.copy(text)),
    copyMarkup: (html, text) => noted(handOver.copyMarkup(html, text)),
    copyPicture: (squares) => noted(handOver.copyPicture(squares)),
  };
  return <AfterMade key={way} way={way} link={link} parts={parts} />;
}
