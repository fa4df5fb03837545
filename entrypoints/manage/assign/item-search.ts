/** Searches for items to assign, while the user types. */
import { signal, type Signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { SectionDeps } from '../section-deps.ts';
import { foundOf, maxFound, searchItems, type Found, type Target } from './find-assignable.ts';
import type { LinkFinder } from './link-finder.ts';

export interface ItemSearchDeps extends Pick<SectionDeps, 'mirror' | 'read' | 'scope'> {
  readonly finder: LinkFinder;
}

export function createItemSearch(deps: ItemSearchDeps, target: Target, type: Signal<ChannelItemType>) {
  const query = signal('');
  /** `null` as long as nothing is searched. */
  const found = signal<readonly Found[] | null>(null);
  let current = new AbortController();

  return {
    query,
    found,
    stop: (): void => current.abort(),

    clear(): void {
      found.value = null;
      query.value = '';
    },

    async run(text: string): Promise<void> {
      query.value = text;
      current.abort();
      current = new AbortController();
      const { signal } = current;
      if (text.trim() === '') {
        found.value = null;
        return;
      }
      const show = (items: readonly Found[]) => {
        if (!signal.aborted) found.value = items;
      };
      const searching =
        type.peek() === 'links'
          ? deps.finder.find(text, maxFound, signal, (links) =>
              show(links.map((link) => foundOf(link, target))),
            )
          : searchItems(deps, type.peek(), target, text).then(show);
      // Items that can't be read are not found.
      await searching.catch(() => show([]));
    },
  };
}
