/** Builds the popup view from what read-view-sources.ts has read. */
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import { isBulkRow } from '../../../lib/outbox/commands.ts';
import { isFinished, type Job } from '../../../lib/outbox/job.ts';
import { type PickerLists, recentFirst } from '../../../lib/storage/picker-lists.ts';
import { linkDefaultsOf, reusesLinks, type Preferences } from '../../../lib/storage/preferences.ts';
import type { RecentLink } from '../../../lib/storage/recent-links.ts';
import { popupViewVersion, type PopupView, type AutoOpened } from '../../../lib/views/popup-view.ts';
import { blockReasonViewOf, buildJobView, type JobViewSource } from './build-job-view.ts';

export interface PopupViewSource extends JobViewSource {
  readonly connected: boolean;
  readonly scope: string;
  readonly site: string;
  readonly damaged: boolean;
  readonly preferences: Preferences;
  readonly lists: PickerLists;
  readonly recents: readonly RecentLink[];
  readonly jobs: readonly Job[];
  readonly blockReason: BlockReason | null;
  readonly storageFailing: boolean;
  readonly storageReclaimed: boolean;
  readonly autoOpened: AutoOpened | null;
}

/**
 * At most this many jobs, some 80 kB. The popup counts those that are queued, and finds the link of its page among them: a
 * service whose limit is an hour away lets dozens wait.
 */
const shownJobs = 250;

export function buildPopupView(from: PopupViewSource): PopupView {
  const { lists, preferences } = from;
  // A bulk's results are shown in its own section.
  const shown = from.jobs.filter((job) => !isFinished(job) || !(job.acknowledged || isBulkRow(job.command)));
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
    defaults: linkDefaultsOf(preferences),
    campaigns: recentFirst(lists.campaigns, lists.recent.campaigns),
    channels: recentFirst(lists.channels, lists.recent.channels),
    pixels: recentFirst(lists.pixels, lists.recent.pixels),
    pixelTypes: lists.pixelTypes,
    domains: lists.domains,
    splashPages: lists.splashPages,
    overlays: lists.overlays,
    lastDomain: lists.lastDomain,
    defaultDomain: lists.defaultDomain,
    zone: lists.zone,
    recents: [...from.recents],
    jobs: shown.slice(0, shownJobs).map((job) => buildJobView(job, from)),
    unfinished: from.jobs.filter((job) => !isFinished(job)).length,
    blockReason: blockReasonViewOf(from),
    damaged: from.damaged,
    storageFailing: from.storageFailing,
    ...(from.storageReclaimed && { storageReclaimed: true }),
    ...(from.autoOpened && { autoOpened: from.autoOpened }),
  };
}
