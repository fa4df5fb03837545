/** Raw access of pages to stored state: reading, watching, and writing their own drafts and intents. */
import { native } from './native.ts';

/** Private windows use `session`, which is in memory only. */
export type AreaName = 'local' | 'session';

export async function readStorage(area: AreaName, ...keys: string[]): Promise<Record<string, unknown>> {
  return native.storage[area].get(keys);
}

export async function writeStorage(area: AreaName, key: string, value: unknown): Promise<void> {
  await native.storage[area].set({ [key]: value });
}

/** One atomic write. */
export async function writeAllStorage(area: AreaName, items: Record<string, unknown>): Promise<void> {
  await native.storage[area].set(items);
}

export async function removeStorage(area: AreaName, key: string): Promise<void> {
  await native.storage[area].remove(key);
}

/** Reports every later value of `key`, `undefined` when it was removed. @returns unsubscribes */
export function watchStorage(area: AreaName, key: string, onValue: (value: unknown) => void): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>) => {
    const change = changes[key];
    if (change !== undefined) onValue(change.newValue);
  };
  native.storage[area].onChanged.addListener(listener);
  return () => native.storage[area].onChanged.removeListener(listener);
}
