/**
 * The outbox: every creation is a job in a journal before a byte is sent. No journal write, no request.
 * The same id is the same job, however often it is nudged. What a job goes through is told in life.ts.
 */
import { createCircuitBreaker, type BlockReason } from './circuit-breaker.ts';
import {
  initialState,
  isFinished,
  redactJob,
  type Decision,
  type Job,
  type Joined,
  type StateOf,
} from './job.ts';
import { isBulkRow, type Command, type CreateLinkCommand } from './commands.ts';
import { isOpen, jobToJoin, withPress } from './join-job.ts';
import { createJobRunner, notAnApiRetryMs, type JobRunner, type JobRun } from './job-runner.ts';
import { JobDropped, type OutboxDeps, type WaitReason } from './outbox-deps.ts';

export interface Outbox {
  /**
   * Puts an ask into the journal (once) and starts it; resolves when it has ended, or waits for the person.
   *
   * @param joins the ask is a press that joins the job of the same request, where one is under way
   */
  submit(ask: Command, joins?: boolean): Promise<Job>;
  /** Takes the journal up again: after a start, and whenever something may have been left. */
  resume(): Promise<void>;
  /** Gives up a job that has not been sent; false when it was too late. */
  cancel(id: string): Promise<boolean>;
  /** Gives up every job that has not been sent; gives their number. */
  cancelWaiting(): Promise<number>;
  /** Tries a refused or cancelled job once more, looking first for what a lost answer may have left. */
  retry(id: string): Promise<Job | null>;
  /**
   * Answers the question of a job nobody can tell about: takes the record that was found, sends once more (after a
   * lookup where no record was found), or ends it.
   */
  resolveAmbiguous(id: string, choice: Decision): Promise<Job | null>;
  acknowledge(id: string): Promise<void>;
  /** All there are, from when the journal has been read. */
  jobs(): readonly Job[];
  /** The journal has been read. */
  loaded(): Promise<void>;
  /** Whether this ask is a job in the journal: from then on its intent is no longer needed. */
  has(id: string): boolean;
  /** What an open job waits for, as far as is known. */
  waitOf(id: string): WaitReason | null;
  blockReason(): BlockReason | null;
  /** Stops sending until the reason is gone, as an earlier life of the background had found. */
  block(closed: BlockReason): void;
  /** Sends again. */
  unblock(): void;
  /** The network is back, or an hour has passed: whatever waits for a better time looks again. */
  retryNow(): void;
  /** Drops every job that has ended. */
  clearFinished(): Promise<void>;
  /** Drops every job, finished or not. */
  clear(): Promise<void>;
}

/** Finished jobs kept; older ones are pruned. */
export const maxFinishedJobs = 60;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { journal, now } = deps;
  const known = new Map<string, Job>();
  /** The newest form of a job that was handed to the journal, landed or not: a later write must not be older. */
  const issued = new Map<string, Job>();
  /** Presses that joined, by job, and the job that each of them joined. */
  const joined = new Map<string, readonly Joined[]>();
  const joinedTo = new Map<string, string>();
  const journalled = new Set<string>();
  /** Jobs that have ended and whose end could not be written yet. */
  const unwritten = new Map<string, Job>();
  /** As they were when they were dropped: a page that still asks for one is not to make it once more. */
  const dropped = new Map<string, Job>();
  const waits = new Map<string, WaitReason>();
  const running = new Map<string, JobRun>();
  const gate = createCircuitBreaker({ online: deps.online, now, onChange: deps.onBlockChange });
  let loading: Promise<void> | null = null;
  /** How often everything was dropped. */
  let clears = 0;
  let nudge = new AbortController();

  function load(): Promise<void> {
    loading ??= journal.all().then(
      (jobs) => {
        // In the order in which they were asked for: of two changes of one record the later one stays.
        for (const job of jobs.toSorted((one, other) => one.ask.at - other.ask.at)) {
          known.set(job.ask.id, job);
          journalled.add(job.ask.id);
          if (job.joined === undefined) continue;
          joined.set(job.ask.id, job.joined);
          for (const { id } of job.joined) {
            joinedTo.set(id, job.ask.id);
            journalled.add(id);
          }
        }
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  const idOf = (id: string): string => joinedTo.get(id) ?? id;

  /** A job goes through its steps without knowing who has joined it meanwhile. */
  function withJoined(job: Job): Job {
    const presses = joined.get(job.ask.id);
    return presses === undefined ? job : { ...job, joined: [...presses] };
  }

  async function put(job: Job): Promise<void> {
    const { id } = job.ask;
    issued.set(id, job);
    try {
      await journal.write(job);
    } catch (error) {
      if (issued.get(id) === job) issued.delete(id);
      throw error;
    }
    for (const press of job.joined ?? []) journalled.add(press.id);
  }

  /** Notes in the journal that this press is part of that job. */
  async function join(job: Job, press: CreateLinkCommand): Promise<Job> {
    const { id } = job.ask;
    joined.set(id, withPress(joined.get(id) ?? [], press));
    joinedTo.set(press.id, id);
    const next = withJoined(job);
    known.set(id, next);
    deps.onJoined?.(next, press);
    const ended = running.get(id)?.finished;
    // With the newest state, which may be on its way to the disk: what was sent must not look unsent there.
    await put(withJoined(issued.get(id) ?? next)).catch(deps.report);
    return ended ?? known.get(id) ?? next;
  }

  async function write(whole: Job): Promise<Job> {
    const job = withJoined(isFinished(whole) ? redactJob(whole) : whole);
    const { id } = job.ask;
    // Cleared meanwhile: what its run still has to say is nobody's any more, on disk neither.
    if (!known.has(id)) throw new JobDropped();
    await put(job);
    if (!known.has(id)) {
      await journal.remove(job);
      throw new JobDropped();
    }
    journalled.add(id);
    unwritten.delete(id);
    const landed = withJoined(job);
    known.set(id, landed);
    deps.onChange(landed);
    if (isFinished(job)) prune().catch(deps.report);
    return landed;
  }

  const life: JobRunner = createJobRunner(deps, {
    gate,
    jobs: () => known.values(),
    isKnown: (id) => known.has(id),
    workOf: (id) => running.get(id),
    write,
    claim(job) {
      if (!known.has(job.ask.id)) return;
      known.set(job.ask.id, withJoined(job));
      unwritten.set(job.ask.id, job);
    },
    wait: (job, wait) => {
      // A run that was dropped may still have something to say.
      if (!known.has(job.ask.id)) return;
      if (wait === null) waits.delete(job.ask.id);
      else waits.set(job.ask.id, wait);
      deps.onChange(job);
    },
    nudged: () => nudge.signal,
  });

  function begin(job: Job, written?: Promise<unknown>): Promise<Job> {
    const { id } = job.ask;
    const already = running.get(id);
    if (already !== undefined) return already.finished;
    const work = life.start(job, written);
    running.set(id, work);
    let failed = false;
    work.settled
      .catch((error: unknown) => {
        failed = true;
        if (known.has(id)) deps.report(error);
      })
      .finally(() => {
        running.delete(id);
        waits.delete(id);
        work.resolve(known.get(id) ?? job);
        // No write of it has landed: it is an ask still, to be taken again.
        if (!journalled.has(id)) known.delete(id);
        deps.onRunEnd?.(id, failed);
      })
      .catch(deps.report);
    return work.finished;
  }

  async function prune(): Promise<void> {
    // Of those that ended in the same millisecond the one that was asked for last is kept.
    const finished = [...known.values()].reverse().filter((job) => isFinished(job) && !isUnacknowledged(job));
    finished.sort((a, b) => isUnseen(b) - isUnseen(a) || endOf(b) - endOf(a));
    await drop(finished.slice(maxFinishedJobs));
  }

  async function drop(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      const { id } = job.ask;
      // Tried once more meanwhile, it is no longer the job that has ended.
      if (known.get(id) !== job) continue;
      await journal.remove(job);
      if (known.get(id) !== job) continue;
      known.delete(id);
      journalled.delete(id);
      unwritten.delete(id);
      deps.onRunEnd?.(id, false);
      issued.delete(id);
      joined.delete(id);
      // Thousands may go with it, and no page asks for them again.
      if (!isBulkRow(job.ask)) dropped.set(id, job);
    }
  }

  /** The person's press: known at once, so that a second one joins it; what can't be written is none. */
  function beginAs(next: Job, before: Job): Promise<Job> {
    const { id } = next.ask;
    known.set(id, next);
    const written = write(next);
    written.catch(() => {
      // Not once it has been dropped, or has gone on by itself.
      if (known.get(id)?.state === next.state) known.set(id, withJoined(before));
    });
    return begin(next, written);
  }

  /**
   * Looked for once more, since a list may have been old and that costs less than a second link; sent when it is not
   * there. The count of sends starts anew.
   */
  function lookAgain(job: Job, { sending, failure }: Pick<StateOf<'unknown'>, 'sending' | 'failure'>) {
    const state = { name: 'unknown', tries: 0, sending, failure, answered: true, question: null } as const;
    return beginAs({ ...job, seen: false, state }, job);
  }

  function dropNew(ask: Command, scope: string): Job {
    const state = { name: 'cancelled', at: now() } as const;
    const job: Job = { version: 2, ask, scope, state, seen: true, mark: null };
    dropped.set(ask.id, job);
    return job;
  }

  /** Without those that are being cancelled: their end is no answer to a later press. */
  const joinable = () => [...known.values()].filter(({ ask }) => !running.get(ask.id)?.isCancelled());

  const waiting = () => [...known.values()].filter(({ state }) => state.name === 'queued');

  async function cancel(asked: string): Promise<boolean> {
    await load();
    const id = idOf(asked);
    const job = known.get(id);
    if (job === undefined || job.state.name !== 'queued') return false;
    const work = running.get(id);
    if (work === undefined) {
      const next: Job = { ...job, state: { name: 'cancelled', at: now() }, seen: true };
      // Known at once: a start that takes the journal up meanwhile must not begin it.
      known.set(id, next);
      try {
        await write(next);
      } catch (error) {
        if (known.get(id) === next) known.set(id, job);
        throw error;
      }
      return true;
    }
    if (!work.cancel()) return false;
    return (await work.finished).state.name === 'cancelled';
  }

  return {
    async submit(ask, joins = false) {
      const open = new Map((joins ? joinable() : []).filter(isOpen).map((job) => [job.ask.id, job]));
      const before = clears;
      await load();
      const [scope, { holdMs: hold, tagNote: markNote }] = await Promise.all([
        deps.scope(),
        deps.preferences(),
      ]);
      // From here to `begin` nothing is awaited, so two nudges of one intent can't both come through.
      const id = idOf(ask.id);
      const existing = known.get(id) ?? dropped.get(id);
      const ended = running.get(id)?.finished;
      if (ended !== undefined) return ended;
      if (existing !== undefined) return existing;
      if (joins && ask.kind === 'shorten') {
        const underWay = jobToJoin(ask, joinable(), scope, open);
        if (underWay !== undefined) return join(underWay, ask);
      }
      // The account is gone that it was meant for, and nothing of it is to be written any more.
      if (clears !== before) return dropNew(ask, scope);
      const held = ask.kind === 'shorten' && hold > 0;
      const job: Job = {
        version: 2,
        ask,
        scope,
        state: held ? { ...initialState, notBefore: ask.at + hold, waits: 'hold' } : initialState,
        seen: false,
        mark: ask.kind === 'shorten' && markNote ? `[${ask.id.slice(0, 6)}]` : null,
      };
      // The write is on its way while the job looks for its place; it is waited for before anything leaves.
      known.set(ask.id, job);
      const written = write(job);
      written.catch(() => undefined);
      return begin(job, written);
    },

    async resume() {
      await load();
      const scope = await deps.scope();
      for (const job of unwritten.values()) write(job).catch(deps.report);
      // An earlier life may have ended between a job's end and this.
      prune().catch(deps.report);
      gate.recheck();
      for (const job of known.values()) {
        if (isFinished(job) || running.has(job.ask.id) || job.scope !== scope) continue;
        if (job.state.name === 'unknown' && job.state.question !== null) continue;
        deps.onChange(job);
        void begin(job);
      }
    },

    cancel,

    async cancelWaiting() {
      await load();
      const given = await Promise.all(waiting().map(({ ask }) => cancel(ask.id)));
      return given.filter(Boolean).length;
    },

    async retry(asked) {
      await load();
      const id = idOf(asked);
      const scope = await deps.scope();
      const job = known.get(id);
      if (job === undefined) return null;
      if (running.has(id)) return begin(job);
      if (job.scope !== scope) return job;
      const { state } = job;
      if (state.name === 'unknown' && state.question?.id === null) return lookAgain(job, state);
      if (state.name !== 'refused' && state.name !== 'cancelled') return begin(job);
      // Without its password the link would be open to everybody.
      if (job.passwordDropped === true) return job;
      if (state.name === 'refused' && state.sending !== null)
        return lookAgain(job, { ...state, sending: state.sending });
      return beginAs({ ...job, seen: false, state: initialState }, job);
    },

    async resolveAmbiguous(asked, choice) {
      await load();
      const id = idOf(asked);
      const scope = await deps.scope();
      const job = known.get(id);
      if (job?.state.name !== 'unknown' || job.state.question === null) return job ?? null;
      if (job.scope !== scope) return job;
      const { question, sending, failure } = job.state;
      if (choice === 'dismiss') {
        const state = { name: 'refused', at: now(), failure, sending, unconfirmed: true } as const;
        // Of a row of a bulk it is the bulk that says when it has been written down.
        return write({ ...job, seen: !isBulkRow(job.ask), state });
      }
      if (question.id === null) return choice === 'again' ? lookAgain(job, job.state) : job;
      if (choice === 'use')
        return write({
          ...job,
          seen: false,
          state: {
            name: 'done',
            at: now(),
            made: {
              id: question.id,
              shortUrl: question.shortUrl,
              aliasDiffers: false,
              lookedUp: true,
              existing: false,
            },
          },
        });
      // What was found is not its own: the next look-up must not find it again.
      const after = { ...sending, newest: question.id };
      const next: Job = { ...job, seen: false, state: { ...initialState, sending: after } };
      return begin(await write(next));
    },

    async acknowledge(id) {
      await load();
      const job = known.get(idOf(id));
      if (job !== undefined && isFinished(job) && !job.seen) await write({ ...job, seen: true });
    },

    jobs: () => [...known.values()],

    loaded: load,

    has: (id) => journalled.has(id),

    waitOf: (id) => waits.get(idOf(id)) ?? null,

    blockReason: gate.blockReason,
    block({ failure, until }) {
      // The clock may have been set back since: what passes by itself is not waited for any longer than anew.
      const latest = failure?.kind === 'not-an-api' ? now() + notAnApiRetryMs : Infinity;
      gate.block({ failure, until: until === null ? null : Math.min(until, latest) });
    },
    unblock: gate.unblock,

    retryNow() {
      const before = nudge;
      nudge = new AbortController();
      before.abort();
      gate.recheck();
    },

    async clearFinished() {
      await load();
      await drop([...known.values()].filter((job) => isFinished(job) && !isUnacknowledged(job)));
    },

    async clear() {
      await load();
      clears += 1;
      for (const work of running.values()) work.discard();
      const jobs = [...known.values()];
      for (const job of jobs)
        dropped.set(job.ask.id, isFinished(job) ? job : { ...job, state: { name: 'cancelled', at: now() } });
      known.clear();
      journalled.clear();
      unwritten.clear();
      issued.clear();
      joined.clear();
      gate.unblock();
      for (const job of jobs) await journal.remove(job);
    },
  };
}

/** How a row of a bulk has ended must be written down there first: forgotten here, it would be made once more. */
const isUnacknowledged = ({ ask, seen }: Job) => isBulkRow(ask) && !seen;

/** 1 for a refusal that nobody has been shown: dropped after everything else. */
const isUnseen = ({ seen, state }: Job) => Number(!seen && state.name === 'refused');

const endOf = ({ state }: Job) => ('at' in state ? state.at : 0);
