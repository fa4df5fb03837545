/** The clipboard as a focused page of ours has it: no permission needed. */

import { withVisibleUrls } from '../api/invisible-characters.ts';

/** Whether the text is really there: only a write that returned counts as copied. */
export async function copyInPage(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(withVisibleUrls(text));
    return true;
  } catch {
    // The page shows the text to be copied by hand.
    return false;
  }
}
