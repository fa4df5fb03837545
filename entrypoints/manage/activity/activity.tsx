/** The section "Activity": jobs with a question, batches, active, failed, finished and dismissed jobs, and the request limit. */
import { Activity as ActivityIcon, CircleSlash, ListX } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { describeCounts, isJobActive } from '../../../lib/i18n/describe-job.ts';
import { isFinished, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { hasFailed, isDismissed } from '../../../components/job-facts.ts';
import { JobRow } from './job-row.tsx';
import type { ManageModel, ManageNotice, ManageProps } from '../model.ts';
import { Notices } from '../notices.tsx';
import { BulkListItem } from '../bulk/bulk-list-item.tsx';
import { ResumeBulk } from '../bulk/resume-bulk.tsx';
import { RequestMeter } from './request-meter.tsx';
import type { SectionProps } from '../section-deps.ts';

export function Activity({ page, deps }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { connected = false, jobs: all = [] } = page.view.value ?? {};
  const jobs = all.filter((job) => !isEndedRow(job));
  // A job's row may be in another part of the list by now; every other control gives the focus to the heading.
  useFocusRestore(
    (job) => (job && document.querySelector<HTMLElement>(`li[data-item="${job}"]`)) || heading.current,
  );
  const bulks = deps.bulks.value.filter((bulk) => isRecent(bulk, page.steppedNow.value));
  const { withQuestion, active, failed, finished, dismissed } = groupJobs(jobs);
  // One button for all that have ended.
  const clear = <ClearEnded page={page} />;
  return (
    <>
      <div class="heading line">
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
      <JobList id="undecided" name={t('activityNeedsDecision')} jobs={withQuestion} page={page} />
      <BulkPart page={page} bulks={bulks} />
      <JobList
        id="under-way"
        name={t('activityInProgress')}
        jobs={active}
        page={page}
        actions={active.some(({ state }) => state === 'queued') && <CancelAll page={page} />}
      />
      <JobList
        id="failed"
        name={t('activityFailed')}
        jobs={failed}
        page={page}
        actions={finished.length === 0 && dismissed.length === 0 && clear}
      />
      {connected && jobs.length === 0 && bulks.length === 0 && <NoActivity />}
      {connected && <RequestMeter page={page} />}
      <JobList id="ended" name={t('activityFinished')} jobs={finished} page={page} actions={clear} />
      <JobList
        id="dismissed"
        name={t('activityDismissed')}
        jobs={dismissed}
        page={page}
        actions={finished.length === 0 && clear}
      />
    </>
  );
}

/** Its batch shows it: created, or canceled with the batch, which sends it under another job once it is resumed. */
const isEndedRow = ({ from, state }: Jobs[number]): boolean =>
  from === 'bulk' && (state === 'done' || state === 'cancelled');

/** A finished batch stays in the list for a day after its start, in ms. */
const dayMs = 24 * 60 * 60_000;

const isRecent = (bulk: Bulk, now: number): boolean => !isFinished(bulk) || now - bulk.at < dayMs;

const NoActivity = () => (
  <EmptyState icon={ActivityIcon} heading={t('activityEmpty')} hint={t('activityEmptyHint')} />
);

function ClearEnded({ page }: ManageProps) {
  return (
    <Button icon={ListX} text={t('clearFinished')} class="quiet" onClick={() => void page.clearEnded()} />
  );
}

function CancelAll({ page }: ManageProps) {
  return (
    <Button
      icon={CircleSlash}
      text={t('cancelAllQueued')}
      class="quiet"
      onClick={() => void page.cancelQueued()}
    />
  );
}

interface PartProps {
  readonly id: string;
  readonly name: string;
  /** The class of its rows. */
  readonly list: string;
  /** Buttons that apply to all of its rows. */
  readonly actions?: ComponentChildren;
  readonly children: readonly VNode[];
}

/** A list under its heading; not rendered while it is empty. */
function Part({ id, name, list, actions, children }: PartProps) {
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div class="heading line">
        <h3 id={id}>{name}</h3>
        {actions}
      </div>
      <ul class={`card flush ${list}`}>{children}</ul>
    </section>
  );
}

/** Each leads to its page, where it is paused and canceled. */
function BulkPart({ page, bulks }: ManageProps & { readonly bulks: readonly Bulk[] }) {
  return (
    <Part id="batches" name={t('bulkBatches')} list="bulks">
      {bulks.map((bulk) => (
        <BulkListItem key={bulk.id} bulk={bulk} now={page.steppedNow.value}>
          <ResumeBulk bulk={bulk} onResume={page.resumeBulk} />
        </BulkListItem>
      ))}
    </Part>
  );
}

type JobListProps = Omit<PartProps, 'list' | 'children'> & ManageProps & { readonly jobs: Jobs };

function JobList({ jobs, page, ...part }: JobListProps) {
  return (
    <Part {...part} list="jobs">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} page={page} />
      ))}
    </Part>
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
  const active = bySendTime(jobs.filter(isJobActive));
  const ended = newestFirst(jobs.filter((job) => !withQuestion.includes(job) && !active.includes(job)));
  const failed = ended.filter(hasFailed);
  const dismissed = ended.filter(isDismissed);
  const finished = ended.filter((job) => !failed.includes(job) && !dismissed.includes(job));
  return { withQuestion, active, failed, finished, dismissed };
}

/** In the order of sending; jobs without a time come last. */
function bySendTime(jobs: Jobs): Jobs {
  const rank = ({ state, goesAt }: Jobs[number]) => (state === 'sent' ? 0 : (goesAt ?? Infinity));
  return jobs.toSorted((a, b) => (rank(a) === rank(b) ? a.at - b.at : rank(a) - rank(b)));
}

function newestFirst(jobs: Jobs): Jobs {
  return jobs.toSorted((a, b) => (b.endedAt ?? b.at) - (a.endedAt ?? a.at));
}
