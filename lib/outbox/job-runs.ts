/** The runs in progress in this worker instance, at most one for each job. */
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Job } from './job.ts';
import { createJobRunner, type JobRun, type StartRun } from './job-runner.ts';
import type { JobStore } from './job-store.ts';
import type { OutboxDeps, WaitReason } from './outbox-deps.ts';

export class JobRuns {
  readonly #deps: OutboxDeps;
  readonly #store: JobStore;
  readonly #startRun: StartRun;
  readonly #running = new Map<string, JobRun>();
  readonly #waits = new Map<string, WaitReason>();
  #retry = new AbortController();

  constructor(deps: OutboxDeps, store: JobStore, breaker: CircuitBreaker) {
    this.#deps = deps;
    this.#store = store;
    this.#startRun = createJobRunner(deps, {
      breaker,
      store,
      runOf: (id) => this.#running.get(id),
      setWait: (job, wait) => this.#setWait(job, wait),
      retrySignal: () => this.#retry.signal,
    });
  }

  get(id: string): JobRun | undefined {
    return this.#running.get(id);
  }

  waitOf(id: string): WaitReason | null {
    return this.#waits.get(id) ?? null;
  }

  /** @param written the job's first write, which is in progress */
  start(job: Job, written?: Promise<unknown>): Promise<Job> {
    const { id } = job.command;
    const already = this.#running.get(id);
    if (already !== undefined) return already.finished;
    const run = this.#startRun(job, written);
    this.#running.set(id, run);
    void this.#watch(job, run);
    return run.finished;
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
    const { id } = job.command;
    let hasFailed = false;
    try {
      await run.ended;
    } catch (error) {
      hasFailed = true;
      if (this.#store.has(id)) this.#deps.report(error);
    }
    this.#running.delete(id);
    this.#waits.delete(id);
    run.resolve(this.#store.get(id) ?? job);
    this.#store.forgetUnjournaled(id);
    try {
      this.#deps.onRunEnd(id, hasFailed);
    } catch (error) {
      this.#deps.report(error);
    }
  }

  #setWait(job: Job, wait: WaitReason | null): void {
    const { id } = job.command;
    // The run of a job that was dropped may still set one.
    if (!this.#store.has(id)) return;
    if (wait === null) this.#waits.delete(id);
    else this.#waits.set(id, wait);
    this.#deps.onChange(job);
  }
}
