/** The status of a job, as it is reported to pages and to the bulk runner. */
import { noResponse } from '../api/failure.ts';
import { initialState, isActive, type Job, type LostSend } from './job.ts';

/** The sum of failed lookups at which a bulk continues with other rows: about a minute of an outage. */
const stalledAfterLookups = 5;

/** The reason why a job with a lost response may wait for long: for the user's decision, or for a list that can be read. */
export type StallReason = 'needs-decision' | 'lookups-fail';

export function stallReason({ state }: Job): StallReason | null {
  if (state.name !== 'unknown') return null;
  if (state.question !== null) return 'needs-decision';
  return (state.failedLookups ?? 0) >= stalledAfterLookups ? 'lookups-fail' : null;
}

/** A send of the job that may have created the link; `undefined` for none. */
export function lostSendOf({ state, noteTag }: Job): LostSend | undefined {
  const sending = state.name !== 'sent' && 'sending' in state ? state.sending : null;
  if (!sending) return undefined;
  return {
    sending,
    failure: 'failure' in state ? state.failure : noResponse,
    noteTag,
    ...('tries' in state && { tries: state.tries }),
  };
}

/**
 * As the messages report it (lib/messages).
 *
 * @param job `undefined` where it is not known yet
 * @param isBlocked sending is blocked for every request
 */
export function statusOf(job: Job | undefined, isBlocked: boolean) {
  if (job === undefined) return { state: initialState.name, result: null, failure: null };
  const { state, stopped } = job;
  const stalled = stallReason(job);
  const lost = lostSendOf(job);
  return {
    state: state.name,
    result: state.name === 'done' ? state.result : null,
    failure: state.name === 'refused' ? state.failure : null,
    ...(stalled !== null && { stalled }),
    ...(isBlocked && isActive(job) && state.name !== 'sent' && { blocked: true }),
    ...(lost && { lost }),
    ...(stopped && state.name === 'cancelled' && { stopped }),
  };
}
