/** Tells the background what the service calls the countries and devices of a link that was opened. */
import { inPrivateWindow } from '../../../lib/browser/incognito.ts';
import { readStored } from '../../../lib/browser/storage.ts';
import { insist } from '../../../lib/messages/client.ts';
import { askManage } from '../../../lib/messages/manage-client.ts';
import type { LinkDetails } from '../../../lib/api/link-details.ts';
import { guardTargetNames, targetNamesKey, withTargetsOf } from '../../../lib/storage/target-suggestions.ts';

export async function learnTargets(link: LinkDetails, scope: string): Promise<void> {
  const kept = await readStored('local', targetNamesKey);
  const names = withTargetsOf(link, guardTargetNames(kept[targetNamesKey]));
  // It would tell of a link that was looked at in a private window.
  if (names !== null && !inPrivateWindow())
    await insist(() => askManage('keep-target-names', { scope, ...names }));
}
