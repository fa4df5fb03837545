/** Texts for the status of a bulk. */
import { isFinished, maxUndecided, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { Breaker } from '../../../lib/bulk/refusal-breaker.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

export function describeStatus(bulk: Bulk): string {
  if (isFinished(bulk))
    return t(bulk.wish === 'cancel' && bulk.counts.cancelled > 0 ? 'bulkCanceled' : 'bulkCompleted');
  if (bulk.wish === 'cancel') return t('bulkCanceling');
  if (bulk.wish === 'pause') return t(bulk.out.length > bulk.counts.asks ? 'bulkPausing' : 'bulkPaused');
  return t(needsDecision(bulk.counts) ? 'bulkNeedsDecision' : 'bulkInProgress');
}

/** No row can be sent before the user has decided. */
function needsDecision({ asks, waiting, out }: Bulk['counts']): boolean {
  return asks > 0 && out === 0 && (waiting === 0 || asks >= maxUndecided);
}

/** The circuit breaker has paused the bulk, because the service refused one link after the other. */
export const isTripped = (bulk: Bulk): bulk is Bulk & { readonly breaker: Breaker } =>
  bulk.wish === 'pause' && bulk.breaker?.state === 'open';

/** The reason of the pause, by the service's message where there is one, and the next step. */
export function describePause({ failure, rows }: Breaker): string {
  const message = failure.kind === 'refused' ? failure.message : null;
  // These failures hold no waiting time, so the current time does not matter.
  const reason = message === null ? describeFailure(failure, 0).sentence : t('bulkServiceMessage', message);
  return `${formatCount('bulkPausedRejected', rows.length)} ${reason} ${t('bulkPausedNextStep')}`;
}
