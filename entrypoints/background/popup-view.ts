/** Writes the popup view whenever something it shows has changed. */
import { browser } from 'wxt/browser';
import { isFinished, type Job } from '../../lib/outbox/job.ts';
import { publicPixelTypes } from '../../lib/service/pixels.ts';
import type { PickerLists } from '../../lib/settings/picker-lists.ts';
import { recentFirst } from '../../lib/settings/picker-lists.ts';
import { popupViewKey, type JobView, type PopupView } from '../../lib/settings/popup-view.ts';
import type { Preferences } from '../../lib/settings/preferences.ts';
import type { RecentLink } from '../../lib/settings/recent-links.ts';

export interface ViewSources {
  readonly connected: boolean;
  readonly site: string;
  readonly permissionMissing: boolean;
  readonly damaged: boolean;
  readonly preferences: Preferences;
  readonly lists: PickerLists;
  readonly recents: readonly RecentLink[];
  readonly jobs: readonly Job[];
  readonly copied: ReadonlySet<string>;
  /** Epoch ms at which a waiting job is expected to go; `null` when it does not wait. */
  readonly goesAt: (id: string) => number | null;
}

/** At most this many jobs are shown in the popup. */
const shownJobs = 20;

export function popupView(from: ViewSources): PopupView {
  const { lists, preferences } = from;
  const shown = from.jobs.filter((job) => !isFinished(job) || !job.seen);
  shown.sort((a, b) => b.ask.at - a.ask.at);
  return {
    version: 1,
    connected: from.connected,
    site: from.site,
    permissionMissing: from.permissionMissing,
    autoCopy: preferences.autoCopy,
    defaults: { campaign: preferences.campaign, channel: preferences.channel, pixels: preferences.pixels },
    campaigns: recentFirst(lists.campaigns, lists.recent.campaigns),
    channels: recentFirst(lists.channels, lists.recent.channels),
    pixels: recentFirst(lists.pixels, lists.recent.pixels),
    // Those seen in the account first.
    pixelTypes: [...new Set([...lists.pixelTypes, ...publicPixelTypes])],
    domains: lists.domains,
    lastDomain: lists.lastDomain,
    recents: [...from.recents],
    jobs: shown.slice(0, shownJobs).map((job) => jobView(job, from)),
    damaged: from.damaged,
  };
}

function jobView(job: Job, { copied, goesAt }: ViewSources): JobView {
  const { ask, state } = job;
  return {
    id: ask.id,
    kind: ask.kind,
    from: ask.kind === 'shorten' ? ask.from : 'popup',
    state: state.name,
    at: ask.at,
    subject: ask.kind === 'shorten' ? ask.link.address : ask.name,
    goesAt: state.name === 'queued' ? goesAt(ask.id) : null,
    made: state.name === 'done' ? state.made : null,
    failure: state.name === 'refused' || state.name === 'unknown' ? state.failure : null,
    copied: copied.has(ask.id),
  };
}

export interface Sources {
  readonly disk: ViewSources;
  /** The same with what belongs to private windows; `null` while there is nothing of theirs. */
  readonly session: ViewSources | null;
}

/** What private windows did is part of the view in session memory only, never of the one on disk. */
/** @param pause waited before each write, so that changes in a row become one and nobody's request waits for it */
export function createViewWriter(sources: () => Promise<Sources>, pause = () => Promise.resolve()) {
  let writing: Promise<void> | null = null;
  let again = false;
  /** Whether a private view may lie in session memory: an earlier life of the worker can have left one. */
  let privateLeft = true;

  async function write(): Promise<void> {
    try {
      do {
        await pause();
        again = false;
        const { disk, session } = await sources();
        await browser.storage.local.set({ [popupViewKey]: popupView(disk) });
        if (session !== null) await browser.storage.session.set({ [popupViewKey]: popupView(session) });
        else if (privateLeft) await browser.storage.session.remove(popupViewKey);
        privateLeft = session !== null;
      } while (again);
    } finally {
      // In the same turn as the last look at `again`, or a change in between would be forgotten.
      writing = null;
    }
  }

  return {
    /** Several changes at once become one write. */
    publish(): Promise<void> {
      again = true;
      writing ??= write();
      return writing;
    },
  };
}
