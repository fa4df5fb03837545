/** Finds the form that "New link" has opened last, and whose tab was closed before it was submitted. */
import { isObject } from '../../../lib/api/is-object.ts';
import { isIncognito } from '../../../lib/browser/incognito.ts';
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { native } from '../../../lib/browser/native.ts';
import { createUniquePage } from '../../../lib/browser/page-id.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import { newLinkPrefix, unsubmittedSince } from '../../../lib/draft/new-link-draft.ts';
import { pageDraftKey } from '../../../lib/draft/stored-draft.ts';
import { keysByPrefix } from '../../../lib/storage/keys-by-prefix.ts';
import { placementsDraftKey } from '../../../lib/placements/placements.ts';

/** Ms in which a tab that was opened claims the name of its form. */
const claimMs = 5_000;

/** The names of the forms, without those of drafts that belong to one. */
async function listNames(): Promise<readonly string[]> {
  const prefix = pageDraftKey('');
  const keys = await keysByPrefix([prefix + newLinkPrefix], native.storage.local);
  return keys.filter((key) => !key.includes(' ')).map((key) => key.slice(prefix.length));
}

/** Its placements were submitted. */
const hasBatch = (placements: unknown): boolean => isObject(placements) && isObject(placements['batch']);

/** The newest first. */
async function listUnsubmitted(): Promise<readonly string[]> {
  const names = await listNames();
  const stored = await readStorage(
    'local',
    ...names.flatMap((name) => [pageDraftKey(name), placementsDraftKey(name)]),
  );
  return names
    .flatMap((name) => {
      const at = unsubmittedSince(stored[pageDraftKey(name)]);
      return at === null || hasBatch(stored[placementsDraftKey(name)]) ? [] : [{ name, at }];
    })
    .toSorted((one, other) => other.at - one.at)
    .map(({ name }) => name);
}

/**
 * Never in a private window: what is typed there is shown in no other tab.
 *
 * @param opening names that this page has opened, whose tabs may not have claimed them yet
 * @returns false when there is no such form
 */
export async function openUnfinishedNewLink(opening: Set<string>): Promise<boolean> {
  if (isIncognito()) return false;
  const page = createUniquePage('link-page');
  for (const name of await listUnsubmitted()) {
    if (opening.has(name)) continue;
    const opened = await page.ifClosed(name, async () => {
      opening.add(name);
      setTimeout(() => opening.delete(name), claimMs);
      await openLinkPage(name);
      return true;
    });
    if (opened === true) return true;
  }
  return false;
}
