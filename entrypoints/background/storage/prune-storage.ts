/**
 * What builds up by the address of a page: drafts, which pages write themselves, and known links. Bounded here, at every
 * start of the browser and while it runs.
 */
import { browser } from 'wxt/browser';
import { guardKnown, knownPrefix } from '../../../lib/storage/links-by-url.ts';
import { draftPrefix } from '../../../lib/draft/parse-draft.ts';
import { keysUnder, storedUnder } from './read-by-prefix.ts';

const draftKeptMs = 30 * 86_400_000;
const keptDrafts = 200;
const keptKnown = 2_000;
/** Of both, before they are looked through: which reads all of them. */
const most = keptDrafts + keptKnown + 100;

type Area = typeof browser.storage.local | typeof browser.storage.session;

interface Kept {
  readonly key: string;
  readonly value: object;
  readonly at: number;
}

function timeOf(kept: object): number {
  return 'at' in kept && typeof kept.at === 'number' ? kept.at : 0;
}

/** The newest first. */
async function keptUnder(prefix: string, area: Area): Promise<Kept[]> {
  const all = await storedUnder(prefix, area);
  return (
    all
      // The settings page keeps a typed address, which is no draft of a link.
      .flatMap(([key, value]) =>
        typeof value === 'object' && value !== null ? { key, value, at: timeOf(value) } : [],
      )
      .sort((one, other) => other.at - one.at)
  );
}

const remove = (area: Area, kept: readonly Kept[]) => area.remove(kept.map(({ key }) => key));

/**
 * Drafts older than 30 days go, and all but the newest 200 drafts and 2,000 known links. So do the keys by which an earlier
 * version marked links that are not to be handed out: they were as many as such links, and drove the others out.
 */
export async function pruneByAddress(now: number): Promise<void> {
  const { local } = browser.storage;
  const drafts = await keptUnder(draftPrefix, local);
  await remove(
    local,
    drafts.filter(({ at }, place) => place >= keptDrafts || now - at > draftKeptMs),
  );
  const known = await keptUnder(knownPrefix, local);
  const isLink = ({ value }: Kept) => guardKnown(value) !== null;
  const kept = new Set(known.filter(isLink).slice(0, keptKnown));
  await remove(
    local,
    known.filter((one) => !kept.has(one)),
  );
}

/**
 * Prunes while the browser runs, which may be for weeks: to be told of every known link that is kept. It asks for the names
 * of the keys once in a life of the worker, and counts on.
 */
export function createPruning(parts: {
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}): () => void {
  /** `null` when it is not known; too high where a key was written over. */
  let count: number | null = null;
  let looking = false;

  async function look(): Promise<void> {
    looking = true;
    try {
      const { length } = await keysUnder([knownPrefix, draftPrefix], browser.storage.local);
      count = length;
      if (length <= most) return;
      count = null;
      await pruneByAddress(parts.now());
    } finally {
      looking = false;
    }
  }

  return () => {
    if (count !== null) count += 1;
    if ((count === null || count > most) && !looking) look().catch(parts.report);
  };
}
