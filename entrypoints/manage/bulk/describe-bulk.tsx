/** How a bulk stands, in words. */
import { isOver, mostAsking, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { Breaker } from '../../../lib/bulk/refusal-breaker.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';

export function sayStanding(bulk: Bulk): string {
  if (isOver(bulk))
    return say(bulk.wish === 'cancel' && bulk.counts.cancelled > 0 ? 'bulkStopped' : 'bulkThrough');
  if (bulk.wish === 'cancel') return say('bulkStopping');
  if (bulk.wish === 'pause') return say(bulk.out.length > bulk.counts.asks ? 'bulkPausing' : 'bulkPaused');
  return say(needsAnswer(bulk.counts) ? 'bulkNeedsAnswer' : 'bulkRunning');
}

/** Nothing of it goes on before the person has decided. */
const needsAnswer = ({ asks, waiting, out }: Bulk['counts']): boolean =>
  asks > 0 && out === 0 && (waiting === 0 || asks >= mostAsking);

/** It has paused by itself, because the service refused one link after the other. */
export const isTripped = (bulk: Bulk): bulk is Bulk & { readonly breaker: Breaker } =>
  bulk.wish === 'pause' && bulk.breaker?.state === 'open';

/** Why it has paused, in the service's own words where it has any, and what to do next. */
export function sayTripped({ failure, rows }: Breaker): string {
  const words = failure.kind === 'refused' ? failure.message : null;
  // No wait stands in these failures, so the time of day makes no difference.
  const reason = words === null ? tellFailure(failure, 0).sentence : say('bulkTrippedWords', words);
  return `${sayCount('bulkTripped', rows.length)} ${reason} ${say('bulkTrippedNext')}`;
}
