/** Fills the link list from the mirror and follows its changes. */
import { signal } from '@preact/signals';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { Channel } from '../../../lib/api/channels.ts';
import type { MirrorFreshness } from '../../../lib/mirror/mirror-reader.ts';
import type { LinkList } from './link-list.ts';
import type { LinksDeps } from './links-deps.ts';

export interface Records {
  readonly campaigns: readonly Campaign[];
  readonly channels: readonly Channel[];
  readonly domains: readonly string[];
}

/** Links read at once: few enough that reading and indexing them takes a few ms. */
const batchSize = 200;
/** Interval at which a pass shows what it has read so far, in ms. */
const showEveryMs = 300;
/** Links that a change of the mirror may have added on top. */
const maxNewest = 50;
/** The rest between two passes over all stored links: at least so many ms, and so many times the last pass's length. */
const minRestMs = 3_000;
const restFactor = 10;

export function createMirrorFeed(
  { mirror, now, delay }: Pick<LinksDeps, 'mirror' | 'now' | 'delay'>,
  list: LinkList,
  stopped: AbortSignal,
) {
  const { index } = list;
  const freshness = signal<MirrorFreshness | null>(null);
  const records = signal<Records>({ campaigns: [], channels: [], domains: [] });
  /** The first pass is not finished. */
  const filling = signal(true);
  /** The mirror could not be read, which is not the same as an empty one. */
  const unreadable = signal(false);
  /** When the user asked for a sync that has not finished yet: epoch ms. */
  const syncRequestedAt = signal<number | null>(null);
  /** The mirror has changed since the last pass began. */
  let stale = false;
  let passing: Promise<void> | null = null;

  const attempt = (work: Promise<void>): void =>
    void work.then(
      () => undefined,
      () => (unreadable.value = !stopped.aborted),
    );

  async function readFreshness(): Promise<void> {
    const next = await mirror.freshness();
    if (stopped.aborted) return;
    freshness.value = next;
    const requestedAt = syncRequestedAt.peek();
    if (requestedAt !== null && (next.links.at ?? 0) >= requestedAt) syncRequestedAt.value = null;
  }

  async function readRecords(): Promise<void> {
    const [campaigns, channels, domains] = await Promise.all([
      mirror.records('campaigns'),
      mirror.records('channels'),
      mirror.records('domains'),
    ]);
    if (stopped.aborted) return;
    records.value = { campaigns, channels, domains: domains.map(({ domain }) => domain) };
  }

  /** One pass over all stored links, in batches, so that the page stays responsive. */
  async function readAllLinks(): Promise<void> {
    index.begin();
    let shownAt = Number.NEGATIVE_INFINITY;
    for await (const batch of mirror.slices(batchSize, stopped)) {
      index.add(batch);
      if (now() - shownAt >= showEveryMs) {
        list.refresh();
        shownAt = now();
      }
    }
    if (stopped.aborted) return;
    index.end();
    filling.value = false;
    list.refresh();
  }

  async function readWhileStale(): Promise<void> {
    try {
      while (stale && !stopped.aborted) {
        stale = false;
        const began = now();
        await readAllLinks();
        await delay(Math.max(minRestMs, restFactor * (now() - began)));
      }
    } finally {
      passing = null;
    }
  }

  async function readNewest(): Promise<void> {
    const newest = await mirror.newest(maxNewest);
    if (stopped.aborted) return;
    index.top(newest);
    if (index.revision !== list.revision.peek()) list.refresh();
  }

  function onLinks(): void {
    stale = true;
    if (passing === null) attempt((passing = readWhileStale()));
    attempt(readNewest());
  }

  return {
    freshness,
    records,
    filling,
    unreadable,
    syncRequestedAt,
    /** Reports the failure of a read as `unreadable`. */
    attempt,

    readAll(): void {
      unreadable.value = false;
      onLinks();
      attempt(readRecords());
      attempt(readFreshness());
    },

    /** @returns stops following */
    follow: (): (() => void) =>
      mirror.onChange((what) => {
        if (what === 'links') onLinks();
        if (what === 'lists') attempt(readRecords());
        if (what !== 'bulk') attempt(readFreshness());
      }),
  };
}
