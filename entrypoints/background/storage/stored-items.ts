/** All stored items, opened once. The background is their only writer. */
import { browser } from 'wxt/browser';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { createItem, type StorageArea } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { pendingSyncItem } from '../sync/pending-sync.ts';
import { blockedStateItem } from '../api/blocked-state.ts';
import { newestIdsItem } from '../jobs/high-water-mark.ts';
import { recentLinksItem } from '../../../lib/storage/recent-links.ts';
import { utmHistoryItem } from '../../../lib/storage/utm-history.ts';

export type Items = ReturnType<typeof openItems>;

export function openItems(onDamaged: (key: string) => void, disk: StorageArea) {
  return {
    preferences: createItem(disk, preferencesItem, onDamaged),
    presets: createItem(disk, presetsItem, onDamaged),
    pickerLists: createItem(disk, pickerListsItem, onDamaged),
    recentLinks: createItem(disk, recentLinksItem, onDamaged),
    /** Links made from private windows: gone with the browser. */
    privateLinks: createItem(browser.storage.session, recentLinksItem, onDamaged),
    usedParameters: createItem(disk, utmHistoryItem, onDamaged),
    pendingSync: createItem(disk, pendingSyncItem, onDamaged),
    blockedState: createItem(disk, blockedStateItem, onDamaged),
    newestIds: createItem(disk, newestIdsItem, onDamaged),
    accountView: createItem(disk, accountViewItem, onDamaged),
  };
}
