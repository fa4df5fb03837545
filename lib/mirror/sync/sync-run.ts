/**
 * One run of the sync: the pickers' lists and the newest links if they are stale, the unread older links, the items of
 * channels, and the deletion scan. A request that arrives meanwhile goes first.
 */
import type { Failure } from '../../api/failure.ts';
import type { Link } from '../../api/links.ts';
import { isOlderThan } from '../../time/elapsed.ts';
import { syncLists, maxAgeMs } from './sync-lists.ts';
import { collectionNames, type MirrorDatabase } from '../database.ts';
import { syncChannelItems, staleChannels } from './sync-channel-items.ts';
import type { SyncContext } from './sync-results.ts';
import type { ApiReader } from '../../messages/api-reader.ts';
import { listKey, readListState, stateOf, withStale } from './sync-progress.ts';
import { initialLinksState, putLinksState, readLinksState, type LinksState } from './links-state.ts';
import {
  verifyNextMissing,
  maxBatch,
  removeMissing,
  isScanDue,
  isScanning,
  isNextBatchDue,
  nextScanAt,
  startScan,
} from './deletion-scan.ts';
import { syncNextPage, withNewestCursor } from './sync-links.ts';

/** After a failure that affects every request. */
export const retryAfterMs = 5 * 60_000;
/** Channels read again in one sync when everything is requested. */
const maxForcedChannels = 20;
/** Links whose clicks are passed on: the background stores no more. */
const maxClicks = 100;

/** `more`: the mirror is incomplete. `later`: it is complete, and due again at `at`, epoch ms. */
export type SyncResult =
  | { readonly left: 'nothing' }
  | { readonly left: 'more' | 'later'; readonly at: number; readonly failure: Failure | null };

export type SyncRequest = 'nothing' | 'stale' | 'all';

interface SyncRunDeps extends SyncContext {
  /** For lists that the user waits for, and the newest page of links. */
  readonly readUrgently: ApiReader;
  /** There has been a request since the last `takeRequest`. */
  readonly hasRequest: () => boolean;
  /** The request, once; resolves after the local changes made until then are stored. */
  readonly takeRequest: () => Promise<SyncRequest>;
}

/** Syncs until nothing is left to do for now. @throws what the database throws */
export async function runSync(deps: SyncRunDeps): Promise<SyncResult> {
  return new SyncRun(deps, await loadState(deps.database, deps.now())).run();
}

class SyncRun {
  readonly #deps: SyncRunDeps;
  #state: LinksState;
  /** The newest links, as the service lists them, until their clicks have been passed on. */
  #newest: readonly Link[] = [];
  /** Everything was requested, and the scan's turn has not come since. */
  #isScanForced = false;
  /** Requests of the scan that may still go together: a request from a page only delays them. */
  #scanBudget = 0;

  constructor(deps: SyncRunDeps, state: LinksState) {
    this.#deps = deps;
    this.#state = state;
  }

  async run(): Promise<SyncResult> {
    const { now, hasRequest, takeRequest } = this.#deps;
    for (;;) {
      const isForced = (await takeRequest()) === 'all';
      this.#isScanForced ||= isForced;
      const failure = await this.#round(isForced);
      if (failure !== null) {
        // A request that came meanwhile would get the same response.
        await takeRequest();
        return { left: 'more', at: now() + retryAfterMs, failure };
      }
      if (!hasRequest()) return { left: 'later', at: nextScanAt(this.#state, now()), failure: null };
    }
  }

  /** Data that a page may be showing comes first; the rest is interrupted as soon as there is another request. */
  async #round(isForced: boolean): Promise<Failure | null> {
    const { database, now, hasRequest } = this.#deps;
    let failure = await this.#syncVisible(isForced);
    while (failure === null && this.#state.unreadCursors.length > 0 && !hasRequest())
      failure = await this.#syncPage('newest');
    if (failure === null && !hasRequest())
      failure = await this.#syncChannels(await staleChannels(database, now()), hasRequest);
    if (failure === null && !hasRequest()) {
      failure = await this.#scan(this.#isScanForced);
      this.#isScanForced = false;
    }
    return failure;
  }

  async #syncVisible(isForced: boolean): Promise<Failure | null> {
    const { database, read, readUrgently, now } = this.#deps;
    if (isForced) await this.#storeRequest();
    const lists = { ...this.#deps, read: isForced ? readUrgently : read, limit: this.#limit() };
    const failure = (await syncLists(lists, isForced)) ?? (await this.#syncNewest(isForced));
    if (failure !== null || !isForced || this.#state.deletionScan.ended === null) return failure;
    const stale = await staleChannels(database, now(), maxAgeMs);
    return this.#syncChannels(stale.slice(0, maxForcedChannels));
  }

  /** If the worker is shut down meanwhile, the next run finds the rest of the request on disk. */
  async #storeRequest(): Promise<void> {
    this.#state = { ...this.#state, tried: null };
    const transaction = this.#deps.database.transaction('state', 'readwrite');
    putLinksState(transaction.store, this.#state);
    for (const key of collectionNames.map(listKey))
      void transaction.store.put(withStale(await readListState(transaction.store, key)), key);
    await transaction.done;
  }

  async #syncNewest(isForced: boolean): Promise<Failure | null> {
    const { read, readUrgently, now } = this.#deps;
    if (!isForced && !isOlderThan(this.#state.tried, maxAgeMs, now())) return null;
    this.#state = withNewestCursor(this.#state);
    const depth = this.#state.unreadCursors.length;
    const isFirst = this.#state.unreadCursors[0]?.until === null;
    // During the initial sync the newest page suffices for now.
    const isRead = () => this.#state.unreadCursors.length < depth || (isFirst && this.#state.at !== null);
    // Only the newest page is urgent; a bulk's worth of urgent pages would hold back everything else for hours.
    let reader = isForced ? readUrgently : read;
    do {
      const failure = await this.#syncPage('newest', reader);
      if (failure !== null) return failure;
      reader = read;
    } while (!isRead());
    await this.#passOnClicks();
    return null;
  }

  async #passOnClicks(): Promise<void> {
    const clicks = this.#newest.flatMap(({ id, shortUrl, longUrl, clicks: count, date }) =>
      shortUrl === null || longUrl === null ? [] : [{ id, shortUrl, longUrl, clicks: count, date }],
    );
    this.#newest = [];
    if (clicks.length > 0) await this.#deps.reportSync({ clicks });
  }

  async #syncPage(part: 'newest' | 'scan', read = this.#deps.read): Promise<Failure | null> {
    const { state, failure } = await syncNextPage({ ...this.#deps, read }, this.#state, part, (links) => {
      this.#newest = links.slice(0, maxClicks);
    });
    this.#state = state;
    return failure;
  }

  async #syncChannels(
    channels: readonly string[],
    isInterrupted: () => boolean = () => false,
  ): Promise<Failure | null> {
    for (const channel of channels) {
      if (isInterrupted()) return null;
      const failure = await syncChannelItems({ ...this.#deps, limit: this.#limit() }, channel);
      if (failure !== null) return failure;
    }
    return null;
  }

  /** The next requests of the deletion scan, if they are due. */
  async #scan(isForced: boolean): Promise<Failure | null> {
    const { database, now, hasRequest } = this.#deps;
    const isDue = await isScanDue(database, this.#state, now(), isForced);
    if (isDue) this.#state = startScan(this.#state);
    if (isDue || (isScanning(this.#state) && (isForced || isNextBatchDue(this.#state, now()))))
      this.#scanBudget = maxBatch;
    for (; this.#scanBudget > 0 && isScanning(this.#state) && !hasRequest(); this.#scanBudget--) {
      const failure = await this.#scanStep();
      if (failure !== null) return failure;
    }
    return null;
  }

  async #scanStep(): Promise<Failure | null> {
    const { now } = this.#deps;
    if (this.#state.deletionScan.cursor !== null) {
      const failure = await this.#syncPage('scan');
      if (failure !== null) return failure;
    }
    if (this.#state.deletionScan.mustCollectMissing)
      this.#state = await removeMissing(this.#deps, this.#state, now());
    if (this.#state.deletionScan.cursor !== null || this.#state.deletionScan.missingIds.length === 0)
      return null;
    let requests = 0;
    const read: ApiReader = (call) => {
      requests += 1;
      return this.#deps.read(call);
    };
    const { state, failure } = await verifyNextMissing({ ...this.#deps, read }, this.#state, now());
    // The loop counts one itself.
    this.#scanBudget -= Math.max(0, requests - 1);
    this.#state = state;
    return failure;
  }

  /** The page size that the links' list has taught us; `undefined` until it is known. */
  #limit(): number | undefined {
    const { settled, limit } = this.#state.sizing;
    return settled && limit > 0 ? limit : undefined;
  }
}

async function loadState(database: MirrorDatabase, now: number): Promise<LinksState> {
  const state = await readLinksState(stateOf(database));
  const { deletionScan } = state;
  // If the state was lost and the links were not, none of them counts as found.
  return deletionScan.number > initialLinksState.deletionScan.number
    ? state
    : { ...state, deletionScan: { ...deletionScan, number: Math.floor(now / 1_000) } };
}
