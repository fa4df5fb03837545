/** How a job stands, in words: what an unfinished one does or waits for, and until when. */
import type { JobView, BlockReasonView } from '../views/popup-view.ts';
import { formatWait } from './describe-failure.ts';
import { t } from './t.ts';

/** Not ended, and nothing for the person to decide: it goes on by itself. */
export function isJobActive({ state, question }: JobView): boolean {
  return state === 'queued' || state === 'sent' || (state === 'unknown' && question === null);
}

/** What is said of a link, of a record that is added, of a link that is filed, of a record that is changed or deleted. */
export function byKind<T>(
  job: JobView,
  ...[link, added, filed, changed, deleted]: readonly [T, T, T, T, T]
): T {
  if (job.kind === 'shorten') return link;
  if (job.kind === 'change') return job.act === 'delete' ? deleted : changed;
  return job.to === undefined ? added : filed;
}

/** @param now epoch ms, for "12 s" */
export function describeActiveJob(job: JobView, paused: BlockReasonView | null, now: number): string {
  const left = (job.goesAt ?? 0) - now;
  if (job.state === 'sent') return t(byKind(job, 'shortening', 'adding', 'filing', 'changing', 'deleting'));
  if (job.state === 'unknown') return left > 0 ? t('lookingIn', formatWait(left)) : t('looking');
  if (paused !== null) return t(paused.why === 'offline' ? 'waitsForNetwork' : 'waitsForPause');
  if (left <= 0) return t('waitsForTurn');
  switch (job.waits) {
    case 'hold':
      return t('heldBack', formatWait(left));
    case 'retry':
      return t('retriesIn', formatWait(left));
    case 'limit':
    case 'look':
    case null:
      return t('waitingForLimit', formatWait(left));
  }
}
