/** Gives back the access to origins that are no longer needed. */
import { browser } from 'wxt/browser';
import { cleanAddress, originPattern } from '../../../lib/api/base-url.ts';
import { readConnectIntents } from '../jobs/intents.ts';
import type { ConnectionContext } from './connection-context.ts';

/** The permission pattern of an address; `null` for text that is no address of a service. */
export function patternOf(address: string | undefined): string | null {
  const cleaned = cleanAddress(address ?? '');
  return 'address' in cleaned ? originPattern(cleaned.address) : null;
}

/**
 * Removes the access to an origin, unless the connection or a press of "Connect" needs it. Where that fails, the settings
 * list it.
 *
 * @param pattern `null` for none
 * @param ended the presses that need nothing any more, whether or not they are still stored
 * @throws when the browser rejects it
 */
export async function removeAccess(
  { current }: Pick<ConnectionContext, 'current'>,
  pattern: string | null,
  ended: readonly string[] = [],
): Promise<void> {
  const open = await current.read();
  const intents = (await readConnectIntents()).filter(({ id }) => !ended.includes(id));
  const used = [open?.connection, ...intents].map((one) => patternOf(one?.address));
  if (pattern !== null && !used.includes(pattern)) await browser.permissions.remove({ origins: [pattern] });
}
