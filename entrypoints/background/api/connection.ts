/** The connection to the service: its gateway, how it is made, and how it is ended. */
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
import type { Items } from '../storage/stored-items.ts';
import { updateAvatar } from './avatar.ts';
import { ConnectAttempt } from './connect-attempt.ts';
import type { AttemptEnd, ConnectionContext, AccountConnectionDeps } from './connection-context.ts';
import { forgetConnection, readUnfinishedDisconnect } from './disconnect.ts';
import type { Gateway } from './gateway.ts';
import { openConnectionRecord, CurrentConnection } from './stored-connection.ts';

export type AccountConnection = ReturnType<typeof createAccountConnection>;

export function createAccountConnection(items: Items, deps: AccountConnectionDeps) {
  const record = openConnectionRecord(deps.onDamaged);
  const current = new CurrentConnection(record, deps);
  const attempts: ConnectionContext['attempts'] = new Map();
  const inTurn = createSerialQueue();
  const context: ConnectionContext = { ...deps, items, record, current, attempts, inTurn };

  /** @param at epoch ms of the press of "Disconnect" */
  function disconnect(at: number): Promise<void> {
    // Immediately: nothing more is sent, and responses that arrive from here on are ignored.
    const stopped = [...attempts.keys()];
    current.replace(null);
    for (const attempt of attempts.values()) attempt.stop('ended');
    return inTurn(() => forgetConnection(context, at, stopped));
  }

  return {
    /** The gateway of the connected account; `null` when not connected. */
    gateway: async (): Promise<Gateway | null> => (await (await current.read())?.gateway) ?? null,
    /** The account of now; empty when not connected. */
    scope: async (): Promise<string> => (await current.read())?.connection.scope ?? '',
    /** Empty when not connected. */
    address: async (): Promise<string> => (await current.read())?.connection.address ?? '',
    /**
     * Tries a connect intent, once, however many ask for it, and makes it the connection when the account answers. Of
     * several the last press wins.
     */
    connect(id: string): Promise<AttemptEnd> {
      const attempt = attempts.get(id) ?? new ConnectAttempt(context, id);
      attempts.set(id, attempt);
      return attempt.ended;
    },
    /** Fetches the account's picture where that is still to be done. */
    updateAvatar: (): Promise<void> => updateAvatar(context),
    /**
     * Forgets key, address and all that was stored for the account, and ends an attempt to connect. Every step is carried
     * out even if others fail.
     *
     * @throws when a step has failed: the next start of the background repeats them
     */
    disconnect: (): Promise<void> => disconnect(deps.now()),
    /** Repeats a disconnect that a previous worker instance could not finish. */
    async finishDisconnect(): Promise<void> {
      const unfinished = await readUnfinishedDisconnect();
      if (unfinished !== null) await disconnect(unfinished.at ?? deps.now());
    },
  };
}
