/** Writes the links of a service list into the mirror and preserves the fields that no list has. */
import type { Link } from '../api/links.ts';
import { extendsTitle } from '../draft/placement-title.ts';
import { compareUrls } from '../url/compare-urls.ts';
import { readAssignedCampaigns, removeAssignedCampaigns } from './assigned-campaigns.ts';
import type { OpenTransaction } from './database.ts';
import { linkKey, type LinkRow } from './link-row.ts';
import { normalizeUrl } from '../url/normalize-url.ts';
import { readExcludedIds, removeExcluded, excludedIdsKey } from './excluded-ids.ts';

export interface UpsertResult {
  /** Links that were in no list before. */
  readonly newCount: number;
  /** One of them had not been in this scan. */
  readonly hasNews: boolean;
  /** A page has something to render again. */
  readonly hasChanged: boolean;
}

/** @param scanNumber of the current deletion scan */
export async function upsertLinks(
  transaction: OpenTransaction<'links' | 'items' | 'state'>,
  listed: readonly Link[],
  scanNumber: number,
): Promise<UpsertResult> {
  const store = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const excluded = await readExcludedIds(states);
  const allowed = removeExcluded(excluded, [...new Map(listed.map((link) => [link.id, link])).values()]);
  if (allowed.excluded !== excluded) void states.put([...allowed.excluded], excludedIdsKey);
  const { links } = allowed;
  const [itemCount, assigned, ...stored] = await Promise.all([
    items.count(),
    readAssignedCampaigns(states),
    ...links.map((link) => store.get(linkKey(link.id))),
  ]);
  const result = { newCount: 0, hasNews: false, hasChanged: false };
  for (const [index, row] of links.entries()) {
    const before = stored[index];
    const link = withKnownFields(row, before);
    if (before?.confirmed !== true) result.newCount++;
    if (before?.sweep !== scanNumber) result.hasNews = true;
    if (before !== undefined && before.confirmed && hasSameData(before, link)) {
      if (before.sweep !== scanNumber) void store.put({ ...before, sweep: scanNumber });
      continue;
    }
    result.hasChanged = true;
    const channels =
      before?.channels ??
      (itemCount === 0 ? [] : (await items.index('item').getAll(link.id)).flatMap(channelOf));
    const own = {
      campaign: assigned.get(link.id) ?? null,
      ...before,
      channels,
      confirmed: true,
      sweep: scanNumber,
    };
    void store.put(toLinkRow(link, own));
  }
  const ids = new Set<string>(links.map(({ id }) => id));
  removeAssignedCampaigns(states, assigned, (id) => ids.has(id));
  return result;
}

/** A link as the service shows it, with the stored `address` where that is the same destination. */
export type LinkWithAddress = Link & Partial<Pick<LinkRow, 'address'>>;

/**
 * Keeps what the service does not list or lists in another form: some have no title, date or alias, many show the
 * destination decoded or with a slash at its end, and a page would not be found by that.
 */
export function withKnownFields(listed: Link, before: LinkRow | undefined): LinkWithAddress {
  if (before === undefined) return listed;
  const known = before.longUrl ?? before.address;
  const isSame = listed.longUrl === null || (known !== '' && compareUrls(listed.longUrl, known) === 'same');
  return {
    ...listed,
    alias: listed.alias || before.alias,
    title: extendsTitle(before.title, listed.title) ? before.title : listed.title || before.title,
    date: listed.date ?? before.date,
    ...(isSame && { longUrl: before.longUrl, address: before.address }),
  };
}

type LocalFields = Pick<
  LinkRow,
  'campaign' | 'channels' | 'confirmed' | 'sweep' | 'openEnded' | 'expires' | 'hasPassword' | 'parameters'
>;

export function toLinkRow(link: LinkWithAddress, own: LocalFields): LinkRow {
  const { id, alias, shortUrl, longUrl, clicks, title, description, date } = link;
  const { address = normalizeUrl(longUrl) } = link;
  const { campaign, channels, confirmed, sweep, openEnded, expires, hasPassword, parameters } = own;
  const fields = { id, alias, shortUrl, longUrl, clicks, title, description, date };
  const local = {
    campaign,
    channels,
    confirmed,
    sweep,
    ...(openEnded && { openEnded }),
    ...(expires && { expires }),
    ...(hasPassword && { hasPassword }),
    ...(parameters && { parameters }),
  };
  return { ...fields, key: linkKey(id), address, ...local };
}

const channelOf = ({ type, channel }: { readonly type: string; readonly channel: string }) =>
  type === 'links' ? [channel] : [];

const comparedFields = ['alias', 'shortUrl', 'longUrl', 'clicks', 'title', 'description', 'date'] as const;

export const hasSameData = (one: Link, other: Link): boolean =>
  comparedFields.every((name) => one[name] === other[name]);
