/**
 * The outbox: every command (to create, edit or assign) is a job in a journal before a byte is sent. No journal write, no
 * request. The same id is the same job, however often it is submitted. job-transitions.ts describes a job's states.
 */
import { notAnApiRetryMs } from './back-off.ts';
import type { BlockReason } from './block-reason.ts';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { isBulkRow, type Command, type CreateLinkCommand } from './commands.ts';
import { competitorsOf } from './competing-jobs.ts';
import {
  doneJob,
  initialState,
  isFinished,
  jobVersion,
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
import { isPress, jobToJoin, lostJobBefore } from './join-job.ts';
import { isClaimed } from './lost-job-match.ts';
import type { OutboxDeps, WaitReason } from './outbox-deps.ts';

export interface Outbox {
  /**
   * Puts a command into the journal (once) and starts it; resolves when it has ended, or waits for the user.
   *
   * @param joins the command is a press that joins the job of the same request, where one is active
   * @param lost a send of an earlier job for it, dropped since: looked up before anything is sent
   */
  submit(command: Command, joins?: boolean, lost?: LostSend): Promise<Job>;
  /** Starts what the journal holds: after a start, and whenever something may have been left. */
  resume(): Promise<void>;
  /**
   * Cancels a job that has not been sent; false when it was too late. The row of a bulk is then cancelled where it would
   * be sent again.
   */
  cancel(id: string): Promise<boolean>;
  /** Cancels every job that has not been sent; gives their number. */
  cancelQueued(): Promise<number>;
  /**
   * Retries a job that was refused, cancelled, or sent three times and not found. If a response of it was lost, the record
   * is looked up first.
   */
  retry(id: string): Promise<Job | null>;
  /**
   * Answers the question of an ambiguous job: takes the record that was found, sends again (after a lookup where no
   * record was found), or ends it.
   */
  decide(id: string, decision: Decision): Promise<Job | null>;
  /** The user has been shown its outcome. */
  acknowledge(id: string): Promise<void>;
  /** The link that it has created is stored, and dispatched to the mirror. */
  markSettled(id: string): Promise<void>;
  /** All jobs, once the journal has been read. */
  jobs(): readonly Job[];
  /** The job with this id, or that a press with this id has joined. */
  find(id: string): Job | undefined;
  /** The journal has been read. */
  loaded(): Promise<void>;
  /** The command is a job in the journal: its intent is no longer needed. */
  isJournaled(id: string): boolean;
  /** The job has ended, and that could not be written yet: `resume` writes it again. */
  isUnwritten(id: string): boolean;
  /** The reason why an open job waits, as far as is known. */
  waitOf(id: string): WaitReason | null;
  blockReason(): BlockReason | null;
  /** Sending is blocked by a failure that every request would meet; being offline is none. */
  isBlocked(): boolean;
  /** Stops sending until the reason is gone, as an earlier worker instance had found. */
  block(reason: BlockReason): void;
  unblock(): void;
  /** The network is back, or the user resumes sending: every job that waits before its next attempt tries now. */
  retryNow(): void;
  clearFinished(): Promise<void>;
  /** Drops every job, finished or not. */
  clear(): Promise<void>;
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { now } = deps;
  const store = new JobStore(deps);
  const breaker = createCircuitBreaker({ online: deps.online, now, onChange: deps.onBlockChange });
  const runs = new JobRuns(deps, store, breaker);
  const context: OutboxContext = { deps, store, breaker, runs, decisions: new Map() };

  return {
    submit: (command, joins = false, lost) => submit(context, command, joins, lost),
    resume: () => resume(context),
    cancel: (id) => cancel(context, id),
    async cancelQueued() {
      await store.load();
      const waiting = store.all().filter(({ state }) => state.name === 'queued');
      const cancelled = await Promise.all(waiting.map(({ command }) => cancel(context, command.id)));
      return cancelled.filter(Boolean).length;
    },
    retry: (id) => thenResume(context, retry(context, id)),
    decide: (id, decision) => thenResume(context, decideOnce(context, id, decision)),
    async acknowledge(id) {
      await store.load();
      const job = store.find(id);
      if (job?.seen === false) await store.update(job.command.id, { seen: true });
    },
    async markSettled(id) {
      await store.load();
      if (store.get(id)?.settled === false) await store.update(id, { settled: true });
    },
    jobs: () => store.all(),
    find: (id) => store.find(id),
    loaded: () => store.load(),
    isJournaled: (id) => store.isJournaled(id),
    isUnwritten: (id) => store.isUnwritten(id),
    waitOf: (id) => runs.waitOf(store.idOf(id)),
    blockReason: breaker.blockReason,
    isBlocked: breaker.isBlocked,
    block({ failure, until }) {
      // The clock may have been set back since: a block that ends automatically lasts no longer than a new one would.
      const latest = failure?.kind === 'not-an-api' ? now() + notAnApiRetryMs : Infinity;
      breaker.block({ failure, until: until === null ? null : Math.min(until, latest) });
    },
    unblock: breaker.unblock,
    retryNow() {
      runs.retryNow();
      breaker.recheck();
    },
    async clearFinished() {
      await store.load();
      await store.dropFinished();
    },
    clear: () => clear(context),
  };
}

interface OutboxContext {
  readonly deps: OutboxDeps;
  readonly store: JobStore;
  readonly breaker: CircuitBreaker;
  readonly runs: JobRuns;
  /** Decisions in progress, by job. */
  readonly decisions: Map<string, Promise<Job | null>>;
}

/** The user's press: in memory immediately, so that a second one joins it; what can't be written is taken back. */
function restart({ store, runs }: OutboxContext, job: Job, before: Job): Promise<Job> {
  const written = store.writeOrRevert(job, before);
  // The run meets the failure before anything is sent.
  written.catch(() => undefined);
  return runs.start(job, written);
}

/**
 * Looked up again, since a list may have been old and that costs less than a second link; sent when it is not found.
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

const restartWithLookup = (
  context: OutboxContext,
  job: Job,
  lost: Pick<StateOf<'unknown'>, 'sending' | 'failure'>,
): Promise<Job> => restart(context, { ...job, seen: false, state: stateForNewLookup(lost) }, job);

/** Not awaited: where it fails, the failure is shown until the user dismisses it. */
function acknowledgeReplaced({ deps, store }: OutboxContext, command: Command): void {
  const { replaces = '' } = command.kind === 'shorten' ? command : {};
  const replaced = store.find(replaces);
  if (replaced?.state.name === 'refused' && !replaced.seen)
    store.update(replaced.command.id, { seen: true }).catch(deps.report);
}

async function joinActive(context: OutboxContext, active: Job, command: CreateLinkCommand): Promise<Job> {
  const { store, runs } = context;
  const run = runs.get(active.command.id);
  const joined = await store.join(active, command);
  acknowledgeReplaced(context, command);
  return run?.finished ?? store.get(active.command.id) ?? joined;
}

/** The job as cancelled, of which nothing is written. */
function dropUnsent({ deps, store }: OutboxContext, command: Command, scope: string): Job {
  const cancelled = { name: 'cancelled', at: deps.now() } as const;
  const job: Job = { ...newJob(command, scope), state: cancelled, seen: true };
  store.markDropped(job);
  return job;
}

/** Where a send of the row, or of an earlier press, may have created the link already: it is looked up first. */
function withLostSend(created: Job, earlier: Job | undefined, rowLost: LostSend | undefined): Job {
  const lost = rowLost ?? (earlier && lostSendOf(earlier));
  if (lost === undefined) return created;
  return {
    ...created,
    // A press is a request of the user, which begins a new count of sends.
    state: stateForNewLookup(lost, rowLost?.tries),
    noteTag: lost.noteTag,
    claimed: earlier?.claimed,
  };
}

async function submit(
  context: OutboxContext,
  command: Command,
  joins: boolean,
  rowLost: LostSend | undefined,
): Promise<Job> {
  const { deps, store, runs } = context;
  // Without those that are being cancelled: their end is no answer to a later press.
  const joinable = () => store.all().filter(({ command }) => !runs.get(command.id)?.isCancelled());
  const unfinished = (joins ? joinable() : []).filter((job) => !isFinished(job));
  const open = new Map(unfinished.map((job) => [job.command.id, job]));
  const { clears } = store;
  await store.load();
  const [scope, { creationDelayMs, tagNote }] = await Promise.all([deps.scope(), deps.preferences()]);
  // From here to `start` nothing is awaited, so that two submits of one intent can't both come through.
  const id = store.idOf(command.id);
  const existing = store.get(id) ?? store.getDropped(id);
  const finished = runs.get(id)?.finished;
  if (finished !== undefined) return finished;
  if (existing !== undefined) return existing;
  if (joins && command.kind === 'shorten') {
    const active = jobToJoin(command, joinable(), scope, open);
    if (active !== undefined) return joinActive(context, active, command);
  }
  // The account is gone that it was meant for, and nothing of it is to be written any more.
  if (store.clears !== clears) return dropUnsent(context, command, scope);
  const earlier = joins && isPress(command) ? lostJobBefore(command, store.all(), scope) : undefined;
  const job = withLostSend(newJob(command, scope, creationDelayMs, tagNote), earlier, rowLost);
  store.set(job);
  const written = store.write(job);
  written.then(
    () => acknowledgeReplaced(context, command),
    // In progress while the job waits for its turn: its failure is met before anything is sent.
    () => undefined,
  );
  return runs.start(job, written);
}

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
    seen: false,
    noteTag: command.kind === 'shorten' && tagNote ? `[${command.id.slice(0, 6)}]` : null,
  };
}

async function resume({ deps, store, breaker, runs }: OutboxContext): Promise<void> {
  await store.load();
  const scope = await deps.scope();
  store.writeUnwritten();
  // An earlier worker instance may have ended between a job's end and this.
  store.prune();
  breaker.recheck();
  for (const job of store.iterate()) {
    if (isFinished(job) || runs.get(job.command.id) !== undefined || job.scope !== scope) continue;
    if (job.state.name === 'unknown' && job.state.question !== null) continue;
    deps.onChange(job);
    void runs.start(job);
  }
}

/** A link may wait for the record of the job that the user has acted on. */
async function thenResume(context: OutboxContext, action: Promise<Job | null>): Promise<Job | null> {
  const job = await action;
  resume(context).catch(context.deps.report);
  return job;
}

async function cancel({ deps, store, runs }: OutboxContext, commandId: string): Promise<boolean> {
  await store.load();
  const id = store.idOf(commandId);
  const job = store.get(id);
  if (job === undefined || isFinished(job)) return false;
  if (job.state.name === 'queued') {
    const run = runs.get(id);
    if (run === undefined) {
      const next: Job = { ...job, state: cancelledState(job.state, deps.now()), seen: true };
      await store.writeOrRevert(next, job);
      return true;
    }
    if (run.cancel()) return (await run.finished).state.name === 'cancelled';
  }
  if (isBulkRow(job.command) && !job.stopped) await store.stop(job);
  return false;
}

async function retry(context: OutboxContext, commandId: string): Promise<Job | null> {
  const { deps, store, runs } = context;
  await store.load();
  const id = store.idOf(commandId);
  const scope = await deps.scope();
  const job = store.get(id);
  if (job === undefined) return null;
  if (runs.get(id) !== undefined) return runs.start(job);
  if (job.scope !== scope) return job;
  const { state } = job;
  if (state.name === 'unknown' && state.question?.id === null) return restartWithLookup(context, job, state);
  if (state.name !== 'refused' && state.name !== 'cancelled') return runs.start(job);
  // Without its password the link would be open to everyone.
  if (job.passwordDropped === true) return job;
  const lost = lostSendOf(job);
  if (lost) return restartWithLookup(context, { ...job, stopped: undefined }, lost);
  return restart(context, { ...job, seen: false, stopped: undefined, state: initialState }, job);
}

async function decide(context: OutboxContext, commandId: string, decision: Decision): Promise<Job | null> {
  const { deps, store, runs } = context;
  await store.load();
  const scope = await deps.scope();
  const job = store.find(commandId);
  if (job?.state.name !== 'unknown' || job.state.question === null) return job ?? null;
  if (job.scope !== scope) return job;
  const { question, sending, failure } = job.state;
  const at = deps.now();
  if (decision === 'dismiss') {
    const state = { name: 'refused', at, failure, sending, unconfirmed: true } as const;
    // A row of a bulk is acknowledged by the bulk, when it has been written down there.
    return store.writeOrRevert({ ...job, seen: !isBulkRow(job.command), state }, job);
  }
  if (question.id === null) return decision === 'again' ? restartWithLookup(context, job, job.state) : job;
  if (decision === 'use') {
    const { id, shortUrl } = question;
    // Another job may have got it since the question was asked.
    if (isClaimed({ id, shortUrl }, competitorsOf(job, store.iterate())))
      return restartWithLookup(context, job, job.state);
    const result = jobResult({ id, shortUrl, lookedUp: true, chosen: true });
    return store.writeOrRevert(doneJob({ ...job, seen: false }, result, at), job);
  }
  // The record is not its own, and the lookup must not find it again; a newer one may be.
  const state = stateForNewLookup({ sending: { ...sending, newest: question.id }, failure });
  return runs.start(await store.write({ ...job, seen: false, state }));
}

/** A second press while the first one is being carried out gets the result of that: a question is answered once. */
function decideOnce(context: OutboxContext, id: string, decision: Decision): Promise<Job | null> {
  const { decisions, store } = context;
  const jobId = store.idOf(id);
  const deciding =
    decisions.get(jobId) ?? decide(context, jobId, decision).finally(() => decisions.delete(jobId));
  decisions.set(jobId, deciding);
  return deciding;
}

async function clear({ deps, store, breaker, runs }: OutboxContext): Promise<void> {
  await store.load();
  runs.discardAll();
  const cancelled = { name: 'cancelled', at: deps.now() } as const;
  const removed = store.clear((job) => (isFinished(job) ? job : { ...job, state: cancelled }));
  breaker.unblock();
  await removed;
}
