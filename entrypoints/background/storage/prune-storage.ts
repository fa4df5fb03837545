/**
 * Bounds what is stored by URL, at every start of the browser and while it runs: links, and drafts, which pages write
 * themselves.
 */
import { browser } from 'wxt/browser';
import { parseLinkByUrl, linkByUrlPrefix } from '../../../lib/storage/links-by-url.ts';
import { draftPrefix } from '../../../lib/draft/stored-draft.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { canNameKeys, keysByPrefix, readByPrefix } from '../../../lib/storage/keys-by-prefix.ts';

const maxDraftAgeMs = 30 * 86_400_000;
const maxDrafts = 200;
const maxLinksByUrl = 2_000;
/** Pruning reads all of them, so it begins only with so many more of either. */
const slack = 100;

interface Entry {
  readonly key: string;
  readonly value: object;
  readonly at: number;
}

function timeOf(value: object): number {
  return 'at' in value && typeof value.at === 'number' ? value.at : 0;
}

/** The newest first. */
async function entriesUnder(prefix: string): Promise<Entry[]> {
  const all = await readByPrefix(prefix, browser.storage.local);
  return (
    all
      // The settings page keeps a typed address, which is no draft of a link.
      .flatMap(([key, value]) =>
        typeof value === 'object' && value !== null ? { key, value, at: timeOf(value) } : [],
      )
      .sort((one, other) => other.at - one.at)
  );
}

/**
 * Removes drafts older than 30 days, and all but the newest 200 drafts and 2,000 links. Also removes
 * unreadable marker keys of an earlier version; they counted towards the limit.
 */
export async function prunePerUrlData(now: number): Promise<void> {
  await pruneDrafts(now);
  await pruneLinks();
}

async function pruneDrafts(now: number): Promise<void> {
  const drafts = await entriesUnder(draftPrefix);
  const removed = drafts.filter(({ at }, index) => index >= maxDrafts || now - at > maxDraftAgeMs);
  await browser.storage.local.remove(removed.map(({ key }) => key));
}

interface LinkKeys {
  /**
   * Of links that must not be reused without a choice: without its entry, a link that has got an expiration would be found in
   * the mirror, as open-ended.
   */
  readonly unchecked: readonly string[];
  readonly reusable: readonly string[];
  /** Of values that can't be read. */
  readonly damaged: readonly string[];
}

/** Each part with the newest first. */
export async function linkKeys(): Promise<LinkKeys> {
  const keys: Record<keyof LinkKeys, string[]> = { unchecked: [], reusable: [], damaged: [] };
  for (const { key, value } of await entriesUnder(linkByUrlPrefix)) {
    const link = parseLinkByUrl(value);
    if (link === null) keys.damaged.push(key);
    else keys[link.unchecked === true ? 'unchecked' : 'reusable'].push(key);
  }
  return keys;
}

async function pruneLinks(): Promise<void> {
  const { unchecked, reusable, damaged } = await linkKeys();
  await browser.storage.local.remove([...[...unchecked, ...reusable].slice(maxLinksByUrl), ...damaged]);
}

export async function excessDraftKeys(): Promise<string[]> {
  const drafts = await entriesUnder(draftPrefix);
  return drafts.slice(maxDrafts).map(({ key }) => key);
}

export type Pruning = ReturnType<typeof createPruning>;

/**
 * Prunes while the browser runs, which may be for weeks: when a worker instance starts, and with the links that it saves.
 * It lists the keys once, and counts from there.
 */
export function createPruning(now: () => number) {
  /** `null` when it is not known; too high where a key was written over. */
  let linkCount: number | null = null;
  let isChecking = false;

  async function check(): Promise<void> {
    isChecking = true;
    try {
      const keys = await keysByPrefix([linkByUrlPrefix, draftPrefix], browser.storage.local);
      const drafts = keys.filter((key) => key.startsWith(draftPrefix)).length;
      const links = keys.length - drafts;
      linkCount = links;
      if (drafts > maxDrafts + slack) await pruneDrafts(now());
      if (links <= maxLinksByUrl + slack) return;
      linkCount = null;
      await pruneLinks();
    } finally {
      isChecking = false;
    }
  }

  return {
    /** Else drafts, which pages write themselves, would be unbounded until a link is saved. */
    onStart(): void {
      if (canNameKeys(browser.storage.local) && !isChecking) check().catch(logError);
    },

    onSaved(): void {
      if (linkCount !== null) linkCount += 1;
      if ((linkCount === null || linkCount > maxLinksByUrl + slack) && !isChecking) check().catch(logError);
    },
  };
}
