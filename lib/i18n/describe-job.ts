/** Texts for jobs: their subject, the reason for waiting and its end, and their counts. */
import { isActiveState } from '../outbox/job-state.ts';
import { isolate } from '../text/isolate.ts';
import type { BlockReasonView, JobView } from '../views/job-view.ts';
import { formatWait } from './format-wait.ts';
import { formatList } from './format.ts';
import { formatCount } from './plural.ts';
import { t } from './t.ts';

export const isJobActive = ({ state, question }: JobView): boolean => isActiveState(state, question);

/**
 * Picks the value for a link that is created, a record that is added, a link that is assigned, a record that is
 * edited or deleted.
 */
export function byKind<T>(
  job: JobView,
  ...[link, added, assigned, edited, deleted]: readonly [T, T, T, T, T]
): T {
  if (job.kind === 'shorten') return link;
  if (job.kind === 'change') return job.act === 'delete' ? deleted : edited;
  return job.to === undefined ? added : assigned;
}

/** @param now epoch ms, for "12 s" */
export function describeActiveJob(job: JobView, blockReason: BlockReasonView | null, now: number): string {
  const left = (job.goesAt ?? 0) - now;
  if (job.state === 'sent') return t(byKind(job, 'shortening', 'adding', 'addingTo', 'updating', 'deleting'));
  if (job.state === 'unknown') {
    if (left > 0) return t('checkingAgain', formatWait(left));
    return t(
      byKind(job, 'checkingCreated', 'checkingAdded', 'checkingAdded', 'checkingUpdated', 'checkingDeleted'),
    );
  }
  if (blockReason !== null) return t(blockReason.why === 'offline' ? 'waitingForConnection' : 'jobPaused');
  if (left <= 0) return t('jobQueued');
  switch (job.waits) {
    case 'hold':
      return t('creatingIn', formatWait(left));
    case 'retry':
      return t('retriesIn', formatWait(left));
    case 'limit':
    case 'look':
    case null:
      return t('waitingForLimit', formatWait(left));
  }
}

/** It waits for the delay before creating and nothing else, so that this can be skipped. */
export const isDelayed = ({ state, waits }: JobView, blockReason: BlockReasonView | null): boolean =>
  state === 'queued' && waits === 'hold' && blockReason === null;

/** Why a job is looked up before it is tried again; `null` for any other job. */
export function describeSendFailure({ sendFailure: failure }: JobView): string | null {
  if (failure === undefined) return null;
  const status = 'status' in failure ? failure.status : null;
  if (status === null) return t('sendNoResponse');
  return t(failure.kind === 'unreachable' ? 'sendServerError' : 'sendUnreadable', String(status));
}

/** @param display formats a URL */
export function describeSubject(
  { kind, subject, to = '', what = 'campaign', act }: JobView,
  display: (url: string) => string,
): string {
  const name = isolate(subject);
  const shown = isolate(display(subject));
  switch (kind) {
    case 'shorten':
      return display(subject);
    case 'add-campaign':
      return t('newCampaign', name);
    case 'add-channel':
      return t('newChannel', name);
    case 'add-pixel':
      return t('jobAddPixel', name);
    case 'add-domain':
      return t('newDomain', shown);
    case 'change':
      return describeEdit(act === 'delete', what, what === 'domain' ? shown : name);
    case 'assign-campaign':
      return t('jobAddToCampaign', shown, isolate(to));
    case 'assign-channel':
      return t('jobAddToChannel', shown, isolate(to));
  }
}

function describeEdit(isDeletion: boolean, what: 'campaign' | 'channel' | 'domain', name: string): string {
  switch (what) {
    case 'campaign':
      return isDeletion ? t('deleteCampaign', name) : t('updateCampaign', name);
    case 'channel':
      return isDeletion ? t('deleteChannel', name) : t('updateChannel', name);
    case 'domain':
      return isDeletion ? t('deleteDomain', name) : t('updateDomain', name);
  }
}

/**
 * "2 queued, 1 in progress". Without times, so that screen readers announce it only when the jobs change; empty for no
 * jobs.
 */
export function describeCounts(jobs: readonly JobView[]): string {
  const active = jobs.filter(isJobActive);
  const waiting = active.filter(({ state }) => state === 'queued').length;
  const going = active.length - waiting;
  const asked = jobs.filter(({ question }) => question !== null).length;
  return formatList([
    ...(waiting > 0 ? [formatCount('jobsQueued', waiting)] : []),
    ...(going > 0 ? [formatCount('jobsInProgress', going)] : []),
    ...(asked > 0 ? [formatCount('jobsNeedDecision', asked)] : []),
  ]);
}

/** @param links the number of those that wait */
export const describeOffline = (links: number): string =>
  links > 0 ? formatCount('offlineLinks', links) : t('offline');
