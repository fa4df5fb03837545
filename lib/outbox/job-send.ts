/** Sends a job: everything that has to be true before the bytes leave, the journal entry, and the answer. */
import type { Failure } from '../api/failure.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { competitorsOf, precedingEdit } from './competing-jobs.ts';
import type { Job, SendSnapshot, StateOf } from './job.ts';
import type { JobSteps, RunnerContext, RunState } from './job-steps.ts';
import { afterSend, refusedState } from './job-transitions.ts';
import { SendBlocked, type OutboxDeps, type SendHooks, type SendSnapshotInput } from './outbox-deps.ts';

/** @param written the job's first write, which may be on its way */
export type SendJob = (
  run: RunState,
  job: Job,
  state: StateOf<'queued'>,
  written: Promise<unknown> | undefined,
) => Promise<Job | null>;

/** @returns a function that gives the job after this attempt; `null` when it waits until its own account is back */
export function createJobSender(deps: OutboxDeps, context: RunnerContext, steps: JobSteps): SendJob {
  const { now } = deps;
  const { breaker } = context;
  const { move } = steps;

  const refuse = (job: Job, state: StateOf<'queued'>, failure: Failure): Promise<Job> =>
    move(job, refusedState(state, failure, now()));

  async function invalidity({ ask }: Job): Promise<Failure | null> {
    // A context menu can be opened on text that is no URL: reported at once, whatever else would have to be waited for.
    if (ask.kind === 'shorten' && !parseUserUrl(ask.link.address).ok) return { kind: 'not-an-address' };
    return (await deps.validate?.(ask)) ?? null;
  }

  function waitForEnd(preceding: { readonly settled: Promise<unknown> }, signal: AbortSignal) {
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    // Its own run reports a failure; this one only waits for the end.
    return Promise.race([preceding.settled.catch(() => undefined), aborted]);
  }

  async function sendNow(...[run, job, state, written]: Parameters<SendJob>): Promise<Job> {
    const attempt: Attempt = { current: job, journaled: Promise.resolve(), stopped: null };
    const outcome = await deps.send(job, createHooks(run, attempt, state, written));
    // Not in the journal, so not sent: the job stays as it is and is started again at the next resume.
    await attempt.journaled;
    const { current, stopped } = attempt;
    if (stopped === 'blocked') return current;
    context.setWait(current, null);
    if (stopped !== null && !run.signal.aborted) return refuse(current, state, stopped);
    // Disconnected in the middle of it: the job is refused, and the next one meets the obstacle before it is sent.
    if (!outcome.ok && outcome.failure.kind !== 'not-connected') steps.block(outcome.failure);
    const others = competitorsOf(current, context.jobs());
    const step = afterSend(current, { before: state, outcome, inFlight: run.inFlight, others, now: now() });
    const next = await steps.perform(run, current, step);
    run.inFlight = false;
    return next;
  }

  function createHooks(
    run: RunState,
    attempt: Attempt,
    state: StateOf<'queued'>,
    written: Promise<unknown> | undefined,
  ): SendHooks {
    return {
      signal: run.signal,
      onWait: (goesAt) => context.setWait(attempt.current, { goesAt, waits: 'limit' }),
      async onHeldBack(until) {
        run.inFlight = false;
        attempt.current = await move(attempt.current, { ...state, notBefore: null, waits: null });
        context.setWait(attempt.current, { goesAt: until, waits: 'limit' });
      },
      async beforeSend(known) {
        // Once more: while it waited for its turn, its expiration may have passed.
        attempt.stopped = (await deps.validate?.(attempt.current.ask)) ?? null;
        if (breaker.blockReason()?.failure != null) attempt.stopped = 'blocked';
        if (attempt.stopped !== null || run.signal.aborted) throw new SendBlocked();
        run.inFlight = true;
        const sending = toSnapshot(state.sending, known, now());
        attempt.journaled = Promise.all([
          move(attempt.current, { name: 'sent', tries: state.tries + 1, sending }).then(
            (sent) => (attempt.current = sent),
          ),
          // Its first entry may have failed: with this one it is in the journal all the same.
          written?.catch(() => undefined),
        ]);
        attempt.journaled.catch(() => (run.inFlight = false));
        await attempt.journaled;
      },
    };
  }

  return async (run, job, state, written) => {
    const invalid = await invalidity(job);
    if (invalid !== null) return refuse(job, state, invalid);
    const preceding = precedingEdit(job, context.jobs(), context.runOf);
    if (preceding !== undefined && !run.signal.aborted) {
      await waitForEnd(preceding, run.signal);
      return job;
    }
    if (state.notBefore !== null) await steps.waitUntil(run, job, state.notBefore, state.waits ?? 'retry');
    const permit = await breaker.acquire(run.signal);
    if (permit === null) return move(job, { name: 'cancelled', at: now() });
    try {
      const obstacle = await steps.obstacleOf(job);
      if (obstacle !== null) return obstacle === 'blocked' ? job : null;
      return await sendNow(run, job, state, written);
    } finally {
      permit.release();
    }
  };
}

interface Attempt {
  current: Job;
  /** The journal entry that has to be written before the bytes leave. */
  journaled: Promise<unknown>;
  /** Why it was not sent: it is no longer valid, or all sending is blocked. */
  stopped: Failure | 'blocked' | null;
}

function toSnapshot(
  before: SendSnapshot | null,
  { newest, serverAt, expiry }: SendSnapshotInput,
  at: number,
): SendSnapshot {
  // Of the first of several sends: a record of its own is not older than that.
  const serverSentAt = before === null ? (serverAt ?? undefined) : before.serverSentAt;
  return {
    at,
    serverAt,
    newest: before ? before.newest : newest,
    ...(expiry !== undefined && { expiries: [...(before?.expiries ?? []), expiry] }),
    ...(serverSentAt !== undefined && { serverSentAt }),
    ...(serverAt !== null && { lastServerSentAt: serverAt }),
  };
}
