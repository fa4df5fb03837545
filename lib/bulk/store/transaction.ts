/**
 * Bulks and their rows in the mirror's database. Every change is one transaction over both stores, so the counts of a
 * bulk always match its rows, even after a kill; and each reads the row first, so that two concurrent ones (a
 * page, the sync host, another instance of it) do no harm.
 */
import type { IDBPTransaction } from 'idb';
import type { MirrorDatabase, MirrorSchema } from '../../mirror/database.ts';
import { bulkSchema, rowSchema, type Bulk, type BulkRow } from '../bulk-job.ts';
import { migrateBulk, migrateRow } from './migrate-bulk.ts';

export type BulkTransaction = IDBPTransaction<MirrorSchema, ('bulks' | 'rows')[], 'readwrite'>;
/** For reading. */
type Source = BulkTransaction | IDBPTransaction<MirrorSchema, ('bulks' | 'rows')[]>;

export function openTransaction(database: MirrorDatabase): BulkTransaction {
  return database.transaction(['bulks', 'rows'], 'readwrite');
}

/** @returns `null` for what cannot be read: it is not ours, or no longer */
export const parseBulk = (raw: unknown): Bulk | null => bulkSchema.safeParse(migrateBulk(raw)).data ?? null;
export const parseRow = (raw: unknown): BulkRow | null => rowSchema.safeParse(migrateRow(raw)).data ?? null;

export const parseRows = (rows: readonly unknown[]): BulkRow[] =>
  rows.map(parseRow).filter((row) => row !== null);

export async function readBulks(tx: Source): Promise<Bulk[]> {
  return (await tx.objectStore('bulks').getAll()).map(parseBulk).filter((bulk) => bulk !== null);
}

export async function readBulk(tx: BulkTransaction, id: string): Promise<Bulk | null> {
  return parseBulk(await tx.objectStore('bulks').get(id));
}

export async function readRow(tx: Source, bulk: string, n: number): Promise<BulkRow | null> {
  return parseRow(await tx.objectStore('rows').get([bulk, n]));
}

/** Those that are with the outbox, by all bulks. */
export async function readClaimedRows(tx: Source): Promise<BulkRow[]> {
  const rows: (BulkRow | null)[] = [];
  for (const { id, out } of await readBulks(tx)) for (const n of out) rows.push(await readRow(tx, id, n));
  return rows.filter((row) => row !== null);
}

export const rowKeys = (bulk: string, from = 0): IDBKeyRange =>
  IDBKeyRange.bound([bulk, from], [bulk, Infinity]);

export async function putBulk(tx: BulkTransaction, bulk: Bulk): Promise<void> {
  await tx.objectStore('bulks').put(bulk);
}
