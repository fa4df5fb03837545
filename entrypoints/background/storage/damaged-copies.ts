/** Copies of damaged data, as earlier versions have set them aside. */
import { browser } from 'wxt/browser';
import { damagedPrefix, withoutSecrets } from '../../../lib/storage/damaged-copy.ts';
import { readByPrefix } from './read-by-prefix.ts';

/** Those of before hold what they were made of, passwords among it. */
export async function cleanDamagedCopies(): Promise<void> {
  const { local } = browser.storage;
  for (const [key, raw] of await readByPrefix(damagedPrefix, local))
    await local.set({ [key]: withoutSecrets(raw) });
}
