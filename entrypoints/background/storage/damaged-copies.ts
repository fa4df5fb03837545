/** Damaged jobs and intents, and the copies of them that earlier versions have set aside. */
import { browser } from 'wxt/browser';
import { copyDamaged, withoutSecrets } from '../../../lib/storage/damaged-copy.ts';
import { damagedPrefix } from '../../../lib/storage/storage-keys.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { readByPrefix } from '../../../lib/storage/keys-by-prefix.ts';

/**
 * Reads the values on disk and in session memory one after the other. A damaged one is moved, so that it stops neither the
 * others nor every later start.
 *
 * @param accept false for a value that can't be read
 */
export async function readByPrefixOrMove(
  prefix: string,
  accept: (raw: unknown) => boolean,
  onDamaged: (key: string) => void,
): Promise<void> {
  const { local, session } = browser.storage;
  for (const area of [local, session]) {
    for (const [key, raw] of await readByPrefix(prefix, area)) {
      if (accept(raw)) continue;
      onDamaged(key);
      // What a full disk can't move stays where it is.
      await copyDamaged(area, key, raw)
        .then(() => area.remove(key))
        .catch(logError);
    }
  }
}

/** Earlier versions copied damaged data as it was, passwords included. */
export async function cleanDamagedCopies(): Promise<void> {
  const { local } = browser.storage;
  for (const [key, raw] of await readByPrefix(damagedPrefix, local))
    await local.set({ [key]: withoutSecrets(raw) });
}
