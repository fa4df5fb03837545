/** Reads bulks and rows from the database. */
import type { MirrorDatabase } from '../../mirror/database.ts';
import type { Bulk, BulkRow, RowState } from '../bulk-job.ts';
import { parseBulk, parseRow, rowKeys } from './transaction.ts';

/** Newest first. */
export async function listBulks(database: MirrorDatabase): Promise<readonly Bulk[]> {
  const all = await database.getAll('bulks');
  return all
    .map(parseBulk)
    .filter((bulk) => bulk !== null)
    .toSorted((a, b) => b.at - a.at);
}

/** In their order, from the row of number `from`; all of them without `limit`. */
export async function listRows(
  database: MirrorDatabase,
  bulk: string,
  from = 0,
  limit?: number,
): Promise<readonly BulkRow[]> {
  const rows = await database.getAll('rows', rowKeys(bulk, from), limit);
  return rows.map(parseRow).filter((row) => row !== null);
}

const scanBatchSize = 500;

/** Rows in some states, in their order, without the first `skip` of them. */
export async function listRowsIn(
  database: MirrorDatabase,
  bulk: string,
  states: readonly RowState[],
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<readonly BulkRow[]> {
  const found: BulkRow[] = [];
  for (let from = 0; found.length < skip + most;) {
    const rows = await listRows(database, bulk, from, scanBatchSize);
    const last = rows.at(-1);
    if (last === undefined) break;
    found.push(...rows.filter(({ state }) => states.includes(state)));
    from = last.n + 1;
  }
  return found.slice(skip, skip + most);
}

/** Rows that are with the outbox, as a previous instance left them. */
export async function listClaimedRows(database: MirrorDatabase): Promise<readonly BulkRow[]> {
  const tx = database.transaction(['bulks', 'rows']);
  const found: BulkRow[] = [];
  for (const raw of await tx.objectStore('bulks').getAll()) {
    const bulk = parseBulk(raw);
    for (const n of bulk?.out ?? []) {
      const row = parseRow(await tx.objectStore('rows').get([bulk?.id ?? '', n]));
      if (row !== null) found.push(row);
    }
  }
  await tx.done;
  return found;
}
