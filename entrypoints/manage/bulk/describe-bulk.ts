/** Texts for the status of a bulk. */
import { countIdle, isFinished, maxUndecided, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { Breaker } from '../../../lib/bulk/refusal-breaker.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

/** The key of its text. */
export type BulkStatus = ReturnType<typeof statusOf>;

export function statusOf(bulk: Bulk) {
  if (isFinished(bulk))
    return bulk.wish === 'cancel' && bulk.counts.cancelled > 0 ? 'bulkCanceled' : 'bulkCompleted';
  if (bulk.wish === 'cancel') return 'bulkCanceling';
  const isIdle = bulk.out.length <= countIdle(bulk);
  if (bulk.wish === 'pause') return isIdle ? 'bulkPaused' : 'bulkPausing';
  const { asks, waiting } = bulk.counts;
  const isStuck = isIdle && (waiting === 0 || countIdle(bulk) >= maxUndecided);
  if (!isStuck) return 'bulkInProgress';
  const isForUser = asks > 0 && (waiting === 0 || asks >= maxUndecided);
  return isForUser ? 'bulkNeedsDecision' : 'bulkListUnread';
}

/** The circuit breaker has paused the bulk, because the service refused one link after the other. */
export const isTripped = (bulk: Bulk): bulk is Bulk & { readonly breaker: Breaker } =>
  bulk.wish === 'pause' && bulk.breaker?.state === 'open';

/** That it is paused, the reason, by the service's message where there is one, and the next step. */
export function describePause({ failure, rows }: Breaker): readonly [string, string, string] {
  const message = failure.kind === 'refused' ? failure.message : null;
  return [
    formatCount(failure.kind === 'unreadable' ? 'bulkPausedFailed' : 'bulkPausedRejected', rows.length),
    // These failures hold no waiting time, so the current time does not matter.
    message === null ? describeFailure(failure, 0).sentence : t('bulkServiceMessage', message),
    t('bulkPausedNextStep', t('bulkResume')),
  ];
}
