/**
 * The outbox: every creation is a job in a journal before a byte is sent. No journal write, no request.
 * The same id is the same job, however often it is nudged.
 */
import type { Outcome } from '../service/call.ts';
import { isFinished, outcomeIsUnknown, type Ask, type Job, type JobState } from './job.ts';
import type { Made } from './made.ts';

/** One storage key per job; the background alone writes. */
export interface Journal {
  all(): Promise<Job[]>;
  write(job: Job): Promise<void>;
  remove(job: Job): Promise<void>;
}

export interface RunHooks {
  /** Awaited right before the bytes leave: from here on the outcome may be unknown. */
  readonly beforeSend: () => Promise<void>;
  /** Told when the request has to wait: epoch ms at which it is expected to go. */
  readonly onWait: (goesAt: number) => void;
  /** The service held it back for its limit: surely not made, and to be sent again by itself. */
  readonly onHeldBack: (until: number) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface OutboxParts {
  readonly journal: Journal;
  /** Carries out an ask for the account it was made for. Never throws. */
  readonly run: (ask: Ask, hooks: RunHooks) => Promise<Outcome<Made>>;
  /** Looks for what an earlier, unconfirmed run may have made; `null` when there is nothing. */
  readonly lookUp: (ask: Ask) => Promise<Outcome<Made | null>>;
  /** The account of now; empty when not connected. */
  readonly scope: () => Promise<string>;
  readonly now: () => number;
  /** Told after every change of a job, once it is in the journal. */
  readonly onChange: (job: Job) => void;
  /** A step that could not be carried out (a failing journal): the job stays as it is on disk. */
  readonly report: (error: unknown) => void;
}

export interface Outbox {
  /** Puts an ask into the journal (once) and starts it; resolves when it has ended. */
  take(ask: Ask): Promise<Job>;
  /** Takes the journal up again after a start. */
  resume(): Promise<void>;
  /** Gives up a job that has not been sent; false when it was too late. */
  cancel(id: string): Promise<boolean>;
  /** Tries a refused or unknown job once more; an unknown one is looked up first. */
  retry(id: string): Promise<Job | null>;
  markSeen(id: string): Promise<void>;
  jobs(): readonly Job[];
  /** Whether this ask is a job in the journal: from then on its intent is no longer needed. */
  has(id: string): boolean;
  /** When a queued job is expected to go: epoch ms; `null` when it does not wait, as far as is known. */
  goesAt(id: string): number | null;
  /** Drops every job, finished or not. */
  clear(): Promise<void>;
}

/** Finished jobs kept; older ones are pruned. */
const keptFinished = 60;

export function createOutbox(parts: OutboxParts): Outbox {
  const { journal, now } = parts;
  const known = new Map<string, Job>();
  const journalled = new Set<string>();
  const expected = new Map<string, number>();
  const running = new Map<string, { ended: Promise<Job>; abort: AbortController }>();
  let loading: Promise<void> | null = null;

  function load(): Promise<void> {
    loading ??= journal.all().then(
      (jobs) => {
        for (const job of jobs) {
          known.set(job.ask.id, job);
          journalled.add(job.ask.id);
        }
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  async function write(job: Job): Promise<Job> {
    await journal.write(job);
    journalled.add(job.ask.id);
    // Cleared meanwhile: what its run still has to say is nobody's any more.
    if (!known.has(job.ask.id)) throw new Error('cleared');
    known.set(job.ask.id, job);
    parts.onChange(job);
    return job;
  }

  async function move(job: Job, state: JobState, seen = job.seen): Promise<Job> {
    const next: Job = { ...job, state, seen };
    if (!known.has(job.ask.id)) return next;
    await write(next);
    if (isFinished(next)) prune().catch(parts.report);
    return next;
  }

  function begin(job: Job, work: (job: Job, abort: AbortController) => Promise<Job>): Promise<Job> {
    const already = running.get(job.ask.id);
    if (already !== undefined) return already.ended;
    const abort = new AbortController();
    const ended = work(job, abort)
      .catch((error: unknown) => {
        parts.report(error);
        return known.get(job.ask.id) ?? job;
      })
      .finally(() => {
        running.delete(job.ask.id);
        expected.delete(job.ask.id);
      });
    running.set(job.ask.id, { ended, abort });
    return ended;
  }

  async function send(job: Job, abort: AbortController, written?: Promise<unknown>): Promise<Job> {
    let current = job;
    const unwritten: Error[] = [];
    const wait = (goesAt: number) => {
      expected.set(job.ask.id, goesAt);
      parts.onChange(current);
    };
    const outcome = await parts.run(job.ask, {
      signal: abort.signal,
      onWait: wait,
      onHeldBack: async (until) => {
        current = await move(current, { name: 'queued' });
        wait(until);
      },
      beforeSend: async () => {
        try {
          if (!known.has(job.ask.id)) throw new Error('cleared');
          [current] = await Promise.all([write({ ...current, state: { name: 'sent', at: now() } }), written]);
        } catch (error) {
          unwritten.push(error instanceof Error ? error : new Error('not written', { cause: error }));
          throw error;
        }
      },
    });
    // Not in the journal, so not sent: the job stays as it is and is taken up again at the next resume.
    if (unwritten[0] !== undefined) throw unwritten[0];
    return move(current, endOf(outcome, current));
  }

  function endOf(outcome: Outcome<Made>, job: Job): JobState {
    if (outcome.ok) return { name: 'done', at: now(), made: outcome.value };
    const { failure } = outcome;
    if (job.state.name === 'sent' && outcomeIsUnknown(failure))
      return { name: 'unknown', at: now(), failure };
    return failure.kind === 'cancelled'
      ? { name: 'cancelled', at: now() }
      : { name: 'refused', at: now(), failure };
  }

  async function lookUpThenSend(job: Job, abort: AbortController): Promise<Job> {
    const found = await parts.lookUp(job.ask);
    if (!found.ok) return move(job, { name: 'unknown', at: now(), failure: found.failure }, false);
    if (found.value !== null) return move(job, { name: 'done', at: now(), made: found.value }, false);
    return send(await move(job, { name: 'queued' }, false), abort);
  }

  async function prune(): Promise<void> {
    const finished = [...known.values()].filter((job) => isFinished(job));
    finished.sort((a, b) => b.ask.at - a.ask.at);
    for (const job of finished.slice(keptFinished)) {
      await journal.remove(job);
      known.delete(job.ask.id);
      journalled.delete(job.ask.id);
    }
  }

  return {
    async take(ask) {
      await load();
      const scope = await parts.scope();
      // From here to `begin` nothing is awaited, so two nudges of one intent can't both come through.
      const existing = known.get(ask.id);
      const ended = running.get(ask.id)?.ended;
      if (ended !== undefined) return ended;
      if (existing !== undefined) return existing;
      const job: Job = { ask, scope, state: { name: 'queued' }, seen: false };
      // The write is on its way while the job looks for its place; `send` waits for it before anything leaves.
      known.set(ask.id, job);
      return begin(job, (fresh, abort) => {
        const written = write(fresh);
        written.catch(() => journalled.has(ask.id) || known.delete(ask.id));
        return send(fresh, abort, written);
      });
    },

    async resume() {
      await load();
      const scope = await parts.scope();
      for (const job of known.values()) {
        if (isFinished(job) || running.has(job.ask.id) || job.scope !== scope) continue;
        parts.onChange(job);
        void begin(job, job.state.name === 'sent' ? lookUpOnce : send);
      }
    },

    async cancel(id) {
      await load();
      const job = known.get(id);
      if (job === undefined || job.state.name !== 'queued') return false;
      const run = running.get(id);
      if (run === undefined) {
        await move(job, { name: 'cancelled', at: now() }, true);
        return true;
      }
      run.abort.abort();
      return (await run.ended).state.name === 'cancelled';
    },

    async retry(id) {
      await load();
      const scope = await parts.scope();
      const job = known.get(id);
      if (job === undefined) return null;
      if (job.scope !== scope) return job;
      if (job.state.name === 'unknown') return begin(job, lookUpThenSend);
      if (job.state.name === 'refused' || job.state.name === 'cancelled')
        return begin(job, async (old, abort) => send(await move(old, { name: 'queued' }, false), abort));
      return running.get(id)?.ended ?? job;
    },

    async markSeen(id) {
      await load();
      const job = known.get(id);
      if (job !== undefined && isFinished(job) && !job.seen) await move(job, job.state, true);
    },

    jobs: () => [...known.values()],

    has: (id) => journalled.has(id),

    goesAt: (id) => expected.get(id) ?? null,

    async clear() {
      await load();
      for (const { abort } of running.values()) abort.abort();
      const jobs = [...known.values()];
      known.clear();
      journalled.clear();
      for (const job of jobs) await journal.remove(job);
    },
  };

  /** The worker died after the send: look, and tell the person when there is nothing to be found. */
  async function lookUpOnce(job: Job): Promise<Job> {
    const found = await parts.lookUp(job.ask);
    if (found.ok && found.value !== null)
      return move(job, { name: 'done', at: now(), made: found.value }, false);
    const failure = found.ok
      ? ({ kind: 'unreachable', status: null, message: null } as const)
      : found.failure;
    return move(job, { name: 'unknown', at: now(), failure }, false);
  }
}
