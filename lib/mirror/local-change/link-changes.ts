/** Local changes of links: created, assigned, or excluded from the mirror. */
import { toWebAddress } from '../../api/coerce.ts';
import { toId, type Id } from '../../api/ids.ts';
import { lastPathSegment } from '../../api/short-url.ts';
import type { LinkDraft } from '../../draft/draft.ts';
import { defaultLinkOptions } from '../../draft/parse-options.ts';
import { taggedUrls } from '../../draft/utm-parameters.ts';
import type { JobResult } from '../../outbox/job-result.ts';
import {
  addAssignedCampaign,
  readAssignedCampaigns,
  removeAssignedCampaigns,
} from '../assigned-campaigns.ts';
import type { StoredChannelItem } from '../database.ts';
import { digestOf, excludedIdsKey, readExcludedIds, withExcludedId } from '../excluded-ids.ts';
import { linkKey, type LinkRow } from '../link-row.ts';
import { normalizeUrl } from '../../url/normalize-url.ts';
import { pendingChangeKey } from '../sync/sync-channel-items.ts';
import { readLinksState } from '../sync/links-state.ts';
import { itemsKey } from '../sync/sync-progress.ts';
import { toLinkRow, type LinkWithAddress } from '../upsert-links.ts';
import { addPendingChange, markListStale, type LocalChange } from './context.ts';

/** The newest links among which one without an id is searched. */
const maxSearched = 1_000;

export async function insertLink(
  change: LocalChange,
  draft: LinkDraft,
  result: JobResult | null,
  {
    date,
    ...restrictions
  }: Pick<LinkRow, 'openEnded' | 'expires' | 'hasPassword'> & { readonly date: string },
): Promise<void> {
  const { address, title, alias, campaign, channel, extras = defaultLinkOptions } = draft;
  const id = toId(result?.id);
  if (result === null || id === null) return;
  const { address: sentUrl, parameters } = taggedUrls({ address, extras });
  const { transaction, touched } = change;
  const links = transaction.objectStore('links');
  const before = await links.get(linkKey(id));
  // A link that existed before need not have been assigned as requested.
  const requestedCampaign = result.existing ? null : (campaign?.id ?? null);
  const shortUrl = toWebAddress(result.shortUrl);
  const created: LinkWithAddress = {
    id,
    alias: result.aliasDiffers || alias.trim() === '' ? lastPathSegment(shortUrl ?? '') : alias.trim(),
    shortUrl,
    longUrl: toWebAddress(sentUrl),
    // Credentials in a URL are not shown, and the page is found by them.
    address: normalizeUrl(address),
    clicks: result.existing ? null : 0,
    title,
    description: extras.note,
    // A link that was looked up may have been created long before.
    date: result.existing || result.lookedUp ? null : date,
  };
  // A list may have had it first, and many list no title.
  const link = before === undefined ? created : { ...before, title: before.title || title };
  const { number: scanNumber } = (await readLinksState(transaction.objectStore('state'))).deletionScan;
  const assigned = await takeAssignedCampaign(change, id);
  const own = before ?? { campaign: null, channels: [], confirmed: false, sweep: scanNumber };
  void links.put(
    toLinkRow(link, {
      ...own,
      // Assigned since; the next worker instance may repeat this change after that.
      campaign: assigned ?? own.campaign ?? requestedCampaign,
      ...(!result.existing && restrictions),
      // One that the user has chosen may have been made elsewhere.
      ...(!result.existing && !result.chosen && { parameters }),
    }),
  );
  touched.add('links');
  if (channel !== null && !result.existing)
    await addChannelItem(change, channel.id, { type: 'links', id, name: result.shortUrl ?? title });
}

/** What was assigned before the mirror had the link. */
async function takeAssignedCampaign({ transaction }: LocalChange, id: string): Promise<string | null> {
  const states = transaction.objectStore('state');
  const assigned = await readAssignedCampaigns(states);
  const campaign = assigned.get(id) ?? null;
  removeAssignedCampaigns(states, assigned, (other) => other === id);
  return campaign;
}

export async function assignLinkToCampaign(
  { transaction, touched }: LocalChange,
  id: string,
  campaign: string,
): Promise<void> {
  const links = transaction.objectStore('links');
  const row = await links.get(linkKey(id));
  if (row === undefined) {
    await addAssignedCampaign(transaction.objectStore('state'), id, campaign);
    return;
  }
  void links.put({ ...row, campaign });
  touched.add('links');
}

export async function addChannelItem(
  change: LocalChange,
  channel: string,
  item: { readonly type: StoredChannelItem['type']; readonly id: string; readonly name: string },
): Promise<void> {
  const { type, name } = item;
  const id = toId(item.id);
  if (id === null) return;
  const { transaction, touched } = change;
  const links = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const row = type === 'links' ? await links.get(linkKey(id)) : undefined;
  if (row && !row.channels.includes(channel)) {
    void links.put({ ...row, channels: [...row.channels, channel] });
    touched.add('links');
  }
  if ((await items.get([channel, type, id])) === undefined) {
    const title = row?.title ?? name;
    const link = row?.shortUrl ?? toWebAddress(name);
    void items.put({ channel, type, id, title, preview: null, link, date: null });
  }
  await addPendingChange(change, { store: 'items', key: pendingChangeKey(channel, { type, id }) });
  await markListStale(change, itemsKey(channel));
}

/** A link from a private window. One that existed before is no secret; a list may already have stored a new one. */
export async function excludeLink(change: LocalChange, result: JobResult | null): Promise<void> {
  if (result === null || result.existing) return;
  const { transaction, touched } = change;
  const links = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const exclude = async (idOrDigest: string) =>
    void states.put(withExcludedId(await readExcludedIds(states), idOrDigest), excludedIdsKey);
  const id = toId(result.id) ?? (await findIdOf(change, result.shortUrl));
  if (id === null) {
    // The next list that shows it replaces the digest by its id.
    if (result.shortUrl !== null) await exclude(digestOf(result.shortUrl));
    return;
  }
  await exclude(id);
  const row = await links.get(linkKey(id));
  if (row !== undefined) void links.delete(row.key);
  for (const { channel, type } of await items.index('item').getAll(id))
    if (type === 'links') void items.delete([channel, type, id]);
  if (row !== undefined) touched.add('links');
}

/** A list may have stored the link before its response came, which had no id. */
async function findIdOf({ transaction }: LocalChange, shortUrl: string | null): Promise<Id | null> {
  if (shortUrl === null) return null;
  const digest = digestOf(shortUrl);
  const newest = await transaction.objectStore('links').getAll(null, maxSearched);
  return newest.find((row) => row.shortUrl !== null && digestOf(row.shortUrl) === digest)?.id ?? null;
}
