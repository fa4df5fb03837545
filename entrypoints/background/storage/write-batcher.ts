/**
 * Batches the writes to one storage area: those of one turn (the journal's two steps, the rate limiter's state) become one
 * write, since the browser carries writes out one after the other and a request waits for the last.
 */
import type { StorageArea } from '../../../lib/storage/stored-item.ts';

interface Batch {
  readonly items: Record<string, unknown>;
  readonly written: Promise<void>;
  readonly send: () => void;
}

export type WriteBatcher = ReturnType<typeof createWriteBatcher>;

/** @param area one that preserves the order of changes, as the browser's areas do */
export function createWriteBatcher(area: Pick<StorageArea, 'set' | 'remove'>) {
  let batch: Batch | null = null;

  // The shortest way to the end of this turn: a timer would wait a millisecond and more.
  function endOfTurn(): Promise<void> {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  }

  function begin(): Batch {
    const items = {};
    let send = () => {};
    const write = async () => area.set(items);
    const written = new Promise<void>((resolve) => (send = () => resolve(write())));
    return { items, written, send };
  }

  function send(mine: Batch): void {
    if (batch !== mine) return;
    batch = null;
    mine.send();
  }

  return {
    /** Settles when it is on disk. A later value of the same key in one batch takes the place of the earlier. */
    set(items: Record<string, unknown>): Promise<void> {
      if (batch === null) {
        const mine = begin();
        batch = mine;
        void endOfTurn().then(() => send(mine));
      }
      Object.assign(batch.items, items);
      return batch.written;
    },
    /** Never overtakes an earlier write. */
    async remove(keys: string | string[]): Promise<void> {
      // What was written before it goes out first, and what is written after it is another batch.
      if (batch !== null) send(batch);
      await area.remove(keys);
    },
  };
}
