/** Reads bulks and rows from the database. */
import * as z from 'zod/mini';
import type { MirrorDatabase } from '../../mirror/database.ts';
import type { Bulk, BulkRow, RowState } from '../bulk-job.ts';
import { migrateRow } from './migrate-bulk.ts';
import { parseRows, readBulks, readClaimedRows, rowKeys } from './transaction.ts';

/** Newest first. */
export async function listBulks(database: MirrorDatabase): Promise<readonly Bulk[]> {
  return (await readBulks(database.transaction(['bulks', 'rows'], 'readonly'))).sort((a, b) => b.at - a.at);
}

const scanSize = 500;

/** The rows of a bulk as they are stored, in their order: each slice is read when the one before is done with. */
async function* slices(database: MirrorDatabase, bulk: string) {
  for (let from = 0; ;) {
    const rows = await database.getAll('rows', rowKeys(bulk, from), scanSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    from = last.n + 1;
  }
}

export interface RowFilter {
  readonly states: readonly RowState[];
  /** Only rows whose link existed before, or only others; absent for both. */
  readonly existing?: boolean;
}

export interface RowRange {
  readonly skip: number;
  readonly most: number;
}

/** Rows that a filter lets through, in their order; `null` for all rows. */
export async function listRows(
  database: MirrorDatabase,
  bulk: string,
  filter: RowFilter | null = null,
  { skip, most }: RowRange = { skip: 0, most: Infinity },
): Promise<readonly BulkRow[]> {
  if (filter === null) {
    // IndexedDB takes no infinite count.
    const count = Number.isFinite(most) ? most : undefined;
    return parseRows(await database.getAll('rows', rowKeys(bulk, skip), count));
  }
  const { states, existing } = filter;
  const isShown = ({ state, result }: BulkRow) =>
    states.includes(state) && (existing === undefined || (result?.existing ?? false) === existing);
  const found: BulkRow[] = [];
  for await (const rows of slices(database, bulk)) {
    found.push(...parseRows(rows).filter(isShown));
    if (found.length >= skip + most) break;
  }
  return found.slice(skip, skip + most);
}

/** The parts of a row that are read without the cost of its whole schema. */
const existingRowSchema = z.object({
  state: z.literal(['done', 'left-out']),
  result: z.object({ existing: z.literal(true) }),
});
const unrepeatableRowSchema = z.object({ state: z.literal('refused'), passwordDropped: z.literal(true) });

/** What the counts of a bulk do not tell apart. */
export interface RowDetailCounts {
  /** Rows whose link existed before, by their state. */
  readonly existing: Readonly<Record<'done' | 'left-out', number>>;
  /** `refused` rows that can't be retried, because their password was not saved. */
  readonly unrepeatable: number;
}

export const noRowDetails: RowDetailCounts = { existing: { done: 0, 'left-out': 0 }, unrepeatable: 0 };

export async function countRowDetails(database: MirrorDatabase, bulk: string): Promise<RowDetailCounts> {
  const existing = { ...noRowDetails.existing };
  let unrepeatable = 0;
  for await (const rows of slices(database, bulk)) {
    for (const row of rows) {
      const parsed = existingRowSchema.safeParse(migrateRow(row));
      if (parsed.success) existing[parsed.data.state] += 1;
    }
    unrepeatable += rows.filter((row) => unrepeatableRowSchema.safeParse(row).success).length;
  }
  return { existing, unrepeatable };
}

/** Rows that are with the outbox, as a previous instance left them. */
export async function listClaimedRows(database: MirrorDatabase): Promise<readonly BulkRow[]> {
  const tx = database.transaction(['bulks', 'rows'], 'readonly');
  const found = await readClaimedRows(tx);
  await tx.done;
  return found;
}
