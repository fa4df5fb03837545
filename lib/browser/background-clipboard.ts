/** The clipboard for a background without a page: Firefox's event page has one, Chromium's worker has none. */
import { withVisibleUrls } from '../api/invisible-characters.ts';
import { openOffscreen, sendToOffscreen } from './offscreen.ts';

/** Whether the text is really on the clipboard. */
export async function copyInBackground(copied: string): Promise<boolean> {
  const text = withVisibleUrls(copied);
  try {
    if (hasClipboard()) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return await sendToOffscreen({ target: 'offscreen', text });
  } catch {
    // The badge and the recent links say that it was not copied.
    return false;
  }
}

/** Opens what a copy needs, where it is closed: called while a link is being made, a copy then waits for nothing. */
export async function prepareCopy(): Promise<void> {
  // Where it can't be opened now, the copy tries again.
  if (!hasClipboard()) await openOffscreen().catch(() => undefined);
}

const hasClipboard = () => typeof navigator.clipboard?.writeText === 'function';
