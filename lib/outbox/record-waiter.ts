/** Holds a link back until the records have been created that it was submitted with (awaited-records.ts). */
import { resolveAwaited } from './awaited-records.ts';
import type { Job, StateOf } from './job.ts';
import type { JobSteps, RunnerContext, RunState } from './job-steps.ts';
import { refusedState } from './job-transitions.ts';
import type { OutboxDeps } from './outbox-deps.ts';
import { orAborted } from '../time/or-aborted.ts';

/** In ms: the command of a record may reach the background after that of its link, but not later than this. */
const missingJobMs = 5_000;

/** The job has the ids of its records; one that can't be sent yet is `null` when it waits until the journal is resumed. */
type Awaited =
  { readonly job: Job; readonly isReady: true } | { readonly job: Job | null; readonly isReady: false };

export function createRecordWaiter(
  { now, delay }: OutboxDeps,
  { store, runOf }: RunnerContext,
  steps: JobSteps,
): (run: RunState, job: Job, state: StateOf<'queued'>) => Promise<Awaited> {
  return async (run, job, state) => {
    if (job.command.kind !== 'shorten') return { job, isReady: true };
    const { command, next, hasFailed } = resolveAwaited(job.command, (id) => store.find(id));
    const current: Job = { ...job, command };
    if (next === null || run.signal.aborted) return { job: current, isReady: true };
    const id = store.idOf(next.id);
    const isMissing = store.get(id) === undefined;
    if (hasFailed || (isMissing && run.hasWaitedForMissing)) {
      const failure = { kind: 'invalid-link', field: 'record' } as const;
      return { job: await steps.move(current, refusedState(state, failure, now())), isReady: false };
    }
    const running = runOf(id);
    // The record waits for the user, or for its account.
    if (!running && !isMissing) return { job: null, isReady: false };
    run.hasWaitedForMissing ||= isMissing;
    await (running ? waitForEnd(running, run.signal) : delay(missingJobMs, run.signal));
    return { job: current, isReady: false };
  };
}

export function waitForEnd(preceding: { readonly ended: Promise<unknown> }, signal: AbortSignal) {
  // A failure is reported by its own run.
  return orAborted(
    preceding.ended.catch(() => undefined),
    signal,
  );
}
