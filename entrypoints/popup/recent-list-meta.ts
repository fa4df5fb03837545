/**
 * The age and the clicks of a link in the recent list. The clicks are those of the service's last reply, which the
 * background has stored by URL; nothing is requested for them.
 */
import { effect, signal } from '@preact/signals';
import { readStorage } from '../../lib/browser/storage.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import type { RecentLink } from '../../lib/storage/recent-links.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { formatAge } from '../../lib/i18n/relative-time.ts';
import type { PopupModel } from './model.ts';

/** By short URL. */
const clicks = signal<ReadonlyMap<string, number>>(new Map());

export function describeAge({ shortUrl, at }: RecentLink, now: number): string {
  const count = clicks.value.get(shortUrl);
  return count === undefined ? formatAge(at, now) : `${formatAge(at, now)} · ${formatCount('clicks', count)}`;
}

/** Reads the clicks of the shown links, again with each change of the view. */
export function findClicks({ view }: PopupModel): () => void {
  return effect(() => {
    const keys = view.value.recents.map(({ address }) => linkByUrlKey(address));
    // Without clicks, the list shows the ages only.
    if (keys.length > 0) void read(keys).catch(() => undefined);
  });
}

async function read(keys: readonly string[]): Promise<void> {
  const found = Object.values(await readStorage('local', ...keys)).map(parseLinkByUrl);
  const counted = found.flatMap((link) =>
    typeof link?.clicks === 'number' ? [[link.shortUrl, link.clicks] as const] : [],
  );
  if (counted.length + clicks.peek().size > 0) clicks.value = new Map(counted);
}
