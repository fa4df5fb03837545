/** Fills the index of the link list from the mirror: the newest links immediately, all of them in passes. */
import { signal } from '@preact/signals';
import type { delay } from '../../../lib/time/delay.ts';
import { createCoalescedRun } from '../coalesced-run.ts';
import { fillIndex } from '../fill-index.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { LinkList } from './link-list.ts';

/** Links that a change of the mirror may have added on top. */
const maxNewest = 50;
/** The rest between two passes over all stored links: at least so many ms, and so many times the last pass's length. */
const minRestMs = 3_000;
const restFactor = 10;

export interface LinkIndexerDeps extends Pick<SectionDeps, 'mirror' | 'now'> {
  readonly delay: typeof delay;
}

/** @param attempt runs a read and reports its failure */
export function createLinkIndexer(
  deps: LinkIndexerDeps,
  list: LinkList,
  stopped: AbortSignal,
  attempt: (read: Promise<void>) => void,
) {
  const { mirror, now } = deps;
  const { index, refresh } = list;
  /** All links of the mirror have been read once. */
  const isFilled = signal(false);
  const indexAll = createCoalescedRun(
    async () => {
      const began = now();
      await fillIndex(index, deps, stopped, refresh);
      if (!stopped.aborted) refresh();
      isFilled.value = true;
      await deps.delay(Math.max(minRestMs, restFactor * (now() - began)));
    },
    () => stopped.aborted,
  );

  async function readNewest(): Promise<void> {
    const newest = await mirror.newest(maxNewest);
    if (stopped.aborted) return;
    index.top(newest);
    if (index.revision !== list.revision.peek()) refresh();
  }

  return {
    isFilled,

    /** The links of the mirror have changed. */
    update(): void {
      attempt(indexAll());
      attempt(readNewest());
    },
  };
}
