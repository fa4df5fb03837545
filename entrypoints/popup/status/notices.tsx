/**
 * Notices about other jobs than the page's own: those that need an answer or have failed, submitted in the context menu or
 * in a popup that was closed meanwhile. The Activity page lists all of them; what needs no answer is in the status bar.
 */
import { CircleAlert, Info } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { countQueuedLinks } from '../../../components/job-facts.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CancelableJob, otherJobs } from './other-jobs.tsx';
import { failedRecords } from '../form/create-record.ts';
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
  const others = jobs.filter((job) => hasProblem(job) && job.id !== model.job.value?.id);
  const isBlocked = paused !== null && paused.why !== 'offline';
  const hasFailed = failedRecords(model).length > 0;
  const problems = useProblems(isBlocked || hasFailed || others.length > 0);
  useNow(model, otherJobs(model).cancelable !== null || typeof paused?.until === 'number');
  return (
    <div class="notices">
      <StorageNotices model={model} />
      {problems && isBlocked && (
        <problems.BlockedNotice
          paused={paused}
          links={countQueuedLinks(jobs)}
          now={model.now.value}
          onRetry={() => model.deps.send('resume', null)}
          {...problems.failureActions(model)}
        />
      )}
      {problems && <problems.FailedAdditions model={model} />}
      {problems && <problems.OtherProblems model={model} jobs={others} />}
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
