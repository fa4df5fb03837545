/** Writes the popup view whenever something it shows has changed, and only then. */
import { browser } from 'wxt/browser';
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import { isAssign, isBulkRow } from '../../../lib/outbox/commands.ts';
import { isFinished, isActive, type Job } from '../../../lib/outbox/job.ts';
import { isPressedIn } from '../../../lib/outbox/join-job.ts';
import type { WaitReason } from '../../../lib/outbox/outbox-deps.ts';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import { linkSummary } from '../../../lib/draft/link-summary.ts';
import { type PickerLists, recentFirst } from '../../../lib/storage/picker-lists.ts';
import type { BlockReasonView, JobView } from '../../../lib/views/job-view.ts';
import { popupViewVersion, type PopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { reusesLinks, type Preferences } from '../../../lib/storage/preferences.ts';
import type { RecentLink } from '../../../lib/storage/recent-links.ts';
import { createChangedWrites } from '../storage/changed-writes.ts';

export interface PopupViewSource {
  readonly connected: boolean;
  readonly scope: string;
  readonly site: string;
  readonly damaged: boolean;
  readonly preferences: Preferences;
  readonly lists: PickerLists;
  readonly recents: readonly RecentLink[];
  readonly jobs: readonly Job[];
  readonly copied: ReadonlySet<string>;
  /** The reason why an active job waits; `null` when it does not wait. */
  readonly waitOf: (id: string) => WaitReason | null;
  readonly blockReason: BlockReason | null;
  readonly storageFailing: boolean;
  readonly storageReclaimed: boolean;
}

/**
 * At most this many jobs, some 80 kB. The popup counts those that are queued, and finds the link of its page among them: a
 * service whose limit is an hour away lets dozens wait.
 */
const shownJobs = 250;

export function buildPopupView(from: PopupViewSource): PopupView {
  const { lists, preferences } = from;
  const { campaign, channel, pixels, expiry } = preferences;
  // A bulk's results are shown in its own section.
  const shown = from.jobs.filter((job) => !isFinished(job) || !(job.seen || isBulkRow(job.command)));
  shown.sort((a, b) => b.command.at - a.command.at);
  return {
    version: popupViewVersion,
    connected: from.connected,
    scope: from.scope,
    site: from.site,
    autoCopy: preferences.autoCopy,
    cleanUp: preferences.cleanUp,
    oneClick: preferences.oneClick,
    reuse: reusesLinks(preferences),
    defaults: { campaign, channel, pixels, expiry },
    campaigns: recentFirst(lists.campaigns, lists.recent.campaigns),
    channels: recentFirst(lists.channels, lists.recent.channels),
    pixels: recentFirst(lists.pixels, lists.recent.pixels),
    pixelTypes: lists.pixelTypes,
    domains: lists.domains,
    splashPages: lists.splashPages,
    overlays: lists.overlays,
    lastDomain: lists.lastDomain,
    zone: lists.zone,
    recents: [...from.recents],
    jobs: shown.slice(0, shownJobs).map((job) => buildJobView(job, from)),
    unfinished: from.jobs.filter((job) => !isFinished(job)).length,
    blockReason: blockReasonViewOf(from),
    damaged: from.damaged,
    storageFailing: from.storageFailing,
    ...(from.storageReclaimed && { storageReclaimed: true }),
  };
}

/** A block is not shown while no job waits. */
export function blockReasonViewOf({
  blockReason,
  jobs,
}: Pick<PopupViewSource, 'blockReason' | 'jobs'>): BlockReasonView | null {
  if (blockReason === null || jobs.every((job) => isFinished(job))) return null;
  return { why: blockReason.failure === null ? 'offline' : 'failure', ...blockReason };
}

export function buildJobView(
  job: Job,
  { copied, waitOf }: Pick<PopupViewSource, 'copied' | 'waitOf'>,
): JobView {
  const { command, state } = job;
  const question = state.name === 'unknown' ? state.question : null;
  const wait = state.name !== 'sent' && isActive(job) ? waitOf(command.id) : null;
  return {
    id: command.id,
    kind: command.kind,
    // A press in the popup is answered there, even where it has joined a job of the menu.
    from: command.kind === 'shorten' && !isPressedIn(job, 'popup') ? command.from : 'popup',
    state: state.name,
    at: command.at,
    subject: command.kind === 'shorten' ? command.link.address : command.name,
    goesAt: wait?.goesAt ?? null,
    waits: wait?.waits ?? null,
    endedAt: 'at' in state ? state.at : null,
    question: question && {
      shortUrl: question.shortUrl ?? '',
      address: question.address,
      ...(question.id === null && { unconfirmed: true }),
      ...(question.notShown && { notShown: question.notShown }),
    },
    result: state.name === 'done' ? state.result : null,
    failure: state.name === 'refused' ? state.failure : null,
    ...(state.name === 'refused' &&
      command.kind === 'shorten' &&
      command.link.alias && { alias: command.link.alias }),
    ...(state.name === 'refused' && state.unconfirmed && { unconfirmed: true }),
    ...(state.name === 'refused' && job.seen && !isBulkRow(command) && { dismissed: true }),
    copied: copied.has(command.id),
    ...(command.kind === 'shorten' &&
      isPressedIn(job, 'popup') &&
      state.name === 'done' && {
        set: linkSummary(command.link, job.passwordDropped, state.result.expiry),
      }),
    ...(job.joined && { joined: job.joined.map(({ id }) => id) }),
    ...(command.private && { private: true }),
    ...(isAssign(command) && { to: command.to.name }),
    ...(command.kind === 'change' && { what: command.what, act: command.act }),
    ...(job.passwordDropped && { passwordDropped: true }),
  };
}

export interface PopupViewSources {
  readonly disk: PopupViewSource;
  /** The same with what belongs to private windows; `null` while there is nothing of theirs. */
  readonly session: PopupViewSource | null;
}

/**
 * Data of private windows is part of the view in session memory only, never of the one on disk.
 *
 * @param pause waited before each write, so that changes in a row become one write and delay no request
 */
export function createPopupViewWriter(
  sources: () => Promise<PopupViewSources>,
  pause = () => Promise.resolve(),
  /** Written along with it. */
  more = () => Promise.resolve(),
  area: StorageArea = browser.storage.local,
) {
  let writing: Promise<void> | null = null;
  let again = false;
  const onDisk = createChangedWrites(area, popupViewKey);
  const inMemory = createChangedWrites(browser.storage.session, popupViewKey);

  async function write(): Promise<void> {
    try {
      do {
        await pause();
        again = false;
        const { disk, session } = await sources();
        await onDisk.set(buildPopupView(disk));
        // A previous worker instance may have left one.
        if (session === null) await inMemory.remove();
        else await inMemory.set(buildPopupView(session));
        await more();
      } while (again);
    } finally {
      // In the same turn as the last look at `again`, or a change in between would be forgotten.
      writing = null;
    }
  }

  return {
    /** Several changes in one turn become one write. */
    publish: (): Promise<void> => {
      again = true;
      writing ??= write();
      return writing;
    },
  };
}
