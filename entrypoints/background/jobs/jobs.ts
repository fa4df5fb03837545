/** The outbox, with what follows when a job changes: stored results, clipboard, badge, notifications, views, sync. */
import { Outbox } from '../../../lib/outbox/outbox.ts';
import type { Journal, OutboxDeps } from '../../../lib/outbox/outbox-deps.ts';
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import {
  isBulkRow,
  isFromTrigger,
  type Command,
  type CreateLinkCommand,
} from '../../../lib/outbox/commands.ts';
import { isActive, type Job } from '../../../lib/outbox/job.ts';
import { stallReason, type StallReason } from '../../../lib/outbox/job-status.ts';
import { invalidField } from '../../../lib/forms/validate-link.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { delay } from '../../../lib/time/delay.ts';
import { outboxPreferencesOf } from '../../../lib/storage/preferences.ts';
import type { RecentLink } from '../../../lib/storage/recent-links.ts';
import type { AccountConnection } from '../api/connection.ts';
import { createKeepAlivePerJob, type KeepAlive, type KeepAlivePerJob } from '../keep-alive.ts';
import { isSameLink, type LinkIdentity } from '../storage/links-by-url-store.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';
import { createCommandSender } from './send-command.ts';
import type { HighWaterMark } from './high-water-mark.ts';
import { createJobNotices, type JobNotices, type JobNoticesDeps } from './job-notices.ts';
import { createJobResultStore, type JobResultStoreDeps } from './store-job-result.ts';
import { createJobSettler } from './settle-job.ts';

interface JobsDeps extends JobNoticesDeps, JobResultStoreDeps {
  readonly journal: Journal;
  /** Defers work until the page that waits has its reply. */
  readonly afterReply: (work: () => void) => void;
  readonly connection: AccountConnection;
  readonly keepAlive: KeepAlive;
  readonly highWaterMark: HighWaterMark;
  /** A bulk's link waits no longer for the user's decision or for a list that can be read: its bulk can continue. */
  readonly onBulkDecided: () => void;
  /** No job is active any more, and the last one was not done: a done one ends with `applyLocalChange`. */
  readonly onIdle: () => void;
  readonly applyLocalChange: SyncScheduler['applyLocalChange'];
  readonly online: () => boolean;
  readonly blockingFailure: () => Promise<Failure | null>;
  /** Called when sending stops for a reason that concerns every job, and with `null` when it resumes. */
  readonly onBlockChange: (reason: BlockReason | null) => void;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
}

export class Jobs extends Outbox {
  /** Learns the newest link id, so that the first link does not wait for the list. */
  readonly learnNewestLink: () => Promise<void>;

  readonly #deps: JobsDeps;
  readonly #notices: JobNotices;
  readonly #keepAlivePerJob: KeepAlivePerJob;
  readonly #settler: ReturnType<typeof createJobSettler>;
  /** Links of bulks that may wait for long. */
  readonly #stalledRows = new Map<string, StallReason>();

  constructor(deps: JobsDeps) {
    const { gateway, scope } = deps.connection;
    const utcOffset = async () => (await deps.items.pickerLists.read()).zone;
    const sender = createCommandSender({
      ...deps,
      gateway,
      scope,
      utcOffset,
      onLinks: (links, scope) => deps.linksByUrl.updateClicks(links, scope),
    });
    super({
      ...outboxDeps(deps, sender, utcOffset),
      onChange: (job) => this.#onChange(job),
      onRunEnd: (id, retries) => this.#onRunEnd(id, retries),
      onJoined: (job, press) => this.#onJoined(job, press),
      onBlockChange: (reason) => this.#onBlockChange(reason),
    });
    this.#deps = deps;
    this.learnNewestLink = () => sender.learnNewestLink();
    this.#notices = createJobNotices(deps);
    this.#keepAlivePerJob = createKeepAlivePerJob(deps.keepAlive);
    this.#settler = createJobSettler({
      ...deps,
      notices: this.#notices,
      results: createJobResultStore(deps),
      scope,
      utcOffset,
      markSettled: (id) => this.markSettled(id),
      acknowledge: (id) => this.acknowledge(id),
    });
  }

  override async clear(): Promise<void> {
    try {
      await super.clear();
    } finally {
      this.#showBadge();
      this.#deps.badge.failuresShown();
    }
  }

  /** Completes what a previous worker instance has left of the effects. */
  async completeEffects(): Promise<void> {
    for (const job of this.jobs()) {
      this.#trackStalledRow(job);
      // A failure stops neither the other jobs nor the start.
      await this.#settler.complete(job).catch(this.#deps.report);
    }
    // The browser still shows the badge of the previous instance.
    this.#showBadge();
  }

  /** These links no longer exist at the service: none of them is offered for use again. */
  async onGone(gone: readonly LinkIdentity[], scope: string): Promise<void> {
    const { items, linksByUrl, connection } = this.#deps;
    if (gone.length === 0 || (await connection.scope()) !== scope) return;
    await linksByUrl.forget(gone, scope);
    const isGone = ({ id, shortUrl }: Pick<RecentLink, 'id' | 'shortUrl'>) =>
      gone.some((link) => isSameLink({ id, shortUrl }, link));
    const recent = await items.recentLinks.read();
    if (recent.some(isGone)) await items.recentLinks.update((links) => links.filter((link) => !isGone(link)));
    await this.loaded();
    for (const { command, state, acknowledged } of this.jobs()) {
      const { shortUrl = null, id = null } = state.name === 'done' ? state.result : {};
      if (shortUrl === null || command.kind !== 'shorten' || !isGone({ id, shortUrl })) continue;
      // The next instance would store it again.
      await this.markSettled(command.id);
      if (!acknowledged && !isBulkRow(command)) await this.acknowledge(command.id);
    }
  }

  #onChange(job: Job): void {
    const { command, state } = job;
    const { afterReply, autoCopy } = this.#deps;
    this.#keepAlivePerJob.update(job, this);
    this.#trackStalledRow(job);
    if (state.name === 'sent') autoCopy.prepare(job);
    const runEffects = () => this.#runEffects(job);
    if (command.kind === 'shorten' && command.from === 'popup') afterReply(runEffects);
    else runEffects();
  }

  #runEffects(job: Job): void {
    const { command, state, acknowledged, settled } = job;
    const { publish, report, onIdle } = this.#deps;
    if (state.name === 'done' && !acknowledged && settled !== true)
      this.#settler.settle(job, state.result).catch((error: unknown) => {
        report(error);
        // It publishes itself, unless a step before that has failed.
        publish();
      });
    else publish();
    const hasEnded = !isActive(job) && state.name !== 'done';
    if (hasEnded && !this.isBusy()) onIdle();
    if (state.name === 'refused' && !acknowledged && command.kind === 'shorten')
      this.#notices.linkRefused(job, command, state.failure);
    this.#notices.decisionNeeded(job);
    this.#reportIfHeldBack(job);
    this.#showBadge();
  }

  #reportIfHeldBack(job: Job): void {
    const { command } = job;
    const failure = heldBackBy(job, this.blockReason());
    if (failure && command.kind === 'shorten') this.#notices.linkHeldBack(job, command, failure);
  }

  /** The id of the job whose link was copied last, as far as this worker instance knows. */
  copiedJob(): string | null {
    return this.#notices.copiedJob();
  }

  /** Another link was copied than one of a job. */
  clipboardReplaced(): void {
    this.#notices.clipboardReplaced();
  }

  /** A job is in progress. One whose lookups keep failing may wait for a day, and holds nothing else back. */
  isBusy(): boolean {
    return this.jobs().some((job) => isActive(job) && stallReason(job) === null);
  }

  #onRunEnd(id: string, retries: boolean): void {
    const job = this.find(id);
    // What is not retried waits until its own account is connected again.
    if (job === undefined || !retries) this.#keepAlivePerJob.release(id);
    else this.#keepAlivePerJob.update(job, this);
  }

  #onJoined(job: Job, press: CreateLinkCommand): void {
    const { command, state } = job;
    this.#deps.publish();
    if (command.kind === 'shorten' && state.name === 'done' && state.result.shortUrl !== null)
      this.#notices.linkReady(job, state.result.shortUrl).catch(this.#deps.report);
    if (isFromTrigger(press)) this.#notices.decisionNeeded(job);
  }

  #onBlockChange(reason: BlockReason | null): void {
    this.#deps.onBlockChange(reason);
    for (const job of this.jobs()) {
      this.#keepAlivePerJob.update(job, this);
      this.#reportIfHeldBack(job);
    }
    this.#showBadge();
    this.#deps.publish();
  }

  #trackStalledRow(job: Job): void {
    const { id } = job.command;
    if (!isBulkRow(job.command)) return;
    const [before, reason] = [this.#stalledRows.get(id), stallReason(job)];
    if (reason === null) this.#stalledRows.delete(id);
    else this.#stalledRows.set(id, reason);
    if (before !== undefined && before !== reason) this.#deps.onBulkDecided();
  }

  #showBadge(): void {
    this.#deps.badge.show(this.jobs(), this.isBlocked());
  }
}

function outboxDeps(
  { items, connection, journal, highWaterMark, blockingFailure, online, now, report }: JobsDeps,
  sender: ReturnType<typeof createCommandSender>,
  utcOffset: () => Promise<number | undefined>,
): Omit<OutboxDeps, 'onChange' | 'onRunEnd' | 'onJoined' | 'onBlockChange'> {
  /** The same validation as the popup's form, in front of every create. */
  async function validate(command: Command): Promise<Failure | null> {
    if (command.kind !== 'shorten') return null;
    // Right before a send nothing is read that is not needed.
    const offset = command.link.extras?.expiry ? await utcOffset() : undefined;
    const field = invalidField(command.link, now(), offset);
    return field && { kind: 'invalid-link', field };
  }

  return {
    journal,
    send: (job, hooks) => sender.send(job, hooks),
    lookUp: sender.lookUp,
    blockingFailure,
    validate,
    async beforeDrop({ command, scope, state }) {
      // Until now its claim has guarded its link, which may be newer than the mark.
      if (command.kind === 'shorten' && state.name === 'done' && state.result.id === null)
        await highWaterMark.noteUnlistedLink(scope, state.at, now());
    },
    preferences: async () => outboxPreferencesOf(await items.preferences.read()),
    scope: connection.scope,
    online,
    now,
    delay,
    random: Math.random,
    report,
  };
}

/** Why the job can't be sent for now, or had no response; `null` where it is only its turn that has not come. */
function heldBackBy({ state }: Job, blockReason: BlockReason | null): Failure | null {
  if (state.name === 'unknown') return state.question === null ? state.failure : null;
  if (state.name !== 'queued' || blockReason === null) return null;
  return blockReason.failure ?? { kind: 'unreachable', status: null, message: null };
}
