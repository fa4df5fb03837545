/** The newest ids known for the account of now: a record that a lost answer left behind is newer. */
import { isNewer } from '../../lib/outbox/reconcile.ts';
import type { Item } from '../../lib/settings/item.ts';
import type { PickerLists } from '../../lib/settings/picker-lists.ts';
import { isAdd, listOf } from './list-of.ts';
import { report } from './report.ts';
import { newestId, type newestItem } from './newest-links.ts';
import type { Newest } from './shorten.ts';

export function createNewest(parts: {
  readonly item: Item<typeof newestItem.fallback>;
  readonly lists: Item<PickerLists>;
  readonly scope: () => Promise<string>;
}): Newest {
  return {
    async known(kind) {
      const scope = await parts.scope();
      if (kind === 'shorten') {
        const kept = await parts.item.read();
        return kept.scope === scope ? kept.id : null;
      }
      // What is done again needs none, and there are no two domains of one address.
      const list = isAdd(kind) ? listOf({ kind }) : 'domains';
      if (list === 'domains') return null;
      const lists = await parts.lists.read();
      if (lists.scope !== scope || lists.at === 0) return null;
      return newestId(lists[list]) ?? '0';
    },
    async note(id, at = null) {
      if (id === null) return;
      const scope = await parts.scope();
      // An older id only makes a look-up go through more, so nothing fails over a disk that does not take it.
      await parts.item
        .update((kept) =>
          kept.scope !== scope || kept.id === null || isNewer(id, kept.id) ? { scope, id, at } : kept,
        )
        .catch(report);
    },
  };
}
