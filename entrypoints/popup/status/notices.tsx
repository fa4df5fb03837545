/**
 * Notices about other jobs than the page's own: those that need an answer or have failed, submitted in the context menu or
 * in a popup that was closed meanwhile. The Activity page lists all of them; what needs no answer is in the status bar.
 */
import { useRef } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import { isSendingPaused, missedCopies, otherJobs, otherProblems } from './other-jobs.ts';
import type { ModelProps } from '../model.ts';
import { useNow } from '../use-now.ts';
import { StatusBar } from './status-bar.tsx';

const CancelableJob = lazy(async () => (await import('./problems.tsx')).CancelableJob);
const OtherProblems = lazy(async () => (await import('./problems.tsx')).OtherProblems);
const MissedCopy = lazy(async () => (await import('./problems.tsx')).MissedCopy);
const StorageNotices = lazy(async () => (await import('./problems.tsx')).StorageNotices);

interface AllNoticesProps extends ModelProps {
  /** The page shows everything else in a status bar. */
  readonly hasStatusBar?: boolean;
}

export function Notices({ model, hasStatusBar = false }: AllNoticesProps) {
  const { blockReason, damaged, storageFailing, storageReclaimed } = model.view.value;
  const { shown } = otherProblems(model);
  const isBlocked = isSendingPaused(model.view.value);
  const hasProblems =
    isBlocked ||
    [...model.adding.value.values()].some(({ failure }) => failure !== undefined) ||
    shown.length > 0;
  // One that is copied stays for a moment.
  const hadMissedCopy = useRef(false);
  hadMissedCopy.current ||= missedCopies(model.view.value).length > 0;
  const hasCancelable = otherJobs(model).cancelable !== null;
  useNow(model, hasCancelable || typeof blockReason?.until === 'number');
  return (
    <div class="notices">
      {(damaged || storageFailing || storageReclaimed || model.draftFailed.value) && (
        <StorageNotices model={model} />
      )}
      {hasProblems && (
        <OtherProblems model={model} blockReason={isBlocked ? blockReason : null} jobs={shown} />
      )}
      {hadMissedCopy.current && <MissedCopy model={model} />}
      {hasCancelable && <CancelableJob model={model} />}
      {!hasStatusBar && <StatusBar model={model} />}
    </div>
  );
}
