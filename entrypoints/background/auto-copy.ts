/**
 * Automatic copying: only while the popup shows the result itself, or within 10 s of the user's latest press and of the
 * delay that follows it.
 */
import { browser } from 'wxt/browser';
import { copyInBackground, prepareCopy } from '../../lib/browser/clipboard.ts';
import type { OffscreenDocument } from '../../lib/browser/offscreen.ts';
import { isFromTrigger, isSubmittedWithOthers } from '../../lib/outbox/commands.ts';
import type { Job } from '../../lib/outbox/job.ts';
import { latestPress } from '../../lib/outbox/join-job.ts';
import type { Preferences } from '../../lib/storage/preferences.ts';

/** A later result must not replace what the user has copied since. */
const maxPressAgeMs = 10_000;
/** Leaves the thread to the request first. */
const prepareAfterMs = 30;

/** `missed`: the user expects the link on the clipboard, and it is not there. */
type CopyOutcome = 'copied' | 'missed' | 'not-wanted';

export type AutoCopy = ReturnType<typeof createAutoCopy>;

interface AutoCopyDeps {
  readonly offscreen: OffscreenDocument;
  readonly now: () => number;
  readonly preferences: () => Promise<Pick<Preferences, 'autoCopy' | 'holdSeconds'>>;
}

export function createAutoCopy(deps: AutoCopyDeps) {
  /** The latest press whose link was copied: epoch ms. */
  let copiedPressAt = -Infinity;

  async function prepare(): Promise<void> {
    if ((await deps.preferences()).autoCopy) await prepareCopy(deps.offscreen);
  }

  return {
    /** The job is being sent: what its copy needs is opened meanwhile. */
    prepare({ command }: Job): void {
      // An open popup does the copying.
      if (command.kind !== 'shorten' || !isFromTrigger(command)) return;
      // Without it, the copy itself opens what it needs.
      setTimeout(() => void prepare().catch(() => undefined), prepareAfterMs);
    },

    /** Puts the link on the clipboard when that is still wanted; resolves once the write has returned. */
    async copyIfRecent(job: Job, shortUrl: string): Promise<CopyOutcome> {
      // Of several links, each would replace the one before.
      if (isSubmittedWithOthers(job.command)) return 'not-wanted';
      const { autoCopy, holdSeconds } = await deps.preferences();
      if (!autoCopy) return 'not-wanted';
      const { at, from } = latestPress(job);
      // An open popup does the copying, in the page the user looks at.
      if (from === 'popup' && (await popupIsOpen())) return 'not-wanted';
      const age = deps.now() - at;
      if (age < 0 || age > holdSeconds * 1000 + maxPressAgeMs) return 'missed';
      // The link of an earlier press whose response took longer must not replace it. Unless the clock was set back.
      if (at < copiedPressAt && copiedPressAt - at <= maxPressAgeMs) return 'not-wanted';
      copiedPressAt = at;
      return (await copyInBackground(deps.offscreen, shortUrl)) ? 'copied' : 'missed';
    },
  };
}

async function popupIsOpen(): Promise<boolean> {
  const contexts = await browser.runtime.getContexts({ contextTypes: ['POPUP', 'TAB'] });
  const popup = browser.runtime.getURL('/popup.html');
  return contexts.some((context) => context.documentUrl?.startsWith(popup) === true);
}
