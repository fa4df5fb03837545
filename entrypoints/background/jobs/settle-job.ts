/** Carries out what follows a job that is done, in an order that lets the next worker instance complete it. */
import { isRelativeExpiry } from '../../../lib/draft/expiry.ts';
import { isBulkRow, type CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { isLimited, type Job } from '../../../lib/outbox/job.ts';
import { isOwn, type JobResult } from '../../../lib/outbox/job-result.ts';
import { isPressedIn } from '../../../lib/outbox/join-job.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';
import type { HighWaterMark } from './high-water-mark.ts';
import type { JobNotices } from './job-notices.ts';
import type { OtherCommand } from './picker-list-changes.ts';
import type { JobResultStore } from './store-job-result.ts';

interface SettleJobDeps {
  readonly highWaterMark: HighWaterMark;
  readonly notices: JobNotices;
  readonly results: JobResultStore;
  readonly applyLocalChange: SyncScheduler['applyLocalChange'];
  readonly scope: () => Promise<string>;
  /** The UTC offset of the service's times in minutes, once it is known. */
  readonly utcOffset: () => Promise<number | undefined>;
  readonly acknowledge: (id: string) => Promise<void>;
  readonly markSettled: (id: string) => Promise<void>;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
  readonly now: () => number;
}

async function raiseMark(
  { highWaterMark, now, report }: SettleJobDeps,
  { command, scope }: Job,
  id: string | null,
): Promise<void> {
  await highWaterMark.raise(scope, id);
  // The claim of a private job is in session memory, and ends with the browser.
  if (id === null && command.private) await highWaterMark.noteUnlistedLink(scope, now(), now()).catch(report);
}

/** For a worker instance that was ended before it had stored the link. */
async function storeMissingLink(
  deps: SettleJobDeps,
  job: Job,
  command: CreateLinkCommand,
  { id, shortUrl }: JobResult,
): Promise<void> {
  const { results } = deps;
  await raiseMark(deps, job, id);
  if (shortUrl === null || isBulkRow(command) || (await results.hasLink(command, shortUrl))) return;
  await results.storeChoices(command);
  await results.storeLink(job, command, { id, shortUrl });
}

/** The expiration is omitted where its time is not known. */
function restrictionsOf({ command, passwordDropped }: Job, sent: JobResult) {
  if (command.kind !== 'shorten') return {};
  const { password = '', expiry = '' } = command.link.extras ?? {};
  const time = sent.expiry ?? expiry;
  return {
    ...(time !== '' && !isRelativeExpiry(time) && { expires: time.replace('T', ' ') }),
    ...((passwordDropped === true || password !== '') && { hasPassword: true }),
  };
}

/** Shows the link in the mirror before a list does. */
async function applyLink(deps: SettleJobDeps, job: Job, result: JobResult, at: number): Promise<void> {
  const limits = isOwn(result)
    ? { openEnded: !isLimited(job), ...restrictionsOf(job, result) }
    : { openEnded: false };
  // A private link is only excluded from the mirror, and nothing delays that.
  const utcOffset = job.command.private ? undefined : await deps.utcOffset();
  await deps.applyLocalChange({ command: job.command, result, at, utcOffset, ...limits }, job.scope);
  await deps.markSettled(job.command.id);
}

/** The link is stored, whether or not it could be copied and reported. @returns as `linkReady` */
async function reportReady({ notices, report }: SettleJobDeps, job: Job, shortUrl: string): Promise<boolean> {
  try {
    return await notices.linkReady(job, shortUrl);
  } catch (error) {
    report(error);
    return true;
  }
}

export function createJobSettler(deps: SettleJobDeps) {
  const { results, applyLocalChange, acknowledge, publish, now } = deps;

  async function settleLink(job: Job, command: CreateLinkCommand, result: JobResult): Promise<void> {
    const { id, shortUrl } = result;
    if (shortUrl !== null) await raiseMark(deps, job, id);
    const isReported = shortUrl === null || (await reportReady(deps, job, shortUrl));
    // Disconnected during the copy: nothing of the account is written any more.
    if ((await deps.scope()) !== job.scope) return;
    // Before the link: once it is stored, the choices are taken to be stored, too.
    await results.storeChoices(command);
    if (shortUrl !== null) await results.storeLink(job, command, { id, shortUrl });
    const applied = applyLink(deps, job, result, now());
    applied.catch(deps.report);
    publish();
    // A list would write a private link to disk.
    if (command.private) await applied;
    // The popup acknowledges what it shows; for a bulk's row the sync host does, once it has stored the result.
    if (isReported && !isPressedIn(job, 'popup') && !isBulkRow(command)) await acknowledge(command.id);
  }

  async function settleRecord({ scope }: Job, command: OtherCommand, result: JobResult): Promise<void> {
    // Begun first: the page that waits for the record has its list synced next.
    const applied = applyLocalChange({ command, result, at: now() }, scope);
    // Another account was connected meanwhile: its pickers do not get the record.
    if ((await deps.scope()) !== scope) return applied;
    await results.storeRecord(command, result.id);
    publish();
    await applied;
    // Last: the next instance settles again what is not acknowledged.
    await acknowledge(command.id);
  }

  return {
    settle: (job: Job, result: JobResult): Promise<void> =>
      job.command.kind === 'shorten'
        ? settleLink(job, job.command, result)
        : settleRecord(job, job.command, result),

    /** Completes what a previous worker instance has left of `settle`. */
    async complete(job: Job): Promise<void> {
      const { command, state, acknowledged, settled } = job;
      if (state.name !== 'done' || settled === true || (acknowledged && settled === undefined)) return;
      // Another account was connected meanwhile.
      if ((await deps.scope()) !== job.scope) return;
      const { result, at } = state;
      // Not awaited, here and below: the start does not depend on the sync host.
      if (command.kind !== 'shorten') {
        settleRecord(job, command, result).catch(deps.report);
        return;
      }
      await storeMissingLink(deps, job, command, result);
      if (settled === false) applyLink(deps, job, result, at).catch(deps.report);
    },
  };
}
