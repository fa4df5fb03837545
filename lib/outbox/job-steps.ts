/** The effects that sending and looking up share: journal writes, waits, and what blocks every job. */
import type { Failure } from '../api/failure.ts';
import { backOffMs, maxBackOffMs, maxSilentWaitMs } from './back-off.ts';
import { blockReasonOf } from './block-reason.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { doneJob, type Job, type JobState } from './job.ts';
import type { JobResult } from './job-result.ts';
import type { JobStore } from './job-store.ts';
import type { Step } from './job-transitions.ts';
import type { OutboxDeps, WaitReason } from './outbox-deps.ts';

export interface RunnerContext {
  readonly breaker: CircuitBreaker;
  readonly store: JobStore;
  readonly runOf: (id: string) => { readonly ended: Promise<unknown> } | undefined;
  readonly setWait: (job: Job, wait: WaitReason | null) => void;
  /** Aborts when everything that waits for a better time is to be tried now. */
  readonly retrySignal: () => AbortSignal;
}

export interface RunState {
  readonly signal: AbortSignal;
  /** The bytes may have left, so it is too late to cancel. */
  inFlight: boolean;
  /** Lookups that failed, and sends that failed before a byte left. */
  attempts: number;
  /** A record that its link waits for had no job yet. */
  hasWaitedForMissing: boolean;
  /** Resolves `finished` of the run; only the first call counts. */
  readonly resolve: (job: Job) => void;
}

export class JobSteps {
  readonly #deps: OutboxDeps;
  readonly #context: RunnerContext;

  constructor(deps: OutboxDeps, context: RunnerContext) {
    this.#deps = deps;
    this.#context = context;
  }

  move(job: Job, state: JobState): Promise<Job> {
    return this.#context.store.write({ ...job, state });
  }

  async perform(run: RunState, job: Job, step: Step): Promise<Job> {
    switch (step.kind) {
      case 'done':
        return this.#finish(run, job, step.result);
      case 'move':
        return this.move(job, step.state);
      case 'retry': {
        const notBefore = this.backOffEnd(step.state.tries + run.attempts++);
        return this.move(job, { ...step.state, notBefore, waits: 'retry' });
      }
      case 'resend':
        return this.move(job, { ...step.state, notBefore: this.backOffEnd(step.state.tries) });
      case 'wait': {
        const next = step.state === undefined ? job : await this.move(job, step.state);
        await this.waitUntil(run, next, this.#deps.now() + step.ms, 'look');
        return next;
      }
    }
  }

  #finish(run: RunState, job: Job, result: JobResult): Promise<Job> {
    const { store } = this.#context;
    const next = doneJob(job, result, this.#deps.now());
    // So that no other job takes its record.
    store.claim(next);
    // A link is returned immediately: should the write be lost, it is looked up again. After any other job a page reads a
    // list next, and the effects of the write have to come before that.
    if (job.command.kind === 'shorten') run.resolve(next);
    return store.write(next);
  }

  async waitUntil(run: RunState, job: Job, at: number, waits: WaitReason['waits']): Promise<void> {
    const { now, delay } = this.#deps;
    const { setWait, retrySignal } = this.#context;
    const ms = remainingMs(at, now());
    if (ms <= 0) return;
    setWait(job, { goesAt: now() + ms, waits });
    const isFixed = waits === 'hold' || waits === 'look';
    await delay(ms, isFixed ? run.signal : AbortSignal.any([run.signal, retrySignal()]));
    setWait(job, null);
  }

  /** The end of a back-off that grows with the attempts: epoch ms. */
  backOffEnd(attempts: number): number {
    return this.#deps.now() + backOffMs(attempts, this.#deps.random());
  }

  /** Blocks all sending for a failure that concerns every job; false for any other. */
  block(failure: Failure): boolean {
    const reason = blockReasonOf(failure, this.#deps.now());
    if (reason !== null) this.#context.breaker.block(reason);
    return reason !== null;
  }

  /** `blocked`: no request can succeed now. `other-account`: the job waits until its own account is back. */
  async whyBlocked(job: Job): Promise<'blocked' | 'other-account' | null> {
    const [failure, scope] = await Promise.all([this.#deps.blockingFailure(), this.#deps.scope()]);
    if (scope !== job.scope) return 'other-account';
    return failure !== null && this.block(failure) ? 'blocked' : null;
  }
}

/** Nothing waits longer than `maxSilentWaitMs`: then the clock was set back, and the time that is left is not known. */
function remainingMs(at: number, now: number): number {
  const left = at - now;
  return left > maxSilentWaitMs ? maxBackOffMs : left;
}
