/**
 * Writes to one storage area, gathered: what is asked for in one go (the journal's two steps, the lane's memory) goes
 * out as one write, since the browser carries them out one after the other and a request waits for the last.
 */
import type { Area } from '../../lib/settings/item.ts';

export interface BatchedWrites {
  /** Settles when it is on disk. A later value of the same key in one batch takes the place of the earlier. */
  set(items: Record<string, unknown>): Promise<void>;
  /** Never overtakes a write that was asked for before it. */
  remove(keys: string | string[]): Promise<void>;
}

export function createBatchedWrites(area: Pick<Area, 'set' | 'remove'>): BatchedWrites {
  let batch: { items: Record<string, unknown>; written: Promise<void> } | null = null;

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

  return {
    set(items) {
      if (batch === null) {
        const gathered = {};
        batch = {
          items: gathered,
          written: endOfTurn().then(() => {
            batch = null;
            return area.set(gathered);
          }),
        };
      }
      Object.assign(batch.items, items);
      return batch.written;
    },
    async remove(keys) {
      // Whoever asked for that write is told of its failure.
      await batch?.written.catch(() => undefined);
      await area.remove(keys);
    },
  };
}
