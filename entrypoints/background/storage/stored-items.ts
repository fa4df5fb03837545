/** All stored items, opened once. The background is their only writer. */
import { browser } from 'wxt/browser';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { openItem, type Area } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { keeperItem } from '../sync/sync-scheduler.ts';
import { standstillItem } from '../api/blocked-state.ts';
import { newestItem } from '../jobs/scan-newest-links.ts';
import { recentLinksItem } from '../../../lib/storage/recent-links.ts';
import { usedParametersItem } from '../../../lib/storage/utm-history.ts';

export type Items = ReturnType<typeof openItems>;

export function openItems(onDamaged: (key: string) => void, disk: Area = browser.storage.local) {
  return {
    preferences: openItem(disk, preferencesItem, onDamaged),
    presets: openItem(disk, presetsItem, onDamaged),
    pickerLists: openItem(disk, pickerListsItem, onDamaged),
    recentLinks: openItem(disk, recentLinksItem, onDamaged),
    /** Links made from private windows: gone with the browser. */
    privateLinks: openItem(browser.storage.session, recentLinksItem, onDamaged),
    usedParameters: openItem(disk, usedParametersItem, onDamaged),
    keeper: openItem(disk, keeperItem, onDamaged),
    standstill: openItem(disk, standstillItem, onDamaged),
    newestLink: openItem(disk, newestItem, onDamaged),
    accountView: openItem(disk, accountViewItem, onDamaged),
  };
}
