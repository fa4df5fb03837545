/** The connection to the service: its gateway, how it is made, and how it is ended. */
import type { Items } from '../storage/stored-items.ts';
import { updateAvatar } from './avatar.ts';
import { connect } from './connect.ts';
import { openConnectionRecord } from './connection-record.ts';
import {
  createConnectionState,
  type AttemptEnd,
  type ConnectionContext,
  type ConnectionsDeps,
} from './connection-state.ts';
import { readConnection } from './read-connection.ts';
import { disconnect, readUnfinishedDisconnect } from './disconnect.ts';
import type { Gateway } from './gateway.ts';

export type Connections = ReturnType<typeof createAccountConnection>;

export function createAccountConnection(items: Items, deps: ConnectionsDeps) {
  const record = openConnectionRecord(deps.onDamaged);
  const context: ConnectionContext = { ...deps, items, record, state: createConnectionState() };
  /** The same intent is tried once, however many ask for it. */
  const trying = new Map<string, Promise<AttemptEnd>>();

  return {
    /** The gateway of the connected account; `null` when not connected. */
    gateway: async (): Promise<Gateway | null> => (await (await readConnection(context))?.gateway) ?? null,
    /** The account of now; empty when not connected. */
    scope: async (): Promise<string> => (await readConnection(context))?.connection.scope ?? '',
    /** Empty when not connected. */
    address: async (): Promise<string> => (await readConnection(context))?.connection.address ?? '',
    /** Tries a connect intent and, when the account answers, makes it the connection. Of several the last press wins. */
    connect(id: string): Promise<AttemptEnd> {
      const already = trying.get(id);
      if (already !== undefined) return already;
      const attempted = connect(context, id).finally(() => trying.delete(id));
      trying.set(id, attempted);
      return attempted;
    },
    /** Fetches the account's picture where that is still to be done. */
    updateAvatar: (): Promise<void> => updateAvatar(context),
    /**
     * Forgets key, address and all that was stored for the account, and ends an attempt to connect. Every step is carried
     * out even if others fail.
     *
     * @throws when a step has failed: the next start of the background repeats them
     */
    disconnect: (): Promise<void> => disconnect(context, deps.now()),
    /** Repeats a disconnect that a previous worker instance could not finish. */
    async finishDisconnect(): Promise<void> {
      const unfinished = await readUnfinishedDisconnect();
      if (unfinished !== null) await disconnect(context, unfinished.at ?? deps.now());
    },
  };
}
