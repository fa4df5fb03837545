/** The section "Activity": jobs with a question, batches, active, failed and finished jobs, and the request limit. */
import { Activity as ActivityIcon, CircleSlash, ListX } from 'lucide';
import { useRef } from 'preact/hooks';
import { describeCounts, isJobActive } from '../../../lib/i18n/describe-job.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { hasFailed } from './has-failed.ts';
import { Batches } from './batches.tsx';
import { JobSection } from './job-section.tsx';
import type { ManageModel, ManageNotice } from '../model.ts';
import { Notices } from '../notices.tsx';
import { RequestMeter } from './request-meter.tsx';
import type { SectionProps } from '../section-deps.ts';

export function Activity({ page, deps }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const view = page.view.value;
  // A job's row may be in another part of the list by now; every other control gives the focus to the heading.
  useFocusRestore((job) =>
    job === ''
      ? heading.current
      : (document.querySelector<HTMLElement>(`li[data-item="${job}"]`) ?? heading.current),
  );
  const jobs = view?.jobs ?? [];
  const { withQuestion, active, failed, finished } = groupJobs(jobs);
  const clear = (
    <Button icon={ListX} text={t('clearFinished')} class="quiet" onClick={() => void page.clearEnded()} />
  );
  return (
    <>
      <div class="heading">
        <h2 ref={heading} tabIndex={-1}>
          {t('activity')}
        </h2>
        <p role="status" class="notice">
          <Notice notice={page.notice.value} />
        </p>
        <p role="status" class="counts">
          {describeCounts(jobs)}
        </p>
      </div>
      <Notices page={page} />
      <JobSection id="asked" name={t('activityNeedsDecision')} jobs={withQuestion} page={page} />
      <Batches bulks={deps.unfinishedBulks.value} now={page.now.value} />
      <JobSection id="under-way" name={t('activityInProgress')} jobs={bySendTime(active)} page={page}>
        {active.some(({ state }) => state === 'queued') && (
          <Button
            icon={CircleSlash}
            text={t('cancelAllQueued')}
            class="quiet"
            onClick={() => void page.cancelQueued()}
          />
        )}
      </JobSection>
      <JobSection id="failed" name={t('activityFailed')} jobs={newestFirst(failed)} page={page}>
        {finished.length === 0 && clear}
      </JobSection>
      {view?.connected && jobs.length === 0 && deps.unfinishedBulks.value.length === 0 && (
        <EmptyState icon={ActivityIcon} heading={t('activityEmpty')} hint={t('activityEmptyHint')} />
      )}
      {view?.connected && view.meter && <RequestMeter meter={view.meter} now={page.now} />}
      <JobSection id="ended" name={t('activityFinished')} jobs={newestFirst(finished)} page={page}>
        {clear}
      </JobSection>
    </>
  );
}

function Notice({ notice }: { readonly notice: ManageNotice | null }) {
  switch (notice?.name) {
    case undefined:
      return null;
    case 'copied':
      // Visible beside the link; here for screen readers.
      return <span class="visually-hidden">{t('copied')}</span>;
    case 'copy-failed':
      return t('copyFailed', t('copy'));
    case 'queued-canceled':
      return formatCount('canceledCount', notice.count);
    case 'cleared':
      return t('cleared');
    case 'failed':
      return t('actionFailed');
  }
}

type Jobs = NonNullable<ManageModel['view']['value']>['jobs'];

function groupJobs(jobs: Jobs) {
  const withQuestion = jobs.filter(({ question }) => question !== null);
  const active = jobs.filter(isJobActive);
  const ended = jobs.filter((job) => !withQuestion.includes(job) && !active.includes(job));
  const failed = ended.filter(hasFailed);
  const finished = ended.filter((job) => !failed.includes(job));
  return { withQuestion, active, failed, finished };
}

/** In the order of sending; jobs without a time come last. */
function bySendTime(jobs: Jobs): Jobs {
  const rank = ({ state, goesAt }: Jobs[number]) => (state === 'sent' ? 0 : (goesAt ?? Infinity));
  return jobs.toSorted((a, b) => (rank(a) === rank(b) ? a.at - b.at : rank(a) - rank(b)));
}

function newestFirst(jobs: Jobs): Jobs {
  return jobs.toSorted((a, b) => (b.endedAt ?? b.at) - (a.endedAt ?? a.at));
}
