/** Stores what the sync host reports: the lists for the pickers, the clicks that are shown, and which links are gone. */
import type { RequestOf } from '../../../lib/messages/protocol.ts';
import type { StoredItem } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem, pickerListsSchema, type PickerLists } from '../../../lib/storage/picker-lists.ts';
import type { Preferences } from '../../../lib/storage/preferences.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LinksByUrl } from '../storage/links-by-url-store.ts';

export function createSyncResultsStore(deps: {
  readonly lists: StoredItem<PickerLists>;
  readonly preferences: StoredItem<Preferences>;
  /** The present account: lists of another one come too late. */
  readonly scope: () => Promise<string>;
  readonly onStored: () => void;
  /** Called with the listed links: their clicks may have grown. */
  readonly onLinks: LinksByUrl['updateClicks'];
  /** Called with links that no longer exist at the service. */
  readonly onGone: Jobs['onGone'];
}) {
  return async ({ scope, lists, clicks, gone }: RequestOf<'sync-results'>): Promise<void> => {
    if ((await deps.scope()) !== scope) return;
    // First: the sync host deletes them in the mirror once this is done.
    await deps.onGone(gone, scope);
    // Parsed, as a list that a message lacks may be `undefined` in it.
    await deps.lists.update((before) => {
      // With the first part of another account, all lists of the account before it are dropped.
      if (before.scope !== scope)
        return pickerListsSchema.parse({ ...pickerListsItem.fallback, ...lists, scope });
      return Object.keys(lists).length === 0 ? before : pickerListsSchema.parse({ ...before, ...lists });
    });
    const { domains } = lists;
    // The service would refuse links on a domain that the account has lost.
    if (domains)
      await deps.preferences.update((preferences) =>
        ['', ...domains].includes(preferences.domain) ? preferences : { ...preferences, domain: '' },
      );
    deps.onStored();
    await deps.onLinks(clicks, scope);
  };
}
