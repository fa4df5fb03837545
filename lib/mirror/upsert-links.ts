/** Enters what a list of the service shows of links, keeping what no list tells. */
import type { IDBPTransaction } from 'idb';
import type { Link } from '../api/links.ts';
import type { MirrorSchema } from './database.ts';
import { comparable, linkKey, type LinkRow } from './link-row.ts';
import { readUnkept, sortOut, unkeptKey } from './excluded-ids.ts';

type Entering = Pick<
  IDBPTransaction<MirrorSchema, ('links' | 'items' | 'state')[], 'readwrite'>,
  'objectStore'
>;

export interface Entered {
  /** Links that no list had shown before. */
  readonly fresh: number;
  /** Whether any of them had not been seen in this sweep. */
  readonly news: boolean;
  /** Whether there is anything for a page to draw anew. */
  readonly changed: boolean;
}

/** @param sweep number of the sweep that sees them */
export async function enterLinks(
  transaction: Entering,
  listed: readonly Link[],
  sweep: number,
): Promise<Entered> {
  const store = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const unkept = await readUnkept(states);
  const sorted = sortOut(unkept, [...new Map(listed.map((link) => [link.id, link])).values()]);
  if (sorted.unkept !== unkept) void states.put([...sorted.unkept], unkeptKey);
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
    if (before !== undefined && before.confirmed && isSame(before, link)) {
      if (before.sweep !== sweep) void store.put({ ...before, sweep });
      continue;
    }
    entered.changed = true;
    const channels =
      before?.channels ?? (filed === 0 ? [] : (await items.index('item').getAll(link.id)).flatMap(channelOf));
    const { campaign = null, openEnded } = before ?? {};
    const own = { campaign, channels, confirmed: true, sweep, ...(openEnded && { openEnded }) };
    void store.put(rowOf(link, own));
  }
  return entered;
}

type Own = Pick<LinkRow, 'campaign' | 'channels' | 'confirmed' | 'sweep' | 'openEnded'>;

export function rowOf(link: Link, own: Own): LinkRow {
  const { id, alias, shortUrl, longUrl, clicks, title, description, date } = link;
  const told = { id, alias, shortUrl, longUrl, clicks, title, description, date };
  return { ...told, key: linkKey(id), address: comparable(longUrl), ...own };
}

const channelOf = ({ type, channel }: { readonly type: string; readonly channel: string }) =>
  type === 'links' ? [channel] : [];

const told = ['alias', 'shortUrl', 'longUrl', 'clicks', 'title', 'description', 'date'] as const;

export const isSame = (one: Link, other: Link): boolean => told.every((name) => one[name] === other[name]);
