/**
 * Notices about other jobs than the page's own: those that need an answer or have failed, submitted in the context menu or
 * in a popup that was closed meanwhile. The Activity page lists all of them; what needs no answer is in the status bar.
 */
import { CircleAlert, Info } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { lazy } from '../lazy.tsx';
import { CancelableJob, hasProblem, otherJobs } from './other-jobs.tsx';
import type { PopupModel } from '../model.ts';
import { useNow } from '../use-now.ts';
import { StatusBar } from './status-bar.tsx';

const OtherProblems = lazy(async () => (await import('./problems.tsx')).OtherProblems);

interface NoticesProps {
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
  const hasProblems =
    isBlocked ||
    [...model.adding.value.values()].some(({ failure }) => failure !== undefined) ||
    others.length > 0;
  useNow(model, otherJobs(model).cancelable !== null || typeof paused?.until === 'number');
  return (
    <div class="notices">
      <StorageNotices model={model} />
      {hasProblems && <OtherProblems model={model} paused={isBlocked ? paused : null} jobs={others} />}
      <CancelableJob model={model} />
      {!hasStatusBar && <StatusBar model={model} />}
    </div>
  );
}

function StorageNotices({ model }: NoticesProps) {
  const { damaged, storageReclaimed } = model.view.value;
  const storageFailing = model.view.value.storageFailing || model.draftFailed.value;
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
