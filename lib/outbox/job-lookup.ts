/** Looks a job up whose answer was lost, as often as it takes until it is known what became of it. */
import type { Failure } from '../api/failure.ts';
import { maxBackOffMs } from './back-off.ts';
import { isIdempotent } from './commands.ts';
import { competitorsOf, isAnswerPending } from './competing-jobs.ts';
import type { Job, StateOf } from './job.ts';
import type { JobSteps, RunnerContext, RunState } from './job-steps.ts';
import { afterLookup, nothingFound, type Lookup } from './job-transitions.ts';
import { lookupDelayMs } from './match-certainty.ts';
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

export type LookUpJob = (run: RunState, job: Job, state: StateOf<'unknown'>) => Promise<Job | null>;

/** @returns a function that gives the job after one lookup; `null` when it waits until its own account is back */
export function createJobLookup(deps: OutboxDeps, context: RunnerContext, steps: JobSteps): LookUpJob {
  const { now } = deps;
  const { move } = steps;

  async function decide(run: RunState, job: Job, state: StateOf<'unknown'>, lookup: Lookup): Promise<Job> {
    const { onAmbiguous } = await deps.preferences();
    const { id } = job.ask;
    if (!context.isKnown(id)) throw new JobDropped();
    // Nothing is awaited between the match and the claim, so two jobs never take one record.
    const step = afterLookup(job, state, {
      lookup,
      others: competitorsOf(job, context.jobs()),
      isAnswerPending: isAnswerPending(job, context.jobs(), (other) => context.runOf(other) !== undefined),
      onAmbiguous,
      now: now(),
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
    const weight = weightOf(failure);
    const failedLooks = (before.failedLooks ?? 0) + weight;
    const state = { ...before, failedLooks };
    const isSettled = before.answered || began - before.sending.at >= lookupDelayMs;
    if (weight > 0 && isSettled && failedLooks >= maxFailedLookups) {
      // Sent again without harm.
      if (isIdempotent(job.ask)) return decide(run, job, before, { records: [], began, date: null });
      return move(job, { ...state, question: nothingFound });
    }
    const next = weight > 0 ? await move(job, state) : job;
    const asked = failure.kind === 'limit' ? failure.until : 0;
    await steps.waitUntil(run, next, Math.max(asked, steps.backOffEnd(run.attempts++)), 'retry');
    return next;
  }

  return async (run, job, state) => {
    const permit = await context.breaker.acquire(run.signal);
    if (permit === null) throw new JobDropped();
    const began = now();
    const { sending, failedLooks = 0 } = state;
    try {
      // The clock was set back: from here on it is as if it had been sent now.
      if (began < sending.at) return await move(job, { ...state, sending: { ...sending, at: began } });
      const obstacle = await steps.obstacleOf(job);
      if (obstacle !== null) return obstacle === 'blocked' ? job : null;
      const isLast = failedLooks + refusedLookup >= maxFailedLookups;
      const found = await deps.lookUp(job.ask, sending.newest, isLast);
      if (!found.ok && steps.block(found.failure)) return job;
      permit.release();
      if (!found.ok) return await afterFailure(run, job, state, found.failure, began);
      return await decide(run, job, state, { records: found.value, began, date: found.date });
    } finally {
      permit.release();
    }
  };
}
