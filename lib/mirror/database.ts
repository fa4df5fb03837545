/**
 * The local copy of an account: one database each, so that no data of one is ever shown under another. The sync host
 * writes the mirror, the manage page its bulks and import drafts.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { Campaign } from '../api/campaigns.ts';
import type { Channel, ChannelItem } from '../api/channels.ts';
import type { Domain } from '../api/domains.ts';
import type { Overlay } from '../api/overlays.ts';
import type { Pixel } from '../api/pixels.ts';
import type { SplashPage } from '../api/splash-pages.ts';
import { delay } from '../time/delay.ts';
import { databaseName } from './database-name.ts';
import type { LinkRow } from './link-row.ts';

export interface StoredChannelItem extends ChannelItem {
  /** The id of the channel that holds it. */
  readonly channel: string;
}

export interface MirrorSchema extends DBSchema {
  links: { key: string; value: LinkRow; indexes: { address: string } };
  campaigns: { key: string; value: Campaign };
  channels: { key: string; value: Channel };
  pixels: { key: string; value: Pixel };
  domains: { key: string; value: Domain };
  splashPages: { key: string; value: SplashPage };
  overlays: { key: string; value: Overlay };
  items: {
    key: [channel: string, type: string, id: string];
    value: StoredChannelItem;
    indexes: { item: string };
  };
  /** Progress of the sync; parsed by a schema. */
  state: { key: string; value: unknown };
  /** Bulks and their rows; parsed by schemas (lib/bulk). */
  bulks: { key: string; value: { readonly id: string } };
  rows: { key: [bulk: string, n: number]; value: { readonly bulk: string; readonly n: number } };
}
export type MirrorDatabase = IDBPDatabase<MirrorSchema>;

/** A transaction that its caller commits. */
export type OpenTransaction<Store extends StoreNames<MirrorSchema>> = Pick<
  IDBPTransaction<MirrorSchema, Store[], 'readwrite'>,
  'objectStore'
>;

/** The store `state` of a database or of a transaction. */
export interface StateSource {
  get(key: string): Promise<unknown>;
}

export const collectionNames = [
  'campaigns',
  'channels',
  'pixels',
  'domains',
  'splashPages',
  'overlays',
] as const;
export type CollectionName = (typeof collectionNames)[number];

const version = 1;

/** The keys of a channel's items in `items`. */
export const itemsOf = (channel: string): IDBKeyRange => IDBKeyRange.bound([channel], [channel, []]);

/**
 * The browser can't open the database (a full disk, a lock of another process, some private windows). Its data is not
 * gone, so this must not look like an empty mirror.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database can’t be opened', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** A failure of the browser's storage, which may be over at the next attempt. Anything else is a bug. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof DatabaseUnavailable;

/** Delays between attempts to open it, in ms: most failures pass within a moment. */
const reopenMs = [50, 250, 1_000] as const;

type OnClosed = (cause: 'deletion' | 'failure') => void;

/**
 * For the sync host, and for the manage page, which stores bulks.
 *
 * @param onClosed called when the database was closed: to be deleted, since the account has been disconnected, or by a
 *   failure of the browser
 * @throws DatabaseUnavailable after several attempts
 */
export async function openOrCreate(scope: string, onClosed?: OnClosed): Promise<MirrorDatabase> {
  return open(scope, createSchema, onClosed);
}

/**
 * For readers: `null` when there is no database of this account.
 *
 * @throws DatabaseUnavailable when that is not known
 */
export async function openExisting(scope: string, onClosed?: OnClosed): Promise<MirrorDatabase | null> {
  let isAbsent = false;
  const refuse: Upgrade = (_database, transaction) => {
    isAbsent = true;
    // A page that opens late would otherwise leave an empty database of an account that is gone.
    transaction.done.catch(() => undefined);
    transaction.abort();
  };
  try {
    return await open(scope, refuse, onClosed, () => isAbsent);
  } catch (error) {
    if (isAbsent) return null;
    throw error;
  }
}

/** Called for a new database only: there is one version. */
type Upgrade = (
  database: MirrorDatabase,
  transaction: { readonly done: Promise<void>; abort(): void },
) => void;

const createSchema = (database: MirrorDatabase): void => {
  // Databases of an earlier build have another index, which nothing reads.
  database.createObjectStore('links', { keyPath: 'key' }).createIndex('address', 'address');
  for (const name of collectionNames) database.createObjectStore(name, { keyPath: 'id' });
  database.createObjectStore('items', { keyPath: ['channel', 'type', 'id'] }).createIndex('item', 'id');
  database.createObjectStore('state');
  database.createObjectStore('bulks', { keyPath: 'id' });
  database.createObjectStore('rows', { keyPath: ['bulk', 'n'] });
};

/** @param isFinal true when the failure is intended, so that there is no other attempt */
async function open(
  scope: string,
  upgrade: Upgrade,
  onClosed: OnClosed = () => {},
  isFinal = () => false,
): Promise<MirrorDatabase> {
  for (let tried = 0; ; tried++) {
    try {
      const database = await openDB<MirrorSchema>(databaseName(scope), version, {
        upgrade: (created, _before, _after, transaction) => upgrade(created, transaction),
        // Deleting the database of a disconnected account waits for every reader to close it.
        blocking: () => {
          database.close();
          onClosed('deletion');
        },
        terminated: () => onClosed('failure'),
      });
      return database;
    } catch (error) {
      const wait = reopenMs[tried];
      if (wait === undefined || isFinal()) throw new DatabaseUnavailable(error);
      await delay(wait);
    }
  }
}
