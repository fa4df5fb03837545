/** Stores what becomes of rows that are with the outbox. */
import type { Failure } from '../../api/failure.ts';
import type { MirrorDatabase } from '../../mirror/database.ts';
import type { JobResult } from '../../outbox/job-result.ts';
import { isFinished, unconfirmed, type Bulk, type BulkRow } from '../bulk-job.ts';
import { afterRefusal, afterSuccess, isServiceRefusal, type BreakerStep } from '../refusal-breaker.ts';
import { applyBreakerStep, dropIdleBreaker } from './apply-breaker.ts';
import { endRow, moveCount, redactRow, withoutClaim, withoutNumber } from './row-transitions.ts';
import {
  openTransaction,
  putBulk,
  readBulk,
  readBulks,
  readRow,
  type BulkTransaction,
} from './transaction.ts';

/** Absent `lost`: no send of it can have created another link. */
export type RowEnd = Pick<BulkRow, 'lost'> &
  (
    | { readonly state: 'done'; readonly result: JobResult | null }
    | { readonly state: 'refused'; readonly failure: Failure | typeof unconfirmed }
  );

/**
 * Stores how a claimed row has ended; only once, even if it is reported several times.
 *
 * @param newId for the rows that wait again because the service refuses all of them
 */
export function completeRow(
  database: MirrorDatabase,
  believed: BulkRow,
  end: RowEnd,
  newId: () => string,
): Promise<void> {
  return updateClaimed(database, believed, async (bulk, row, tx) => {
    const moved: Bulk = {
      ...withoutClaim(bulk, row, end.state),
      unacknowledged: [...bulk.unacknowledged, row.id],
    };
    const step = breakerStep(bulk, row, end);
    const ended: BulkRow = { ...row, ...end, again: false, parked: undefined, dropped: undefined };
    // A row that the breaker counts may wait again, with its password.
    const isHeld = step !== null && end.state === 'refused';
    void tx.objectStore('rows').put(isHeld ? ended : redactRow(ended));
    return markEndUnread(step === null ? moved : await applyBreakerStep(tx, moved, step, newId));
  });
}

/** The popup reports the end of a bulk until a page has shown it. The user knows of one that was cancelled. */
const markEndUnread = (bulk: Bulk): Bulk =>
  isFinished(bulk) && bulk.desiredState !== 'cancel' ? { ...bulk, endUnread: true } : bulk;

/** `null` for a refusal that the breaker does not count: one the user has chosen is no decision of the service. */
function breakerStep(bulk: Bulk, row: BulkRow, end: RowEnd): BreakerStep | null {
  if (end.state === 'done') return afterSuccess(bulk.breaker);
  const isCounted = row.state === 'out' && bulk.desiredState !== 'cancel' && !row.dropped;
  return isCounted && end.failure !== unconfirmed && isServiceRefusal(end.failure)
    ? afterRefusal(bulk.breaker, row, end.failure)
    : null;
}

/** Why a claimed row makes no progress: it waits for the user, or until its lost response can be looked up. */
export type Idle = 'asks' | 'parked' | null;

export function markIdle(
  database: MirrorDatabase,
  believed: BulkRow,
  { idle, lost }: { readonly idle: Idle } & Pick<BulkRow, 'lost'>,
): Promise<void> {
  const state = idle === 'asks' ? 'asks' : 'out';
  const parked = idle === 'parked' || undefined;
  return updateClaimed(database, believed, (bulk, row, tx) => {
    const idling: BulkRow = { ...row, state, parked, lost, again: false };
    void tx.objectStore('rows').put(idling);
    return {
      ...moveCount(bulk, row.state, state),
      parked: [...withoutNumber(bulk.parked, row.n), ...(parked ? [row.n] : [])],
    };
  });
}

/** A row whose job has ended as cancelled: the id of that job is used up. */
interface Cancellation extends Pick<BulkRow, 'lost'> {
  readonly newId: string;
  /** It was cancelled for this bulk, after a send. */
  readonly stopped?: boolean | undefined;
}

/**
 * A claimed row that was certainly not sent: it waits again, or is cancelled, with its bulk or on its own.
 *
 * @param cancellation `null` where there never was a job, or where it has been idle since it was refused
 */
export function releaseRow(
  database: MirrorDatabase,
  believed: BulkRow,
  cancellation: Cancellation | null,
): Promise<void> {
  return updateClaimed(database, believed, (bulk, row, tx) => {
    const rows = tx.objectStore('rows');
    const unacknowledged = cancellation === null ? bulk.unacknowledged : [...bulk.unacknowledged, row.id];
    // As the job has it: the user may have decided since that a record is not its own.
    const lost = cancellation?.lost ?? row.lost;
    if (bulk.desiredState === 'cancel' || row.dropped) {
      void rows.put(endRow(row, { state: 'cancelled', lost }));
      return { ...withoutClaim(bulk, row, 'cancelled'), unacknowledged };
    }
    const released: BulkRow = {
      ...row,
      id: cancellation?.newId ?? row.id,
      again: cancellation === null && row.again,
      parked: undefined,
      lost,
      state: 'waiting',
    };
    void rows.put(released);
    const isOurs = cancellation === null || cancellation.stopped || bulk.paused?.includes(row.n);
    return {
      ...withoutClaim(bulk, row, 'waiting'),
      unacknowledged,
      next: Math.min(bulk.next, row.n),
      // "Cancel everything in the queue" applied to every row that waits, so no more of them are claimed.
      ...(!isOurs && bulk.desiredState === 'run' && { desiredState: 'pause', cancelledElsewhere: true }),
    };
  });
}

/** The outbox knows that the ends of these jobs are stored here. */
export async function markAcknowledged(database: MirrorDatabase, ids: ReadonlySet<string>): Promise<void> {
  const tx = openTransaction(database);
  for (const bulk of await readBulks(tx)) {
    const unacknowledged = bulk.unacknowledged.filter((id) => !ids.has(id));
    if (unacknowledged.length < bulk.unacknowledged.length) await putBulk(tx, { ...bulk, unacknowledged });
  }
  await tx.done;
}

/** Does nothing once the row is no longer with the outbox under the same id. @param update stores the row, returns the bulk */
async function updateClaimed(
  database: MirrorDatabase,
  { bulk: id, n, id: job }: BulkRow,
  update: (bulk: Bulk, row: BulkRow, tx: BulkTransaction) => Bulk | Promise<Bulk>,
): Promise<void> {
  const tx = openTransaction(database);
  const bulk = await readBulk(tx, id);
  const row = await readRow(tx, id, n);
  const isClaimed = row?.id === job && (row.state === 'out' || row.state === 'asks');
  if (bulk !== null && isClaimed) await putBulk(tx, await dropIdleBreaker(tx, await update(bulk, row, tx)));
  await tx.done;
}
