/** All stored items, opened once. The background is their only writer. */
import { browser } from 'wxt/browser';
import { accountViewItem } from '../../lib/settings/account-view.ts';
import { openItem, type Area } from '../../lib/settings/item.ts';
import { pickerListsItem } from '../../lib/settings/picker-lists.ts';
import { preferencesItem } from '../../lib/settings/preferences.ts';
import { presetsItem } from '../../lib/settings/presets.ts';
import { keeperItem } from './keeping.ts';
import { standstillItem } from './standstill.ts';
import { newestItem } from './newest-links.ts';
import { recentLinksItem } from '../../lib/settings/recent-links.ts';
import { usedParametersItem } from '../../lib/settings/used-parameters.ts';

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
