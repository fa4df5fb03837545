/** How a bulk stands, in words. */
import { isOver, type Bulk } from '../../../lib/bulk/bulk.ts';
import { say } from '../../../lib/text/say.ts';

export function sayStanding(bulk: Bulk): string {
  if (isOver(bulk))
    return say(bulk.wish === 'cancel' && bulk.counts.cancelled > 0 ? 'bulkStopped' : 'bulkThrough');
  if (bulk.wish === 'cancel') return say('bulkStopping');
  if (bulk.wish === 'pause') return say(bulk.out.length > bulk.counts.asks ? 'bulkPausing' : 'bulkPaused');
  return say(bulk.counts.waiting + bulk.counts.out === 0 ? 'bulkNeedsAnswer' : 'bulkRunning');
}
