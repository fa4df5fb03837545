/** How a bulk stands, in words. */
import { isFinished, maxUndecided, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { Breaker } from '../../../lib/bulk/refusal-breaker.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

export function describeStatus(bulk: Bulk): string {
  if (isFinished(bulk))
    return t(bulk.wish === 'cancel' && bulk.counts.cancelled > 0 ? 'bulkStopped' : 'bulkThrough');
  if (bulk.wish === 'cancel') return t('bulkStopping');
  if (bulk.wish === 'pause') return t(bulk.out.length > bulk.counts.asks ? 'bulkPausing' : 'bulkPaused');
  return t(needsAnswer(bulk.counts) ? 'bulkNeedsAnswer' : 'bulkRunning');
}

/** Nothing of it goes on before the person has decided. */
const needsAnswer = ({ asks, waiting, out }: Bulk['counts']): boolean =>
  asks > 0 && out === 0 && (waiting === 0 || asks >= maxUndecided);

/** It has paused by itself, because the service refused one link after the other. */
export const isTripped = (bulk: Bulk): bulk is Bulk & { readonly breaker: Breaker } =>
  bulk.wish === 'pause' && bulk.breaker?.state === 'open';

/** Why it has paused, in the service's own words where it has any, and what to do next. */
export function describePause({ failure, rows }: Breaker): string {
  const words = failure.kind === 'refused' ? failure.message : null;
  // No wait stands in these failures, so the time of day makes no difference.
  const reason = words === null ? describeFailure(failure, 0).sentence : t('bulkTrippedWords', words);
  return `${formatCount('bulkTripped', rows.length)} ${reason} ${t('bulkTrippedNext')}`;
}
