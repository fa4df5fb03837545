/**
 * Opens the popup for a failed press of menu, shortcut or address bar that nothing else would show: there are no
 * notifications, and the button with its badge is in the menu of extensions only, as it is after installation.
 */
import { browser } from 'wxt/browser';
import { latestPress } from '../../../lib/outbox/join-job.ts';
import type { Job } from '../../../lib/outbox/job.ts';

/** In ms. Later the user does something else, and a popup would take the focus from it. */
export const maxReportedAgeMs = 5_000;

export interface ShowFailureDeps {
  /** The user has enabled notifications. */
  readonly isNotified: () => Promise<boolean>;
  readonly isOnToolbar: () => Promise<boolean>;
  /** Resolves when the popup would show the failure. */
  readonly writeViews: () => Promise<void>;
  readonly now: () => number;
}

export function createShowFailure({ isNotified, isOnToolbar, writeViews, now }: ShowFailureDeps) {
  async function show(job: Job): Promise<void> {
    const { command } = job;
    const { at, from } = latestPress(job);
    if (from !== 'menu' || now() - at > maxReportedAgeMs) return;
    // Private windows get no notification.
    if ((await isOnToolbar()) || (!command.private && (await isNotified()))) return;
    await writeViews();
    await openPopupInFront(command.private);
  }
  return (job: Job): void => {
    // Nothing to rely on: Chromium before 127 opens no popup by itself, nor does a window without a toolbar. The badge
    // and the popup show the failure in any case.
    show(job).catch(() => undefined);
  };
}

/** In the window that has the focus, if it is one of that kind: no other one comes to the front. */
async function openPopupInFront(isPrivate: boolean): Promise<void> {
  if (!('openPopup' in browser.action)) return;
  const { id, focused, incognito } = await browser.windows.getLastFocused();
  if (id !== undefined && focused && incognito === isPrivate)
    await browser.action.openPopup({ windowId: id });
}
