/** The runs in progress in this worker instance, at most one for each job. */
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Job } from './job.ts';
import { JobRun, type RunContext } from './job-run.ts';
import type { JobStore } from './job-store.ts';
import type { OutboxDeps } from './outbox-deps.ts';

export class JobRuns implements RunContext {
  readonly deps: OutboxDeps;
  readonly store: JobStore;
  readonly breaker: CircuitBreaker;
  readonly #running = new Map<string, JobRun>();
  #retry = new AbortController();

  constructor(deps: OutboxDeps, store: JobStore, breaker: CircuitBreaker) {
    this.deps = deps;
    this.store = store;
    this.breaker = breaker;
  }

  get(id: string): JobRun | undefined {
    return this.#running.get(id);
  }

  retrySignal(): AbortSignal {
    return this.#retry.signal;
  }

  /** @param firstWrite of the job, which is in progress */
  start(job: Job, firstWrite?: Promise<unknown>): Promise<Job> {
    const { id } = job.command;
    const already = this.#running.get(id);
    if (already !== undefined) return already.answered;
    const run = new JobRun(this, job, firstWrite);
    this.#running.set(id, run);
    void this.#watch(job, run);
    return run.answered;
  }

  /** Every run that waits before its next attempt tries now. */
  retryNow(): void {
    const before = this.#retry;
    this.#retry = new AbortController();
    before.abort();
  }

  discardAll(): void {
    for (const run of this.#running.values()) run.discard();
  }

  async #watch(job: Job, run: JobRun): Promise<void> {
    const { deps, store } = this;
    const { id } = job.command;
    let hasFailed = false;
    try {
      await run.written;
    } catch (error) {
      hasFailed = true;
      if (store.has(id)) deps.report(error);
    }
    this.#running.delete(id);
    run.answer(store.get(id) ?? job);
    store.forgetUnjournaled(id);
    try {
      deps.onRunEnd(id, hasFailed);
    } catch (error) {
      deps.report(error);
    }
  }
}
