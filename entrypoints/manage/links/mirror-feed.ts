/** Reads the mirror for the section "Links" and follows its changes. */
import { signal } from '@preact/signals';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { Channel } from '../../../lib/api/channels.ts';
import type { MirrorFreshness } from '../../../lib/mirror/mirror-reader.ts';
import type { delay } from '../../../lib/time/delay.ts';
import { nameComparer } from '../records/compare-names.ts';
import { createCoalescedRun } from '../coalesced-run.ts';
import { fillIndex } from '../fill-index.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createSyncRequest } from '../sync-now.tsx';
import type { LinkList } from './link-list.ts';

/** Each list A–Z. */
export interface Records {
  readonly campaigns: readonly Campaign[];
  readonly channels: readonly Channel[];
  readonly domains: readonly string[];
}

/** Links that a change of the mirror may have added on top. */
const maxNewest = 50;
/** The rest between two passes over all stored links: at least so many ms, and so many times the last pass's length. */
const minRestMs = 3_000;
const restFactor = 10;

export interface MirrorFeedDeps extends Pick<SectionDeps, 'mirror' | 'now' | 'sync'> {
  readonly delay: typeof delay;
}

export type MirrorFeed = ReturnType<typeof createMirrorFeed>;

export function createMirrorFeed(deps: MirrorFeedDeps, list: LinkList, stopped: AbortSignal) {
  const { mirror } = deps;
  const { endSyncRequest, ...syncRequest } = createSyncRequest(deps);
  const freshness = signal<MirrorFreshness | null>(null);
  const records = signal<Records>({ campaigns: [], channels: [], domains: [] });
  /** The mirror could not be read, which is not the same as an empty one. */
  const unreadable = signal(false);

  /** Sets `unreadable` when the read fails. */
  const reportFailureOf = (read: Promise<void>): void =>
    void read.catch(() => (unreadable.value = !stopped.aborted));
  const indexer = createLinkIndexer(deps, list, stopped, reportFailureOf);

  async function readFreshness(): Promise<void> {
    const next = await mirror.freshness();
    if (stopped.aborted) return;
    unreadable.value = false;
    freshness.value = next;
    endSyncRequest(next.links.at);
  }

  async function readRecords(): Promise<void> {
    const next = await sortedRecords(mirror);
    if (!stopped.aborted) records.value = next;
  }

  return {
    freshness,
    records,
    unreadable,
    isFilled: indexer.isFilled,
    ...syncRequest,
    reportFailureOf,

    readAll(): void {
      unreadable.value = false;
      indexer.update();
      reportFailureOf(readRecords());
      reportFailureOf(readFreshness());
    },

    /** @returns stops following */
    follow: (onLinks: () => Promise<void>): (() => void) =>
      mirror.onChange((what) => {
        if (what === 'links') {
          indexer.update();
          reportFailureOf(onLinks());
        }
        if (what === 'lists') reportFailureOf(readRecords());
        if (what !== 'bulk') reportFailureOf(readFreshness());
      }),
  };
}

async function sortedRecords(mirror: SectionDeps['mirror']): Promise<Records> {
  const [campaigns, channels, domains] = await Promise.all([
    mirror.records('campaigns'),
    mirror.records('channels'),
    mirror.records('domains'),
  ]);
  const compare = nameComparer();
  const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
    compare(one.name, other.name);
  return {
    campaigns: campaigns.toSorted(byName),
    channels: channels.toSorted(byName),
    domains: domains.map(({ domain }) => domain).toSorted(compare),
  };
}

/**
 * Fills the index of the list: the newest links immediately, all of them in passes.
 *
 * @param reportFailureOf called with each read
 */
function createLinkIndexer(
  deps: MirrorFeedDeps,
  list: LinkList,
  stopped: AbortSignal,
  reportFailureOf: (read: Promise<void>) => void,
) {
  const { mirror, now } = deps;
  const { index, refresh } = list;
  /** All links of the mirror have been read once. */
  const isFilled = signal(false);
  const indexAll = createCoalescedRun(
    async () => {
      const began = now();
      await fillIndex(index, deps, stopped, refresh);
      if (!stopped.aborted) refresh();
      isFilled.value = true;
      await deps.delay(Math.max(minRestMs, restFactor * (now() - began)));
    },
    () => stopped.aborted,
  );

  async function readNewest(): Promise<void> {
    const newest = await mirror.newest(maxNewest);
    if (stopped.aborted) return;
    index.top(newest);
    if (index.revision !== list.revision.peek()) refresh();
  }

  return {
    isFilled,

    /** The links of the mirror have changed. */
    update(): void {
      reportFailureOf(indexAll());
      reportFailureOf(readNewest());
    },
  };
}
