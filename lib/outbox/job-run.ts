/**
 * One run of a job: one state after the other (job-transitions.ts), until it has ended or waits for the user. Temporary
 * failures are waited for; what concerns every job opens the circuit breaker.
 */
import { noResponse, type Failure } from '../api/failure.ts';
import { orAborted } from '../time/or-aborted.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { awaitedProgress, withCreated } from './awaited-records.ts';
import { backOffMs, maxBackOffMs, maxSilentWaitMs } from './back-off.ts';
import { blockReasonOf } from './block-reason.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { isIdempotent } from './commands.ts';
import { competitorsOf, isResponsePending } from './competing-jobs.ts';
import { countFailure, isExhausted, isLastLookup } from './failed-lookups.ts';
import { dismissedJob, doneJob, type Job, type JobState, type StateOf } from './job.ts';
import type { JobResult } from './job-result.ts';
import type { JobStore } from './job-store.ts';
import {
  afterLookup,
  afterSend,
  cancelledState,
  nothingFound,
  refusedState,
  sentState,
  unknownState,
  type Lookup,
  type Step,
} from './job-transitions.ts';
import { precedingEdit } from './preceding-edit.ts';
import { JobDropped, SendAborted, type OutboxDeps, type SendHooks, type WaitReason } from './outbox-deps.ts';

/** In ms: the command of a record may reach the background after the one that needs it, but not later than this. */
const missingJobMs = 5_000;

/**
 * One call of `send`. It keeps its own copy of the job: a hook may still write after the call was cancelled and the run has
 * continued.
 */
interface SendAttempt {
  /** The job as it was written last. */
  job: Job;
  /** The journal entry that has to be written before the bytes leave. */
  journaled: Promise<unknown>;
  /** Why it was not sent: it is no longer valid, or all sending is blocked. */
  stopped: Failure | 'blocked' | null;
}

/** What the runs of a worker instance share. */
export interface RunContext {
  readonly deps: OutboxDeps;
  readonly store: JobStore;
  readonly breaker: CircuitBreaker;
  /** The run of this job, while it is in progress. */
  get(id: string): Pick<JobRun, 'written'> | undefined;
  /** Aborts when everything that waits for a better time is to be tried now. */
  retrySignal(): AbortSignal;
}

export class JobRun {
  #resolveAnswer: (job: Job) => void = () => undefined;
  /** Resolves when the job has ended or waits for the user: when that is known, not when it is written. */
  readonly answered = new Promise<Job>((resolve) => (this.#resolveAnswer = resolve));
  /** Resolves when its end is written, too; rejects if that failed. */
  readonly written: Promise<void>;
  /** What it waits for, and until when. */
  wait: WaitReason | null = null;

  readonly #context: RunContext;
  readonly #deps: OutboxDeps;
  readonly #store: JobStore;
  readonly #firstWrite: Promise<unknown> | undefined;
  readonly #abort = new AbortController();
  readonly #signal = this.#abort.signal;
  readonly #delaySkip = new AbortController();
  #job: Job;
  /** The bytes may have left, so it is too late to cancel. */
  #inFlight = false;
  /** Lookups that failed, and sends that failed before a byte left. */
  #attempts = 0;
  /** A record that it waits for had no job yet. */
  #hasWaitedForMissing = false;
  /** The user has ended the lookups. */
  #isDismissed = false;
  /** It waits for its own account, or for a job that does not run: the next resume starts another run. */
  #isSuspended = false;

  /** @param firstWrite of the job, which may be in progress */
  constructor(context: RunContext, job: Job, firstWrite?: Promise<unknown>) {
    this.#context = context;
    this.#deps = context.deps;
    this.#store = context.store;
    this.#job = job;
    this.#firstWrite = firstWrite;
    this.written = this.#run();
  }

  /** Resolves `answered`; only the first call counts. */
  answer(job: Job): void {
    this.#resolveAnswer(job);
  }

  /** Cancels it if nothing has been sent; false when it was too late. */
  cancel(): boolean {
    if (this.#inFlight) return false;
    this.#abort.abort();
    return true;
  }

  /** Ends the lookups; a record that the last one is about to find still counts. */
  dismiss(): void {
    this.#isDismissed = true;
    this.#abort.abort();
  }

  /** Ends the delay before creating, also one that is yet to begin. */
  skipDelay(): void {
    this.#delaySkip.abort();
  }

  /** `cancel` has succeeded, or `dismiss` or `discard` was called. */
  isCancelled(): boolean {
    return this.#signal.aborted;
  }

  /** Ends the run of a job that was dropped. */
  discard(): void {
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    while (!this.#isSuspended) {
      const { state, stopped } = this.#job;
      if (state.name === 'queued' && stopped) await this.#setState(cancelledState(state, this.#deps.now()));
      else if (state.name === 'queued') await this.#send(state);
      // The worker instance that sent the request ended before the response.
      else if (state.name === 'sent') await this.#setState(unknownState(state, noResponse, false));
      else if (state.name !== 'unknown' || state.question !== null) return;
      else if (this.#isDismissed) await this.#write(dismissedJob(this.#job, state, this.#deps.now()));
      else await this.#lookUp(state);
    }
  }

  /** Sends it, after all that it has to wait for. */
  async #send(state: StateOf<'queued'>): Promise<void> {
    if (!(await this.#awaitRecords(state))) return;
    const invalid = await this.#invalidity();
    if (invalid !== null) return this.#refuse(state, invalid);
    const preceding = precedingEdit(this.#job, this.#store.iterate());
    if (preceding !== undefined && !this.#signal.aborted) return this.#waitForJob(preceding.command.id);
    if (state.notBefore !== null) await this.#waitUntil(state.notBefore, state.waits ?? 'retry');
    const release = await this.#context.breaker.acquire(this.#signal);
    if (release === null) return this.#setState(cancelledState(state, this.#deps.now()));
    try {
      if (!(await this.#checkBlocked())) await this.#request(state);
    } finally {
      release();
    }
  }

  /** Holds a command back until the records have been created that it needs; false if it can't be sent now. */
  async #awaitRecords(state: StateOf<'queued'>): Promise<boolean> {
    const { command } = this.#job;
    if (!('awaits' in command) || command.awaits === undefined) return true;
    const progress = awaitedProgress(command.awaits, (id) => this.#store.find(id));
    const { created, next, hasFailed } = progress;
    // Written, as the jobs of the records may be dropped before this one is sent.
    if (created.length > 0) await this.#write({ ...this.#job, command: withCreated(command, progress) });
    if (next === null || this.#signal.aborted) return true;
    const id = this.#store.idOf(next.id);
    const isMissing = this.#store.get(id) === undefined;
    if (hasFailed || (isMissing && this.#hasWaitedForMissing)) {
      await this.#refuse(state, { kind: 'invalid-link', field: 'record' });
      return false;
    }
    this.#hasWaitedForMissing ||= isMissing;
    if (isMissing) await this.#deps.delay(missingJobMs, this.#signal);
    else await this.#waitForJob(id);
    return false;
  }

  async #invalidity(): Promise<Failure | null> {
    const { command } = this.#job;
    // A context menu can be opened on text that is no URL: reported immediately, before anything is waited for.
    if (command.kind === 'shorten' && !parseUserUrl(command.link.address).ok)
      return { kind: 'not-an-address' };
    return this.#deps.validate(command);
  }

  /** Sends it now, unless a hook finds that it must not be. */
  async #request(state: StateOf<'queued'>): Promise<void> {
    const attempt: SendAttempt = { job: this.#job, journaled: Promise.resolve(), stopped: null };
    const outcome = await this.#deps.send(this.#job, this.#hooks(state, attempt));
    // Not in the journal, so not sent: the job stays as it is and is started again at the next resume.
    await attempt.journaled;
    const { job, stopped } = attempt;
    this.#job = job;
    if (stopped === 'blocked') return;
    this.#setWait(null);
    if (stopped !== null && !this.#signal.aborted) return this.#refuse(state, stopped);
    // Disconnected during the send: this job is refused, and the next one is blocked before it is sent.
    if (!outcome.ok && outcome.failure.kind !== 'not-connected') this.#blockIfAccountWide(outcome.failure);
    const step = afterSend(job, {
      before: state,
      outcome,
      inFlight: this.#inFlight,
      others: competitorsOf(job, this.#store.iterate()),
      now: this.#deps.now(),
    });
    await this.#perform(step);
    this.#inFlight = false;
  }

  /** The journal entry right before the bytes leave, and what the job waits for. */
  #hooks(state: StateOf<'queued'>, attempt: SendAttempt): SendHooks {
    const write = async (next: JobState) => {
      attempt.job = await this.#store.write({ ...attempt.job, state: next });
    };
    const waitForLimit = (goesAt: number) => this.#setWait({ goesAt, waits: 'limit' }, attempt.job);
    return {
      signal: this.#signal,
      onWait: waitForLimit,
      onHeldBack: async (until) => {
        this.#inFlight = false;
        await write({ ...state, notBefore: null, waits: null });
        waitForLimit(until);
      },
      beforeSend: async (known) => {
        // Validated again: while it waited for its turn, its expiration may have passed.
        attempt.stopped = await this.#deps.validate(attempt.job.command);
        if (this.#context.breaker.isBlocked()) attempt.stopped = 'blocked';
        // A row that its bulk stopped before the service held it back is not sent again.
        const isStopped = attempt.job.stopped === true;
        if (attempt.stopped !== null || isStopped || this.#signal.aborted) throw new SendAborted();
        this.#inFlight = true;
        const entry = write(sentState(state, known, this.#deps.now()));
        // The first write may have failed: with this one the job is in the journal nevertheless.
        attempt.journaled = Promise.all([entry, this.#firstWrite?.catch(() => undefined)]);
        attempt.journaled.catch(() => (this.#inFlight = false));
        await attempt.journaled;
      },
    };
  }

  /** One lookup of the record whose response was lost. */
  async #lookUp(state: StateOf<'unknown'>): Promise<void> {
    const release = await this.#context.breaker.acquire(this.#signal);
    if (release === null) {
      if (this.#isDismissed) return;
      throw new JobDropped();
    }
    const began = this.#deps.now();
    const { sending } = state;
    let found;
    try {
      // The clock was set back: it counts as sent now.
      if (began < sending.at) return await this.#setState({ ...state, sending: { ...sending, at: began } });
      if (await this.#checkBlocked()) return;
      found = await this.#deps.lookUp(this.#job.command, sending.newest, isLastLookup(state));
      if (!found.ok && this.#blockIfAccountWide(found.failure)) return;
    } finally {
      release();
    }
    if (found.ok) await this.#match(state, { records: found.value, began, date: found.date });
    else await this.#afterFailedLookup(state, found.failure, began);
  }

  async #match(state: StateOf<'unknown'>, lookup: Lookup): Promise<void> {
    const job = this.#job;
    const { onAmbiguous } = await this.#deps.preferences();
    if (!this.#store.has(job.command.id)) throw new JobDropped();
    // Nothing is awaited between the match and the claim, so two jobs never take one record.
    const isRunning = (id: string) => this.#context.get(id) !== undefined;
    const step = afterLookup(job, state, {
      lookup,
      others: competitorsOf(job, this.#store.iterate()),
      isResponsePending: isResponsePending(job, this.#store.iterate(), isRunning),
      onAmbiguous,
      now: this.#deps.now(),
    });
    // Nothing is sent any more.
    if (this.#isDismissed && step.kind !== 'done') return;
    return this.#perform(step);
  }

  /** Waits for a better time, but not forever without asking the user. */
  async #afterFailedLookup(before: StateOf<'unknown'>, failure: Failure, began: number): Promise<void> {
    const state = countFailure(before, failure);
    if (state !== before && isExhausted(state, began)) {
      // It can be sent again.
      if (isIdempotent(this.#job.command)) return this.#match(before, { records: [], began, date: null });
      return this.#setState({ ...state, question: nothingFound });
    }
    if (state !== before) await this.#setState(state);
    const retryAt = failure.kind === 'limit' ? failure.until : 0;
    await this.#waitUntil(Math.max(retryAt, this.#backOffEnd(this.#attempts++)), 'retry');
  }

  async #perform(step: Step): Promise<void> {
    switch (step.kind) {
      case 'done':
        return this.#finish(step.result);
      case 'move':
        return this.#setState(step.state);
      case 'retry': {
        const notBefore = this.#backOffEnd(step.state.tries + this.#attempts++);
        return this.#setState({ ...step.state, notBefore, waits: 'retry' });
      }
      case 'resend':
        return this.#setState({ ...step.state, notBefore: this.#backOffEnd(step.state.tries) });
      case 'wait':
        if (step.state !== undefined) await this.#setState(step.state);
        return this.#waitUntil(this.#deps.now() + step.ms, 'look');
    }
  }

  async #finish(result: JobResult): Promise<void> {
    const next = doneJob(this.#job, result, this.#deps.now());
    // So that no other job takes its record.
    this.#store.claim(next);
    // A link is returned immediately: should the write be lost, it is looked up again. After any other job a page reads a
    // list next, and the effects of the write have to come before that.
    if (next.command.kind === 'shorten') this.answer(next);
    this.#job = await this.#store.write(next);
  }

  #refuse(state: StateOf<'queued'>, failure: Failure): Promise<void> {
    return this.#setState(refusedState(state, failure, this.#deps.now()));
  }

  #setState(state: JobState): Promise<void> {
    return this.#write({ ...this.#job, state });
  }

  async #write(job: Job): Promise<void> {
    this.#job = await this.#store.write(job);
  }

  /** True if no request of this job can succeed now. Blocks all sending where the reason concerns every job. */
  async #checkBlocked(): Promise<boolean> {
    const [failure, scope] = await Promise.all([this.#deps.blockingFailure(), this.#deps.scope()]);
    this.#isSuspended = scope !== this.#job.scope;
    return this.#isSuspended || (failure !== null && this.#blockIfAccountWide(failure));
  }

  /** Blocks all sending for a failure that concerns every job; false for any other. */
  #blockIfAccountWide(failure: Failure): boolean {
    const reason = blockReasonOf(failure, this.#deps.now());
    if (reason !== null) this.#context.breaker.block(reason);
    return reason !== null;
  }

  /** Waits until that job's run has ended. Where it has none, this run ends, and the next resume starts both. */
  async #waitForJob(id: string): Promise<void> {
    const running = this.#context.get(id);
    this.#isSuspended = !running;
    // A failure is reported by its own run.
    if (running)
      await orAborted(
        running.written.catch(() => undefined),
        this.#signal,
      );
  }

  async #waitUntil(at: number, waits: WaitReason['waits']): Promise<void> {
    const { now, delay } = this.#deps;
    const ms = remainingMs(at, now());
    if (ms <= 0) return;
    this.#setWait({ goesAt: now() + ms, waits });
    await delay(ms, AbortSignal.any([this.#signal, this.#earlyEnd(waits)]));
    this.#setWait(null);
  }

  /** Aborts when it is to wait no longer, though not cancelled. */
  #earlyEnd(waits: WaitReason['waits']): AbortSignal {
    if (waits === 'look') return this.#signal;
    return waits === 'hold' ? this.#delaySkip.signal : this.#context.retrySignal();
  }

  #setWait(wait: WaitReason | null, job = this.#job): void {
    // The run of a job that was dropped may still set one.
    if (!this.#store.has(job.command.id)) return;
    this.wait = wait;
    this.#deps.onChange(job);
  }

  /** The end of a back-off that grows with the attempts: epoch ms. */
  #backOffEnd(attempts: number): number {
    return this.#deps.now() + backOffMs(attempts, this.#deps.random());
  }
}

/** Nothing waits longer than `maxSilentWaitMs`: a longer time means the clock was set back, so it is unknown. */
function remainingMs(at: number, now: number): number {
  const left = at - now;
  return left > maxSilentWaitMs ? maxBackOffMs : left;
}
