/**
 * When a link of the recent list was made, and its clicks, as a list of the service has told them last: those that the
 * background keeps by address. Nothing is asked for them.
 */
import { effect, signal } from '@preact/signals';
import { readStorage } from '../../lib/browser/storage.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import type { RecentLink } from '../../lib/storage/recent-links.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { formatAge } from '../../lib/i18n/relative-time.ts';
import type { PopupModel } from './model.ts';

/** By short address. */
const clicks = signal<ReadonlyMap<string, number>>(new Map());

export function describeAge({ shortUrl, at }: RecentLink, now: number): string {
  const count = clicks.value.get(shortUrl);
  return count === undefined ? formatAge(at, now) : `${formatAge(at, now)} · ${formatCount('clicks', count)}`;
}

/** Those of the links that are shown; anew whenever the view is. */
export function findClicks({ view }: PopupModel): () => void {
  return effect(() => {
    const keys = view.value.recents.map(({ address }) => linkByUrlKey(address));
    // Without them the list says what it said.
    if (keys.length > 0) void read(keys).catch(() => undefined);
  });
}

async function read(keys: readonly string[]): Promise<void> {
  const found = Object.values(await readStorage('local', ...keys)).map(parseLinkByUrl);
  const told = found.flatMap((link) =>
    typeof link?.clicks === 'number' ? [[link.shortUrl, link.clicks] as const] : [],
  );
  if (told.length + clicks.peek().size > 0) clicks.value = new Map(told);
}
