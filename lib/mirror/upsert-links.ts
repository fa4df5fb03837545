/** Enters what a list of the service shows of links, keeping what no list tells. */
import type { IDBPTransaction } from 'idb';
import type { Link } from '../api/links.ts';
import type { MirrorSchema } from './database.ts';
import { normalizeUrl, linkKey, type LinkRow } from './link-row.ts';
import { readExcludedIds, removeExcluded, excludedIdsKey } from './excluded-ids.ts';

type UpsertContext = Pick<
  IDBPTransaction<MirrorSchema, ('links' | 'items' | 'state')[], 'readwrite'>,
  'objectStore'
>;

export interface UpsertResult {
  /** Links that no list had shown before. */
  readonly fresh: number;
  /** Whether any of them had not been seen in this sweep. */
  readonly news: boolean;
  /** Whether there is anything for a page to draw anew. */
  readonly changed: boolean;
}

/** @param sweep number of the sweep that sees them */
export async function upsertLinks(
  transaction: UpsertContext,
  listed: readonly Link[],
  sweep: number,
): Promise<UpsertResult> {
  const store = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const unkept = await readExcludedIds(states);
  const sorted = removeExcluded(unkept, [...new Map(listed.map((link) => [link.id, link])).values()]);
  if (sorted.unkept !== unkept) void states.put([...sorted.unkept], excludedIdsKey);
  const links = sorted.kept;
  const [filed, ...kept] = await Promise.all([
    items.count(),
    ...links.map((link) => store.get(linkKey(link.id))),
  ]);
  const entered = { fresh: 0, news: false, changed: false };
  for (const [place, link] of links.entries()) {
    const before = kept[place];
    if (before?.confirmed !== true) entered.fresh++;
    if (before?.sweep !== sweep) entered.news = true;
    if (before !== undefined && before.confirmed && hasSameData(before, link)) {
      if (before.sweep !== sweep) void store.put({ ...before, sweep });
      continue;
    }
    entered.changed = true;
    const channels =
      before?.channels ?? (filed === 0 ? [] : (await items.index('item').getAll(link.id)).flatMap(channelOf));
    const { campaign = null, openEnded } = before ?? {};
    const own = { campaign, channels, confirmed: true, sweep, ...(openEnded && { openEnded }) };
    void store.put(toLinkRow(link, own));
  }
  return entered;
}

type PendingChanges = Pick<LinkRow, 'campaign' | 'channels' | 'confirmed' | 'sweep' | 'openEnded'>;

export function toLinkRow(link: Link, own: PendingChanges): LinkRow {
  const { id, alias, shortUrl, longUrl, clicks, title, description, date } = link;
  const told = { id, alias, shortUrl, longUrl, clicks, title, description, date };
  return { ...told, key: linkKey(id), address: normalizeUrl(longUrl), ...own };
}

const channelOf = ({ type, channel }: { readonly type: string; readonly channel: string }) =>
  type === 'links' ? [channel] : [];

const withChangedClicks = ['alias', 'shortUrl', 'longUrl', 'clicks', 'title', 'description', 'date'] as const;

export const hasSameData = (one: Link, other: Link): boolean =>
  withChangedClicks.every((name) => one[name] === other[name]);
