/** Searches for items to assign, while the user types. */
import { signal, type Signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { SectionDeps } from '../section-deps.ts';
import {
  toAssignable,
  maxMatches,
  searchItems,
  type AssignableItem,
  type AssignTarget,
} from './find-assignable.ts';
import type { LinkFinder } from './link-finder.ts';

export interface ItemSearchDeps extends Pick<SectionDeps, 'mirror' | 'read' | 'scope'> {
  readonly finder: LinkFinder;
}

export function createItemSearch(deps: ItemSearchDeps, target: AssignTarget, type: Signal<ChannelItemType>) {
  const query = signal('');
  /** `null` as long as nothing is searched. */
  const matches = signal<readonly AssignableItem[] | null>(null);
  let current = new AbortController();

  return {
    query,
    matches,

    clear(): void {
      current.abort();
      matches.value = null;
      query.value = '';
    },

    async run(text: string): Promise<void> {
      query.value = text;
      current.abort();
      current = new AbortController();
      const { signal } = current;
      if (text.trim() === '') {
        matches.value = null;
        return;
      }
      const show = (items: readonly AssignableItem[]) => {
        if (!signal.aborted) matches.value = items;
      };
      const searching =
        type.peek() === 'links'
          ? deps.finder.find(text, maxMatches, signal, (links) =>
              show(links.map((link) => toAssignable(link, target))),
            )
          : searchItems(deps, type.peek(), target, text).then(show);
      // Items that can't be read are not found.
      await searching.catch(() => show([]));
    },
  };
}
