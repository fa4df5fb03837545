/** The user's commands: run, pause and cancel a bulk, retry or skip refused rows, cancel or skip single rows. */
import type { MirrorDatabase } from '../../mirror/database.ts';
import { isFinished, type Bulk, type BulkRow } from '../bulk-job.ts';
import { halfOpened } from '../refusal-breaker.ts';
import { dropBreaker } from './apply-breaker.ts';
import { endRow, moveCount, requeueRow } from './row-transitions.ts';
import {
  openTransaction,
  parseRows,
  putBulk,
  readBulk,
  readBulks,
  readClaimedRows,
  readRow,
  rowKeys,
  type BulkTransaction,
} from './transaction.ts';

/** @param change what is stored of the bulk; `null` where it stays as it is */
async function changeBulk(
  database: MirrorDatabase,
  id: string,
  change: (bulk: Bulk, tx: BulkTransaction) => Promise<Bulk | null>,
): Promise<void> {
  const tx = openTransaction(database);
  const bulk = await readBulk(tx, id);
  // A cancelled bulk stays so.
  const next = bulk === null || bulk.desiredState === 'cancel' ? null : await change(bulk, tx);
  if (next !== null) await putBulk(tx, next);
  await tx.done;
}

/** Canceling ends the waiting rows; those with the outbox are released one by one. */
export function setDesiredState(
  database: MirrorDatabase,
  id: string,
  desiredState: Bulk['desiredState'],
): Promise<void> {
  return changeBulk(database, id, async (bulk, tx) => {
    if (desiredState === 'run') return { ...running(bulk), breaker: halfOpened(bulk.breaker) };
    const next: Bulk = { ...bulk, desiredState, cancelledElsewhere: false };
    return desiredState === 'cancel' ? cancelWaitingRows(tx, await dropBreaker(tx, next)) : next;
  });
}

async function cancelWaitingRows(tx: BulkTransaction, before: Bulk): Promise<Bulk> {
  let bulk = before;
  const rows = tx.objectStore('rows');
  for (const row of parseRows(await rows.getAll(rowKeys(bulk.id, bulk.next)))) {
    if (row.state !== 'waiting') continue;
    bulk = moveCount(bulk, 'waiting', 'cancelled');
    void rows.put(endRow(row, { state: 'cancelled' }));
  }
  return bulk;
}

/** A page has shown how these bulks have ended. */
export async function markEndsRead(database: MirrorDatabase, ids: readonly string[]): Promise<void> {
  const tx = openTransaction(database);
  for (const id of ids) {
    const bulk = await readBulk(tx, id);
    if (bulk !== null) await putBulk(tx, { ...bulk, endUnread: undefined });
  }
  await tx.done;
}

/** Refuses for good the rows that the service has refused in a row, and continues with the others. */
export function skipRefused(database: MirrorDatabase, id: string): Promise<void> {
  return changeBulk(database, id, async (before, tx) => {
    const { breaker } = before;
    if (breaker?.state !== 'open') return null;
    let bulk: Bulk = { ...running(before), breaker: undefined };
    for (const n of breaker.rows) {
      const row = await readRow(tx, id, n);
      if (row?.state !== 'waiting') continue;
      bulk = moveCount(bulk, 'waiting', 'refused');
      void tx.objectStore('rows').put(endRow(row, { state: 'refused', failure: breaker.failure }));
    }
    return bulk;
  });
}

function running(bulk: Bulk): Bulk {
  const { desiredState, out, paused } = bulk;
  return {
    ...bulk,
    desiredState: 'run',
    cancelledElsewhere: false,
    paused: desiredState === 'pause' ? out : paused,
  };
}

function resumed(bulk: Bulk): Bulk {
  const { breaker } = bulk;
  return { ...running(bulk), breaker: breaker?.state === 'closed' ? undefined : halfOpened(breaker) };
}

/** A row that is retried alone leaves the others as they are: those of a paused bulk keep waiting. */
export function withoutRefusal(bulk: Bulk, n: number): Bulk {
  const { breaker } = bulk;
  return breaker === undefined
    ? bulk
    : { ...bulk, breaker: { ...breaker, rows: breaker.rows.filter((row) => row !== n) } };
}

/**
 * Rows whose password is no longer stored stay refused.
 *
 * @param n retries this row alone
 * @returns the number of rows that wait again
 */
export async function retryRefused(
  database: MirrorDatabase,
  id: string,
  newId: () => string,
  n?: number,
): Promise<number> {
  let count = 0;
  await changeBulk(database, id, async (before, tx) => {
    let bulk = n === undefined || isFinished(before) ? resumed(before) : withoutRefusal(before, n);
    const rows = tx.objectStore('rows');
    for (const row of parseRows(await rows.getAll(rowKeys(id)))) {
      if (row.state !== 'refused' || row.passwordDropped || (n ?? row.n) !== row.n) continue;
      count += 1;
      const requeued = requeueRow(bulk, row, newId);
      void rows.put(requeued.row);
      ({ bulk } = requeued);
    }
    return count > 0 ? bulk : null;
  });
  return count;
}

/**
 * Retries the refused row with this id, in whatever bulk.
 *
 * @returns false where there is none, or its password is no longer stored
 */
export async function retryRow(database: MirrorDatabase, id: string, newId: () => string): Promise<boolean> {
  const tx = openTransaction(database);
  const [found] = await readRefused(tx, new Set([id]));
  await tx.done;
  const row = found?.rows[0];
  if (found === undefined || row === undefined) return false;
  return (await retryRefused(database, found.bulk.id, newId, row.n)) > 0;
}

interface RefusedRows {
  readonly bulk: Bulk;
  readonly rows: readonly BulkRow[];
}

/** The refused rows with these ids, of the bulks that have any. */
async function readRefused(tx: BulkTransaction, ids: ReadonlySet<string>): Promise<RefusedRows[]> {
  const found: RefusedRows[] = [];
  for (const bulk of await readBulks(tx)) {
    if (bulk.counts.refused === 0) continue;
    const all = parseRows(await tx.objectStore('rows').getAll(rowKeys(bulk.id)));
    const rows = all.filter(({ id, state }) => state === 'refused' && ids.has(id));
    if (rows.length > 0) found.push({ bulk, rows });
  }
  return found;
}

/**
 * Skips the failed rows of these ids, in all bulks: the user needs them no more.
 *
 * @param describe why a row has failed, in the user's language
 * @returns whether there were any
 */
export async function skipFailedRows(
  database: MirrorDatabase,
  ids: ReadonlySet<string>,
  describe: (row: BulkRow) => string,
): Promise<boolean> {
  const tx = openTransaction(database);
  const found = await readRefused(tx, ids);
  for (const { bulk: before, rows } of found) {
    let bulk = before;
    for (const row of rows) {
      bulk = withoutRefusal(moveCount(bulk, 'refused', 'left-out'), row.n);
      void tx
        .objectStore('rows')
        .put(
          endRow(row, { state: 'left-out', failure: null, editedInto: undefined, errorText: describe(row) }),
        );
    }
    await putBulk(tx, bulk);
  }
  await tx.done;
  return found.length > 0;
}

/**
 * Must be stored before the job of the row is cancelled: the job's end alone does not distinguish it from "cancel
 * all".
 */
export async function cancelRow(database: MirrorDatabase, id: string): Promise<void> {
  const tx = openTransaction(database);
  const row = (await readClaimedRows(tx)).find((one) => one.id === id);
  const dropped: BulkRow | undefined = row && { ...row, dropped: true };
  if (dropped) void tx.objectStore('rows').put(dropped);
  await tx.done;
}
