/** Looks links up in the mirror, for the background and the popup, which start often. */
import { decodeEntities } from '../api/html-entities.ts';
import { isObject } from '../api/is-object.ts';
import type { PickerOption } from '../draft/draft.ts';
import type { LinkByUrl } from '../storage/links-by-url.ts';
import { delay } from '../time/delay.ts';
import { linkKey } from './link-row.ts';
import { mirrorChannel } from './mirror-channel.ts';
import { readStore, unreadable } from './read-store.ts';

/** A link that may be used again, and the URL that it leads to. */
export interface ReusableLink extends LinkByUrl {
  readonly address: string;
}

/** A lookup is a convenience that must not delay its caller: in ms. */
const maxLookupMs = 500;

/** Most failures pass within a moment: in ms. */
const retryMs = 50;

/** One link, or none for a damaged row. */
export function parseLinkRow(row: unknown): ReusableLink[] {
  if (!isObject(row)) return [];
  const { id, shortUrl, title, clicks, longUrl, openEnded, expires, hasPassword, parameters } = row;
  if (typeof id !== 'string' || typeof shortUrl !== 'string') return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const tags = (Array.isArray(parameters) ? parameters : [])
    .map((one: unknown) => (isObject(one) ? text(one['value']) : ''))
    .join(', ');
  return [
    {
      id,
      shortUrl,
      title: text(title),
      clicks: typeof clicks === 'number' ? clicks : null,
      // The service's dates have no time zone, so links created here sort before these.
      at: 0,
      address: text(longUrl),
      ...((openEnded !== true || tags !== '') && { unchecked: true }),
      ...(typeof expires === 'string' && { expires }),
      ...(hasPassword === true && { hasPassword }),
      ...(tags !== '' && { tags }),
    },
  ];
}

/**
 * Newest first; none when there is no database of the account.
 *
 * @param address as the browser writes it; all addresses when omitted
 * @throws when the database can't be read, which is not the same as none
 */
export async function findMirrorLinks(
  scope: string,
  most: number,
  address?: string,
): Promise<ReusableLink[]> {
  const once = () =>
    readStore(scope, (database) => {
      const links = database.transaction('links').objectStore('links');
      return address === undefined
        ? links.getAll(null, most)
        : links.index('address').getAll(decodeEntities(address), most);
    });
  // While an account is being deleted, IndexedDB does not answer.
  const tooLong = delay(maxLookupMs).then(() => {
    throw unreadable('no answer');
  });
  const rows = await Promise.race([once().catch(() => delay(retryMs).then(once)), tooLong]);
  return rows.flatMap(parseLinkRow);
}

/** How many links lead there. @param address as for `findMirrorLinks` @throws as that */
export async function countMirrorLinks(scope: string, address: string): Promise<number> {
  const keys = await readStore(scope, (database) =>
    database.transaction('links').objectStore('links').index('address').getAllKeys(decodeEntities(address)),
  );
  return keys.length;
}

/** The campaign that the link was created in or added to here; `null` where none is known, or the mirror has the link only later. @throws as `findMirrorLinks` */
export async function findCampaignId(scope: string, id: string): Promise<string | null> {
  const [row] = await readStore(scope, (database) =>
    database.transaction('links').objectStore('links').getAll(linkKey(id)),
  );
  return isObject(row) && typeof row['campaign'] === 'string' ? row['campaign'] : null;
}

/** The same as one of the account's campaigns; `undefined` also where the mirror can't be read. */
export async function findCampaign(
  {
    scope = '',
    campaigns,
  }: { readonly scope?: string | undefined; readonly campaigns: readonly PickerOption[] },
  id: string | null,
): Promise<PickerOption | undefined> {
  if (id === null || scope === '') return undefined;
  // It may be read again at the next press.
  const campaignId = await findCampaignId(scope, id).catch(() => null);
  return campaigns.find((campaign) => campaign.id === campaignId);
}

/**
 * Looks again whenever the mirror changes: a link that was just created or moved may not be in it yet.
 *
 * @returns unsubscribes
 */
export function followCampaign(
  lists: () => Parameters<typeof findCampaign>[0],
  id: string | null,
  onFound: (campaign: PickerOption) => void,
): () => void {
  let isStopped = false;
  async function look(): Promise<void> {
    const campaign = await findCampaign(lists(), id);
    if (campaign && !isStopped) onFound(campaign);
  }
  const channel = new BroadcastChannel(mirrorChannel);
  channel.addEventListener('message', () => void look());
  // It may have changed before this.
  void look();
  return () => {
    isStopped = true;
    channel.close();
  };
}

/** Of the links to a page, how many are looked at. */
const maxOfPage = 20;

/** A link to a page: one that is open-ended, if there is any, even where a newer one is not. @throws as `findMirrorLinks` */
export async function findReusableLink(scope: string, address: string): Promise<ReusableLink | null> {
  const found = await findMirrorLinks(scope, maxOfPage, address);
  return found.find(({ unchecked }) => !unchecked) ?? found[0] ?? null;
}
