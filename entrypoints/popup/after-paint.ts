/** What the popup begins with once all of it is there. */
import { chooseAdded } from './form/create-record.ts';
import { sayHello, withRetry } from '../../lib/messages/client.ts';
import { findStoredLinks } from '../../lib/mirror/quick-lookup.ts';
import type { PopupModel } from './model.ts';
import { findClicks } from './recent-list-meta.ts';
import { saveNestedForms } from './form/nested-form-state.ts';
import { watchView } from './watch-view.ts';

/** In ms: a worker that starts while the popup opens would slow it down. A press wakes it sooner. */
const idleDelayMs = 250;

/**
 * @param formKey where the form's draft is kept
 * @param withReopen the view may have changed since the model was made of it
 * @param mayLook nothing is kept here of the page's address, and it may be looked for elsewhere
 */
export function startAfterPaint(model: PopupModel, formKey: string, readAgain = true, mayLook = false): void {
  void findStoredLink(model, mayLook).then((isTold) => runOneClickMode(model, isTold));
  chooseAdded(model);
  void saveNestedForms(model, formKey);
  void watchView(model, readAgain);
  // The popup works on stored data until a press wakes the background.
  setTimeout(() => void withRetry(() => sayHello('popup')).catch(() => undefined), idleDelayMs);
  // Once the popup has come to rest: the first plural of a language costs it 20 ms.
  setTimeout(() => findClicks(model), idleDelayMs);
}

/**
 * Links that were made elsewhere: the mirror knows them.
 *
 * @returns false when it can't be read, so that there may be one
 */
export async function findStoredLink(
  { page, view, known, job }: PopupModel,
  mayLook: boolean,
): Promise<boolean> {
  const { scope = '' } = view.peek();
  if (!mayLook || scope === '' || page.address === '') return true;
  try {
    const [link = null] = await findStoredLinks(scope, 1, page.address);
    // Another one may have been asked for meanwhile.
    if (job.peek() === null) known.value ??= link;
    return true;
  } catch {
    // The form is there all the same: only what would happen unasked depends on it.
    return false;
  }
}

/**
 * One-click mode: as if the main button had been pressed. Not over what was typed before, nor over a link under way.
 *
 * @param isTold whether it is known that nothing is kept of the page, where nothing is
 */
export function runOneClickMode(model: PopupModel, isTold = true): void {
  const { connected, oneClick, reuse, autoCopy } = model.view.peek();
  const { page, deps, job, passwordLeft } = model;
  // A form that is no popup has no page.
  if (!oneClick || !connected || page.address === '') return;
  const shown = job.peek();
  if (shown === null && (deps.draft !== null || passwordLeft.peek())) return;
  // An earlier opening's link may still be shown as made.
  const known = model.existingLink.peek();
  // Whether it expires or asks for a password nobody knows, or whether there is one: the person is asked.
  if (reuse && shown === null && (known === null ? !isTold : known.unchecked)) return;
  const there = reuse ? (shown?.made ?? known)?.shortUrl : null;
  if (there) {
    if (autoCopy) void model.copy(there);
  } else if (shown === null) void model.shorten();
}
