/** Syncs the items of channels, and with them the channels of each link. */
import { type ChannelItem, itemKey, listChannelItems } from '../../api/channels.ts';
import { type Failure, failureReach, isForbidden } from '../../api/failure.ts';
import { toId } from '../../api/ids.ts';
import { isStale } from './sync-lists.ts';
import { itemsOf, type StoredChannelItem, type MirrorDatabase, type OpenTransaction } from '../database.ts';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { readPendingChanges, mergePendingChanges } from '../pending-changes.ts';
import type { ListContext } from './sync-results.ts';
import { linkKey } from '../link-row.ts';
import { withResponse, changeListState, itemsKey, readListState, stateOf } from './sync-progress.ts';
import { digestOf, readExcludedIds } from '../excluded-ids.ts';

/** The items of a channel are read again after this time without a request for them. */
const restMs = 6 * 3_600_000;

export const pendingChangeKey = (channel: string, item: Pick<ChannelItem, 'type' | 'id'>): string =>
  `${channel} ${itemKey(item)}`;

/** Channels whose items are to be read, the stalest first. @param ms how old they may be */
export async function staleChannels(
  database: MirrorDatabase,
  now: number,
  ms = restMs,
): Promise<readonly string[]> {
  const channels = await database.getAllKeys('channels');
  const states = await Promise.all(
    channels.map(async (channel) => ({
      channel,
      state: await readListState(stateOf(database), itemsKey(channel)),
    })),
  );
  return states
    .filter(({ state }) => isStale(state, now, ms))
    .sort((one, other) => (one.state.tried ?? 0) - (other.state.tried ?? 0))
    .map(({ channel }) => channel);
}

/** @returns a failure that affects every request */
export async function syncChannelItems(deps: ListContext, channel: string): Promise<Failure | null> {
  const { database, read, now, changed, limit } = deps;
  const id = toId(channel);
  if (id === null) return null;
  const key = itemsKey(channel);
  const requestedAt = now();
  const { due } = await readListState(stateOf(database), key);
  const response = await fetchAllPages(read, (query) => listChannelItems(id, query), {
    keyOf: (item: ChannelItem) => itemKey(item),
    limit,
  });
  if (!response.ok) {
    await changeListState(database, key, (before) => ({ ...withResponse(before, due), tried: now() }));
    const isAlone = failureReach(response.failure) === 'request' || isForbidden(response.failure);
    return isAlone ? null : response.failure;
  }

  const transaction = database.transaction(['items', 'links', 'state'], 'readwrite');
  const { merged, touched } = await replaceItems(transaction, channel, response.value, requestedAt);
  const hasLinks = await updateLinkChannels(transaction, channel, merged, touched);
  const states = transaction.objectStore('state');
  const state = withResponse(await readListState(states, key), due);
  void states.put({ ...state, at: now(), tried: now(), complete: response.complete }, key);
  await transaction.done;
  changed('lists');
  if (hasLinks) changed('links');
  return null;
}

type Transaction = OpenTransaction<'items' | 'links' | 'state'>;
type ItemMap = ReadonlyMap<string, StoredChannelItem>;

/** @returns the items of the channel, and those that were added or removed */
async function replaceItems(
  transaction: Transaction,
  channel: string,
  items: readonly ChannelItem[],
  requestedAt: number,
): Promise<{ readonly merged: ItemMap; readonly touched: readonly StoredChannelItem[] }> {
  const store = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const excluded = await readExcludedIds(states);
  const isExcluded = ({ type, id, link }: ChannelItem) =>
    type === 'links' && (excluded.has(id) || excluded.has(digestOf(link ?? '')));
  const keyed = (item: StoredChannelItem) => [pendingChangeKey(channel, item), item] as const;
  const listed = new Map(
    items.filter((item) => !isExcluded(item)).map((item) => keyed({ ...item, channel })),
  );
  const stored = new Map((await store.getAll(itemsOf(channel))).map(keyed));
  const pending = (await readPendingChanges(states)).filter(
    (change) => change.store === 'items' && change.key.startsWith(`${channel} `),
  );
  const merged = mergePendingChanges(listed, stored, pending, requestedAt);
  const touched: StoredChannelItem[] = [];
  for (const [key, item] of merged) {
    const before = stored.get(key);
    if (JSON.stringify(before) !== JSON.stringify(item)) void store.put(item);
    if (before === undefined) touched.push(item);
  }
  for (const [key, item] of stored) {
    if (merged.has(key)) continue;
    void store.delete([channel, item.type, item.id]);
    touched.push(item);
  }
  return { merged, touched };
}

/** @returns whether any of the items is a link of the mirror */
async function updateLinkChannels(
  transaction: Transaction,
  channel: string,
  merged: ItemMap,
  touched: readonly StoredChannelItem[],
): Promise<boolean> {
  const links = transaction.objectStore('links');
  const linkItems = touched.filter(({ type }) => type === 'links');
  const rows = await Promise.all(linkItems.map(({ id }) => links.get(linkKey(id))));
  for (const row of rows) {
    if (row === undefined) continue;
    const others = row.channels.filter((other) => other !== channel);
    const isInChannel = merged.has(pendingChangeKey(channel, { type: 'links', id: row.id }));
    void links.put({ ...row, channels: isInChannel ? [...others, channel] : others });
  }
  return rows.some((row) => row !== undefined);
}
