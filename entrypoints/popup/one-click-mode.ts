import type { PopupModel } from './model.ts';

/**
 * One-click mode: acts as if the main button had been pressed. Does nothing if something was typed before, or while a
 * link is in progress.
 *
 * @param isSearched no existing link was found, and certainly none is stored
 */
export function runOneClickMode(model: PopupModel, isSearched = true): void {
  const { connected, oneClick, reuse, autoCopy } = model.view.peek();
  const { page, job, passwordOmitted } = model;
  // The link page's form belongs to no page.
  if (!oneClick || !connected || page.address === '' || model.autoOpened !== null) return;
  const shown = job.peek();
  const isUsed = !model.isPristine() || passwordOmitted.peek() || model.hasNestedForm.peek();
  if (shown === null && isUsed) return;
  // An earlier opening's link may still be shown as created.
  const existing = model.existingLink.peek();
  // The user decides if there may be a link, or one that may expire or ask for a password.
  if (reuse && shown === null && (existing === null ? !isSearched : existing.unchecked)) return;
  const shortUrl = reuse ? (shown?.result ?? existing)?.shortUrl : null;
  if (shortUrl) {
    if (autoCopy) void model.copy(shortUrl);
  } else if (shown === null) void model.shorten();
}
