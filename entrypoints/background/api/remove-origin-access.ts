/** Gives back the access to origins that are no longer needed. */
import { browser } from 'wxt/browser';
import { cleanAddress, originPattern } from '../../../lib/api/base-url.ts';
import { readConnectIntents } from '../jobs/intents.ts';
import { logError } from '../log-error.ts';
import type { ConnectionContext } from './connection-state.ts';

type Context = Pick<ConnectionContext, 'record' | 'state'>;

/** `null` for text that is no address of a service. */
export function originOf(address: string | undefined): string | null {
  const cleaned = cleanAddress(address ?? '');
  return 'address' in cleaned ? originPattern(cleaned.address) : null;
}

/**
 * Removes the access to an origin, unless the connection, an active attempt or a press that has not begun needs it.
 *
 * @param ended the presses that need nothing any more, whether or not they are still stored
 * @throws when the browser rejects it
 */
export async function removeAccess(
  { record, state }: Context,
  pattern: string,
  ended: readonly string[] = [],
): Promise<void> {
  const connection = state.disconnected ? null : await record.read();
  const intents = (await readConnectIntents()).filter(({ id }) => !ended.includes(id));
  const attempts = [state.latest, state.committed].filter((attempt) => attempt?.end === undefined);
  const addresses = [connection, ...attempts, ...intents].map((one) => one?.address);
  const needed = addresses.flatMap((address) => originOf(address) ?? []);
  if (!needed.includes(pattern)) await browser.permissions.remove({ origins: [pattern] });
}

/** For an origin that did not become the service's. The settings list what is still granted. */
export const giveBackAccess = (context: Context, address: string, ended?: readonly string[]): Promise<void> =>
  removeAccess(context, originPattern(address), ended).catch(logError);
