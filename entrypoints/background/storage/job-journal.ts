/** The outbox's journal on the browser's storage: one key per job; jobs from private windows in session memory only. */
import { browser } from 'wxt/browser';
import type { WriteBatcher } from './write-batcher.ts';
import { intentKey, jobPrefix } from '../../../lib/storage/storage-keys.ts';
import { parseJob, toStoredJob } from '../../../lib/outbox/migrate-job.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { Journal } from '../../../lib/outbox/outbox-deps.ts';
import { readByPrefixOrMove } from './damaged-copies.ts';
import { fillTornBlock } from './fill-torn-block.ts';

export function createJournal(
  onDamaged: (key: string) => void,
  /** Called after every write; false when the browser has rejected it. */
  onWrite: (isWritten: boolean) => void,
  disk: WriteBatcher,
): Journal {
  const areaOf = (job: Job) => (job.command.private ? browser.storage.session : disk);

  return {
    async all() {
      if (!import.meta.env.FIREFOX) await fillTornBlock();
      const jobs: Job[] = [];
      const accept = (raw: unknown) => {
        const job = parseJob(raw);
        if (job !== null) jobs.push(job);
        return job !== null;
      };
      await readByPrefixOrMove(jobPrefix, accept, onDamaged);
      return jobs;
    },
    async write(job) {
      const written = areaOf(job).set({ [jobPrefix + job.command.id]: toStoredJob(job) });
      // A write to session memory shows nothing about the disk.
      if (job.command.private) return written;
      try {
        await written;
        onWrite(true);
      } catch (error) {
        onWrite(false);
        throw error;
      }
    },
    // With its intent, should that be left: a forgotten job's intent would become a new job.
    remove(job) {
      const ids = [job.command, ...(job.joined ?? [])].map(({ id }) => id);
      return areaOf(job).remove([jobPrefix + job.command.id, ...ids.map(intentKey)]);
    },
  };
}
