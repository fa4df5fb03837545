/** The clipboard for a background without a page: Firefox's event page has one, Chromium's worker has none. */
import { tellOffscreen } from './offscreen.ts';

/** Whether the text is really on the clipboard. */
export async function copyInBackground(text: string): Promise<boolean> {
  try {
    if (typeof navigator.clipboard?.writeText === 'function') {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return (await tellOffscreen({ target: 'offscreen', text })) === true;
  } catch {
    return false;
  }
}
