/**
 * Runs a job, one state after the other (job-transitions.ts), until it has ended or waits for the user. Temporary failures
 * are waited for; what concerns every job opens the circuit breaker.
 */
import { noResponse } from '../api/failure.ts';
import type { Job } from './job.ts';
import { createLostJobLookup } from './lost-job-lookup.ts';
import { createJobSender } from './job-send.ts';
import { JobSteps, type RunnerContext, type RunState } from './job-steps.ts';
import { cancelledState, unknownState } from './job-transitions.ts';
import type { OutboxDeps } from './outbox-deps.ts';

export interface JobRun {
  /** Resolves when the job has ended or waits for the user: when that is known, not when it is written. */
  readonly finished: Promise<Job>;
  /** Resolves when it is written, too; rejects when that failed. */
  readonly ended: Promise<unknown>;
  readonly resolve: (job: Job) => void;
  /** Cancels it if nothing has been sent; false when it was too late. */
  cancel(): boolean;
  /** `cancel` has succeeded, or `discard` was called. */
  isCancelled(): boolean;
  /** Ends the run of a job that was dropped. */
  discard(): void;
}

/** @param written the job's first write, which is in progress */
export type StartRun = (job: Job, written?: Promise<unknown>) => JobRun;

export function createJobRunner(deps: OutboxDeps, context: RunnerContext): StartRun {
  const steps = new JobSteps(deps, context);
  const send = createJobSender(deps, context, steps);
  const lookUp = createLostJobLookup(deps, context, steps);

  async function loop(run: RunState, first: Job, written: Promise<unknown> | undefined): Promise<void> {
    let job: Job | null = first;
    while (job !== null) {
      const { state }: Job = job;
      if (state.name === 'queued' && job.stopped)
        job = await steps.move(job, cancelledState(state, deps.now()));
      else if (state.name === 'queued') job = await send(run, job, state, written);
      // The worker instance that sent the request ended before the response.
      else if (state.name === 'sent') job = await steps.move(job, unknownState(state, noResponse, false));
      else if (state.name === 'unknown' && state.question === null) job = await lookUp(run, job, state);
      else return;
    }
  }

  return (job, written) => {
    const abort = new AbortController();
    let resolve: (job: Job) => void = () => undefined;
    const finished = new Promise<Job>((done) => (resolve = done));
    const run: RunState = {
      signal: abort.signal,
      inFlight: false,
      attempts: 0,
      hasWaitedForMissing: false,
      resolve,
    };
    return {
      finished,
      ended: loop(run, job, written),
      resolve,
      cancel() {
        if (run.inFlight) return false;
        abort.abort();
        return true;
      },
      isCancelled: () => abort.signal.aborted,
      discard: () => abort.abort(),
    };
  };
}
