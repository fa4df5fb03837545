/** Automatic copying: only while the popup shows the result itself, or within 10 s of the person's act. */
import { browser } from 'wxt/browser';
import { copyInBackground } from '../../lib/browser/background-clipboard.ts';
import { isOneOfMany, type Job } from '../../lib/outbox/job.ts';

/** A later result never goes over what the person has copied since. */
const actFreshMs = 10_000;

export interface Copying {
  /** Puts the link on the clipboard when that is still wanted; true once the write has returned. */
  copyWhenFresh(job: Job, shortUrl: string): Promise<boolean>;
}

export function createCopying(parts: { now: () => number; wanted: () => Promise<boolean> }): Copying {
  return {
    async copyWhenFresh({ ask }, shortUrl) {
      // Of several at once each would go over the one before.
      if (isOneOfMany(ask)) return false;
      if (!(await parts.wanted())) return false;
      // An open popup copies by itself, in the page the person looks at.
      if (ask.kind === 'shorten' && ask.from === 'popup' && (await popupIsOpen())) return false;
      const age = parts.now() - ask.at;
      return age >= 0 && age <= actFreshMs ? copyInBackground(shortUrl) : false;
    },
  };
}

async function popupIsOpen(): Promise<boolean> {
  const contexts = await browser.runtime.getContexts({ contextTypes: ['POPUP', 'TAB'] });
  const popup = browser.runtime.getURL('/popup.html');
  return contexts.some((context) => context.documentUrl?.startsWith(popup) === true);
}
