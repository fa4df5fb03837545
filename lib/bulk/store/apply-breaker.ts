/** Writes what the circuit breaker of a bulk decides about the rows that were refused one after the other. */
import type { Bulk } from '../bulk-job.ts';
import type { BreakerStep } from '../refusal-breaker.ts';
import { redactRow, requeueRow } from './row-transitions.ts';
import { readRow, type BulkTransaction } from './transaction.ts';

export async function applyBreakerStep(
  tx: BulkTransaction,
  before: Bulk,
  { breaker, settled, requeued }: BreakerStep,
  newId: () => string,
): Promise<Bulk> {
  let bulk: Bulk = { ...before, breaker };
  for (const n of requeued) {
    const row = await readRow(tx, bulk.id, n);
    if (row?.state !== 'refused') continue;
    const next = requeueRow(bulk, row, newId);
    void tx.objectStore('rows').put(next.row);
    ({ bulk } = next);
  }
  await settleRefused(tx, bulk, settled);
  return breaker?.state === 'open' && bulk.desiredState === 'run' ? { ...bulk, desiredState: 'pause' } : bulk;
}

/** Once no row is left that could be refused as well, the breaker and the passwords of its rows are of no use. */
export async function dropIdleBreaker(tx: BulkTransaction, bulk: Bulk): Promise<Bulk> {
  return bulk.counts.waiting + bulk.counts.out === 0 ? dropBreaker(tx, bulk) : bulk;
}

/** The rows of the breaker are refused for good. */
export async function dropBreaker(tx: BulkTransaction, bulk: Bulk): Promise<Bulk> {
  if (bulk.breaker?.state === 'closed') await settleRefused(tx, bulk, bulk.breaker.rows);
  return { ...bulk, breaker: undefined };
}

async function settleRefused(tx: BulkTransaction, { id }: Bulk, settled: readonly number[]): Promise<void> {
  for (const n of settled) {
    const row = await readRow(tx, id, n);
    if (row?.state === 'refused') void tx.objectStore('rows').put(redactRow(row));
  }
}
