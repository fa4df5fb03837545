/** Claims waiting rows for the outbox. A claim is stored before the row is submitted. */
import type { MirrorDatabase } from '../../mirror/database.ts';
import { countIdle, maxUndecided, type Bulk, type BulkRow } from '../bulk-job.ts';
import { moveCount } from './row-transitions.ts';
import { openTransaction, parseRow, readBulks, rowKeys, type BulkTransaction } from './transaction.ts';

/** Claims up to `limit` rows, those of the oldest bulk first. */
export async function claimRows(database: MirrorDatabase, limit: number): Promise<readonly BulkRow[]> {
  const tx = openTransaction(database);
  const claimed: BulkRow[] = [];
  for (const bulk of (await readBulks(tx)).sort((a, b) => a.at - b.at)) {
    if (claimed.length >= limit) break;
    if (bulk.desiredState !== 'run' || bulk.counts.waiting === 0) continue;
    const idle = countIdle(bulk);
    if (idle >= maxUndecided) continue;
    if (bulk.breaker?.state === 'half-open') claimed.push(...(await claimProbe(tx, bulk, idle)));
    else claimed.push(...(await claimNext(tx, bulk, limit - claimed.length)));
  }
  await tx.done;
  return claimed;
}

/** One row alone, and preferably one that was not refused yet: it shows whether the service takes any. */
async function claimProbe(tx: BulkTransaction, bulk: Bulk, idle: number): Promise<readonly BulkRow[]> {
  if (bulk.out.length > idle) return [];
  let probe: BulkRow | null = null;
  for await (const { value } of tx.objectStore('rows').iterate(rowKeys(bulk.id, bulk.next))) {
    const row = parseRow(value);
    if (row?.state !== 'waiting') continue;
    const isUntried = bulk.breaker?.rows.includes(row.n) !== true;
    if (isUntried || probe === null) probe = row;
    if (isUntried) break;
  }
  if (probe === null) return [];
  const claimed: BulkRow = { ...probe, state: 'out' };
  void tx.objectStore('rows').put(claimed);
  await tx.objectStore('bulks').put(withClaim(bulk, claimed));
  return [claimed];
}

async function claimNext(tx: BulkTransaction, before: Bulk, limit: number): Promise<readonly BulkRow[]> {
  let bulk = before;
  const all: BulkRow[] = [];
  for await (const cursor of tx.objectStore('rows').iterate(rowKeys(bulk.id, bulk.next))) {
    if (all.length >= limit) break;
    const row = parseRow(cursor.value);
    if (row !== null) bulk = { ...bulk, next: row.n + 1 };
    if (row?.state !== 'waiting') continue;
    const claimed: BulkRow = { ...row, state: 'out' };
    void cursor.update(claimed);
    all.push(claimed);
    bulk = withClaim(bulk, claimed);
  }
  await tx.objectStore('bulks').put(bulk);
  return all;
}

function withClaim(bulk: Bulk, { n }: BulkRow): Bulk {
  return { ...moveCount(bulk, 'waiting', 'out'), out: [...bulk.out, n] };
}
