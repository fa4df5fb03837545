/**
 * The links of other pages that are in progress: the short form of the Activity page. A single link that waits can be
 * canceled (cancelable-job.tsx); anything else is shown in the status bar.
 */
import type { JobView } from '../../../lib/views/job-view.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import type { PopupModel } from '../model.ts';

/** A failure, or a question to the user. */
export const hasProblem = ({ question, state }: JobView): boolean => question !== null || state === 'refused';

export interface OtherJobs {
  readonly active: readonly JobView[];
  readonly queued: readonly JobView[];
  /** The text for the time until the next one is sent; `null` where it is not known. */
  readonly nextIn: string | null;
  /** The only one that waits. Canceling one job of a bulk pauses the whole bulk, so that is left to the Activity page. */
  readonly cancelable: JobView | null;
}

export function otherJobs({ view, job, now: { value: now } }: PopupModel): OtherJobs {
  const active = view.value.jobs.filter(
    (one) => one.id !== job.value?.id && one.kind === 'shorten' && isJobActive(one),
  );
  const queued = active.filter(({ state }) => state === 'queued');
  const times = queued.flatMap(({ goesAt }) => (goesAt !== null && goesAt > now ? goesAt - now : []));
  const [first = null] = queued;
  return {
    active,
    queued,
    nextIn: times.length > 0 ? formatWait(Math.min(...times)) : null,
    cancelable: queued.length === 1 && first?.from !== 'bulk' ? first : null,
  };
}
