/** What the popup's status bar says in place of the service's host: problems, no connection, or links of other pages that wait. */
import { Clock, LoaderCircle, Pause } from 'lucide';
import type { ComponentProps } from 'preact';
import { countQueuedLinks } from '../../../components/job-facts.ts';
import { describeOffline } from '../../../lib/i18n/describe-job.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps, PopupModel } from '../model.ts';
import { openManage } from '../navigate.ts';
import { useNow } from '../use-now.ts';
import { lazy } from '../lazy.tsx';
import { openBulks, useBulkSummary } from './bulk-summary.ts';
import { isSendingPaused, otherJobs, otherProblems, type OtherJobs } from './other-jobs.ts';
import { StatusButton } from './status-button.tsx';

const IdleBulks = lazy(async () => (await import('./idle-status.tsx')).IdleBulks);
const NeedsAttention = lazy(async () => (await import('./idle-status.tsx')).NeedsAttention);
const NoConnection = lazy(async () => (await import('./idle-status.tsx')).NoConnection);

export function StatusBar({ model }: ModelProps) {
  return (
    <>
      <VisibleStatus model={model} />
      {/* Also without a text, so that a screen reader announces it later; and without seconds, which it would repeat. */}
      <span role="status" class="visually-hidden">
        {announcement(model)}
      </span>
    </>
  );
}

function VisibleStatus({ model }: ModelProps) {
  const { connected, blockReason } = model.view.value;
  const others = otherJobs(model);
  const bulks = useBulkSummary(model);
  const { running } = bulks;
  const isShown = others.active.length > 0 && others.cancelable === null;
  useNow(model, isShown);
  const { summed } = otherProblems(model);
  if (connected && summed > 0) return <NeedsAttention count={summed} />;
  if (!connected || blockReason?.why === 'offline') return <NoConnection view={model.view.value} />;
  if (!isShown) return bulks.ended.links + bulks.paused.links > 0 ? <IdleBulks bulks={bulks} /> : null;
  const { queued } = others;
  const count = countJobs(others, running.links);
  const isBatch = running.links > 0 && others.active.every(({ from }) => from === 'bulk');
  const open = () => (isBatch ? openBulks(running) : void openManage('activity'));
  const title = t(isBatch ? 'bulk' : 'activity');
  if (isSendingPaused(model.view.value))
    return (
      <Waiting
        icon={Pause}
        text={formatCount('linksPaused', others.active.length)}
        title={title}
        onClick={open}
      />
    );
  // The time until a batch's next link would look like that of all.
  const nextIn = running.links > 0 ? null : others.nextIn;
  return (
    <Waiting
      icon={others.active.some(({ state }) => state === 'sent') && queued.length === 0 ? LoaderCircle : Clock}
      text={nextIn === null ? count : t('queuedNext', count, nextIn)}
      title={title}
      onClick={open}
    />
  );
}

const Waiting = (props: ComponentProps<typeof StatusButton>) => (
  <p class="service-status">
    <StatusButton {...props} />
  </p>
);

function announcement(model: PopupModel): string {
  const { connected, blockReason, jobs } = model.view.value;
  if (!connected) return '';
  return blockReason?.why === 'offline'
    ? describeOffline(countQueuedLinks(jobs))
    : countJobs(otherJobs(model));
}

/**
 * Empty for none.
 *
 * @param batchLinks in batches that run, of which a few at a time are jobs
 */
function countJobs({ active, queued }: OtherJobs, batchLinks = 0): string {
  const single = queued.filter(({ from }) => from !== 'bulk').length;
  if (queued.length > 0) return formatCount('jobsQueued', Math.max(queued.length, single + batchLinks));
  if (active.length === 0) return '';
  // Their responses were lost, as while the service is down.
  const isUnconfirmed = active.every(({ state }) => state === 'unknown');
  return formatCount(isUnconfirmed ? 'jobsUnconfirmed' : 'jobsInProgress', active.length);
}
