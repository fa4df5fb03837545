/** The connection of this worker instance, as attempts and disconnects share it. */
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
import type { Items } from '../storage/stored-items.ts';
import type { Connection, ConnectionRecord } from './connection-record.ts';
import type { Gateway, GatewayDeps } from './gateway.ts';

/** How an attempt to connect ended: with a response, replaced by a later press, or by "Disconnect". */
export type AttemptEnd = ReplyOf<'connect'>;

/** A press of "Connect" whose response is awaited. */
export interface Attempt {
  readonly id: string;
  readonly address: string;
  readonly abort: AbortController;
  /** Opened for this attempt alone: closed when its response does not count. */
  gateway?: Gateway;
  /** Set when its response no longer counts. */
  end?: AttemptEnd;
}

export interface ConnectionState {
  open: { readonly connection: Connection; readonly gateway: Promise<Gateway> } | null;
  /** The attempt whose response counts. */
  latest: Attempt | null;
  /** The attempt that is being made the connection, which only "Disconnect" ends. */
  committed: Attempt | null;
  /** Resolves when it is the connection, or has failed: until then the record is that of the account before. */
  committing: Promise<unknown>;
  /** Disconnected, whether or not the record could be removed. */
  disconnected: boolean;
  /** Number of disconnects: one of them ends every attempt that began before it. */
  disconnects: number;
  /** Stored data is being forgotten: nothing takes its place before that has ended. */
  disconnecting: Promise<unknown>;
}

export const createConnectionState = (): ConnectionState => ({
  open: null,
  latest: null,
  committed: null,
  committing: Promise.resolve(),
  disconnected: false,
  disconnects: 0,
  disconnecting: Promise.resolve(),
});

export interface ConnectionsDeps extends GatewayDeps {
  readonly onDamaged: (key: string) => void;
  /**
   * Forgets everything that was stored for an account, with what was asked for and not begun: before a connection to
   * another account takes effect, and for a disconnect.
   *
   * @param keysToKeep of what continues, looked up right before the rest is removed
   * @throws when some of it could not be forgotten
   */
  readonly forget: (keysToKeep: () => Promise<readonly string[]>) => Promise<void>;
  /** Called with every gateway that is put to use. */
  readonly onGateway: (gateway: Gateway) => void;
  readonly onConnected: () => void;
  readonly now: () => number;
}

export interface ConnectionContext extends ConnectionsDeps {
  readonly items: Items;
  readonly record: ConnectionRecord;
  readonly state: ConnectionState;
}

/** The attempt's response counts no more. */
export function supersede(state: ConnectionState, attempt: Attempt | null, end: AttemptEnd): void {
  if (attempt === null) return;
  if (state.latest === attempt) state.latest = null;
  attempt.end = end;
  attempt.gateway?.close();
  // Last: in Chromium code that awaits it resumes before this returns.
  attempt.abort.abort();
}
