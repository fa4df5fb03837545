/** Sends a job: checks and waits before the request, and the next step after the response. */
import type { Failure } from '../api/failure.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { createRecordWaiter, waitForEnd } from './record-waiter.ts';
import { competitorsOf, precedingEdit } from './competing-jobs.ts';
import type { Job, StateOf } from './job.ts';
import type { JobSteps, RunnerContext, RunState } from './job-steps.ts';
import { afterSend, cancelledState, refusedState } from './job-transitions.ts';
import type { OutboxDeps } from './outbox-deps.ts';
import { createSendHooks, type SendAttempt } from './send-hooks.ts';

/** @param written the job's first write, which may be in progress */
type SendJob = (
  run: RunState,
  job: Job,
  state: StateOf<'queued'>,
  written: Promise<unknown> | undefined,
) => Promise<Job | null>;

/** @returns a function that gives the job after this attempt; `null` when it waits until its own account is back */
export function createJobSender(deps: OutboxDeps, context: RunnerContext, steps: JobSteps): SendJob {
  const { now } = deps;

  const refuse = (job: Job, state: StateOf<'queued'>, failure: Failure): Promise<Job> =>
    steps.move(job, refusedState(state, failure, now()));

  const awaitRecords = createRecordWaiter(deps, context, steps);

  async function invalidity({ command }: Job): Promise<Failure | null> {
    // A context menu can be opened on text that is no URL: reported immediately, before anything is waited for.
    if (command.kind === 'shorten' && !parseUserUrl(command.link.address).ok)
      return { kind: 'not-an-address' };
    return deps.validate(command);
  }

  async function sendNow(...[run, job, state, written]: Parameters<SendJob>): Promise<Job> {
    const attempt: SendAttempt = { run, state, written, job, journaled: Promise.resolve(), stopped: null };
    const outcome = await deps.send(job, createSendHooks(attempt, deps, context, steps));
    // Not in the journal, so not sent: the job stays as it is and is started again at the next resume.
    await attempt.journaled;
    const { job: current, stopped } = attempt;
    if (stopped === 'blocked') return current;
    context.setWait(current, null);
    if (stopped !== null && !run.signal.aborted) return refuse(current, state, stopped);
    // Disconnected during the send: this job is refused, and the next one is blocked before it is sent.
    if (!outcome.ok && outcome.failure.kind !== 'not-connected') steps.block(outcome.failure);
    const others = competitorsOf(current, context.store.iterate());
    const step = afterSend(current, { before: state, outcome, inFlight: run.inFlight, others, now: now() });
    const next = await steps.perform(run, current, step);
    run.inFlight = false;
    return next;
  }

  return async (run, queued, state, written) => {
    const awaited = await awaitRecords(run, queued, state);
    if (!awaited.isReady) return awaited.job;
    const { job } = awaited;
    const invalid = await invalidity(job);
    if (invalid !== null) return refuse(job, state, invalid);
    const preceding = precedingEdit(job, context.store.iterate(), context.runOf);
    if (preceding !== undefined && !run.signal.aborted) {
      await waitForEnd(preceding, run.signal);
      return job;
    }
    if (state.notBefore !== null) await steps.waitUntil(run, job, state.notBefore, state.waits ?? 'retry');
    const release = await context.breaker.acquire(run.signal);
    if (release === null) return steps.move(job, cancelledState(state, now()));
    try {
      const blocked = await steps.whyBlocked(job);
      if (blocked !== null) return blocked === 'blocked' ? job : null;
      return await sendNow(run, job, state, written);
    } finally {
      release();
    }
  };
}
