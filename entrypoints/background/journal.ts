/** The outbox's journal on the browser's storage: one key per job; jobs from private windows in session memory only. */
import { browser } from 'wxt/browser';
import { createBatchedWrites, type BatchedWrites } from './batched-writes.ts';
import { intentPrefix } from '../../lib/messages/intent-key.ts';
import { jobSchema, type Job } from '../../lib/outbox/job.ts';
import type { Journal } from '../../lib/outbox/outbox.ts';

const prefix = 'job:';

export function createJournal(
  onDamaged: (key: string) => void,
  disk: BatchedWrites = createBatchedWrites(browser.storage.local),
): Journal {
  const areaOf = (job: Job) => (job.ask.private ? browser.storage.session : disk);

  return {
    async all() {
      const jobs: Job[] = [];
      for (const area of [browser.storage.local, browser.storage.session]) {
        for (const [key, raw] of Object.entries(await area.get(null))) {
          if (!key.startsWith(prefix)) continue;
          const job = jobSchema.safeParse(raw);
          if (job.success) {
            jobs.push(job.data);
          } else {
            // Set aside, so that one damaged job stops neither the others nor every later start.
            await area.set({ [`damaged:${key}`]: raw });
            await area.remove(key);
            onDamaged(key);
          }
        }
      }
      return jobs;
    },
    write: (job) => areaOf(job).set({ [prefix + job.ask.id]: job }),
    // With its intent, should that be left: a forgotten job's intent would become a new job.
    remove: (job) => areaOf(job).remove([prefix + job.ask.id, intentPrefix + job.ask.id]),
  };
}
