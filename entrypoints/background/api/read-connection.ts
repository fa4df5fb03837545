/** Reads the stored connection. Its key goes to the gateway alone. */
import type { ConnectionContext, ConnectionState } from './connection-state.ts';
import { openGateway } from './gateway.ts';

/** The stored connection with its gateway, which is opened at the first use; `null` when not connected. */
export async function readConnection(context: ConnectionContext): Promise<ConnectionState['open']> {
  const { state, record, onGateway } = context;
  const connection = await record.read();
  if (connection === null || state.disconnected) return null;
  if (state.open?.connection !== connection) {
    const gateway = openGateway(connection, context);
    state.open = { connection, gateway };
    void gateway.then(onGateway);
  }
  return state.open;
}
