/**
 * Read access to the mirror for pages. Every method opens the database when it is needed and never creates one; each
 * throws `DatabaseUnavailable` after several attempts.
 */
import { subscribe, type Change } from './mirror-events.ts';
import {
  collectionNames,
  DatabaseUnavailable,
  itemsOf,
  openExisting,
  type CollectionName,
  type StoredChannelItem,
  type MirrorDatabase,
  type MirrorSchema,
} from './database.ts';
import { compareIds } from '../api/ids.ts';
import { linkBatches } from './link-batches.ts';
import { linkKey, type LinkRow } from './link-row.ts';
import { isComplete, readLinksState } from './sync/links-state.ts';
import { itemsKey, listKey, readListState, stateOf } from './sync/sync-progress.ts';

const oldestFirst = (one: { readonly id: string }, other: { readonly id: string }): number =>
  compareIds(one.id, other.id);

export interface Freshness {
  /** Time of the last sync: epoch ms; `null` for never. */
  readonly at: number | null;
  /** Nothing that the service has is missing here. */
  readonly complete: boolean;
}

export interface LinksFreshness extends Freshness {
  /** Links in the mirror. */
  readonly count: number;
  /** Links at the service, if it reports that. */
  readonly total: number | null;
  /** The most that a page of the list has had so far; `null` before the first. */
  readonly pageSize: number | null;
  /** This link and all newer ones were read at `at`; `null` for none. */
  readonly newestFrom: string | null;
  /** The other links were read then, or later: epoch ms; `null` when that is not known. */
  readonly wholeAt: number | null;
}

export interface MirrorFreshness {
  readonly links: LinksFreshness;
  readonly lists: Readonly<Record<CollectionName, Freshness>>;
}

export type MirrorCounts = Readonly<Record<'links' | CollectionName, number>>;

export type MirrorReader = ReturnType<typeof createMirrorReader>;

const neverSynced: Freshness = { at: null, complete: false };

const neverSyncedLists: Readonly<Record<CollectionName, Freshness>> = {
  campaigns: neverSynced,
  channels: neverSynced,
  pixels: neverSynced,
  domains: neverSynced,
  splashPages: neverSynced,
  overlays: neverSynced,
};

export const noFreshness: MirrorFreshness = {
  links: {
    count: 0,
    total: null,
    complete: false,
    at: null,
    pageSize: null,
    newestFrom: null,
    wholeAt: null,
  },
  lists: neverSyncedLists,
};

export function createMirrorReader(scope: () => string) {
  const read = createReadWithReopen(scope);
  const newest = (count: number, range: IDBKeyRange | null = null) =>
    read<readonly LinkRow[]>((database) => database.getAll('links', range, count), []);

  return {
    /**
     * Newest first, in slices of at most `size`, each a task of its own; ends early when the signal aborts. Rows that are
     * inserted above the current slice are reported by `onChange` only.
     */
    async *slices(size: number, signal: AbortSignal): AsyncGenerator<readonly LinkRow[], void> {
      const startScope = scope();
      const isStopped = () => signal.aborted || scope() !== startScope;
      for await (const slice of linkBatches(async (range) => (isStopped() ? [] : newest(size, range)))) {
        // The signal may have been aborted while it was read.
        if (isStopped()) return;
        yield slice;
        if (slice.length < size) return;
      }
    },
    newest: (count: number) => newest(count),
    link: (id: string) =>
      read<LinkRow | null>(async (database) => (await database.get('links', linkKey(id))) ?? null, null),
    /** Newest first. @param address as `normalizeUrl` has it */
    byAddress: (address: string) =>
      read<readonly LinkRow[]>((database) => database.getAllFromIndex('links', 'address', address), []),
    /** Oldest first. */
    records: <Name extends CollectionName>(name: Name) =>
      read<readonly MirrorSchema[Name]['value'][]>(
        async (database) => (await database.getAll(name)).toSorted(oldestFirst),
        [],
      ),
    /** The items of a channel, oldest first. */
    items: (channel: string) =>
      read<readonly StoredChannelItem[]>(
        async (database) => (await database.getAll('items', itemsOf(channel))).toSorted(oldestFirst),
        [],
      ),
    itemsFreshness: (channel: string) =>
      read<Freshness>((database) => readListState(stateOf(database), itemsKey(channel)), neverSynced),
    freshness: () => read(readFreshness, noFreshness),
    counts: () => read<Partial<MirrorCounts>>(readCounts, {}),
    /** @returns unsubscribes */
    onChange: (listener: (what: Change['what']) => void) =>
      subscribe((change) => {
        if (change.scope === scope()) listener(change.what);
      }),
  };
}

/** Opens the database of the account that is connected now; `null` when there is none yet. */
function createAccountDatabase(scope: () => string) {
  let connection: { readonly scope: string; readonly database: Promise<MirrorDatabase | null> } | null = null;

  function connect(wanted: string): Promise<MirrorDatabase | null> {
    const forget = () => {
      if (connection === mine) connection = null;
    };
    const mine = { scope: wanted, database: openExisting(wanted, forget) };
    connection = mine;
    // The sync may create it later, or it can be opened then.
    mine.database.then((database) => {
      if (database === null) forget();
    }, forget);
    return mine.database;
  }

  return {
    async open(): Promise<MirrorDatabase | null> {
      const wanted = scope();
      if (connection !== null && connection.scope !== wanted) {
        void connection.database.then((database) => database?.close());
        connection = null;
      }
      if (wanted === '') return null;
      return connection?.database ?? connect(wanted);
    },
    /** The next `open` opens it again. */
    reset(ofScope: string): void {
      if (connection?.scope === ofScope) connection = null;
    },
  };
}

type Read = <T>(read: (database: MirrorDatabase) => Promise<T>, fallback: T) => Promise<T>;

const maxReopens = 2;

/** @returns reads with `fallback` when nothing is stored, or the account was left while it was being read */
function createReadWithReopen(scope: () => string): Read {
  const connection = createAccountDatabase(scope);
  return async (read, fallback) => {
    const startScope = scope();
    for (let failures = 0; ; failures++) {
      const database = await connection.open();
      if (database === null) return fallback;
      try {
        return await read(database);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        if (scope() !== startScope) return fallback;
        if (failures === maxReopens) throw new DatabaseUnavailable(error);
        // Opened again, the database either works or turns out to have been deleted.
        connection.reset(startScope);
        database.close();
      }
    }
  };
}

async function readFreshness(database: MirrorDatabase): Promise<MirrorFreshness> {
  const state = stateOf(database);
  const [links, count] = await Promise.all([readLinksState(state), database.count('links')]);
  const lists = await Promise.all(
    collectionNames.map(async (name) => {
      const { at, complete } = await readListState(state, listKey(name));
      return [name, { at, complete }] as const;
    }),
  );
  const { at, total, sizing, newestFrom, wholeAt, wholeBegan } = links;
  return {
    links: {
      count,
      total,
      complete: isComplete(links),
      at,
      pageSize: sizing.low || null,
      newestFrom,
      wholeAt: wholeAt ?? wholeBegan,
    },
    lists: { ...neverSyncedLists, ...Object.fromEntries(lists) },
  };
}

async function readCounts(database: MirrorDatabase): Promise<Partial<MirrorCounts>> {
  const names = ['links', ...collectionNames] as const;
  const counts = await Promise.all(names.map(async (name) => [name, await database.count(name)] as const));
  return Object.fromEntries(counts);
}
