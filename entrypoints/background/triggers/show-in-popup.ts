/**
 * Opens the popup for the result of menu, shortcut or address bar that nothing else would show: there are no
 * notifications, and the button with its badge is in the menu of extensions only, as it is after installation.
 */
import { browser } from 'wxt/browser';
import { latestPress } from '../../../lib/outbox/join-job.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { AutoOpened } from '../../../lib/views/popup-view.ts';

/** In ms. Later the user does something else, and a popup would take the focus from it. */
export const maxReportedAgeMs = 5_000;

interface Press {
  readonly at: number;
  readonly private: boolean;
}

export interface ShowInPopupDeps {
  /** The user has enabled notifications. */
  readonly isNotified: () => Promise<boolean>;
  readonly isOnToolbar: () => Promise<boolean>;
  /** Resolves when the popup would show the result. */
  readonly writeViews: () => Promise<void>;
  readonly now: () => number;
}

export type ShowInPopup = ReturnType<typeof createShowInPopup>;

export function createShowInPopup({ isNotified, isOnToolbar, writeViews, now }: ShowInPopupDeps) {
  let autoOpened: AutoOpened | null = null;

  async function isShownNowhere(press: Press): Promise<boolean> {
    if (now() - press.at > maxReportedAgeMs || (await isOnToolbar())) return false;
    // Private windows get no notification.
    return press.private || !(await isNotified());
  }

  async function tryToOpen(press: Press, copied: string | null): Promise<void> {
    if (!(await isShownNowhere(press))) return;
    autoOpened = { at: now(), copied };
    await writeViews();
    await openPopupInFront(press.private);
  }

  function open(press: Press, copied: string | null): void {
    // The view on disk names no link of a private window.
    if (press.private && copied !== null) return;
    // Nothing to rely on: Chromium before 127 opens no popup for an extension, nor does a window without a toolbar. The
    // badge and the popup show the result in any case.
    tryToOpen(press, copied).catch(() => undefined);
  }

  return {
    /** For a link that is on the clipboard. */
    copied: (shortUrl: string, press: Press): void => open(press, shortUrl),

    /** @param copiedUrl `null` for a job that the popup lists: it has failed, waits, or its link was not copied */
    job(job: Job, copiedUrl: string | null = null): void {
      const { at, from } = latestPress(job);
      if (from === 'menu') open({ at, private: job.command.private }, copiedUrl);
    },

    autoOpened: (): AutoOpened | null => autoOpened,

    /** A popup has opened; the next one is opened by the user. */
    shown: (): void => void (autoOpened = null),
  };
}

/** In the window that has the focus, if it is one of that kind: no other one comes to the front. */
async function openPopupInFront(isPrivate: boolean): Promise<void> {
  if (!('openPopup' in browser.action)) return;
  const { id, focused, incognito } = await browser.windows.getLastFocused();
  if (id !== undefined && focused && incognito === isPrivate)
    await browser.action.openPopup({ windowId: id });
}
