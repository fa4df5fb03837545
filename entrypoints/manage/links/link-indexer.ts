/** Fills the index of the link list from the mirror: the newest links immediately, all of them in passes. */
import { signal } from '@preact/signals';
import { createCoalescedRun } from '../coalesced-run.ts';
import type { LinkList } from './link-list.ts';
import type { LinksDeps } from './links-deps.ts';

/** Links read per batch: few enough that reading and indexing them takes a few ms. */
const batchSize = 200;
/** Interval at which a pass shows what it has read so far, in ms. */
const showEveryMs = 300;
/** Links that a change of the mirror may have added on top. */
const maxNewest = 50;
/** The rest between two passes over all stored links: at least so many ms, and so many times the last pass's length. */
const minRestMs = 3_000;
const restFactor = 10;

export type LinkIndexerDeps = Pick<LinksDeps, 'mirror' | 'now' | 'delay'>;

/** @param attempt runs a read and reports its failure */
export function createLinkIndexer(
  deps: LinkIndexerDeps,
  list: LinkList,
  stopped: AbortSignal,
  attempt: (read: Promise<void>) => void,
) {
  const { mirror, now, delay } = deps;
  const { index } = list;
  /** All links of the mirror have been read once. */
  const isFilled = signal(false);
  const indexAll = createCoalescedRun(
    async () => {
      const began = now();
      await indexAllLinks(deps, list, stopped);
      isFilled.value = true;
      await delay(Math.max(minRestMs, restFactor * (now() - began)));
    },
    () => stopped.aborted,
  );

  async function readNewest(): Promise<void> {
    const newest = await mirror.newest(maxNewest);
    if (stopped.aborted) return;
    index.top(newest);
    if (index.revision !== list.revision.peek()) list.refresh();
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

/** One pass over all stored links, in batches, so that the page stays responsive. */
async function indexAllLinks(
  { mirror, now }: LinkIndexerDeps,
  { index, refresh }: LinkList,
  stopped: AbortSignal,
): Promise<void> {
  index.begin();
  let shownAt = Number.NEGATIVE_INFINITY;
  for await (const batch of mirror.slices(batchSize, stopped)) {
    index.add(batch);
    if (now() - shownAt >= showEveryMs) {
      refresh();
      shownAt = now();
    }
  }
  if (stopped.aborted) return;
  index.end();
  refresh();
}
