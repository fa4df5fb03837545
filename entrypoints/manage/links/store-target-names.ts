/** Tells the background what the service calls the countries and devices of a link that was opened. */
import { isIncognito } from '../../../lib/browser/incognito.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import { withRetry, sendManageRequest } from '../../../lib/messages/client.ts';
import type { LinkDetails } from '../../../lib/api/link-details.ts';
import {
  parseTargetSuggestions,
  targetSuggestionsKey,
  withTargetsOf,
} from '../../../lib/storage/target-suggestions.ts';

export async function storeTargetNames(link: LinkDetails, scope: string): Promise<void> {
  const kept = await readStorage('local', targetSuggestionsKey);
  const names = withTargetsOf(link, parseTargetSuggestions(kept[targetSuggestionsKey]));
  // It would tell of a link that was looked at in a private window.
  if (names !== null && !isIncognito())
    await withRetry(() => sendManageRequest('store-target-names', { scope, ...names }));
}
