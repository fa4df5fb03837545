/**
 * Keeps scripts in pages away from what is stored, where the browser can: Chromium from 140 on. Before that it rejects the
 * call for this area, and Firefox has none. So nothing may wait for it, or depend on it (docs/decisions/0004-connecting.md).
 */
import { browser } from 'wxt/browser';

/** At every start: the level is forgotten at a relaunch. Never throws. */
export async function restrictStorage(): Promise<void> {
  try {
    await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  } catch {
    // An older Chromium: access stays as it is.
  }
}
