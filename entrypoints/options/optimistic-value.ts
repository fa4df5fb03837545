/** A value whose changes show immediately, and are stored by messages that each carry the whole of what is not stored yet. */
import type { Signal } from '@preact/signals';

interface SaveOutcome {
  readonly isStored: boolean;
  /** Whether everything is stored; `null` while another save is in progress. */
  readonly isAllStored: boolean | null;
}

export function createOptimisticValue<T>(value: Signal<T>) {
  let pending = 0;
  let started = 0;
  /** Of the save that was started last, whose message carries what the earlier ones do. */
  let isLastStored = false;
  /** What has arrived while a change was being stored: it may be older than what is shown, or a later change. */
  let arrived: T | null = null;

  return {
    async save(next: T, store: () => Promise<unknown>): Promise<SaveOutcome> {
      value.value = next;
      arrived = null;
      pending += 1;
      const turn = ++started;
      const isStored = await store().then(
        () => true,
        // The caller reports it.
        () => false,
      );
      if (turn === started) isLastStored = isStored;
      pending -= 1;
      if (pending > 0) return { isStored, isAllStored: null };
      if (isLastStored) value.value = arrived ?? value.peek();
      return { isStored, isAllStored: isLastStored };
    },

    /** @returns whether it is shown now */
    show(stored: T): boolean {
      if (pending > 0) arrived = stored;
      else value.value = stored;
      return pending === 0;
    },
  };
}
