/** How many jobs wait, are on their way, and need an answer. */
import type { JobView } from '../views/popup-view.ts';
import { isJobActive } from './describe-job.ts';
import { formatCount } from './plural.ts';

/** Without times, so that it changes only when the jobs do; empty when there are none. */
export function describeCounts(jobs: readonly JobView[]): string {
  const underWay = jobs.filter(isJobActive);
  const waiting = underWay.filter(({ state }) => state === 'queued').length;
  const going = underWay.length - waiting;
  const asked = jobs.filter(({ question }) => question !== null).length;
  return [
    waiting > 0 ? formatCount('jobsWait', waiting) : '',
    going > 0 ? formatCount('jobsGoing', going) : '',
    asked > 0 ? formatCount('jobsAsk', asked) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
