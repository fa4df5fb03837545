/**
 * The age and the clicks of a link in the recent list. The clicks are those of the service's last reply, which the
 * background has stored by URL; nothing is requested for them.
 */
import { effect } from '@preact/signals';
import { readStorage } from '../../lib/browser/storage.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import type { RecentLink } from '../../lib/storage/recent-links.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { formatAge } from '../../lib/i18n/relative-time.ts';
import type { RecentMeta } from '../../components/recent-list.tsx';
import type { PopupModel } from './model.ts';

export function describeRecent(
  { clicks, now }: Pick<PopupModel, 'clicks' | 'now'>,
  { shortUrl, at }: RecentLink,
): RecentMeta {
  const count = clicks.value.get(shortUrl);
  return {
    age: formatAge(at, now.value),
    clicks: count === undefined ? '' : formatCount('clicks', count),
  };
}

/** Reads the clicks of the shown links, again with each change of the view. */
export function findClicks({ view, clicks }: PopupModel): () => void {
  async function update(keys: readonly string[]): Promise<void> {
    const found = await readClicks(keys);
    // Without clicks before and now, the list needs no redraw.
    if (found.size + clicks.peek().size > 0) clicks.value = found;
  }
  return effect(() => {
    const keys = view.value.recents.map(({ address }) => linkByUrlKey(address));
    // Without clicks, the list shows the ages only.
    if (keys.length > 0) void update(keys).catch(() => undefined);
  });
}

async function readClicks(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = Object.values(await readStorage('local', ...keys)).map(parseLinkByUrl);
  return new Map(
    found.flatMap((link) =>
      typeof link?.clicks === 'number' ? [[link.shortUrl, link.clicks] as const] : [],
    ),
  );
}
