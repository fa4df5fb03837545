/** Finds links as the room "Links" does, best match first. The index is made when the first key is pressed. */
import { emptyQuery, createSearch, LinkIndex, linksOf } from '../../../lib/mirror/search/search.ts';
import type { ListedLink } from '../../../lib/mirror/search/link-columns.ts';
import type { SectionDeps } from '../section-deps.ts';

/** Links read at once: few enough that reading and entering them takes a few ms. */
const sliceSize = 500;
/** Between two looks at what has been read so far, in ms. */
const showEvery = 300;

export type LinkFinder = ReturnType<typeof createLinkFinder>;

export function createLinkFinder({ mirror, now }: Pick<SectionDeps, 'mirror' | 'now'>) {
  const index = new LinkIndex();
  const search = createSearch(index);
  const closing = new AbortController();
  /** Told while the index is being filled. */
  const watching = new Set<() => void>();
  let stale = true;
  let filling: Promise<void> | null = null;
  const stop = mirror.onChange((what) => {
    if (what === 'links') stale = true;
  });

  async function fill(): Promise<void> {
    stale = false;
    index.begin();
    let shownAt = now();
    for await (const slice of mirror.slices(sliceSize, closing.signal)) {
      index.add(slice);
      if (now() - shownAt < showEvery) continue;
      shownAt = now();
      for (const show of watching) show();
    }
    if (!closing.signal.aborted) index.end();
  }

  /** @param stops aborts a search that another one follows */
  async function find(
    text: string,
    most: number,
    stops: AbortSignal,
    show: (links: readonly ListedLink[]) => void,
  ): Promise<void> {
    const showFound = () => {
      if (stops.aborted || closing.signal.aborted) return;
      const { slots } = search({ ...emptyQuery, text });
      show(linksOf(index, Array.from(slots).slice(0, most)));
    };
    if (index.size > 0) showFound();
    if (!stale && filling === null) return;
    watching.add(showFound);
    filling ??= fill()
      .catch((error: unknown) => {
        // Half an index would hide the other half: the next search reads again.
        stale = true;
        throw error;
      })
      .finally(() => (filling = null));
    await filling.finally(() => watching.delete(showFound));
    showFound();
  }

  return {
    find,
    close(): void {
      stop();
      closing.abort();
    },
  };
}
