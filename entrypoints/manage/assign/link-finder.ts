/** Finds links like the section "Links", best match first. The index is built when the first key is pressed. */
import { emptyQuery, createSearch } from '../../../lib/mirror/search/search.ts';
import { LinkIndex } from '../../../lib/mirror/search/search-index.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import { fillIndex } from '../fill-index.ts';
import type { SectionDeps } from '../section-deps.ts';

export type LinkFinder = ReturnType<typeof createLinkFinder>;

export function createLinkFinder(deps: Pick<SectionDeps, 'mirror' | 'now'>) {
  const index = new LinkIndex();
  const search = createSearch(index);
  const closing = new AbortController();
  /** Called while the index is being filled. */
  const listeners = new Set<() => void>();
  let stale = true;
  let filling: Promise<void> | null = null;
  const stop = deps.mirror.onChange((what) => {
    if (what === 'links') stale = true;
  });

  function fill(): Promise<void> {
    stale = false;
    return fillIndex(index, deps, closing.signal, () => {
      for (const show of listeners) show();
    });
  }

  /** @param stopped aborted by the next search */
  async function find(
    text: string,
    maxResults: number,
    stopped: AbortSignal,
    show: (links: readonly MirrorLink[]) => void,
  ): Promise<void> {
    const showFound = () => {
      if (stopped.aborted || closing.signal.aborted) return;
      const { slots } = search({ ...emptyQuery, text });
      show(index.linksAt(Array.from(slots).slice(0, maxResults)));
    };
    if (index.size > 0) showFound();
    if (!stale && filling === null) return;
    listeners.add(showFound);
    filling ??= fill()
      .catch((error: unknown) => {
        // A partial index would hide links: the next search reads again.
        stale = true;
        throw error;
      })
      .finally(() => (filling = null));
    await filling.finally(() => listeners.delete(showFound));
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
