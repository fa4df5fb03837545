/** Counts in the mirror: the links or items of each record in a section, their clicks, and the links that a deletion affects. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import { delay } from '../../../lib/time/delay.ts';
import { createCoalescedRun } from '../coalesced-run.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { AffectedCount } from './record-section-config.ts';

export interface RecordCount extends AffectedCount {
  /** Of its known links; `null` where no list has counted them yet. */
  readonly clicks: number | null;
}

export type Counts = ReadonlyMap<string, RecordCount>;

type Mirror = SectionDeps['mirror'];
type CountAll = (mirror: Mirror, signal: AbortSignal) => Promise<Counts>;

/** The shortest rest between two counts, in ms: each goes through up to 100,000 links. */
const minRestMs = 1_000;
const batchSize = 2_000;

/** Calls back with what has been counted so far. Never exact: the mirror does not have every field of every link. */
export async function countLinks(
  mirror: Mirror,
  matches: (link: LinkRow) => boolean,
  onCount: (affected: AffectedCount) => void,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  for await (const rows of mirror.slices(batchSize, signal)) {
    const more = rows.filter(matches).length;
    count += more;
    if (more > 0) onCount({ count, exact: false });
  }
}

interface Tally {
  links: number;
  clicks: number | null;
}

/** The links that belong to each record, and their clicks. */
async function tallyLinks(
  mirror: Mirror,
  stopped: AbortSignal,
  recordsOf: (link: LinkRow) => readonly string[],
): Promise<ReadonlyMap<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for await (const rows of mirror.slices(batchSize, stopped))
    for (const link of rows)
      for (const id of recordsOf(link)) {
        const tally = tallies.get(id) ?? { links: 0, clicks: null };
        tally.links++;
        if (link.clicks !== null) tally.clicks = (tally.clicks ?? 0) + link.clicks;
        tallies.set(id, tally);
      }
  return tallies;
}

/** Never exact: no response of the API names a link's campaign. */
export async function countByCampaign(mirror: Mirror, stopped: AbortSignal): Promise<Counts> {
  const tallies = await tallyLinks(mirror, stopped, ({ campaign }) => (campaign === null ? [] : [campaign]));
  return new Map([...tallies].map(([id, { links, clicks }]) => [id, { count: links, exact: false, clicks }]));
}

export async function countByChannel(mirror: Mirror, stopped: AbortSignal): Promise<Counts> {
  const [channels, tallies] = await Promise.all([
    mirror.records('channels'),
    tallyLinks(mirror, stopped, (link) => link.channels),
  ]);
  const counts = await Promise.all(
    channels.map(async ({ id }) => {
      const [items, fresh] = await Promise.all([mirror.items(id), mirror.itemsFreshness(id)]);
      const { clicks = null } = tallies.get(id) ?? {};
      return [id, { count: items.length, exact: fresh.complete, clicks }] as const;
    }),
  );
  return new Map(counts);
}

/** @returns stops counting */
function followCounts(mirror: Mirror, count: CountAll, show: (counts: Counts) => void): () => void {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const refresh = createCoalescedRun(
    async () => {
      // A failed count is repeated at the next change.
      const counts = await count(mirror, stopped).catch(() => null);
      if (counts !== null && !stopped.aborted) show(counts);
      await delay(minRestMs, stopped);
    },
    () => stopped.aborted,
  );
  const unsubscribe = mirror.onChange((what) => {
    if (what === 'links' || what === 'lists') void refresh();
  });
  void refresh();
  return () => {
    unsubscribe();
    stopping.abort();
  };
}

/** The counts of a section, counted again when the mirror changes; `null` before the first count. */
export function useRecordCounts(
  { mirror, scope }: Pick<SectionDeps, 'mirror' | 'scope'>,
  count: CountAll,
): ReadonlySignal<Counts | null> {
  const counts = useMemo(() => signal<Counts | null>(null), [scope.value]);
  useEffect(() => followCounts(mirror, count, (next) => (counts.value = next)), [counts]);
  return counts;
}
