/**
 * The stored connection: address and key as one, so that a key never travels to another origin. Only this folder reads it,
 * and only lib/api/api-client.ts sends the key. And the connection of this worker instance, with its gateway, which alone
 * gets its key.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { createItem, type StoredItem } from '../../../lib/storage/stored-item.ts';
import { openGateway, type Gateway, type GatewayDeps } from './gateway.ts';

export const connectionKey = 'connection';

const connectionSchema = z.object({
  address: z.string(),
  key: z.string(),
  /** Names the account: what is stored for one scope never shows under another. */
  scope: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

export type ConnectionRecord = StoredItem<Connection | null>;

export const openConnectionRecord = (onDamaged: (key: string) => void): ConnectionRecord =>
  createItem(
    browser.storage.local,
    {
      key: connectionKey,
      version: 1,
      schema: z.nullable(connectionSchema),
      fallback: null,
    },
    onDamaged,
  );

export interface OpenConnection {
  readonly connection: Connection;
  readonly gateway: Promise<Gateway>;
}

export interface CurrentConnectionDeps extends GatewayDeps {
  /** Called with every gateway that is put to use. */
  readonly onGateway: (gateway: Gateway) => void;
}

export class CurrentConnection {
  readonly #record: ConnectionRecord;
  readonly #deps: CurrentConnectionDeps;
  /** `null` when not connected, whether or not the record could be removed; `undefined` until it has been read. */
  #open: OpenConnection | null | undefined;

  constructor(record: ConnectionRecord, deps: CurrentConnectionDeps) {
    this.#record = record;
    this.#deps = deps;
  }

  /** `null` when not connected. Waits for no change of the connection. */
  async read(): Promise<OpenConnection | null> {
    if (this.#open === undefined) this.#openOnce(await this.#record.read());
    return this.#open ?? null;
  }

  /** While it was being read, another reader may have opened it, or a disconnect ended it. */
  #openOnce(connection: Connection | null): void {
    if (this.#open === undefined)
      this.replace(connection && { connection, gateway: openGateway(connection, this.#deps) });
  }

  /** Puts a connection to use; `null` ends the current one, with all that waits in its gateway. */
  replace(next: OpenConnection | null): void {
    const before = this.#open;
    this.#open = next;
    if (before?.gateway === next?.gateway) return;
    const isSameAccount = before?.connection.scope === next?.connection.scope;
    void before?.gateway.then((gateway) => (isSameAccount ? gateway.retire() : gateway.close()));
    void next?.gateway.then(this.#deps.onGateway);
  }
}
