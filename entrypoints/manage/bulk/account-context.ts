/** The account and the user's settings, as the bulk section reads them from storage. */
import { readStorage } from '../../../lib/browser/storage.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { MirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import { readItem } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem, recentFirst, type PickerLists } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { recentLinksItem, type RecentLink } from '../../../lib/storage/recent-links.ts';
import { hostOf } from '../../../lib/url/hosts.ts';
import type { Presets } from '../../../lib/presets/preset.ts';

export interface AccountContext {
  readonly lists: PickerLists;
  readonly preferences: Preferences;
  readonly presets: Presets;
  /** Known short URLs: recent ones, and one of the mirror for each host. */
  readonly shortUrls: readonly string[];
}

/** Of the newest links in the mirror. */
const maxLinks = 50;

export async function readAccountContext(mirror: Pick<MirrorReader, 'newest'>): Promise<AccountContext> {
  // A warning less, where the mirror can't be read: the section "Links" reports that.
  const newest = mirror.newest(maxLinks).catch(() => []);
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
    shortUrls: knownShortUrls(readItem(recentLinksItem, stored[recentLinksItem.key]), await newest),
  };
}

function knownShortUrls(
  recents: readonly Pick<RecentLink, 'shortUrl'>[],
  newest: readonly Pick<LinkRow, 'shortUrl'>[],
): readonly string[] {
  const listed = newest.flatMap(({ shortUrl }) => (shortUrl === null ? [] : [shortUrl]));
  const ofHosts = new Map(listed.map((shortUrl) => [hostOf(shortUrl), shortUrl]));
  return [...recents.map(({ shortUrl }) => shortUrl), ...ofHosts.values()];
}

/** The picker options of the account, the recently used ones first. */
export function recentFirstLists({ campaigns, channels, pixels, recent }: PickerLists) {
  return {
    campaigns: recentFirst(campaigns, recent.campaigns),
    channels: recentFirst(channels, recent.channels),
    pixels: recentFirst(pixels, recent.pixels),
  };
}
