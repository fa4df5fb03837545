/** Writes the links of a service list into the mirror and preserves the fields that no list has. */
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
  /** Links that were in no list before. */
  readonly newCount: number;
  /** One of them had not been in this scan. */
  readonly hasNews: boolean;
  /** A page has something to render again. */
  readonly hasChanged: boolean;
}

/** @param sweep number of the current deletion scan */
export async function upsertLinks(
  transaction: UpsertContext,
  listed: readonly Link[],
  sweep: number,
): Promise<UpsertResult> {
  const store = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const excluded = await readExcludedIds(states);
  const allowed = removeExcluded(excluded, [...new Map(listed.map((link) => [link.id, link])).values()]);
  if (allowed.excluded !== excluded) void states.put([...allowed.excluded], excludedIdsKey);
  const { links } = allowed;
  const [filed, ...stored] = await Promise.all([
    items.count(),
    ...links.map((link) => store.get(linkKey(link.id))),
  ]);
  const result = { newCount: 0, hasNews: false, hasChanged: false };
  for (const [index, row] of links.entries()) {
    const before = stored[index];
    // Some services list no title for a link that was created with one, or no date.
    const link = {
      ...row,
      title: row.title || (before?.title ?? ''),
      date: row.date ?? before?.date ?? null,
    };
    if (before?.confirmed !== true) result.newCount++;
    if (before?.sweep !== sweep) result.hasNews = true;
    if (before !== undefined && before.confirmed && hasSameData(before, link)) {
      if (before.sweep !== sweep) void store.put({ ...before, sweep });
      continue;
    }
    result.hasChanged = true;
    const channels =
      before?.channels ?? (filed === 0 ? [] : (await items.index('item').getAll(link.id)).flatMap(channelOf));
    const { campaign = null, openEnded } = before ?? {};
    const own = { campaign, channels, confirmed: true, sweep, ...(openEnded && { openEnded }) };
    void store.put(toLinkRow(link, own));
  }
  return result;
}

type LocalFields = Pick<LinkRow, 'campaign' | 'channels' | 'confirmed' | 'sweep' | 'openEnded'>;

export function toLinkRow(link: Link, own: LocalFields): LinkRow {
  const { id, alias, shortUrl, longUrl, clicks, title, description, date } = link;
  const fields = { id, alias, shortUrl, longUrl, clicks, title, description, date };
  return { ...fields, key: linkKey(id), address: normalizeUrl(longUrl), ...own };
}

const channelOf = ({ type, channel }: { readonly type: string; readonly channel: string }) =>
  type === 'links' ? [channel] : [];

const comparedFields = ['alias', 'shortUrl', 'longUrl', 'clicks', 'title', 'description', 'date'] as const;

export const hasSameData = (one: Link, other: Link): boolean =>
  comparedFields.every((name) => one[name] === other[name]);
