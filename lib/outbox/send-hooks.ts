/** The hooks of one send: the journal entry right before the bytes leave, and what the job waits for. */
import type { Failure } from '../api/failure.ts';
import type { Job, SendSnapshot, StateOf } from './job.ts';
import type { JobSteps, RunnerContext, RunState } from './job-steps.ts';
import { SendAborted, type OutboxDeps, type SendHooks, type SendSnapshotInput } from './outbox-deps.ts';

export interface SendAttempt {
  readonly run: RunState;
  /** The state from which it is sent. */
  readonly state: StateOf<'queued'>;
  /** The job's first write, which may be in progress. */
  readonly written: Promise<unknown> | undefined;
  /** The job as it was written last. */
  job: Job;
  /** The journal entry that has to be written before the bytes leave. */
  journaled: Promise<unknown>;
  /** Why it was not sent: it is no longer valid, or all sending is blocked. */
  stopped: Failure | 'blocked' | null;
}

export function createSendHooks(
  attempt: SendAttempt,
  { now, validate }: OutboxDeps,
  { breaker, setWait }: RunnerContext,
  steps: JobSteps,
): SendHooks {
  const { run, state, written } = attempt;

  async function journal(known: SendSnapshotInput): Promise<void> {
    const sending = toSnapshot(state.sending, known, now());
    attempt.job = await steps.move(attempt.job, { name: 'sent', tries: state.tries + 1, sending });
  }

  return {
    signal: run.signal,
    onWait: (goesAt) => setWait(attempt.job, { goesAt, waits: 'limit' }),
    async onHeldBack(until) {
      run.inFlight = false;
      attempt.job = await steps.move(attempt.job, { ...state, notBefore: null, waits: null });
      setWait(attempt.job, { goesAt: until, waits: 'limit' });
    },
    async beforeSend(known) {
      // Validated again: while it waited for its turn, its expiration may have passed.
      attempt.stopped = await validate(attempt.job.command);
      if (breaker.isBlocked()) attempt.stopped = 'blocked';
      // A row that its bulk stopped before the service held it back is not sent again.
      const isStopped = attempt.job.stopped === true;
      if (attempt.stopped !== null || isStopped || run.signal.aborted) throw new SendAborted();
      run.inFlight = true;
      // The first write may have failed: with this one the job is in the journal nevertheless.
      attempt.journaled = Promise.all([journal(known), written?.catch(() => undefined)]);
      attempt.journaled.catch(() => (run.inFlight = false));
      await attempt.journaled;
    },
  };
}

function toSnapshot(
  before: SendSnapshot | null,
  { newest, unlisted, serverAt, expiry }: SendSnapshotInput,
  at: number,
): SendSnapshot {
  // Taken from the first of several sends: a record of its own is not older than that.
  const isUnlisted = (before === null ? unlisted : before.unlisted) === true;
  const serverSentAt = before === null ? (serverAt ?? undefined) : before.serverSentAt;
  return {
    at,
    serverAt,
    newest: before ? before.newest : newest,
    ...(isUnlisted && { unlisted: true }),
    ...(expiry !== undefined && { expiries: [...(before?.expiries ?? []), expiry] }),
    ...(serverSentAt !== undefined && { serverSentAt }),
    ...(serverAt !== null && { lastServerSentAt: serverAt }),
  };
}
