/** Acknowledges to the outbox that the end of a job is stored here, so that it may delete the job. */
import type { BulkRunnerDeps } from './bulk-runner-deps.ts';
import { retryDelayMs } from './database-connection.ts';

export type JobAcknowledger = ReturnType<typeof createJobAcknowledger>;

/** @param onDone called after each job, acknowledged or aborted */
export function createJobAcknowledger(
  deps: Pick<BulkRunnerDeps, 'acknowledge' | 'delay'>,
  signal: AbortSignal,
  onDone: () => void,
) {
  /** Job ids in progress; `true` where the job has ended again meanwhile and must be sent again. */
  const pending = new Map<string, boolean>();
  let acknowledged = new Set<string>();

  return {
    isIdle: (): boolean => pending.size + acknowledged.size === 0,

    /** @returns the jobs acknowledged since the last call */
    takeAcknowledged(): ReadonlySet<string> {
      const taken = acknowledged;
      acknowledged = new Set();
      return taken;
    },

    /** Retries until it is answered: the outbox retains an unacknowledged job forever. */
    async acknowledge(id: string): Promise<void> {
      const isPending = pending.has(id);
      pending.set(id, isPending);
      if (isPending) return;
      for (let failures = 0; !signal.aborted;) {
        try {
          await deps.acknowledge(id);
          if (pending.get(id) !== true) {
            acknowledged.add(id);
            break;
          }
          pending.set(id, false);
        } catch {
          await deps.delay(retryDelayMs(failures++));
        }
      }
      pending.delete(id);
      onDone();
    },
  };
}
