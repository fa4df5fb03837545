/** What the buttons beside a made link open: loaded when one is pressed. */
import type { VNode } from 'preact';
import { AfterMade, type AfterMadeParts } from '../../components/after-made.tsx';
import type { Way } from '../../components/made-acts.tsx';
import * as handOver from '../../lib/browser/hand-over.ts';
import { readStored } from '../../lib/browser/stored.ts';
import { createCopyChoice } from '../../lib/settings/copy-choice.ts';
import type { ManageModel } from './model.ts';

export function drawAfter(model: ManageModel, url: string, shortUrl: string, way: Way): VNode {
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
    copy: (text) => noted(model.parts.copy(text)),
    copyMarkup: (html, text) => noted(handOver.copyMarkup(html, text)),
    copyPicture: (squares) => noted(handOver.copyPicture(squares)),
  };
  // Which title the page had is not kept with the job: the address stands in.
  return <AfterMade key={way} way={way} link={{ shortUrl, url, title: '' }} parts={parts} />;
}
