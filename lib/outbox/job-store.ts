/**
 * All jobs, in memory and in the journal. What is in memory is ahead of the journal by the writes in progress;
 * nothing is sent before its write has been stored.
 */
import { allDone } from '../time/all-done.ts';
import { isBulkRow, type CreateLinkCommand } from './commands.ts';
import { mergeClaims } from './competing-jobs.ts';
import { isFinished, redactJob, type Job, type Joined } from './job.ts';
import { withPress } from './join-job.ts';
import { JobDropped, type OutboxDeps } from './outbox-deps.ts';

/** Finished jobs that are stored; older ones are pruned. */
export const maxFinishedJobs = 60;

/** The bulk has to store the outcome of its row first: if it were dropped here, the row would be created again. */
const isUnacknowledged = ({ command, acknowledged }: Job) => isBulkRow(command) && !acknowledged;

/** 1 for a refusal that the user has not been shown: dropped after everything else. */
const isUnshownRefusal = ({ acknowledged, state }: Job) => Number(!acknowledged && state.name === 'refused');

const endOf = ({ state }: Job) => ('at' in state ? state.at : 0);

type JobStoreDeps = Pick<
  OutboxDeps,
  'journal' | 'beforeDrop' | 'onChange' | 'onJoined' | 'onRunEnd' | 'report'
>;

export class JobStore {
  /** Counts the times that all jobs were removed. */
  clears = 0;

  readonly #deps: JobStoreDeps;
  readonly #jobs = new Map<string, Job>();
  /** The newest state of a job that was passed to the journal, stored or not: a later write must not be older. */
  readonly #issued = new Map<string, Job>();
  /** Presses that joined, by job. */
  readonly #joined = new Map<string, Joined[]>();
  /** The job that each of them joined, also after that was dropped: such a press, submitted again, is answered with it. */
  readonly #joinedTo = new Map<string, string>();
  readonly #journaled = new Set<string>();
  /** Jobs that have ended and whose end could not be written yet. */
  readonly #unwritten = new Map<string, Job>();
  /** Dropped jobs in their last state: a page that still submits one must not start it again. */
  readonly #dropped = new Map<string, Job>();
  #loading: Promise<void> | null = null;

  constructor(deps: JobStoreDeps) {
    this.#deps = deps;
  }

  load(): Promise<void> {
    this.#loading ??= this.#deps.journal.all().then(
      (jobs) => {
        // In the order of their submission: of two changes of one record the later one stays.
        for (const job of jobs.toSorted((one, other) => one.command.at - other.command.at)) this.#enter(job);
      },
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  #enter(job: Job): void {
    this.#jobs.set(job.command.id, job);
    this.#journaled.add(job.command.id);
    if (job.joined === undefined) return;
    this.#joined.set(job.command.id, job.joined);
    for (const { id } of job.joined) {
      this.#joinedTo.set(id, job.command.id);
      this.#journaled.add(id);
    }
  }

  /** The id of the job, where `id` is that of a press that joined it. */
  idOf(id: string): string {
    return this.#joinedTo.get(id) ?? id;
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** @param id of the job, or of a press that joined it */
  find(id: string): Job | undefined {
    return this.get(this.idOf(id));
  }

  getDropped(id: string): Job | undefined {
    return this.#dropped.get(id);
  }

  has(id: string): boolean {
    return this.#jobs.has(id);
  }

  isJournaled(id: string): boolean {
    return this.#journaled.has(id);
  }

  all(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  iterate(): Iterable<Job> {
    return this.#jobs.values();
  }

  /** Makes a job known before it is written. */
  set(job: Job): void {
    this.#jobs.set(job.command.id, job);
  }

  /** In memory immediately, so that a second press finds it; taken back where it can't be written. */
  async writeOrRevert(next: Job, before: Job): Promise<Job> {
    const { id } = next.command;
    this.set(next);
    try {
      return await this.write(next);
    } catch (error) {
      // Unless it has changed since, or was dropped.
      if (this.#jobs.get(id)?.state === next.state) this.#jobs.set(id, this.#withConcurrentChanges(before));
      throw error;
    }
  }

  /** Makes an end known that is about to be written. */
  claim(job: Job): void {
    if (!this.has(job.command.id)) return;
    this.#jobs.set(job.command.id, this.#withConcurrentChanges(job));
    this.#unwritten.set(job.command.id, job);
  }

  async write(whole: Job): Promise<Job> {
    const job = this.#withConcurrentChanges(isFinished(whole) ? redactJob(whole) : whole);
    const { id } = job.command;
    // Cleared meanwhile: what its run still has to write belongs to no one, on disk neither.
    if (!this.has(id)) throw new JobDropped();
    await this.#put(job);
    if (!this.has(id)) {
      await this.#deps.journal.remove(job);
      throw new JobDropped();
    }
    this.#unwritten.delete(id);
    const stored = this.#withConcurrentChanges(job);
    // A newer state is being written, and already known.
    const issued = this.#issued.get(id);
    if (issued !== undefined && issued.state !== job.state) return stored;
    this.#jobs.set(id, stored);
    this.#deps.onChange(stored);
    if (isFinished(job)) this.prune();
    return stored;
  }

  /** Changes what is stored of a job that has ended, based on its newest state: another change may be in progress. */
  async update(id: string, change: Pick<Job, 'settled'> | Pick<Job, 'acknowledged'>): Promise<void> {
    const issued = this.#issued.get(id);
    const job = issued !== undefined && isFinished(issued) ? issued : this.#jobs.get(id);
    if (job !== undefined && isFinished(job)) await this.write({ ...job, ...change });
  }

  isUnwritten(id: string): boolean {
    return this.#unwritten.has(id);
  }

  writeUnwritten(): void {
    for (const job of this.#unwritten.values()) this.write(job).catch(this.#deps.report);
  }

  /** Notes in the journal that this press is part of that job. */
  async join(job: Job, press: CreateLinkCommand): Promise<Job> {
    const { id } = job.command;
    this.#joined.set(id, withPress(this.#joined.get(id) ?? [], press));
    this.#joinedTo.set(press.id, id);
    const next = this.#withConcurrentChanges(job);
    this.#jobs.set(id, next);
    this.#deps.onJoined(next, press);
    await this.#putNewest(next).catch(this.#deps.report);
    return next;
  }

  /** Notes in the journal that it is not to be sent again. */
  async stop(job: Job): Promise<void> {
    const { id } = job.command;
    const next: Job = { ...job, stopped: true };
    this.set(next);
    try {
      await this.#putNewest(next);
    } catch (error) {
      const latest = this.get(id);
      if (latest !== undefined) this.set({ ...latest, stopped: undefined });
      throw error;
    }
  }

  /** Removes a job none of whose writes was stored: it is a command still, to be submitted again. */
  forgetUnjournaled(id: string): void {
    if (this.#journaled.has(id)) return;
    this.#jobs.delete(id);
    this.#issued.delete(id);
    for (const press of this.#joined.get(id) ?? []) this.#joinedTo.delete(press.id);
    this.#joined.delete(id);
  }

  /** Prevents a job that was submitted from being started. */
  markDropped(job: Job): void {
    this.#dropped.set(job.command.id, job);
  }

  prune(): void {
    // The rows of a batch are listed there: a long one leaves the other jobs that Activity lists. Among those that ended in
    // the same millisecond the one that was submitted last stays.
    const finished = this.#clearable().reverse();
    finished.sort(
      (a, b) =>
        isUnshownRefusal(b) - isUnshownRefusal(a) ||
        Number(isBulkRow(a.command)) - Number(isBulkRow(b.command)) ||
        endOf(b) - endOf(a),
    );
    this.#drop(finished.slice(maxFinishedJobs)).catch(this.#deps.report);
  }

  dropFinished(): Promise<void> {
    return this.#drop(this.#clearable());
  }

  /** @param ended a job as it is when it is dropped */
  async clear(ended: (job: Job) => Job): Promise<void> {
    this.clears += 1;
    const jobs = this.all();
    for (const job of jobs) this.markDropped(ended(job));
    this.#jobs.clear();
    this.#journaled.clear();
    this.#unwritten.clear();
    this.#issued.clear();
    this.#joined.clear();
    for (const { command } of jobs) this.#deps.onRunEnd(command.id, false);
    await allDone(jobs.map((job) => this.#deps.journal.remove(job)));
  }

  /**
   * Adds what changes outside its run, whose states know nothing of presses that joined, of a stop, and of claims that it
   * has taken over.
   */
  #withConcurrentChanges(job: Job): Job {
    const { id } = job.command;
    const { claimed, stopped } = this.#jobs.get(id) ?? {};
    return { ...job, joined: this.#joined.get(id), claimed, stopped };
  }

  /** With the newest state, whose write may be in progress: what was sent must not look unsent there. */
  #putNewest(job: Job): Promise<void> {
    return this.#put(this.#withConcurrentChanges(this.#issued.get(job.command.id) ?? job));
  }

  async #put(job: Job): Promise<void> {
    const { id } = job.command;
    this.#issued.set(id, job);
    try {
      await this.#deps.journal.write(job);
    } catch (error) {
      if (this.#issued.get(id) === job) this.#issued.delete(id);
      throw error;
    }
    // A write after the removal of all jobs is undone by its caller.
    if (this.has(id)) this.#journaled.add(id);
    for (const press of job.joined ?? []) this.#journaled.add(press.id);
  }

  #clearable(): Job[] {
    return this.all().filter((job) => isFinished(job) && !isUnacknowledged(job));
  }

  /** Another job for the same target that looks for its record must not find that of one that is dropped. */
  async #passOnClaims(dropped: Job): Promise<void> {
    const writes: Promise<void>[] = [];
    for (const job of this.all()) {
      const claimed = mergeClaims(dropped, job);
      if (claimed === null) continue;
      this.set({ ...job, claimed });
      writes.push(this.#putNewest(job));
    }
    await Promise.all(writes);
  }

  async #drop(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      const { id } = job.command;
      // Retried meanwhile: it is no longer the job that has ended.
      const isRetried = () => this.#jobs.get(id)?.state !== job.state;
      if (isRetried()) continue;
      await this.#deps.beforeDrop(job);
      await this.#passOnClaims(job);
      if (isRetried()) continue;
      await this.#deps.journal.remove(job);
      if (isRetried()) continue;
      this.#jobs.delete(id);
      this.#journaled.delete(id);
      this.#unwritten.delete(id);
      this.#deps.onRunEnd(id, false);
      this.#issued.delete(id);
      this.#joined.delete(id);
      // Thousands may go with it, and no page submits them again.
      if (!isBulkRow(job.command)) this.#dropped.set(id, job);
    }
  }
}
