/** Starts what the popup does once all of its code has loaded. */
import { ping, withRetry } from '../../lib/messages/client.ts';
import { findReusableLink } from '../../lib/mirror/quick-lookup.ts';
import { coverWithScrollbar } from './cover-with-scrollbar.ts';
import { fitRecents } from './fit-recents.ts';
import type { PopupModel } from './model.ts';
import { leaveWithNextTab } from './navigate.ts';
import { runOneClickMode } from './one-click-mode.ts';
import { findClicks } from './recent-list-meta.ts';
import { saveNestedForms } from './form/nested-form-state.ts';
import { watchView } from './watch-view.ts';

/** In ms: a worker that starts while the popup opens would slow it down. A press wakes it sooner. */
const idleDelayMs = 250;

interface AfterPaintOptions {
  /** The view may have changed since the model was created from it. */
  readonly isViewStale?: boolean;
  /** No link is stored for the page's URL, but the mirror may have one. */
  readonly searchesMirror?: boolean;
}

/** @param formKey the storage key of the form's draft */
export function startAfterPaint(
  model: PopupModel,
  formKey: string,
  { isViewStale = true, searchesMirror = false }: AfterPaintOptions = {},
): void {
  // Forms that can't be restored do not keep the page from being shortened.
  const restored = saveNestedForms(model, formKey).catch(() => undefined);
  void Promise.all([findStoredLink(model, searchesMirror), restored]).then(([isSearched]) =>
    runOneClickMode(model, isSearched),
  );
  void watchView(model, isViewStale);
  leaveWithNextTab();
  fitRecents(model);
  coverWithScrollbar();
  // The popup works on stored data until a press wakes the background.
  setTimeout(() => void withRetry(() => ping({ showsFailures: true })).catch(() => undefined), idleDelayMs);
  // After the popup has settled: the first plural of a language costs 20 ms.
  setTimeout(() => findClicks(model), idleDelayMs);
}

/**
 * Searches the mirror for a link that was created elsewhere.
 *
 * @returns false if the mirror can't be read, so that a link may exist
 */
export async function findStoredLink(
  { page, view, storedLink, job, wantsAnother }: PopupModel,
  searchesMirror: boolean,
): Promise<boolean> {
  const { scope = '' } = view.peek();
  if (!searchesMirror || scope === '' || page.address === '') return true;
  try {
    const link = await findReusableLink(scope, page.address);
    if (link?.expires !== undefined) {
      const { hasExpired } = await import('../../lib/draft/expiry.ts');
      if (hasExpired(link.expires, view.peek().zone)) return true;
    }
    // It would come in place of the form for another link, or beside the one that was created.
    if (!wantsAnother.peek() && !job.peek()?.result) storedLink.value ??= link;
    return true;
  } catch {
    // The form works anyway: only one-click mode depends on the result.
    return false;
  }
}
