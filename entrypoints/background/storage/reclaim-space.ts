/**
 * Makes room when the browser takes no more: Chromium gives `storage.local` 10 MiB, and a link is made only once its entry
 * in the journal is written. What is only a cache goes, the cheapest to lose first, and the write is tried again.
 */
import { browser } from 'wxt/browser';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import { parseLinkByUrl, linkByUrlPrefix } from '../../../lib/storage/links-by-url.ts';
import { targetSuggestionsKey } from '../../../lib/storage/target-suggestions.ts';
import { messageCacheKey } from '../../../lib/browser/message-cache.ts';
import { logError } from '../log-error.ts';
import { keysByPrefix, readByPrefix } from './read-by-prefix.ts';

/** Known links that stay at first: those that a person may have just made. */
const keptNewest = 100;
/** Pages write their intents themselves, so there has to be room before a write fails: the part of the quota in use. */
const highWaterMark = 0.8;
/** So long the person is told of it. */
const toldForMs = 60 * 60_000;
/** In session memory: no quota of the disk keeps it from being written, and it is gone with the browser. */
const reclaimedKey = 'storage-reclaimed';

interface Quota {
  getBytesInUse?: ((keys: null) => Promise<number>) | undefined;
  readonly QUOTA_BYTES?: number | undefined;
}

export function createReclaim(deps: { readonly now: () => number; readonly onReclaimed: () => void }) {
  const { local, session } = browser.storage;
  let at: number | null = null;

  /** All of them, the newest first. */
  async function knownKeys(): Promise<string[]> {
    const known = await readByPrefix(linkByUrlPrefix, local);
    return known
      .map(([key, value]) => ({ key, at: parseLinkByUrl(value)?.at ?? 0 }))
      .sort((one, other) => other.at - one.at)
      .map(({ key }) => key);
  }

  /** What goes, in two steps; the copies of damaged data are nothing that the extension itself reads. */
  const steps = [
    async () => [
      ...(await knownKeys()).slice(keptNewest),
      ...Object.keys(await local.get([targetSuggestionsKey, messageCacheKey])),
    ],
    async () => [...(await knownKeys()), ...(await keysByPrefix(['damaged:'], local))],
  ] as const;

  async function drop(step: (typeof steps)[number]): Promise<void> {
    const keys = await step();
    if (keys.length === 0) return;
    await local.remove(keys);
    at = deps.now();
    await session.set({ [reclaimedKey]: at });
    deps.onReclaimed();
  }

  const running = new Map<(typeof steps)[number], Promise<void>>();
  /** Writes that fail together wait for the same. */
  function once(step: (typeof steps)[number]): Promise<void> {
    const already = running.get(step);
    if (already !== undefined) return already;
    const dropping = drop(step)
      .catch(logError)
      .finally(() => running.delete(step));
    running.set(step, dropping);
    return dropping;
  }

  async function set(items: Record<string, unknown>): Promise<void> {
    for (const step of steps) {
      try {
        return await local.set(items);
      } catch (error) {
        // Of another fault (a damaged database, say) nothing that is dropped would be the cure.
        if (!(await isFull(error))) break;
        await once(step);
      }
    }
    await local.set(items);
  }

  async function isFull(problem: unknown): Promise<boolean> {
    if (/quota|space/i.test(String(problem))) return true;
    try {
      return (await usedPart(local)) > highWaterMark;
    } catch {
      // Not known to be full: caches are kept, and the caller gets the failure.
      return false;
    }
  }

  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: a write that is tried again would else come after a newer one, or after what removes it. */
  function inTurn(step: () => Promise<void>): Promise<void> {
    const done = turn.then(step);
    // Its caller gets the failure; the next one has its turn all the same.
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    /** `storage.local` whose writes make room where there is none, and keep their order. */
    area: {
      get: (keys) => local.get(keys),
      set(items) {
        // As it is now: what is written in its turn must not have changed meanwhile.
        const written = { ...items };
        return inTurn(() => set(written));
      },
      remove: (keys) => inTurn(() => local.remove(keys)),
    } satisfies StorageArea,

    /** Before a write has failed. */
    async reclaimIfNearlyFull(): Promise<void> {
      if ((await usedPart(local)) > highWaterMark) await once(steps[0]);
    },

    /** Whether the person is to be told that room was made, by an earlier life of the worker, too. */
    async hasReclaimed(): Promise<boolean> {
      at ??= timeOf((await session.get(reclaimedKey))[reclaimedKey]);
      return at > 0 && deps.now() - at < toldForMs;
    },
  };
}

/** Of its quota; 0 where the browser does not say: Firefox has no limit of its own for it. */
async function usedPart(area: Quota): Promise<number> {
  const used = await area.getBytesInUse?.(null);
  return used === undefined || area.QUOTA_BYTES === undefined ? 0 : used / area.QUOTA_BYTES;
}

const timeOf = (raw: unknown): number => (typeof raw === 'number' ? raw : 0);
