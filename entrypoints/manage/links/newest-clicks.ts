/** The clicks of an export: a sync before it, since clicks that are a minute old may all be missing, and how old they are. */
import { isOlderThan } from '../../../lib/time/elapsed.ts';
import { delay } from '../../../lib/time/delay.ts';
import { linkKey } from '../../../lib/mirror/link-row.ts';
import type { LinksFreshness } from '../../../lib/mirror/mirror-reader.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import type { LinksModel } from './links-model.ts';

/** Clicks that were synced so recently are not requested again; in ms. The second file of an export has those of the first. */
const freshMs = 10_000;
/** After this time the file gets the clicks that are here; in ms. */
const maxWaitMs = 15_000;
const pollMs = 50;

interface SyncBeforeExport {
  readonly model: Pick<LinksModel, 'freshness' | 'syncNow' | 'isStopped'>;
  readonly now: () => number;
  /** Nothing is sent: offline, say. */
  readonly isBlocked: () => boolean;
  /** The user does not want to wait. */
  readonly isSkipped: () => boolean;
}

/** Syncs once, whatever the number of links. @returns whether the newest clicks are here */
export async function syncClicks({ model, now, isBlocked, isSkipped }: SyncBeforeExport): Promise<boolean> {
  const syncedAt = () => model.freshness.peek()?.links.at ?? null;
  const began = now();
  if (!isOlderThan(syncedAt(), freshMs, began)) return true;
  if (isBlocked()) return false;
  model.syncNow();
  while (!isOlderThan(began, maxWaitMs, now())) {
    if ((syncedAt() ?? 0) > began) return true;
    if (isSkipped() || isBlocked() || model.isStopped()) return false;
    await delay(pollMs);
  }
  return false;
}

/** Clicks only grow: a link may have been opened before the list was synced, or after. */
export const newer = (one: number | null | undefined, other: number | null): number | null =>
  one == null || other === null ? (one ?? other) : Math.max(one, other);

export type ClickTimes = Pick<LinksFreshness, 'at' | 'newestFrom' | 'wholeAt'>;

/** @returns a link's clicks are at least as new as this: epoch ms; `null` where no list of the service has shown it */
export function clicksAsOf({ id, confirmed }: MirrorLink, times: ClickTimes | undefined): number | null {
  if (times === undefined || !confirmed) return null;
  const { at, newestFrom, wholeAt } = times;
  return newestFrom !== null && linkKey(id) <= linkKey(newestFrom) ? at : wholeAt;
}
