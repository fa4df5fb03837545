/**
 * What an account holds, kept here: one database an account, so that nothing of one is ever shown under another. Any
 * page may read; the keeper alone writes, but for a bulk, which the page that makes it enters.
 */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Campaign } from '../api/campaigns.ts';
import type { Channel, ChannelItem } from '../api/channels.ts';
import type { Domain } from '../api/domains.ts';
import type { Overlay } from '../api/overlays.ts';
import type { Pixel } from '../api/pixels.ts';
import type { SplashPage } from '../api/splash-pages.ts';
import type { LinkRow } from './link-row.ts';

export interface StoredChannelItem extends ChannelItem {
  /** The id of the channel that holds it. */
  readonly channel: string;
}

export interface MirrorSchema extends DBSchema {
  links: { key: string; value: LinkRow; indexes: { address: string; shortUrl: string } };
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
  /** How far the mirror has come; read through a schema. */
  state: { key: string; value: unknown };
  /** Bulks and their rows; read through schemas (lib/bulk). */
  bulks: { key: string; value: { readonly id: string } };
  rows: { key: [bulk: string, n: number]; value: { readonly bulk: string; readonly n: number } };
}
export type MirrorDatabase = IDBPDatabase<MirrorSchema>;

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

export const databaseName = (scope: string): string => `mirror ${scope}`;

/**
 * The browser's database does not answer (a full disk, a lock of another process, some private windows). What is kept
 * there can't be read now, and is not gone: it must not look like "nothing is kept".
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database can’t be opened', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Waits before it is opened once more, in ms: most failures pass within a moment. */
const reopenMs = [50, 250, 1_000] as const;

/**
 * Makes what is missing: for the keeper, and for the page that enters a bulk.
 *
 * @param onClosed told when the database was let go because the account has been disconnected
 * @throws DatabaseUnavailable when it can't be opened, tried several times
 */
export async function openOrCreate(scope: string, onClosed?: () => void): Promise<MirrorDatabase> {
  return open(scope, createSchema, onClosed);
}

/**
 * For who only reads: `null` when nothing is kept of this account.
 *
 * @throws DatabaseUnavailable when that can't be told
 */
export async function openExisting(scope: string, onClosed?: () => void): Promise<MirrorDatabase | null> {
  let isAbsent = false;
  const refuse: Upgrade = (made, before, transaction) => {
    if (before > 0) return createSchema(made);
    isAbsent = true;
    // Else a page that opens late would leave an empty database behind of an account that is gone.
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

type Upgrade = (
  made: MirrorDatabase,
  before: number,
  transaction: { readonly done: Promise<void>; abort(): void },
) => void;

const createSchema = (made: MirrorDatabase): void => {
  const links = made.createObjectStore('links', { keyPath: 'key' });
  links.createIndex('address', 'address');
  links.createIndex('shortUrl', 'shortUrl');
  for (const name of collectionNames) made.createObjectStore(name, { keyPath: 'id' });
  made.createObjectStore('items', { keyPath: ['channel', 'type', 'id'] }).createIndex('item', 'id');
  made.createObjectStore('state');
  made.createObjectStore('bulks', { keyPath: 'id' });
  made.createObjectStore('rows', { keyPath: ['bulk', 'n'] });
};

/** @param isFinal whether a failure is our own doing, so that it is not tried again */
async function open(
  scope: string,
  upgrade: Upgrade,
  onClosed?: () => void,
  isFinal = () => false,
): Promise<MirrorDatabase> {
  for (let tried = 0; ; tried++) {
    try {
      return await openOnce(scope, upgrade, onClosed);
    } catch (error) {
      const wait = reopenMs[tried];
      if (wait === undefined || isFinal()) throw new DatabaseUnavailable(error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

async function openOnce(scope: string, upgrade: Upgrade, onClosed = () => {}): Promise<MirrorDatabase> {
  const database = await openDB<MirrorSchema>(databaseName(scope), version, {
    upgrade: (made, before, _after, transaction) => upgrade(made, before, transaction),
    // The account has been disconnected: whoever reads lets go.
    blocking: () => {
      database.close();
      onClosed();
    },
    terminated: onClosed,
  });
  return database;
}

/** Everything that is kept of an account. */
export async function deleteDatabase(scope: string): Promise<void> {
  await deleteDB(databaseName(scope));
}
