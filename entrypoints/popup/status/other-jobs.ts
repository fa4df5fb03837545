/**
 * The jobs of other pages: the short form of the Activity page. A single link that waits can be canceled
 * (cancelable-job.tsx), and a single problem is shown in full (other-problems.tsx); anything else is shown in the status
 * bar.
 */
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import type { PopupModel } from '../model.ts';

/** A failure, or a question to the user. */
const hasProblem = ({ question, state }: JobView): boolean => question !== null || state === 'refused';

export interface OtherProblems {
  /** In full. */
  readonly shown: readonly JobView[];
  /** How many the status bar, always in view, sums up. */
  readonly summed: number;
}

/** How long a failure of another page is shown in full, in ms: the popup is opened for other pages, too. */
const recentMs = 10 * 60_000;

/** In full: one of the same URL, or a single one that has nothing beside it, a failure if it is recent. */
export function otherProblems({ view, job, form, page, openedAt, autoOpened }: PopupModel): OtherProblems {
  const own = job.value;
  const problems = view.value.jobs.filter((one) => hasProblem(one) && one.id !== own?.id);
  if (problems.length === 0) return { shown: [], summed: 0 };
  const { address } = form.content();
  const same = problems.filter(({ subject }) => subject === address).slice(0, 1);
  const others = problems.filter((one) => !same.includes(one));
  // Beside another link, and on the link page, which belongs to no page, a link would be taken for that of the form.
  const isShownAlone = ({ kind, endedAt }: JobView) =>
    openedAt - (endedAt ?? openedAt) < recentMs &&
    (kind !== 'shorten' || (own === null && (page.address !== '' || autoOpened !== null)));
  const hasOther = same.length > 0 || (own !== null && hasProblem(own)) || isSendingPaused(view.value);
  const isAlone = !hasOther && others.every(isShownAlone);
  // Chromium opens Activity in an ordinary window, which shows no job of a private one.
  const isSummed = !page.private && others.length > (isAlone ? 1 : 0);
  return isSummed ? { shown: same, summed: others.length } : { shown: [...same, ...others], summed: 0 };
}

/** Something other than the network stops all jobs. */
export const isSendingPaused = ({ blockReason }: PopupView): boolean =>
  blockReason !== null && blockReason.why !== 'offline';

/**
 * Links of the context menu and of shortcuts, newest first, that were not on the clipboard when the user expected them there:
 * the background acknowledges all others, a moment after the view has them.
 */
export const missedCopies = ({ jobs, autoCopy }: PopupView): readonly JobView[] =>
  autoCopy
    ? jobs.filter(
        ({ from, kind, state, copied }) =>
          from === 'menu' && kind === 'shorten' && state === 'done' && !copied,
      )
    : [];

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
