/**
 * Keeps scripts in pages away from what is stored: Chromium from 140 on can, Chromium before that rejects the call, and
 * Firefox has none. So nothing may depend on it (docs/decisions/0004-connecting.md).
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
