/** Syncs the short lists of an account: each is read to its end and written in one transaction. */
import type { Call } from '../../api/call.ts';
import { listCampaigns } from '../../api/campaigns.ts';
import { listChannels } from '../../api/channels.ts';
import { listDomains } from '../../api/domains.ts';
import { type Failure, failureReach, isForbidden } from '../../api/failure.ts';
import type { Page, PageQuery } from '../../api/pagination.ts';
import { listOverlays } from '../../api/overlays.ts';
import { listPixels } from '../../api/pixels.ts';
import { listSplashPages } from '../../api/splash-pages.ts';
import { isOlderThan } from '../../time/elapsed.ts';
import type { PickerOption } from '../../draft/draft.ts';
import type { CollectionName, MirrorSchema } from '../database.ts';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { readPendingChanges, mergePendingChanges } from '../pending-changes.ts';
import { stores } from '../local-change/context.ts';
import { removeChannelItems, removeLinksFromCampaign } from '../remove-memberships.ts';
import type { ListContext, PickerUpdate } from './sync-results.ts';
import {
  withResponse,
  changeListState,
  listKey,
  readListState,
  stateOf,
  withStale,
  type ListState,
} from './sync-progress.ts';

/** Lists younger than this are not requested again. */
export const maxAgeMs = 5 * 60_000;

type RecordOf<Name extends CollectionName> = MirrorSchema[Name]['value'];

/** Lists that every form needs. */
const needed: readonly CollectionName[] = ['campaigns', 'channels', 'pixels', 'domains'];

export const isStale = ({ tried, due }: ListState, now: number, ms = maxAgeMs): boolean =>
  due > 0 || isOlderThan(tried, ms, now);

/** @returns the failure that ended the round early because it affects every request */
export async function syncLists(deps: ListContext, force: boolean): Promise<Failure | null> {
  const { database, now, reportSync } = deps;
  let hasSynced = false;
  /** Lists that the service has just shown not to have. */
  const lacking = new Set<CollectionName>();
  async function syncIfStale<Name extends CollectionName>(
    name: Name,
    list: (query: PageQuery) => Call<Page<RecordOf<Name>>>,
    toUpdate: (records: readonly RecordOf<Name>[]) => PickerUpdate,
  ): Promise<Failure | null> {
    if (!force && !isStale(await readListState(stateOf(database), listKey(name)), now())) return null;
    const failure = await syncList(deps, name, list, toUpdate);
    if (failure === null) hasSynced = true;
    else if (['refused', 'not-an-api'].includes(failure.kind) || isForbidden(failure)) lacking.add(name);
    if (failure === null || failureReach(failure) === 'request' || isForbidden(failure)) return null;
    // After a success it is not about the key either.
    return failure.kind === 'key' && hasSynced ? null : failure;
  }

  const failure =
    (await syncIfStale('campaigns', listCampaigns, (all) => ({ campaigns: all.map(toOption) }))) ??
    (await syncIfStale('channels', listChannels, (all) => ({ channels: all.map(toOption) }))) ??
    (await syncIfStale('pixels', listPixels, (all) => ({
      pixels: all.map(({ id, name, type }) => ({ id, name: name || type })),
      pixelTypes: [...new Set(all.map(({ type }) => type))],
    }))) ??
    (await syncIfStale('splashPages', listSplashPages, (all) => ({ splashPages: all.map(toOption) }))) ??
    (await syncIfStale('overlays', listOverlays, (all) => ({
      overlays: all.map(({ id, name, type }) => ({ id, name: name || type })),
    }))) ??
    (await syncIfStale('domains', listDomains, (all) => ({ domains: all.map(({ domain }) => domain) })));
  if (hasSynced) {
    const times = await Promise.all(
      needed.map(async (name) => {
        const { at } = await readListState(stateOf(database), listKey(name));
        return at ?? (lacking.has(name) ? now() : null);
      }),
    );
    if (times.every((at) => at !== null)) await reportSync({ lists: { at: Math.min(...times) } });
  }
  return failure;
}

const toOption = ({ id, name }: PickerOption): PickerOption => ({ id, name });

async function syncList<Name extends CollectionName>(
  { database, read, now, reportSync, changed, limit }: ListContext,
  name: Name,
  list: (query: PageQuery) => Call<Page<RecordOf<Name>>>,
  toUpdate: (records: readonly RecordOf<Name>[]) => PickerUpdate,
): Promise<Failure | null> {
  const key = listKey(name);
  const requestedAt = now();
  const { due } = await readListState(stateOf(database), key);
  const response = await fetchAllPages(read, list, { limit });
  if (!response.ok) {
    await changeListState(database, key, (before) => ({ ...withResponse(before, due), tried: now() }));
    return response.failure;
  }
  const listed = new Map<string, RecordOf<Name>>(response.value.map((record) => [record.id, record]));
  const transaction = database.transaction(stores, 'readwrite');
  const store = transaction.objectStore(name);
  const states = transaction.objectStore('state');
  const stored = new Map<string, RecordOf<Name>>((await store.getAll()).map((record) => [record.id, record]));
  const pending = (await readPendingChanges(states)).filter((act) => act.store === name);
  const all = mergePendingChanges(listed, stored, pending, requestedAt);
  for (const [id, record] of all)
    if (JSON.stringify(stored.get(id)) !== JSON.stringify(record)) void store.put(record);
  const gone = [...stored.keys()].filter((id) => !all.has(id));
  for (const id of gone) void store.delete(id);
  const { complete } = response;
  const before = await readListState(states, key);
  const absent = (before.missing ?? []).filter((id) => !all.has(id));
  const touched = new Set<'links' | 'lists'>();
  const remove = memberships[name];
  if (complete) for (const id of absent) await remove?.({ transaction, touched }, id);
  const missing = complete ? gone : [...absent, ...gone];
  // Stays stale until the pickers have been updated.
  void states.put(withStale({ ...before, at: now(), tried: now(), complete, missing }), key);
  await transaction.done;
  if (touched.has('links')) changed('links');
  // Reported twice when the sync is killed in between.
  await reportSync({ lists: toUpdate([...all.values()]) });
  await changeListState(database, key, (state) => withResponse(state, due + 1));
  changed('lists');
  return null;
}

/** What is forgotten of a record that is gone. */
const memberships: { readonly [Name in CollectionName]?: typeof removeChannelItems } = {
  campaigns: removeLinksFromCampaign,
  channels: removeChannelItems,
};
