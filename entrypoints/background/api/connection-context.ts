/** What connecting and disconnecting share. */
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
import type { Items } from '../storage/stored-items.ts';
import type { ConnectionRecord, CurrentConnection, CurrentConnectionDeps } from './stored-connection.ts';

/** How an attempt to connect ended: with a response, replaced by a later press, or by "Disconnect". */
export type AttemptEnd = ReplyOf<'connect'>;

export interface AccountConnectionDeps extends CurrentConnectionDeps {
  readonly onDamaged: (key: string) => void;
  /**
   * Forgets everything that was stored for an account, with what was asked for and not begun: before a connection to
   * another account takes effect, and for a disconnect.
   *
   * @param keysToKeep of what continues, looked up right before the rest is removed
   * @throws when some of it could not be forgotten
   */
  readonly forget: (keysToKeep: () => Promise<readonly string[]>) => Promise<void>;
  readonly onConnected: () => void;
  readonly now: () => number;
}

export interface ConnectionContext extends AccountConnectionDeps {
  readonly items: Items;
  readonly record: ConnectionRecord;
  readonly current: CurrentConnection;
  /** Those in progress, by the ids of their intents (connect-attempt.ts). */
  readonly attempts: Map<string, { readonly ended: Promise<AttemptEnd>; stop(end: AttemptEnd): void }>;
  /**
   * Runs the steps that change the connection, or what is stored of an attempt, one after the other. Beside it run
   * requests, readers, and the press of "Disconnect", which stops every attempt immediately.
   */
  readonly inTurn: <R>(step: () => Promise<R>) => Promise<R>;
}
