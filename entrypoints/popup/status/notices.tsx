/**
 * Notices about other jobs than the page's own: those that need an answer or have failed, submitted in the context menu or
 * in a popup that was closed meanwhile. The Activity page lists all of them; what needs no answer is in the status bar.
 */
import { CircleAlert, Info } from 'lucide';
import type { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { Banner } from '../../../components/banner.tsx';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import { CancelableJob, otherJobs } from './other-jobs.tsx';
import { moveFocusOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { useNow } from '../use-now.ts';
import { StatusBar } from './status-bar.tsx';
import { hasProblem, useProblems } from './use-problems.ts';

export interface NoticesProps {
  readonly model: PopupModel;
}

export interface AllNoticesProps extends NoticesProps {
  /** The page shows everything else in a status bar. */
  readonly hasStatusBar?: boolean;
}

export function Notices({ model, hasStatusBar = false }: AllNoticesProps) {
  const { paused, jobs } = model.view.value;
  const others = jobs.filter(({ id }) => id !== model.job.value?.id);
  const isBlocked = paused !== null && paused.why !== 'offline';
  const problems = useProblems(isBlocked || others.some(hasProblem));
  useNow(model, otherJobs(model).cancelable !== null || typeof paused?.until === 'number');
  return (
    <div class="notices">
      <StorageNotices model={model} />
      {problems && isBlocked && (
        <problems.BlockedNotice
          paused={paused}
          links={jobs.filter(({ kind, state }) => kind === 'shorten' && state === 'queued').length}
          now={model.now.value}
          onRetry={() => model.deps.send('resume', null)}
          {...problems.failureActions(model)}
        />
      )}
      {problems &&
        others.map((job) =>
          job.state === 'refused' ? (
            <problems.JobFailure key={job.id} model={model} job={job} />
          ) : (
            job.question && (
              <Question
                key={job.id}
                model={model}
                job={job}
                question={job.question}
                Prompt={problems.AmbiguousLinkPrompt}
              />
            )
          ),
        )}
      <CancelableJob model={model} />
      {!hasStatusBar && <StatusBar model={model} />}
    </div>
  );
}

function StorageNotices({ model }: NoticesProps) {
  const { damaged, storageFailing, storageReclaimed } = model.view.value;
  return (
    <>
      {damaged && (
        <Banner icon={Info}>
          <p>{t('damagedNotice')}</p>
        </Banner>
      )}
      {storageFailing && (
        <Banner role="alert" tone="failure" icon={CircleAlert}>
          <p>{t('storageFailing')}</p>
        </Banner>
      )}
      {storageReclaimed && !storageFailing && (
        <Banner icon={Info}>
          <p>{t('storageReclaimed')}</p>
        </Banner>
      )}
    </>
  );
}

interface QuestionProps extends NoticesProps {
  readonly job: JobView;
  readonly question: NonNullable<JobView['question']>;
  readonly Prompt: typeof AmbiguousLinkPrompt;
}

function Question({ model, job, question, Prompt }: QuestionProps) {
  return (
    <div role="alert" title={job.subject}>
      <Prompt
        id={job.id}
        question={question}
        heading={<bdi dir="ltr">{truncateMiddle(displayUrl(job.subject), 44)}</bdi>}
        onDecide={(choice) => {
          moveFocusOn(document.activeElement);
          model.deps.send('resolve', { id: job.id, choice });
        }}
      />
    </div>
  );
}
