/** What channels hold, and with it the channels of each link. */
import { type ChannelItem, listChannelItems } from '../../api/channels.ts';
import { type Failure, failureReach } from '../../api/failure.ts';
import { toId } from '../../api/coerce.ts';
import { isStale } from './sync-lists.ts';
import type { StoredChannelItem, MirrorDatabase } from '../database.ts';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { readPendingChanges, mergePendingChanges } from '../pending-changes.ts';
import type { ApiReader } from './types.ts';
import { linkKey } from '../link-row.ts';
import { withAnswer, changeListState, itemsKey, readListState, stateOf } from './sync-state.ts';
import { digestOf, readExcludedIds } from '../excluded-ids.ts';

/** Without being asked for, what a channel holds is read again after so long. */
const restMs = 6 * 3_600_000;

export interface ChannelItemsDeps {
  readonly database: MirrorDatabase;
  readonly read: ApiReader;
  readonly now: () => number;
  readonly changed: (what: 'links' | 'lists') => void;
  readonly limit?: number | undefined;
}

export const itemKey = ({ type, id }: Pick<ChannelItem, 'type' | 'id'>): string => `${type} ${id}`;
export const pendingChangeKey = (channel: string, item: Pick<ChannelItem, 'type' | 'id'>): string =>
  `${channel} ${itemKey(item)}`;
export const itemsOf = (channel: string): IDBKeyRange => IDBKeyRange.bound([channel], [channel, []]);

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

/** Brings in what one channel holds. @returns a failure that concerns every request */
export async function syncChannelItems(deps: ChannelItemsDeps, channel: string): Promise<Failure | null> {
  const { database, read, now, changed, limit } = deps;
  const known = toId(channel);
  if (known === null) return null;
  const key = itemsKey(channel);
  const asked = now();
  const { due } = await readListState(stateOf(database), key);
  const answer = await fetchAllPages(read, (query) => listChannelItems(known, query), {
    keyOf: (item: ChannelItem) => itemKey(item),
    limit,
  });
  if (!answer.ok) {
    await changeListState(database, key, (before) => ({ ...withAnswer(before, due), tried: now() }));
    return failureReach(answer.failure) === 'request' ? null : answer.failure;
  }

  const transaction = database.transaction(['items', 'links', 'state'], 'readwrite');
  const store = transaction.objectStore('items');
  const links = transaction.objectStore('links');
  const unkept = await readExcludedIds(transaction.objectStore('state'));
  const listed = new Map<string, StoredChannelItem>(
    answer.value
      .filter(
        ({ type, id, link }) => type !== 'links' || !(unkept.has(id) || unkept.has(digestOf(link ?? ''))),
      )
      .map((item) => [pendingChangeKey(channel, item), { ...item, channel }]),
  );
  const before = await store.getAll(itemsOf(channel));
  const kept = new Map(before.map((item) => [pendingChangeKey(channel, item), item]));
  const acts = (await readPendingChanges(transaction.objectStore('state'))).filter(
    (act) => act.store === 'items',
  );
  const mine = acts.filter(({ key: act }) => act.startsWith(`${channel} `));
  const all = mergePendingChanges(listed, kept, mine, asked);
  const touched: StoredChannelItem[] = [];
  for (const [name, item] of all) {
    const old = kept.get(name);
    if (JSON.stringify(old) !== JSON.stringify(item)) void store.put(item);
    if (old === undefined) touched.push(item);
  }
  for (const [name, item] of kept) {
    if (all.has(name)) continue;
    void store.delete([channel, item.type, item.id]);
    touched.push(item);
  }
  const filed = touched.filter(({ type }) => type === 'links');
  const rows = await Promise.all(filed.map(({ id }) => links.get(linkKey(id))));
  for (const row of rows) {
    if (row === undefined) continue;
    const others = row.channels.filter((other) => other !== channel);
    const isIn = all.has(pendingChangeKey(channel, { type: 'links', id: row.id }));
    void links.put({ ...row, channels: isIn ? [...others, channel] : others });
  }
  const { complete } = answer;
  const states = transaction.objectStore('state');
  const state = withAnswer(await readListState(states, key), due);
  void states.put({ ...state, at: now(), tried: now(), complete }, key);
  await transaction.done;
  changed('lists');
  if (rows.some((row) => row !== undefined)) changed('links');
  return null;
}
