/** What this room knows of the account and of the person's choices, as it is kept here. */
import { readStorage } from '../../../lib/browser/storage.ts';
import { readItem } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem, type PickerLists } from '../../../lib/storage/picker-lists.ts';
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
  const kept = await readStorage(
    'local',
    pickerListsItem.key,
    preferencesItem.key,
    presetsItem.key,
    recentLinksItem.key,
  );
  return {
    lists: readItem(pickerListsItem, kept[pickerListsItem.key]),
    preferences: readItem(preferencesItem, kept[preferencesItem.key]),
    presets: readItem(presetsItem, kept[presetsItem.key]),
    recents: readItem(recentLinksItem, kept[recentLinksItem.key]),
  };
}
