/** The links that match the query, and the row that is active for the keyboard. */
import { computed, signal } from '@preact/signals';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import { emptyQuery, createSearch, type SearchQuery } from '../../../lib/mirror/search/search.ts';
import { LinkIndex } from '../../../lib/mirror/search/search-index.ts';

export type LinkList = ReturnType<typeof createLinkList>;

export function createLinkList() {
  const index = new LinkIndex();
  const query = signal<SearchQuery>(emptyQuery);
  /** Revision of the index that is shown. */
  const revision = signal(0);
  const active = signal(-1);

  const search = createSearch(index);
  const results = computed(() => {
    void revision.value;
    return search(query.value);
  });

  const rowAt = (position: number): MirrorLink | null =>
    index.at(results.value.slots[position] ?? -1) ?? null;

  /** -1 where the link is not in the results. */
  function rowOf(id: string): number {
    const slot = index.slotOf(id);
    return slot === undefined ? -1 : Array.prototype.indexOf.call(results.value.slots, slot);
  }

  return {
    index,
    query,
    revision,
    active,
    results,
    rowAt,
    rowOf,

    hasFilters: computed(() => {
      const { campaign, channel, domain, from, to } = query.value;
      return [campaign, channel, domain, from, to].some((value) => value !== '');
    }),

    /** Of the results together; `null` where no list has counted them yet. */
    clicks: computed(() => sumClicks(index, results.value.slots)),

    /** Domains of the links in the index, which the filter offers. */
    domains: computed(() => {
      void revision.value;
      return index.domainNames.filter((name) => name !== '').toSorted();
    }),

    /** Shows the current index. The active row stays at its link. */
    refresh(): void {
      const activeId = rowAt(active.peek())?.id;
      revision.value = index.revision;
      if (activeId === undefined || rowAt(active.peek())?.id === activeId) return;
      active.value = rowOf(activeId);
    },
  };
}

function sumClicks({ links }: LinkIndex, slots: ArrayLike<number>): number | null {
  const counted = Array.from(slots, (slot) => links.clicks[slot] ?? null).filter((clicks) => clicks !== null);
  return counted.length === 0 ? null : counted.reduce((sum, clicks) => sum + clicks, 0);
}
