/** Keeps the worker alive for each job that can proceed without the user, or whose end is not in the journal yet. */
import { isActive, type Job } from '../../../lib/outbox/job.ts';
import type { Outbox } from '../../../lib/outbox/outbox.ts';
import type { KeepAlive } from '../keep-alive.ts';

export type JobHolds = ReturnType<typeof createJobHolds>;

export function createJobHolds(keepAlive: KeepAlive) {
  const holds = new Map<string, () => void>();

  function release(id: string): void {
    holds.get(id)?.();
    holds.delete(id);
  }

  return {
    release,
    update(job: Job, outbox: Pick<Outbox, 'isBlocked' | 'isUnwritten' | 'waitOf'>): void {
      const { id } = job.command;
      const canProceed = isActive(job) && !outbox.isBlocked();
      if (!canProceed && !outbox.isUnwritten(id)) return release(id);
      if (!holds.has(id)) holds.set(id, keepAlive.hold());
      if (outbox.waitOf(id) !== null) keepAlive.remind();
    },
    releaseAll(): void {
      for (const id of holds.keys()) release(id);
    },
  };
}
