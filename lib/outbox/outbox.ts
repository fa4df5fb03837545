/**
 * The outbox: every command is a job in a journal before a byte is sent, and the same id is the same job, however often it
 * is submitted. job-transitions.ts describes a job's states.
 */
import { notAnApiRetryMs } from './back-off.ts';
import type { BlockReason } from './block-reason.ts';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { isBulkRow, isSubmittedWithOthers, type Command, type CreateLinkCommand } from './commands.ts';
import { competitorsOf } from './competing-jobs.ts';
import {
  dismissedJob,
  doneJob,
  initialState,
  isFinished,
  jobVersion,
  redactJob,
  type Decision,
  type Job,
  type LostSend,
  type StateOf,
} from './job.ts';
import { jobResult } from './job-result.ts';
import { JobRuns } from './job-runs.ts';
import { JobStore } from './job-store.ts';
import { cancelledState } from './job-transitions.ts';
import { lostSendOf } from './job-status.ts';
import { jobToJoin, lostJobBefore, mayJoin, outdatedFailures, type PressTarget } from './join-job.ts';
import { isClaimed } from './lost-job-match.ts';
import type { OutboxDeps, OutboxPreferences, WaitReason } from './outbox-deps.ts';

export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #store: JobStore;
  readonly #breaker: CircuitBreaker;
  readonly #runs: JobRuns;
  /** Decisions in progress, by job. */
  readonly #decisions = new Map<string, Promise<Job | null>>();

  constructor(deps: OutboxDeps) {
    const { online, now, onBlockChange } = deps;
    this.#deps = deps;
    this.#store = new JobStore(deps);
    this.#breaker = createCircuitBreaker({ online, now, onChange: onBlockChange });
    this.#runs = new JobRuns(deps, this.#store, this.#breaker);
  }

  /**
   * Puts a command into the journal (once) and starts it; resolves when it has ended, or waits for the user. A
   * press joins the job of the same request, where one is active.
   *
   * @param lost a send of an earlier job for it, dropped since: looked up before anything is sent
   */
  async submit(command: Command, lost?: LostSend): Promise<Job> {
    const store = this.#store;
    const unfinished = (mayJoin(command) ? this.#joinable() : []).filter((job) => !isFinished(job));
    const openBefore = new Map(unfinished.map((job) => [job.command.id, job]));
    const { clears } = store;
    await store.load();
    const [scope, preferences] = await Promise.all([this.#deps.scope(), this.#deps.preferences()]);
    // From here to `start` nothing is awaited, so that two submits of one intent can't both come through.
    const existing = this.#existingJob(command, scope, openBefore);
    if (existing !== null) return existing;
    // Its account is gone, and nothing of it may be written any more.
    if (store.clears !== clears) return this.#dropUnsent(command, scope);
    const job = this.#createJob(command, scope, preferences, lost);
    store.set(job);
    const written = store.write(job);
    written.then(
      () => this.#acknowledgeReplaced(command, scope),
      // Not awaited while the job waits for its turn: the run handles a failure before it sends.
      () => undefined,
    );
    return this.#runs.start(job, written);
  }

  /** The job with the command's id, or the one that it now joins; `null` where it becomes a new one. */
  #existingJob(
    command: Command,
    scope: string,
    openBefore: ReadonlyMap<string, Job>,
  ): Job | Promise<Job> | null {
    const id = this.#store.idOf(command.id);
    const existing = this.#runs.get(id)?.answered ?? this.#store.get(id) ?? this.#store.getDropped(id);
    if (existing !== undefined) return existing;
    if (!mayJoin(command)) return null;
    const active = jobToJoin(command, this.#joinable(), scope, openBefore);
    return active === undefined ? null : this.#join(active, command);
  }

  /** Where a send of the row, or of an earlier press, may have created the link already, it is looked up first. */
  #createJob(
    command: Command,
    scope: string,
    { creationDelayMs, tagNote }: OutboxPreferences,
    rowLost: LostSend | undefined,
  ): Job {
    const created = newJob(command, scope, creationDelayMs, tagNote);
    const earlier = mayJoin(command) ? lostJobBefore(command, this.#store.all(), scope) : undefined;
    const lost = rowLost ?? (earlier && lostSendOf(earlier));
    if (lost === undefined) return created;
    // A press is a request of the user, which begins a new count of sends.
    const state = stateForNewLookup(lost, rowLost?.tries);
    return { ...created, state, noteTag: lost.noteTag, claimed: earlier?.claimed };
  }

  /** Excludes jobs that are being cancelled: their end answers no later press. */
  #joinable(): readonly Job[] {
    return this.#store.all().filter(({ command }) => !this.#runs.get(command.id)?.isCancelled());
  }

  async #join(active: Job, command: CreateLinkCommand): Promise<Job> {
    const run = this.#runs.get(active.command.id);
    const joined = await this.#store.join(active, command);
    this.#acknowledgeReplaced(command, active.scope);
    return run?.answered ?? this.#store.get(active.command.id) ?? joined;
  }

  /** The job as cancelled, without writing it. */
  #dropUnsent(command: Command, scope: string): Job {
    const state = removedState(this.#deps.now());
    const job: Job = { ...newJob(command, scope), state, acknowledged: true };
    this.#store.markDropped(job);
    return job;
  }

  #acknowledgeReplaced(command: Command, scope: string): void {
    if (command.kind !== 'shorten') return;
    const edited = this.#store.find(command.replaces ?? '');
    if (edited !== undefined && isBulkRow(edited.command)) this.#dismissRow(edited).catch(this.#deps.report);
    else if (edited?.state.name === 'refused' && !edited.acknowledged) this.#acknowledgeFailure(edited);
    if (!isSubmittedWithOthers(command)) this.#acknowledgeOutdated(command, scope);
  }

  #acknowledgeOutdated(press: PressTarget, scope: string): void {
    for (const job of outdatedFailures(press, this.#store.iterate(), scope)) this.#acknowledgeFailure(job);
  }

  /** Not awaited: where it fails, the failure is shown until the user dismisses it. */
  #acknowledgeFailure({ command }: Job): void {
    this.#store.update(command.id, { acknowledged: true }).catch(this.#deps.report);
  }

  async #dismissRow(job: Job): Promise<Job> {
    if (job.state.name !== 'refused') return job;
    return this.#store.writeOrRevert({ ...job, state: { ...job.state, dismissed: true } }, job);
  }

  /** A press without a job: an existing link is used again. */
  async linkReused(press: PressTarget): Promise<void> {
    await this.#store.load();
    this.#acknowledgeOutdated(press, await this.#deps.scope());
  }

  /** Starts what the journal holds: after a start, and whenever something may have been left. */
  async resume(): Promise<void> {
    const store = this.#store;
    await store.load();
    const scope = await this.#deps.scope();
    store.writeUnwritten();
    // An earlier worker instance may have ended between a job's end and this.
    store.prune();
    this.#breaker.recheck();
    for (const job of store.iterate()) {
      if (isFinished(job) || this.#runs.get(job.command.id) !== undefined || job.scope !== scope) continue;
      if (job.state.name === 'unknown' && job.state.question !== null) continue;
      this.#deps.onChange(job);
      void this.#runs.start(job);
    }
  }

  /**
   * Cancels a job that has not been sent; false when it was too late. The row of a bulk is then cancelled where it would
   * be sent again.
   */
  async cancel(commandId: string): Promise<boolean> {
    const store = this.#store;
    await store.load();
    const id = store.idOf(commandId);
    const job = store.get(id);
    if (job === undefined || isFinished(job)) return false;
    if (job.state.name === 'queued') {
      const run = this.#runs.get(id);
      if (run === undefined) {
        const next: Job = { ...job, state: cancelledState(job.state, this.#deps.now()), acknowledged: true };
        await store.writeOrRevert(next, job);
        return true;
      }
      if (run.cancel()) return (await run.answered).state.name === 'cancelled';
    }
    if (isBulkRow(job.command) && !job.stopped) await store.stop(job);
    return false;
  }

  /** Ends a link's delay before creating, which a worker instance that has not sent it yet begins again. */
  async skipDelay(id: string): Promise<void> {
    await this.#store.load();
    this.#runs.get(this.#store.idOf(id))?.skipDelay();
  }

  /** Cancels every job that has not been sent; gives their number. */
  async cancelQueued(): Promise<number> {
    await this.#store.load();
    const waiting = this.#store.all().filter(({ state }) => state.name === 'queued');
    const cancelled = await Promise.all(waiting.map(({ command }) => this.cancel(command.id)));
    return cancelled.filter(Boolean).length;
  }

  /**
   * Retries a job that was refused, cancelled, or sent three times and not found. If a response of it was lost, the record
   * is looked up first.
   */
  retry(id: string): Promise<Job | null> {
    return this.#thenResume(this.#retry(id));
  }

  async #retry(commandId: string): Promise<Job | null> {
    await this.#store.load();
    const id = this.#store.idOf(commandId);
    const scope = await this.#deps.scope();
    const job = this.#store.get(id);
    if (job === undefined) return null;
    if (this.#runs.get(id) !== undefined) return this.#runs.start(job);
    if (job.scope !== scope) return job;
    const { state } = job;
    if (state.name === 'unknown' && state.question?.id === null) return this.#restartWithLookup(job, state);
    if (state.name !== 'refused' && state.name !== 'cancelled') return this.#runs.start(job);
    // Without its password the link would be open to everyone.
    if (job.passwordDropped === true) return job;
    const lost = lostSendOf(job);
    if (lost) return this.#restartWithLookup({ ...job, stopped: undefined }, lost);
    return this.#restart({ ...job, acknowledged: false, stopped: undefined, state: initialState }, job);
  }

  /**
   * Answers the question of an ambiguous job: takes the record that was found, sends again (after a lookup where no
   * record was found), or dismisses it. A job that is still looked up can be dismissed, too, and the failure of a row of a
   * bulk. A second press meanwhile gets the result of the first.
   */
  decide(id: string, decision: Decision): Promise<Job | null> {
    const jobId = this.#store.idOf(id);
    const deciding =
      this.#decisions.get(jobId) ??
      this.#decide(jobId, decision).finally(() => this.#decisions.delete(jobId));
    this.#decisions.set(jobId, deciding);
    return this.#thenResume(deciding);
  }

  async #decide(commandId: string, decision: Decision): Promise<Job | null> {
    const store = this.#store;
    await store.load();
    const scope = await this.#deps.scope();
    const job = store.find(commandId);
    if (job && job.scope === scope && decision === 'dismiss' && isBulkRow(job.command) && isFinished(job))
      return this.#dismissRow(job);
    if (job?.state.name !== 'unknown' || job.scope !== scope) return job ?? null;
    const { question, sending, failure } = job.state;
    const at = this.#deps.now();
    if (decision === 'dismiss') {
      const run = this.#runs.get(job.command.id);
      if (run === undefined) return store.writeOrRevert(dismissedJob(job, job.state, at), job);
      run.dismiss();
      return run.answered;
    }
    if (question === null) return job;
    if (question.id === null) return decision === 'again' ? this.#restartWithLookup(job, job.state) : job;
    if (decision === 'use') {
      const { id, shortUrl } = question;
      // Another job may have got it since the question was asked.
      if (isClaimed({ id, shortUrl }, competitorsOf(job, store.iterate())))
        return this.#restartWithLookup(job, job.state);
      const result = jobResult({ id, shortUrl, lookedUp: true, chosen: true });
      return store.writeOrRevert(doneJob({ ...job, acknowledged: false }, result, at), job);
    }
    // The record is not its own, and the lookup must not find it again; a newer one may be.
    const state = stateForNewLookup({ sending: { ...sending, newest: question.id }, failure });
    return this.#runs.start(await store.write({ ...job, acknowledged: false, state }));
  }

  /** A link may wait for the record of the job that the user has acted on. */
  async #thenResume(action: Promise<Job | null>): Promise<Job | null> {
    const job = await action;
    this.resume().catch(this.#deps.report);
    return job;
  }

  /** The user's press: in memory immediately, so that a second one joins it; what can't be written is taken back. */
  #restart(job: Job, before: Job): Promise<Job> {
    const written = this.#store.writeOrRevert(job, before);
    // The run meets the failure before anything is sent.
    written.catch(() => undefined);
    return this.#runs.start(job, written);
  }

  #restartWithLookup(job: Job, lost: Pick<StateOf<'unknown'>, 'sending' | 'failure'>): Promise<Job> {
    return this.#restart({ ...job, acknowledged: false, state: stateForNewLookup(lost) }, job);
  }

  /** The user has been shown its outcome. */
  async acknowledge(id: string): Promise<void> {
    await this.#store.load();
    const job = this.#store.find(id);
    if (job?.acknowledged === false) await this.#store.update(job.command.id, { acknowledged: true });
  }

  /** The link that it has created is stored, and dispatched to the mirror. */
  async markSettled(id: string): Promise<void> {
    await this.#store.load();
    if (this.#store.get(id)?.settled === false) await this.#store.update(id, { settled: true });
  }

  /** All jobs, once the journal has been read. */
  jobs(): readonly Job[] {
    return this.#store.all();
  }

  /** The job with this id, or that a press with this id has joined. */
  find(id: string): Job | undefined {
    return this.#store.find(id);
  }

  /** The journal has been read. */
  loaded(): Promise<void> {
    return this.#store.load();
  }

  /** The command is a job in the journal: its intent is no longer needed. */
  isJournaled(id: string): boolean {
    return this.#store.isJournaled(id);
  }

  /** The job has ended, and that could not be written yet: `resume` writes it again. */
  isUnwritten(id: string): boolean {
    return this.#store.isUnwritten(id);
  }

  /** The reason why an open job waits, as far as is known. */
  waitOf(id: string): WaitReason | null {
    return this.#runs.get(this.#store.idOf(id))?.wait ?? null;
  }

  blockReason(): BlockReason | null {
    return this.#breaker.blockReason();
  }

  /** Sending is blocked by a failure that every request would meet; being offline is none. */
  isBlocked(): boolean {
    return this.#breaker.isBlocked();
  }

  /** Stops sending until the reason is gone, as an earlier worker instance had found. */
  block({ failure, until }: BlockReason): void {
    // The clock may have been set back since: a block that ends automatically lasts no longer than a new one would.
    const latest = failure?.kind === 'not-an-api' ? this.#deps.now() + notAnApiRetryMs : Infinity;
    this.#breaker.block({ failure, until: until === null ? null : Math.min(until, latest) });
  }

  unblock(): void {
    this.#breaker.unblock();
  }

  /** The network is back, or the user resumes sending: every job that waits before its next attempt tries now. */
  retryNow(): void {
    this.#runs.retryNow();
    this.#breaker.recheck();
  }

  async clearFinished(): Promise<void> {
    await this.#store.load();
    await this.#store.dropFinished();
  }

  /** Drops every job, finished or not. */
  async clear(): Promise<void> {
    await this.#store.load();
    this.#runs.discardAll();
    const state = removedState(this.#deps.now());
    const removed = this.#store.clear((job) => (isFinished(job) ? job : redactJob({ ...job, state })));
    this.#breaker.unblock();
    await removed;
  }
}

/** For a job removed with its account. Unlike `cancelledState` it has no send: no lookup follows. */
const removedState = (now: number): StateOf<'cancelled'> => ({ name: 'cancelled', at: now });

/**
 * Looks it up again, as a list may have been old and that costs less than a second link; then sends it if not found.
 *
 * @param tries sends that count on; the user's request begins a new count
 */
const stateForNewLookup = (
  { sending, failure }: Pick<StateOf<'unknown'>, 'sending' | 'failure'>,
  tries = 0,
): StateOf<'unknown'> => ({
  name: 'unknown',
  tries,
  sending,
  failure,
  // After a request of the user the lookup does not wait for what the service may still commit.
  answered: tries === 0,
  question: null,
});

function newJob(command: Command, scope: string, creationDelayMs = 0, tagNote = false): Job {
  // The links of a batch have been reviewed, and pausing the batch cancels those that are not sent yet.
  const isDelayed = command.kind === 'shorten' && command.from !== 'bulk' && creationDelayMs > 0;
  return {
    version: jobVersion,
    command,
    scope,
    state: isDelayed
      ? { ...initialState, notBefore: command.at + creationDelayMs, waits: 'hold' }
      : initialState,
    acknowledged: false,
    noteTag: command.kind === 'shorten' && tagNote ? `[${command.id.slice(0, 6)}]` : null,
  };
}
