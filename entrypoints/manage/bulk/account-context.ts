/** What this room knows of the account and of the person's choices, as it is kept here. */
import { readStored } from '../../../lib/browser/storage.ts';
import { peekItem } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem, type PickerLists } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { recentLinksItem, type RecentLink } from '../../../lib/storage/recent-links.ts';
import type { Presets } from '../../../lib/presets/preset.ts';

export interface Known {
  readonly lists: PickerLists;
  readonly preferences: Preferences;
  readonly presets: Presets;
  readonly recents: readonly RecentLink[];
}

export async function readKnown(): Promise<Known> {
  const kept = await readStored(
    'local',
    pickerListsItem.key,
    preferencesItem.key,
    presetsItem.key,
    recentLinksItem.key,
  );
  return {
    lists: peekItem(pickerListsItem, kept[pickerListsItem.key]),
    preferences: peekItem(preferencesItem, kept[preferencesItem.key]),
    presets: peekItem(presetsItem, kept[presetsItem.key]),
    recents: peekItem(recentLinksItem, kept[recentLinksItem.key]),
  };
}
