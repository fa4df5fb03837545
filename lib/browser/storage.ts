/** What pages do with stored state: read it raw, watch it, and write their own draft or intent. */
import { native } from './native.ts';

/** Private windows keep to session memory, which is gone with the browser and never on disk. */
export type AreaName = 'local' | 'session';

export async function readStorage(area: AreaName, ...keys: string[]): Promise<Record<string, unknown>> {
  return native.storage[area].get(keys);
}

export async function writeStorage(area: AreaName, key: string, value: unknown): Promise<void> {
  await native.storage[area].set({ [key]: value });
}

/** All of it in one step: it is there as a whole or not at all. */
export async function writeAllStorage(area: AreaName, items: Record<string, unknown>): Promise<void> {
  await native.storage[area].set(items);
}

export async function removeStorage(area: AreaName, key: string): Promise<void> {
  await native.storage[area].remove(key);
}

/** Calls back with every later value of `key`, `undefined` when it was removed; gives the way to stop. */
export function watchStorage(area: AreaName, key: string, onValue: (value: unknown) => void): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>) => {
    const change = changes[key];
    if (change !== undefined) onValue(change.newValue);
  };
  native.storage[area].onChanged.addListener(listener);
  return () => native.storage[area].onChanged.removeListener(listener);
}
