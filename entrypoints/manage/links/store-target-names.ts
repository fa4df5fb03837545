/** Sends the background the service's names of countries and devices from a link that was opened. */
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
  const stored = await readStorage('local', targetSuggestionsKey);
  const names = withTargetsOf(link, parseTargetSuggestions(stored[targetSuggestionsKey]));
  // The names would reveal a link that was opened in a private window.
  if (names !== null && !isIncognito())
    await withRetry(() => sendManageRequest('store-target-names', { scope, ...names }));
}
