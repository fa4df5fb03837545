/** Pages write their drafts themselves; what nobody came back to is cleared away here. */
import { browser } from 'wxt/browser';
import { draftPrefix } from '../../lib/shortening/draft-guard.ts';

const keptMs = 30 * 86_400_000;
const keptDrafts = 200;

function timeOf(draft: unknown): number {
  return typeof draft === 'object' && draft !== null && 'at' in draft && typeof draft.at === 'number'
    ? draft.at
    : 0;
}

async function drafts(): Promise<{ key: string; at: number }[]> {
  return (
    Object.entries(await browser.storage.local.get(null))
      // The settings page keeps a typed address, which is no draft of a link.
      .filter(([key, value]) => key.startsWith(draftPrefix) && typeof value === 'object')
      .map(([key, value]) => ({ key, at: timeOf(value) }))
  );
}

/** What was chosen in them belongs to the account that is left. */
export async function clearDrafts(): Promise<void> {
  await browser.storage.local.remove((await drafts()).map(({ key }) => key));
}

/** Once per browser start: drafts older than 30 days go, and all but the newest 200. */
export async function pruneDrafts(now: number): Promise<void> {
  const newestFirst = (await drafts()).sort((one, other) => other.at - one.at);
  const old = newestFirst.filter(({ at }, place) => place >= keptDrafts || now - at > keptMs);
  await browser.storage.local.remove(old.map(({ key }) => key));
}
