/** What the popup begins with once all of it is there. */
import { chooseAdded } from './additions.ts';
import { greet } from './ask-again.ts';
import type { PopupModel } from './model.ts';
import { watchView } from './watch-view.ts';

/** @param readAgain the view may have changed since the model was made of it */
export function begin(model: PopupModel, readAgain = true): void {
  actAtOnce(model);
  chooseAdded(model);
  void watchView(model, readAgain);
  greet();
}

/** One-click mode: as if the main button had been pressed. Not over what was typed before, nor over a link under way. */
export function actAtOnce(model: PopupModel): void {
  const { connected, oneClick, reuse, autoCopy } = model.view.peek();
  const { page, parts, job, passwordLeft } = model;
  // A form that is no popup has no page.
  if (!oneClick || !connected || page.address === '') return;
  const shown = job.peek();
  if (shown === null && (parts.draft !== null || passwordLeft.peek())) return;
  // An earlier opening's link may still be shown as made.
  const there = reuse ? (shown?.made ?? model.knownHere.peek())?.shortUrl : null;
  if (there) {
    if (autoCopy) void model.copy(there);
  } else if (shown === null) void model.shorten();
}
