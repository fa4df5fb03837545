/** The clipboard of a focused page, and of a background: Firefox's event page has one, Chromium's worker has none. */
import { encodeInvisibleInUrls } from '../api/encode-invisible.ts';
import type { OffscreenDocument } from './offscreen.ts';

/** Resolves to true only when the browser confirmed the write. A focused page needs no permission for it. */
export async function copyInPage(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(encodeInvisibleInUrls(text));
    return true;
  } catch {
    // The page shows the text for manual copying.
    return false;
  }
}

/** Resolves to true only when the text is on the clipboard. */
export async function copyInBackground(offscreen: OffscreenDocument, copied: string): Promise<boolean> {
  const text = encodeInvisibleInUrls(copied);
  try {
    if (hasClipboard()) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return await offscreen.send({ target: 'offscreen', text });
  } catch {
    // The badge and the recent links show that it was not copied.
    return false;
  }
}

/** Opens the offscreen document while the link is still being created, so that the copy need not wait for it. */
export async function prepareCopy(offscreen: OffscreenDocument): Promise<void> {
  // If it can't be opened now, the copy tries again.
  if (!hasClipboard()) await offscreen.open().catch(() => undefined);
}

const hasClipboard = () => typeof navigator.clipboard?.writeText === 'function';
