import { countIdle, isFinished, maxUndecided, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { Breaker } from '../../../lib/bulk/refusal-breaker.ts';

/** The key of its text. */
export type BulkStatus = ReturnType<typeof statusOf>;

export function statusOf(bulk: Bulk) {
  if (isFinished(bulk))
    return bulk.desiredState === 'cancel' && bulk.counts.cancelled > 0 ? 'bulkCanceled' : 'bulkCompleted';
  if (bulk.desiredState === 'cancel') return 'bulkCanceling';
  const isIdle = bulk.out.length <= countIdle(bulk);
  if (bulk.desiredState === 'pause') return isIdle ? 'bulkPaused' : 'bulkPausing';
  const { asks, waiting } = bulk.counts;
  const isStuck = isIdle && (waiting === 0 || countIdle(bulk) >= maxUndecided);
  if (!isStuck) return 'bulkInProgress';
  const isForUser = asks > 0 && (waiting === 0 || asks >= maxUndecided);
  return isForUser ? 'needsDecision' : 'bulkListUnread';
}

/** The circuit breaker has paused the bulk, because the service refused one link after the other. */
export const isTripped = (bulk: Bulk): bulk is Bulk & { readonly breaker: Breaker } =>
  bulk.desiredState === 'pause' && bulk.breaker?.state === 'open';
