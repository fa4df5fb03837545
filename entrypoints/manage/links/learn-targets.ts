/** Tells the background what the service calls the countries and devices of a link that was opened. */
import { readStored } from '../../../lib/browser/stored.ts';
import { insist } from '../../../lib/messages/ask.ts';
import { askManage } from '../../../lib/messages/ask-manage.ts';
import type { LinkDetails } from '../../../lib/service/link-details.ts';
import { guardTargetNames, targetNamesKey, withTargetsOf } from '../../../lib/settings/target-names.ts';

export async function learnTargets(link: LinkDetails, scope: string): Promise<void> {
  const kept = await readStored('local', targetNamesKey);
  const names = withTargetsOf(link, guardTargetNames(kept[targetNamesKey]));
  if (names !== null) await insist(() => askManage('keep-target-names', { scope, ...names }));
}
