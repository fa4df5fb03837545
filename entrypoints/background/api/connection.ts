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

export interface Connections {
  /** The gateway of the connected account; `null` when not connected. */
  gateway(): Promise<Gateway | null>;
  /** The account of now; empty when not connected. */
  scope(): Promise<string>;
  /** Empty when not connected. */
  address(): Promise<string>;
  /** Tries a connect intent and, when the account answers, makes it the connection. Of several the last press wins. */
  connect(intentId: string): Promise<AttemptEnd>;
  /** Fetches the account's picture where that is still to be done. */
  updateAvatar(): Promise<void>;
  /**
   * Forgets key, address and all that was stored for the account, and ends an attempt to connect. Every step is carried
   * out even if others fail.
   *
   * @throws when a step has failed: the next start of the background repeats them
   */
  disconnect(): Promise<void>;
  /** Repeats a disconnect that a previous worker instance could not finish. */
  finishDisconnect(): Promise<void>;
}

export function createAccountConnection(items: Items, deps: ConnectionsDeps): Connections {
  const record = openConnectionRecord(deps.onDamaged);
  const context: ConnectionContext = { ...deps, items, record, state: createConnectionState() };
  /** The same intent is tried once, however many ask for it. */
  const trying = new Map<string, Promise<AttemptEnd>>();

  return {
    gateway: async () => (await (await readConnection(context))?.gateway) ?? null,
    scope: async () => (await readConnection(context))?.connection.scope ?? '',
    address: async () => (await readConnection(context))?.connection.address ?? '',
    connect(id) {
      const already = trying.get(id);
      if (already !== undefined) return already;
      const attempted = connect(context, id).finally(() => trying.delete(id));
      trying.set(id, attempted);
      return attempted;
    },
    updateAvatar: () => updateAvatar(context),
    disconnect: () => disconnect(context, deps.now()),
    async finishDisconnect() {
      const unfinished = await readUnfinishedDisconnect();
      if (unfinished !== null) await disconnect(context, unfinished.at ?? deps.now());
    },
  };
}
