/** The effects that sending and looking up share: journal writes, waits, and what blocks every job. */
import type { Failure } from '../api/failure.ts';
import { backOffMs, maxBackOffMs, maxSilentWaitMs } from './back-off.ts';
import { blockReasonOf } from './block-reason.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { doneJob, type Job, type JobState } from './job.ts';
import type { JobResult } from './job-result.ts';
import type { Step } from './job-transitions.ts';
import type { OutboxDeps, WaitReason } from './outbox-deps.ts';

export interface RunnerContext {
  readonly breaker: CircuitBreaker;
  readonly jobs: () => Iterable<Job>;
  readonly isKnown: (id: string) => boolean;
  readonly runOf: (id: string) => { readonly settled: Promise<unknown> } | undefined;
  readonly write: (job: Job) => Promise<Job>;
  /** Makes an end known before it is written, so that no other job takes its record. */
  readonly claim: (job: Job) => void;
  readonly setWait: (job: Job, wait: WaitReason | null) => void;
  /** Aborts when everything that waits for a better time is to be tried now. */
  readonly retrySignal: () => AbortSignal;
}

/** The state of one run of a job. */
export interface RunState {
  readonly signal: AbortSignal;
  /** The bytes may have left, so it is too late to cancel. */
  inFlight: boolean;
  /** Lookups that failed, and sends that failed before a byte left. */
  attempts: number;
  /** Resolves `finished` of the run; only the first call counts. */
  readonly resolve: (job: Job) => void;
}

export interface JobSteps {
  move(job: Job, state: JobState): Promise<Job>;
  perform(run: RunState, job: Job, step: Step): Promise<Job>;
  waitUntil(run: RunState, job: Job, at: number, waits: WaitReason['waits']): Promise<void>;
  /** The end of a back-off that grows with the attempts: epoch ms. */
  backOffEnd(attempts: number): number;
  /** Blocks all sending for a failure that concerns every job; false for any other. */
  block(failure: Failure): boolean;
  /** `blocked`: no request can succeed now. `other-account`: the job waits until its own account is back. */
  whyBlocked(job: Job): Promise<'blocked' | 'other-account' | null>;
}

export function createJobSteps(deps: OutboxDeps, context: RunnerContext): JobSteps {
  const { now } = deps;
  const { breaker, write, setWait } = context;

  const move = (job: Job, state: JobState): Promise<Job> => write({ ...job, state });

  function finish(run: RunState, job: Job, made: JobResult): Promise<Job> {
    const next = doneJob(job, made, now());
    context.claim(next);
    // A link is returned immediately: should the write be lost, it is looked up again. After any other job a page reads a
    // list next, and the effects of the write have to come before that.
    if (job.ask.kind === 'shorten') run.resolve(next);
    return write(next);
  }

  async function waitUntil(run: RunState, job: Job, at: number, waits: WaitReason['waits']): Promise<void> {
    const ms = remainingMs(at, now());
    if (ms <= 0) return;
    setWait(job, { goesAt: now() + ms, waits });
    const isFixed = waits === 'hold' || waits === 'look';
    await deps.delay(ms, isFixed ? run.signal : AbortSignal.any([run.signal, context.retrySignal()]));
    setWait(job, null);
  }

  const backOffEnd = (attempts: number): number => now() + backOffMs(attempts, deps.random());

  async function perform(run: RunState, job: Job, step: Step): Promise<Job> {
    switch (step.kind) {
      case 'done':
        return finish(run, job, step.result);
      case 'move':
        return move(job, step.state);
      case 'retry': {
        const notBefore = backOffEnd(step.state.tries + run.attempts++);
        return move(job, { ...step.state, notBefore, waits: 'retry' });
      }
      case 'resend':
        return move(job, { ...step.state, notBefore: backOffEnd(step.state.tries) });
      case 'wait': {
        const next = step.state === undefined ? job : await move(job, step.state);
        await waitUntil(run, next, now() + step.ms, 'look');
        return next;
      }
    }
  }

  function block(failure: Failure): boolean {
    const reason = blockReasonOf(failure, now());
    if (reason !== null) breaker.block(reason);
    return reason !== null;
  }

  async function whyBlocked(job: Job): Promise<'blocked' | 'other-account' | null> {
    const [failure, scope] = await Promise.all([deps.blockingFailure(), deps.scope()]);
    if (scope !== job.scope) return 'other-account';
    return failure !== null && block(failure) ? 'blocked' : null;
  }

  return { move, perform, waitUntil, backOffEnd, block, whyBlocked };
}

/** Nothing waits longer than `maxSilentWaitMs`: then the clock was set back, and the time that is left is not known. */
function remainingMs(at: number, now: number): number {
  const left = at - now;
  return left > maxSilentWaitMs ? maxBackOffMs : left;
}
