/**
 * What pages read of the mirror. Every method opens the database when it is needed; none ever makes one, and each throws
 * `DatabaseUnavailable` when the browser's database does not answer, tried several times.
 */
import { subscribe, type Change } from './change-channel.ts';
import {
  collectionNames,
  DatabaseUnavailable,
  openExisting,
  type CollectionName,
  type StoredChannelItem,
  type MirrorDatabase,
  type MirrorSchema,
} from './database.ts';
import { compareIds } from '../api/coerce.ts';
import { linkKey, type LinkRow } from './link-row.ts';
import { isComplete, itemsKey, listKey, readLinksState, readListState, stateOf } from './sync/sync-state.ts';

const oldestFirst = (one: { readonly id: string }, other: { readonly id: string }): number =>
  compareIds(one.id, other.id);

export interface Freshness {
  /** When it was brought in: epoch ms; `null` for never. */
  readonly at: number | null;
  /** Everything the service has of it is here. */
  readonly complete: boolean;
}

export interface LinksFreshness extends Freshness {
  /** Links that are here. */
  readonly count: number;
  /** Links the service has, as far as it tells. */
  readonly total: number | null;
}

export interface MirrorFreshness {
  readonly links: LinksFreshness;
  readonly lists: Readonly<Record<CollectionName, Freshness>>;
}

export interface MirrorReader {
  /**
   * Newest first, in slices of at most `size`, each a task of its own; ends early when the signal aborts. What is
   * entered meanwhile above the slice that is being read is told by `onChange` alone.
   */
  slices(size: number, signal: AbortSignal): AsyncIterable<readonly LinkRow[]>;
  newest(count: number): Promise<readonly LinkRow[]>;
  link(id: string): Promise<LinkRow | null>;
  /** Newest first. @param address as `comparable` of rows.ts has it */
  byAddress(address: string): Promise<readonly LinkRow[]>;
  /** Oldest first. */
  records<Name extends CollectionName>(name: Name): Promise<readonly MirrorSchema[Name]['value'][]>;
  /** What a channel holds, oldest first. */
  items(channel: string): Promise<readonly StoredChannelItem[]>;
  itemsFreshness(channel: string): Promise<Freshness>;
  freshness(): Promise<MirrorFreshness>;
  /** @returns stops hearing */
  onChange(hear: (what: Change['what']) => void): () => void;
}

/** So often a reading that failed is tried again. */
const withReopen = 2;

const neverSynced: Freshness = { at: null, complete: false };

export function createMirrorReader(scope: () => string): MirrorReader {
  let open: { readonly scope: string; readonly database: Promise<MirrorDatabase | null> } | null = null;

  /** `null` when there is nothing to read yet. */
  async function opened(): Promise<MirrorDatabase | null> {
    const wanted = scope();
    if (open !== null && open.scope !== wanted) {
      void open.database.then((database) => database?.close());
      open = null;
    }
    if (wanted === '') return null;
    if (open === null) {
      const mine = {
        scope: wanted,
        database: openExisting(wanted, () => {
          if (open === mine) open = null;
        }),
      };
      open = mine;
      const forget = () => {
        if (open === mine) open = null;
      };
      // The keeper may make it later, or it can be opened then.
      mine.database.then((database) => {
        if (database === null) forget();
      }, forget);
    }
    return open.database;
  }

  /** `otherwise` when nothing is kept, or the account went away while it was being read. */
  async function reading<T>(read: (database: MirrorDatabase) => Promise<T>, otherwise: T): Promise<T> {
    const of = scope();
    for (let tried = 0; ; tried++) {
      const database = await opened();
      if (database === null) return otherwise;
      try {
        return await read(database);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        if (scope() !== of) return otherwise;
        if (tried === withReopen) throw new DatabaseUnavailable(error);
        // Opened anew, it is there again, or it is told that nothing is kept any more.
        if (open?.scope === of) open = null;
        database.close();
      }
    }
  }

  const newest = (count: number, below?: string) =>
    reading<readonly LinkRow[]>(
      (database) =>
        database.getAll('links', below === undefined ? null : IDBKeyRange.lowerBound(below, true), count),
      [],
    );

  return {
    async *slices(size, signal) {
      const of = scope();
      let below: string | undefined;
      for (;;) {
        if (signal.aborted || scope() !== of) return;
        const slice = await newest(size, below);
        below = slice.at(-1)?.key;
        // The person may have gone on while it was read.
        if (below === undefined || signal.aborted || scope() !== of) return;
        yield slice;
        if (slice.length < size) return;
      }
    },
    newest: (count) => newest(count),
    link: (id) => reading(async (database) => (await database.get('links', linkKey(id))) ?? null, null),
    byAddress: (address) => reading((database) => database.getAllFromIndex('links', 'address', address), []),
    records: (name) => reading(async (database) => (await database.getAll(name)).toSorted(oldestFirst), []),
    items: (channel) =>
      reading(async (database) => {
        const range = IDBKeyRange.bound([channel], [channel, []]);
        return (await database.getAll('items', range)).toSorted(oldestFirst);
      }, []),
    itemsFreshness: (channel) =>
      reading<Freshness>((database) => readListState(stateOf(database), itemsKey(channel)), neverSynced),
    freshness: () =>
      reading<MirrorFreshness>(
        async (database) => {
          const state = stateOf(database);
          const [links, count] = await Promise.all([readLinksState(state), database.count('links')]);
          const lists = await Promise.all(
            collectionNames.map(async (name) => {
              const { at, complete } = await readListState(state, listKey(name));
              return [name, { at, complete }] as const;
            }),
          );
          const { at, total } = links;
          return {
            links: { count, total, complete: isComplete(links), at },
            lists: { ...neverSyncedLists, ...Object.fromEntries(lists) },
          };
        },
        { links: { count: 0, total: null, complete: false, at: null }, lists: neverSyncedLists },
      ),
    onChange: (hear) =>
      subscribe((change) => {
        if (change.scope === scope()) hear(change.what);
      }),
  };
}

const neverSyncedLists: Readonly<Record<CollectionName, Freshness>> = {
  campaigns: neverSynced,
  channels: neverSynced,
  pixels: neverSynced,
  domains: neverSynced,
  splashPages: neverSynced,
  overlays: neverSynced,
};
