/** What builds up by the address of a page: drafts, which pages write themselves, and known links. Cleared away here. */
import { browser } from 'wxt/browser';
import { knownPrefix } from '../../lib/settings/known-links.ts';
import { draftPrefix } from '../../lib/shortening/draft-guard.ts';
import { storedUnder } from './stored-under.ts';

const draftKeptMs = 30 * 86_400_000;
const keptDrafts = 200;
const keptKnown = 2_000;

type Area = typeof browser.storage.local | typeof browser.storage.session;

interface Kept {
  readonly key: string;
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
        typeof value === 'object' && value !== null ? { key, at: timeOf(value) } : [],
      )
      .sort((one, other) => other.at - one.at)
  );
}

const remove = (area: Area, kept: readonly Kept[]) => area.remove(kept.map(({ key }) => key));

/** All of it belongs to the account that is left. */
export async function clearByAddress(): Promise<void> {
  for (const area of [browser.storage.local, browser.storage.session])
    for (const prefix of [draftPrefix, knownPrefix]) await remove(area, await keptUnder(prefix, area));
}

/** Once per browser start: drafts older than 30 days go, and all but the newest 200 drafts and 2,000 known links. */
export async function pruneByAddress(now: number): Promise<void> {
  const { local } = browser.storage;
  const drafts = await keptUnder(draftPrefix, local);
  await remove(
    local,
    drafts.filter(({ at }, place) => place >= keptDrafts || now - at > draftKeptMs),
  );
  await remove(local, (await keptUnder(knownPrefix, local)).slice(keptKnown));
}
