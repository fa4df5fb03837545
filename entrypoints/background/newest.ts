/** The newest ids known for the account of now: a record that a lost answer left behind is newer. */
import { isNewer } from '../../lib/outbox/reconcile.ts';
import type { Item } from '../../lib/settings/item.ts';
import type { PickerLists } from '../../lib/settings/picker-lists.ts';
import { report } from './report.ts';
import { newestId, type newestItem } from './newest-links.ts';
import type { Newest } from './shorten.ts';

const listOf = {
  'add-campaign': 'campaigns',
  'add-channel': 'channels',
  'add-pixel': 'pixels',
  'assign-campaign': null,
  'assign-channel': null,
} as const;

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
      const list = listOf[kind];
      const lists = await parts.lists.read();
      if (list === null || lists.scope !== scope || lists.at === 0) return null;
      return newestId(lists[list]) ?? '0';
    },
    async note(id) {
      if (id === null) return;
      const scope = await parts.scope();
      // An older id only makes a look-up go through more, so nothing fails over a disk that does not take it.
      await parts.item
        .update((kept) =>
          kept.scope !== scope || kept.id === null || isNewer(id, kept.id) ? { scope, id } : kept,
        )
        .catch(report);
    },
  };
}
