/** Fills the index of a search from the mirror. */
import type { LinkIndex } from '../../lib/mirror/search/search-index.ts';
import type { SectionDeps } from './section-deps.ts';

/** Links read per batch: few enough that reading and indexing them takes a few ms, so that the page stays responsive. */
const batchSize = 200;
/** Interval at which is shown what has been read so far, in ms. */
const showEveryMs = 300;

/** One pass over all stored links. */
export async function fillIndex(
  index: LinkIndex,
  { mirror, now }: Pick<SectionDeps, 'mirror' | 'now'>,
  stopped: AbortSignal,
  show: () => void,
): Promise<void> {
  index.begin();
  let shownAt = Number.NEGATIVE_INFINITY;
  for await (const batch of mirror.slices(batchSize, stopped)) {
    index.add(batch);
    if (now() - shownAt < showEveryMs) continue;
    show();
    shownAt = now();
  }
  if (!stopped.aborted) index.end();
}
