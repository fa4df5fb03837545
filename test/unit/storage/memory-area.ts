/** A storage area in memory: values are copied on the way in and out, as the browser does. */
import type { StorageArea } from '../../../lib/storage/stored-item.ts';

export class MemoryArea implements StorageArea {
  readonly items = new Map<string, unknown>();
  readonly writes: Record<string, unknown>[] = [];
  /** Waits this many turns before each answer. */
  turns: () => number = () => 1;
  failsToSet = false;

  constructor(start: Record<string, unknown> = {}) {
    for (const [key, value] of Object.entries(start)) this.items.set(key, value);
  }

  async get(keys: string | string[]): Promise<Record<string, unknown>> {
    await this.#wait();
    const found = [keys].flat().filter((key) => this.items.has(key));
    return structuredClone(Object.fromEntries(found.map((key) => [key, this.items.get(key)])));
  }

  async set(items: Record<string, unknown>): Promise<void> {
    const copy = structuredClone(items);
    await this.#wait();
    if (this.failsToSet) throw new Error('disk full');
    this.writes.push(copy);
    for (const [key, value] of Object.entries(copy)) this.items.set(key, value);
  }

  async remove(keys: string | string[]): Promise<void> {
    await this.#wait();
    for (const key of [keys].flat()) this.items.delete(key);
  }

  async #wait(): Promise<void> {
    for (let turn = this.turns(); turn > 0; turn--) await Promise.resolve();
  }
}
