/**
 * What builds up by the address of a page: drafts, which pages write themselves, and known links. Bounded here, at every
 * start of the browser and while it runs.
 */
import { browser } from 'wxt/browser';
import { parseLinkByUrl, linkByUrlPrefix } from '../../../lib/storage/links-by-url.ts';
import { draftPrefix } from '../../../lib/draft/parse-draft.ts';
import { keysByPrefix, readByPrefix } from './read-by-prefix.ts';

const maxDraftAgeMs = 30 * 86_400_000;
const maxDrafts = 200;
const maxLinksByUrl = 2_000;
/** Of both, before they are looked through: which reads all of them. */
const maxEntries = maxDrafts + maxLinksByUrl + 100;

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
  const all = await readByPrefix(prefix, area);
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
export async function prunePerUrlData(now: number): Promise<void> {
  const { local } = browser.storage;
  const drafts = await keptUnder(draftPrefix, local);
  await remove(
    local,
    drafts.filter(({ at }, place) => place >= maxDrafts || now - at > maxDraftAgeMs),
  );
  const known = await keptUnder(linkByUrlPrefix, local);
  const isLink = ({ value }: Kept) => parseLinkByUrl(value) !== null;
  const kept = new Set(known.filter(isLink).slice(0, maxLinksByUrl));
  await remove(
    local,
    known.filter((one) => !kept.has(one)),
  );
}

/**
 * Prunes while the browser runs, which may be for weeks: to be told of every known link that is kept. It asks for the names
 * of the keys once in a life of the worker, and counts on.
 */
export function createPruning(deps: {
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}): () => void {
  /** `null` when it is not known; too high where a key was written over. */
  let count: number | null = null;
  let looking = false;

  async function look(): Promise<void> {
    looking = true;
    try {
      const { length } = await keysByPrefix([linkByUrlPrefix, draftPrefix], browser.storage.local);
      count = length;
      if (length <= maxEntries) return;
      count = null;
      await prunePerUrlData(deps.now());
    } finally {
      looking = false;
    }
  }

  return () => {
    if (count !== null) count += 1;
    if ((count === null || count > maxEntries) && !looking) look().catch(deps.report);
  };
}
