/** Damaged jobs and intents, and the copies of them that earlier versions have set aside. */
import { browser } from 'wxt/browser';
import { copyDamaged, withoutSecrets } from '../../../lib/storage/damaged-copy.ts';
import { damagedPrefix } from '../../../lib/storage/keys.ts';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import { readByPrefix } from './read-by-prefix.ts';

/** Moves it, so that one damaged entry stops neither the others nor every later start. */
export async function setDamagedAside(
  area: Pick<StorageArea, 'set' | 'remove'>,
  key: string,
  raw: unknown,
): Promise<void> {
  await copyDamaged(area, key, raw);
  await area.remove(key);
}

/** Earlier versions copied damaged data as it was, passwords included. */
export async function cleanDamagedCopies(): Promise<void> {
  const { local } = browser.storage;
  for (const [key, raw] of await readByPrefix(damagedPrefix, local))
    await local.set({ [key]: withoutSecrets(raw) });
}
