/** Forgets key, address and all that was stored for the account; repeated at the next start when a step has failed. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import type { ConnectIntent } from '../../../lib/messages/protocol.ts';
import { damagedPrefix, intentKey } from '../../../lib/storage/storage-keys.ts';
import { readConnectIntents, removeIntents } from '../jobs/intents.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { runSteps } from '../run-steps.ts';
import type { ConnectionContext } from './connection-context.ts';
import { limiterStateKey } from './gateway.ts';
import { connectionKey } from './stored-connection.ts';
import { patternOf, removeAccess } from './remove-origin-access.ts';

/** Set as long as a disconnect is not finished. */
export const disconnectingKey = 'disconnecting';
const disconnectingSchema = z.object({
  /** Those whose access it still has to remove. */
  origins: z.array(z.string()),
  /** Epoch ms of the press of "Disconnect". Earlier versions did not store it. */
  at: z.optional(z.number()),
});

export type UnfinishedDisconnect = Readonly<z.infer<typeof disconnectingSchema>>;

export async function readUnfinishedDisconnect(): Promise<UnfinishedDisconnect | null> {
  const marks = await browser.storage.local.get(disconnectingKey);
  if (!(disconnectingKey in marks)) return null;
  // Versions before those wrote `true`.
  return disconnectingSchema.safeParse(marks[disconnectingKey]).data ?? { origins: [] };
}

/** Removes the mark of an unfinished disconnect: the next start would end the connection that was made since. */
export async function completeDisconnect(
  context: ConnectionContext,
  { origins }: UnfinishedDisconnect,
): Promise<void> {
  for (const origin of origins) await removeAccess(context, origin).catch(logError);
  await browser.storage.local.remove(disconnectingKey);
}

/**
 * In this order the key goes first.
 *
 * @param at epoch ms of the press of "Disconnect"
 * @param stopped ids of the attempts that it has stopped
 * @throws when a step has failed
 */
export async function forgetConnection(
  context: ConnectionContext,
  at: number,
  stopped: readonly string[],
): Promise<void> {
  const { record, items, disk, forget } = context;
  const { local } = browser.storage;
  // The record is removed, also where it can't be read; settings list the access that then stays.
  const connection = await record.read().catch(() => null);
  // A press of "Connect" that came after "Disconnect" continues. Where none can be read, there is none to end.
  const pending = await readConnectIntents().catch(() => []);
  const continues = (intent: ConnectIntent) => intent.at > at && !stopped.includes(intent.id);
  const intents = pending.filter((intent) => !continues(intent));
  const ended = intents.map(({ id }) => id);
  // Without it, the access to the current connection's origin is still given back.
  const unfinished = await readUnfinishedDisconnect().catch(() => null);
  const used = [connection?.address, ...intents.map(({ address }) => address)];
  // A previous instance may have forgotten the address, and not removed the access to it.
  const origins = new Set([
    ...(unfinished?.origins ?? []),
    ...used.flatMap((address) => patternOf(address) ?? []),
  ]);
  const isDone = await runSteps([
    () => local.set({ [disconnectingKey]: { origins: [...origins], at } }),
    () => record.remove(),
    () => items.accountView.remove(),
    // What is still being tried has a key; a record that was damaged and set aside by an earlier version may have one.
    () => removeIntents(ended),
    () => local.remove(damagedPrefix + connectionKey),
    () => disk.remove(limiterStateKey),
    ...[...origins].map((origin) => () => removeAccess(context, origin, ended)),
    () =>
      forget(async () => {
        // Where none can be read, none is known to continue.
        const later = (await readConnectIntents().catch(() => [])).filter(continues);
        return [disconnectingKey, ...later.map(({ id }) => intentKey(id))];
      }),
  ]);
  if (!isDone) throw new Error('not all is forgotten');
  await local.remove(disconnectingKey);
}
