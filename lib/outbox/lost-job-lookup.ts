/** Looks up a job whose response was lost, until its outcome is known or the user has to decide. */
import type { Failure } from '../api/failure.ts';
import { maxBackOffMs } from './back-off.ts';
import { isIdempotent } from './commands.ts';
import { competitorsOf, isResponsePending } from './competing-jobs.ts';
import type { Job, StateOf } from './job.ts';
import type { JobSteps, RunnerContext, RunState } from './job-steps.ts';
import { afterLookup, nothingFound, type Lookup } from './job-transitions.ts';
import { lookupDelayMs } from './lost-job-certainty.ts';
import { JobDropped, type OutboxDeps } from './outbox-deps.ts';

/**
 * The sum of failed lookups at which the user is asked. An outage counts least: it is waited for, for a day at the
 * longest back-off. A refusal will hardly change: it is waited for some minutes, as the back-off grows.
 */
const maxFailedLookups = 86_400_000 / maxBackOffMs;
const refusedLookup = maxFailedLookups / 8;

function weightOf({ kind }: Failure): number {
  if (kind === 'refused' || kind === 'unreadable' || kind === 'blocked') return refusedLookup;
  return kind === 'unreachable' || kind === 'timed-out' ? 1 : 0;
}

/** @returns the same state for a failure that does not count */
function countFailure(state: StateOf<'unknown'>, failure: Failure): StateOf<'unknown'> {
  const weight = weightOf(failure);
  return weight > 0 ? { ...state, failedLookups: (state.failedLookups ?? 0) + weight } : state;
}

/** Nothing is to come of the send any more, and the lookups have failed too often. */
const isExhausted = ({ answered, sending, failedLookups = 0 }: StateOf<'unknown'>, now: number): boolean =>
  (answered || now - sending.at >= lookupDelayMs) && failedLookups >= maxFailedLookups;

type LookUpJob = (run: RunState, job: Job, state: StateOf<'unknown'>) => Promise<Job | null>;

/** @returns a function that gives the job after one lookup; `null` when it waits until its own account is back */
export function createLostJobLookup(
  deps: OutboxDeps,
  { breaker, store, runOf }: RunnerContext,
  steps: JobSteps,
): LookUpJob {
  async function match(run: RunState, job: Job, state: StateOf<'unknown'>, lookup: Lookup): Promise<Job> {
    const { onAmbiguous } = await deps.preferences();
    if (!store.has(job.command.id)) throw new JobDropped();
    // Nothing is awaited between the match and the claim, so two jobs never take one record.
    const step = afterLookup(job, state, {
      lookup,
      others: competitorsOf(job, store.iterate()),
      isResponsePending: isResponsePending(job, store.iterate(), (id) => runOf(id) !== undefined),
      onAmbiguous,
      now: deps.now(),
    });
    return steps.perform(run, job, step);
  }

  /** Waits for a better time, but not forever without asking the user. */
  async function afterFailure(
    run: RunState,
    job: Job,
    before: StateOf<'unknown'>,
    failure: Failure,
    began: number,
  ): Promise<Job> {
    const state = countFailure(before, failure);
    if (state !== before && isExhausted(state, began)) {
      // Sent again without harm.
      if (isIdempotent(job.command)) return match(run, job, before, { records: [], began, date: null });
      return steps.move(job, { ...state, question: nothingFound });
    }
    const next = state === before ? job : await steps.move(job, state);
    const retryAt = failure.kind === 'limit' ? failure.until : 0;
    await steps.waitUntil(run, next, Math.max(retryAt, steps.backOffEnd(run.attempts++)), 'retry');
    return next;
  }

  return async (run, job, state) => {
    const release = await breaker.acquire(run.signal);
    if (release === null) throw new JobDropped();
    const began = deps.now();
    const { sending, failedLookups = 0 } = state;
    try {
      // The clock was set back: from here on it is as if it had been sent now.
      if (began < sending.at) return await steps.move(job, { ...state, sending: { ...sending, at: began } });
      const blocked = await steps.whyBlocked(job);
      if (blocked !== null) return blocked === 'blocked' ? job : null;
      const isLast = failedLookups + refusedLookup >= maxFailedLookups;
      const found = await deps.lookUp(job.command, sending.newest, isLast);
      if (!found.ok && steps.block(found.failure)) return job;
      release();
      if (!found.ok) return await afterFailure(run, job, state, found.failure, began);
      return await match(run, job, state, { records: found.value, began, date: found.date });
    } finally {
      release();
    }
  };
}
