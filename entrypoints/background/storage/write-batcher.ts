/**
 * Joins the writes to one storage area: those of one turn (the journal's two steps, the rate limiter's state) become one
 * write, since the browser carries writes out one after the other and a request waits for the last.
 */
import type { StorageArea } from '../../../lib/storage/stored-item.ts';

interface PendingWrite {
  readonly items: Record<string, unknown>;
  readonly written: Promise<void>;
  readonly send: () => void;
}

export type WriteBatcher = ReturnType<typeof createWriteBatcher>;

/** @param area one that preserves the order of changes, as the browser's areas do */
export function createWriteBatcher(area: Pick<StorageArea, 'set' | 'remove'>) {
  let pending: PendingWrite | null = null;

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

  function begin(): PendingWrite {
    const items = {};
    let send = () => {};
    const write = async () => area.set(items);
    const written = new Promise<void>((resolve) => (send = () => resolve(write())));
    return { items, written, send };
  }

  function send(mine: PendingWrite): void {
    if (pending !== mine) return;
    pending = null;
    mine.send();
  }

  return {
    /** Settles when it is on disk. A later value of the same key in one write takes the place of the earlier. */
    set(items: Record<string, unknown>): Promise<void> {
      if (pending === null) {
        const mine = begin();
        pending = mine;
        void endOfTurn().then(() => send(mine));
      }
      Object.assign(pending.items, items);
      return pending.written;
    },
    /** Never overtakes an earlier write. */
    async remove(keys: string | string[]): Promise<void> {
      // What was written before it goes out first, and what is written after it is another write.
      if (pending !== null) send(pending);
      await area.remove(keys);
    },
  };
}
