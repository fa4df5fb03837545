/**
 * A page repeats "Disconnect" where the reply was lost, perhaps with the worker. Carried out again, it would end a
 * connection that was made since.
 */
import { browser } from 'wxt/browser';

/** The id of the last press, in session memory. */
const lastDisconnectKey = 'last-disconnect';

/** @throws as `disconnect` does; then a repeat tries again */
export async function disconnectOnce(id: string, disconnect: () => Promise<void>): Promise<void> {
  const { session } = browser.storage;
  const { [lastDisconnectKey]: last } = await session.get(lastDisconnectKey);
  if (last === id) return;
  await disconnect();
  // Last: where the worker ends before it, the repeat completes what is left.
  await session.set({ [lastDisconnectKey]: id });
}
