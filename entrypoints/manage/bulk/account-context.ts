/** The account and the user's settings, as the bulk section reads them from storage. */
import { readStorage } from '../../../lib/browser/storage.ts';
import { readItem } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem, recentFirst, type PickerLists } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { recentLinksItem, type RecentLink } from '../../../lib/storage/recent-links.ts';
import type { Presets } from '../../../lib/presets/preset.ts';

export interface AccountContext {
  readonly lists: PickerLists;
  readonly preferences: Preferences;
  readonly presets: Presets;
  readonly recents: readonly RecentLink[];
}

export async function readAccountContext(): Promise<AccountContext> {
  const stored = await readStorage(
    'local',
    pickerListsItem.key,
    preferencesItem.key,
    presetsItem.key,
    recentLinksItem.key,
  );
  return {
    lists: readItem(pickerListsItem, stored[pickerListsItem.key]),
    preferences: readItem(preferencesItem, stored[preferencesItem.key]),
    presets: readItem(presetsItem, stored[presetsItem.key]),
    recents: readItem(recentLinksItem, stored[recentLinksItem.key]),
  };
}

/** The picker options of the account, the recently used ones first. */
export function recentFirstLists({ campaigns, channels, pixels, recent }: PickerLists) {
  return {
    campaigns: recentFirst(campaigns, recent.campaigns),
    channels: recentFirst(channels, recent.channels),
    pixels: recentFirst(pixels, recent.pixels),
  };
}
