/** What the buttons below a made link open: loaded when one is pressed. */
import type { VNode } from 'preact';
import { AfterMade, type AfterMadeParts } from '../../components/link-actions/link-actions.tsx';
import type { Way } from '../../components/link-actions/link-action-bar.tsx';
import type { PickerBehaviour } from '../../components/combobox/types.ts';
import * as handOver from '../../lib/browser/share.ts';
import { readStored } from '../../lib/browser/storage.ts';
import { createCopyChoice } from '../../lib/storage/copy-preference.ts';
import type { PopupModel } from './model.ts';

export function drawAfter(model: PopupModel, way: Way, behaviour: PickerBehaviour): VNode | null {
  const job = model.job.value;
  const { shortUrl, id: item } = job?.made ?? {};
  // Left meanwhile.
  if (!job || !shortUrl) return null;
  /** "Copied" stands beside the link only as long as the clipboard holds the link. */
  const noted = async (copying: Promise<boolean>, what: string) => {
    const done = await copying;
    if (done) model.copied.value = what;
    return done;
  };
  const parts: AfterMadeParts = {
    ...handOver,
    ...createCopyChoice(
      (key) => readStored('local', key),
      (preferences) => model.parts.tell('save-preferences', preferences),
    ),
    filing: {
      behaviour,
      lists: () => model.view.value,
      standing: () => model.view.value,
      now: () => model.now.value,
      newId: model.parts.newId,
      async file(ask) {
        const at = model.parts.now();
        const { private: unseen } = model.page;
        const ended = await model.parts.submit({
          ...ask,
          at,
          private: unseen,
          name: shortUrl,
          item: item ?? '',
        });
        return { state: ended?.state ?? 'queued' };
      },
    },
    copy: (text) => noted(model.parts.copy(text), text),
    copyMarkup: (html, text) => noted(handOver.copyMarkup(html, text), text),
    copyPicture: (squares) => noted(handOver.copyPicture(squares), 'a picture'),
  };
  const link = { shortUrl, url: job.subject, title: model.form.draft.value.title };
  return <AfterMade key={way} way={way} link={link} parts={parts} />;
}
