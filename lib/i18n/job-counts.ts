/** How many jobs wait, are on their way, and need an answer. */
import type { JobView } from '../views/popup-view.ts';
import { isUnderWay } from './describe-job.ts';
import { sayCount } from './plural.ts';

/** Without times, so that it changes only when the jobs do; empty when there are none. */
export function tellCounts(jobs: readonly JobView[]): string {
  const underWay = jobs.filter(isUnderWay);
  const waiting = underWay.filter(({ state }) => state === 'queued').length;
  const going = underWay.length - waiting;
  const asked = jobs.filter(({ question }) => question !== null).length;
  return [
    waiting > 0 ? sayCount('jobsWait', waiting) : '',
    going > 0 ? sayCount('jobsGoing', going) : '',
    asked > 0 ? sayCount('jobsAsk', asked) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
