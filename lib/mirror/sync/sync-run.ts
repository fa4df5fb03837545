/**
 * What one run of the keeper does: the pickers' lists and the newest links when somebody may look and they are stale, what
 * is unread of the old links, what channels hold, and the sweep for what is gone. Somebody who asks meanwhile goes first.
 */
import type { Failure } from '../../api/failure.ts';
import type { Link } from '../../api/links.ts';
import type { Change } from '../change-channel.ts';
import { syncLists, maxAgeMs, isOlderThan } from './sync-lists.ts';
import { collectionNames, type MirrorDatabase } from '../database.ts';
import { syncChannelItems, staleChannels } from './sync-channel-items.ts';
import type { Clicks, PickerUpdate, ApiReader } from './types.ts';
import {
  initialLinksState,
  linksKey,
  listKey,
  readLinksState,
  readListState,
  stateOf,
  withStale,
  type LinksState,
} from './sync-state.ts';
import {
  verifyOne,
  maxBatch,
  removeMissing,
  isScanDue,
  isScanning,
  mayContinue,
  nextScanAt,
  startScan,
} from './deletion-scan.ts';
import { syncNextPage, withNewestRange } from './sync-links.ts';

/** After a failure that concerns every request. */
export const retryAfterMs = 5 * 60_000;
/** Channels read again at once when somebody asks for the newest of everything. */
const channelsAtOnce = 20;
/** Links whose clicks are passed on: as many as ever were. */
const clicksTold = 100;

/** `more`: it is not whole yet. `later`: it is, and has to be looked after at `at`, epoch ms, if anybody uses it. */
export type SyncResult =
  | { readonly left: 'nothing' }
  | { readonly left: 'more' | 'later'; readonly at: number; readonly failure: Failure | null };

/** What is stale, or everything. */
export type SyncRequest = 'nothing' | 'stale' | 'all';

export interface SyncRunDeps {
  readonly database: MirrorDatabase;
  readonly read: ApiReader;
  /** For lists that somebody waits for, and the newest page of links. */
  readonly readAtOnce: ApiReader;
  readonly keepLists: (lists: PickerUpdate, clicks: readonly Clicks[]) => Promise<void>;
  readonly now: () => number;
  readonly changed: (what: Change['what']) => void;
  /** Whether somebody has asked since. */
  readonly isAsked: () => boolean;
  /** What was asked for, once; not before what was done until then is entered. */
  readonly takeWish: () => Promise<SyncRequest>;
}

/** Until nothing is left that it could do now. @throws what the database throws */
export async function runSync(own: SyncRunDeps): Promise<SyncResult> {
  const { database, read, keepLists, now, changed, isAsked, takeWish } = own;
  let newest: readonly Link[] = [];
  const deps = {
    database,
    read,
    now,
    changed,
    onNewest: (links: readonly Link[]) => {
      newest = links.slice(0, clicksTold);
    },
  };
  let state = await loaded(database, now());
  const limit = () => (state.sizing.settled && state.sizing.limit > 0 ? state.sizing.limit : undefined);

  async function turn(part: 'stretch' | 'sweep', reader = read): Promise<Failure | null> {
    const went = await syncNextPage({ ...deps, read: reader }, state, part);
    ({ state } = went);
    return went.failure;
  }

  /** Should this be killed on its way, the next run finds on disk what is left of what somebody asked for. */
  async function noteAsked(): Promise<void> {
    state = { ...state, tried: null };
    const transaction = database.transaction('state', 'readwrite');
    void transaction.store.put(state, linksKey);
    for (const key of collectionNames.map(listKey))
      void transaction.store.put(withStale(await readListState(transaction.store, key)), key);
    await transaction.done;
  }

  /** What somebody may be looking at. */
  async function upToDate(force: boolean): Promise<Failure | null> {
    if (force) await noteAsked();
    const lists = {
      ...deps,
      read: force ? own.readAtOnce : read,
      changed: () => changed('lists'),
      offer: (offered: PickerUpdate) => keepLists(offered, []),
      limit: limit(),
    };
    const failure = (await syncLists(lists, force)) ?? (await newestLinks(force));
    if (failure !== null || !force || state.sweep.ended === null) return failure;
    return items((await staleChannels(database, now(), maxAgeMs)).slice(0, channelsAtOnce));
  }

  async function newestLinks(force: boolean): Promise<Failure | null> {
    if (!force && !isOlderThan(state.tried, maxAgeMs, now())) return null;
    state = withNewestRange(state);
    const depth = state.stretches.length;
    const isFirst = state.stretches[0]?.until === null;
    // Of the very first fill the newest page alone will do for now.
    const isRead = () => state.stretches.length < depth || (isFirst && state.at !== null);
    // The newest page is what somebody waits for; a bulk would hold back everything else for hours.
    let reader = force ? own.readAtOnce : read;
    do {
      const failure = await turn('stretch', reader);
      if (failure !== null) return failure;
      reader = read;
    } while (!isRead());
    const clicks = newest.flatMap(({ id, shortUrl, longUrl, clicks: count, date }) =>
      shortUrl === null || longUrl === null ? [] : [{ id, shortUrl, longUrl, clicks: count, date }],
    );
    newest = [];
    if (clicks.length > 0) await keepLists({}, clicks);
    return null;
  }

  async function items(channels: readonly string[]): Promise<Failure | null> {
    for (const channel of channels) {
      const failure = await syncChannelItems({ ...deps, limit: limit() }, channel);
      if (failure !== null) return failure;
    }
    return null;
  }

  /** Requests of the sweep that may still go together: whoever asks in between only puts them off. */
  let together = 0;

  /** A part of the sweep, as far as its turn has come. */
  async function sweep(force: boolean): Promise<Failure | null> {
    const isDue = await isScanDue(database, state, now(), force);
    if (isDue) state = startScan(state);
    if (isDue || (isScanning(state) && (force || mayContinue(state, now())))) together = maxBatch;
    for (; together > 0 && isScanning(state) && !isAsked(); together--) {
      if (state.sweep.walk !== null) {
        const failure = await turn('sweep');
        if (failure !== null) return failure;
      }
      if (state.sweep.check) state = await removeMissing(database, state, now(), changed);
      if (state.sweep.walk === null && state.sweep.asking.length > 0) {
        const asked = await verifyOne(deps, state, now());
        ({ state } = asked);
        if (asked.failure !== null) return asked.failure;
      }
    }
    return null;
  }

  /** Somebody has asked for everything, and the sweep's turn has not come since. */
  let sweepAsked = false;
  for (;;) {
    const force = (await takeWish()) === 'all';
    sweepAsked ||= force;
    let failure = await upToDate(force);
    // Somebody who asks meanwhile goes first.
    while (failure === null && state.stretches.length > 0 && !isAsked()) failure = await turn('stretch');
    if (failure === null && !isAsked()) failure = await items(await staleChannels(database, now()));
    if (failure === null && !isAsked()) {
      failure = await sweep(sweepAsked);
      sweepAsked = false;
    }
    if (failure !== null) {
      // Whoever has asked meanwhile would be told the same.
      await takeWish();
      return { left: 'more', at: now() + retryAfterMs, failure };
    }
    if (!isAsked()) return { left: 'later', at: nextScanAt(state, now()), failure: null };
  }
}

async function loaded(database: MirrorDatabase, now: number): Promise<LinksState> {
  const state = await readLinksState(stateOf(database));
  const { sweep } = state;
  // Should the state be lost with the links still there, none of them counts as seen.
  return sweep.number > initialLinksState.sweep.number
    ? state
    : { ...state, sweep: { ...sweep, number: Math.floor(now / 1_000) } };
}
