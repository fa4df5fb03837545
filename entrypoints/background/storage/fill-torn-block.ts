/**
 * Chromium keeps this storage in a log of blocks of 32 KiB. A browser that dies in the middle of a write leaves half a
 * record at its end, appends to it after a restart, and at the start after that drops the rest of that block: all that
 * was written since, a request in flight and a link that was made. So each run of the browser first fills that block.
 */
import { browser } from 'wxt/browser';

export const fillingKey = 'filling';
const blockBytes = 32_768;

/** Once in each run of the browser, before the first write that counts. Never throws. */
export async function fillTornBlock(): Promise<void> {
  const { local, session } = browser.storage;
  try {
    if (fillingKey in (await session.get(fillingKey))) return;
    await local.set({ [fillingKey]: '0'.repeat(blockBytes) });
    await local.remove(fillingKey);
    await session.set({ [fillingKey]: true });
  } catch {
    // A full or damaged disk is reported when a job can't be written.
  }
}
