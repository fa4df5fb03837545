/** Submits, resolves and ends jobs. All but `submit` and `submit-row` wait for the start: before it, a worker instance knows no jobs. */
import { redactPassword } from '../../../lib/draft/redact-password.ts';
import { NotStored, type Handlers } from '../../../lib/messages/listener.ts';
import { awaitedProgress, withCreatedRecords } from '../../../lib/outbox/awaited-records.ts';
import { isFinished, type Job } from '../../../lib/outbox/job.ts';
import { statusOf } from '../../../lib/outbox/job-status.ts';
import { acceptIntent } from '../jobs/intents.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { withTimeout } from '../with-timeout.ts';
import { done, type HandlersDeps } from './handlers-deps.ts';

const statusIn = (jobs: Jobs, job: Job | undefined) => statusOf(job, jobs.isBlocked());

export function createJobHandlers(deps: HandlersDeps) {
  const { connection, jobs, keepAlive, publish, ensureStarted } = deps;

  const afterStart =
    <Request, Reply>(handle: (request: Request) => Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      await ensureStarted();
      return handle(request);
    };

  return {
    submit: (command) => awaitEnd(jobs, acceptIntent(jobs, command), command.id),
    async 'submit-row'({ scope, command, lost }) {
      // Its account has been left: it would become a job of the next one.
      if ((await connection.scope()) !== scope) throw new NotStored();
      return awaitEnd(jobs, jobs.submit(command, lost), command.id);
    },
    retry: afterStart(({ id }) => awaitEnd(jobs, keepAlive.during(jobs.retry(id)), id)),
    cancel: afterStart(({ id }) => jobs.cancel(id)),
    'skip-delay': afterStart(({ id }) => done(jobs.skipDelay(id))),
    decide: afterStart(({ id, decision }) => awaitEnd(jobs, keepAlive.during(jobs.decide(id, decision)), id)),
    'cancel-queued': afterStart(() => jobs.cancelQueued()),
    // The start restores the block reason: unblocked before that, the jobs would be blocked again.
    'retry-now': afterStart(async () => {
      (await connection.gateway())?.queue.clearServerBackOff();
      jobs.unblock();
      jobs.retryNow();
      return done(deps.blockReasonSaved());
    }),
    'clear-finished': afterStart(() => done(jobs.clearFinished().then(publish))),
    acknowledge: afterStart(({ id }) => done(jobs.acknowledge(id))),
    'job-status': afterStart(async ({ id }) => {
      await jobs.loaded();
      return jobs.isJournaled(id) ? statusIn(jobs, jobs.find(id)) : null;
    }),
    'job-link': afterStart(async ({ id }) => {
      await jobs.loaded();
      const command = jobs.find(id)?.command;
      if (command?.kind !== 'shorten') return null;
      const { created } = awaitedProgress(command.awaits ?? [], (other) => jobs.find(other));
      return redactPassword(withCreatedRecords(command.link, created));
    }),
  } satisfies Partial<Handlers>;
}

/** The status when the job has ended, or after as long as a page may wait. */
async function awaitEnd(jobs: Jobs, ending: Promise<Job | null>, id: string) {
  const job = await withTimeout(ending);
  // Not in the journal, though it has not ended: the page has to know that it was not accepted.
  if (job && !isFinished(job) && !jobs.isJournaled(id)) throw new NotStored();
  return statusIn(jobs, job ?? jobs.find(id));
}
