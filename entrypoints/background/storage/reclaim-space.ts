/**
 * Frees space when the browser rejects a write: Chromium gives `storage.local` 10 MiB, and a link is made only once its
 * entry in the journal is written. Cached data is dropped, the cheapest to lose first, and the write is repeated.
 */
import { browser } from 'wxt/browser';
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import { damagedPrefix } from '../../../lib/storage/storage-keys.ts';
import { targetSuggestionsKey } from '../../../lib/storage/target-suggestions.ts';
import { messageCacheKey } from '../../../lib/browser/message-cache.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { excessDraftKeys, linkKeys } from './prune-storage.ts';
import { keysByPrefix } from '../../../lib/storage/keys-by-prefix.ts';

/** Links by URL that the first step spares: the user may have just made them. */
const sparedLinks = 100;
/** Pages write their intents themselves, so space is freed before a write fails: at this part of the quota. */
const maxUsedPart = 0.8;
/** The user is informed for this long. */
const noticeMs = 60 * 60_000;
/** In session memory: it has no part in the disk's quota, and is gone with the browser. */
const reclaimedKey = 'storage-reclaimed';

interface Quota {
  getBytesInUse?: ((keys: null) => Promise<number>) | undefined;
  readonly QUOTA_BYTES?: number | undefined;
}

interface ReclaimDeps {
  readonly now: () => number;
  readonly onReclaimed: () => void;
}

type Step = () => Promise<readonly string[]>;

/** The keys that are dropped, in two steps. The extension itself never reads the copies of damaged data. */
const steps: readonly [Step, Step] = [
  async () => [
    // They would be pruned anyway.
    ...(await excessDraftKeys()),
    ...(await expendableLinks()),
    ...Object.keys(await browser.storage.local.get([targetSuggestionsKey, messageCacheKey])),
  ],
  async () => [...(await allLinks()), ...(await keysByPrefix([damagedPrefix], browser.storage.local))],
];

async function allLinks(): Promise<readonly string[]> {
  const { unchecked, reusable, damaged } = await linkKeys();
  return [...unchecked, ...reusable, ...damaged];
}

async function expendableLinks(): Promise<readonly string[]> {
  const { reusable, damaged } = await linkKeys();
  return [...reusable.slice(sparedLinks), ...damaged];
}

const timeOf = (raw: unknown): number => (typeof raw === 'number' ? raw : 0);

export type Reclaim = ReturnType<typeof createReclaim>;

export function createReclaim(deps: ReclaimDeps) {
  const { local, session } = browser.storage;
  const running = new Map<Step, Promise<void>>();
  let reclaimedAt: number | null = null;

  async function drop(step: Step): Promise<void> {
    const keys = await step();
    if (keys.length === 0) return;
    await local.remove([...keys]);
    reclaimedAt = deps.now();
    await session.set({ [reclaimedKey]: reclaimedAt });
    deps.onReclaimed();
  }

  /** Writes that fail together wait for the same run. */
  function runOnce(step: Step): Promise<void> {
    const active = running.get(step);
    if (active !== undefined) return active;
    const run = drop(step)
      .catch(logError)
      .finally(() => running.delete(step));
    running.set(step, run);
    return run;
  }

  async function set(items: Record<string, unknown>): Promise<void> {
    for (const step of steps) {
      try {
        return await local.set(items);
      } catch {
        // Dropping data would not repair any other fault (a damaged database, say); the last write throws it.
        if (!(await isFullFor(items))) break;
        await runOnce(step);
      }
    }
    await local.set(items);
  }

  return {
    area: inOrder({ get: (keys) => local.get(keys), set, remove: (keys) => local.remove(keys) }),

    async reclaimIfNearlyFull(): Promise<void> {
      if ((await usedPart(local)) > maxUsedPart) await runOnce(steps[0]);
    },

    /** True when the user should know that space was freed, also by a previous worker instance. */
    async hasReclaimed(): Promise<boolean> {
      reclaimedAt ??= timeOf((await session.get(reclaimedKey))[reclaimedKey]);
      return reclaimedAt > 0 && deps.now() - reclaimedAt < noticeMs;
    },
  };
}

/** Changes one after the other: else a repeated write could overtake a newer one, or one that removes its key. */
function inOrder(area: StorageArea): StorageArea {
  const inTurn = createSerialQueue();
  return {
    get: (keys) => area.get(keys),
    set(items) {
      // Copied: the caller may change the object before its turn.
      const written = { ...items };
      return inTurn(() => area.set(written));
    },
    remove: (keys) => inTurn(() => area.remove(keys)),
  };
}

/** Measured, as the browser's error has nothing but its text to tell a full storage by. */
async function isFullFor(items: Record<string, unknown>): Promise<boolean> {
  const added = JSON.stringify(items).length;
  // Where it can't be measured, nothing is dropped, and the caller gets the failure.
  return (await usedPart(browser.storage.local, added).catch(() => 0)) > maxUsedPart;
}

/**
 * The used part of the quota; 0 where the browser reports none: Firefox has no limit for this area.
 *
 * @param added bytes that a write would add
 */
async function usedPart(area: Quota, added = 0): Promise<number> {
  const used = await area.getBytesInUse?.(null);
  return used === undefined || area.QUOTA_BYTES === undefined ? 0 : (used + added) / area.QUOTA_BYTES;
}
