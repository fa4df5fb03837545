/** What the buttons beside a made link open: loaded when one is pressed. */
import type { VNode } from 'preact';
import { AfterMade, type AfterMadeParts } from '../../components/after-made.tsx';
import type { Way } from '../../components/made-acts.tsx';
import * as handOver from '../../lib/browser/hand-over.ts';
import { pickerBehaviour } from '../../components/picker-list.tsx';
import { inPrivateWindow } from '../../lib/browser/private-window.ts';
import { readStored, writeStored } from '../../lib/browser/stored.ts';
import { intentPrefix } from '../../lib/messages/intent-key.ts';
import { takeUp } from '../../lib/messages/take-up.ts';
import { createCopyChoice } from '../../lib/settings/copy-choice.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../lib/settings/popup-view.ts';
import type { MadeLink } from '../../lib/text/copy-formats.ts';
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
