/**
 * Writes a key only when its value has changed: every write goes to disk, and is an event in every open page. Workers
 * restart often, so the value of a previous instance is compared as well.
 */
import { toSortedJson } from '../../../lib/draft/is-equal.ts';
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';

export function createChangedWrites(area: Pick<StorageArea, 'get' | 'set' | 'remove'>, key: string) {
  /** The stored value as text; empty when there is none, `null` when it is unknown. */
  let stored: string | null = null;

  async function set(value: object): Promise<void> {
    const next = toSortedJson(value);
    stored ??= toSortedJson((await area.get(key))[key]);
    if (next === stored) return;
    // Should this fail, the stored value is unknown.
    stored = null;
    await area.set({ [key]: value });
    stored = next;
  }

  async function remove(): Promise<void> {
    if (stored === '') return;
    stored = null;
    await area.remove(key);
    stored = '';
  }

  // Or `stored` would be what the slower of two has written.
  const inTurn = createSerialQueue();
  return {
    set: (value: object): Promise<void> => inTurn(() => set(value)),
    remove: (): Promise<void> => inTurn(remove),
  };
}
