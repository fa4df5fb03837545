/** Keeps the worker alive for each job that can proceed without the user, or whose end is not in the journal yet. */
import { isActive, type Job } from '../../../lib/outbox/job.ts';
import type { Outbox } from '../../../lib/outbox/outbox.ts';
import type { KeepAlive } from '../keep-alive.ts';

export type KeepAlivePerJob = ReturnType<typeof createKeepAlivePerJob>;

export function createKeepAlivePerJob(keepAlive: KeepAlive) {
  const releases = new Map<string, () => void>();

  function release(id: string): void {
    releases.get(id)?.();
    releases.delete(id);
  }

  return {
    release,
    update(job: Job, outbox: Pick<Outbox, 'isBlocked' | 'isUnwritten' | 'waitOf'>): void {
      const { id } = job.command;
      const canProceed = isActive(job) && !outbox.isBlocked();
      if (!canProceed && !outbox.isUnwritten(id)) return release(id);
      if (!releases.has(id)) releases.set(id, keepAlive.acquire());
      if (outbox.waitOf(id) !== null) keepAlive.remind();
    },
    releaseAll(): void {
      for (const id of releases.keys()) release(id);
    },
  };
}
