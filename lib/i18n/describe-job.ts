/** How a job stands, in words: what an unfinished one does or waits for, and until when. */
import type { JobView, Pause } from '../views/popup-view.ts';
import { sayDuration } from './describe-failure.ts';
import { say } from './t.ts';

/** Not ended, and nothing for the person to decide: it goes on by itself. */
export function isUnderWay({ state, question }: JobView): boolean {
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
export function tellUnderWay(job: JobView, paused: Pause | null, now: number): string {
  const left = (job.goesAt ?? 0) - now;
  if (job.state === 'sent') return say(byKind(job, 'shortening', 'adding', 'filing', 'changing', 'deleting'));
  if (job.state === 'unknown') return left > 0 ? say('lookingIn', sayDuration(left)) : say('looking');
  if (paused !== null) return say(paused.why === 'offline' ? 'waitsForNetwork' : 'waitsForPause');
  if (left <= 0) return say('waitsForTurn');
  switch (job.waits) {
    case 'hold':
      return say('heldBack', sayDuration(left));
    case 'retry':
      return say('retriesIn', sayDuration(left));
    case 'limit':
    case 'look':
    case null:
      return say('waitingForLimit', sayDuration(left));
  }
}
