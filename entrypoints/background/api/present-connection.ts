/** The connection of this worker instance, with its gateway, which alone gets its key. */
import type { Connection, ConnectionRecord } from './connection-record.ts';
import { openGateway, type Gateway, type GatewayDeps } from './gateway.ts';

export interface OpenConnection {
  readonly connection: Connection;
  readonly gateway: Promise<Gateway>;
}

export interface PresentConnectionDeps extends GatewayDeps {
  /** Called with every gateway that is put to use. */
  readonly onGateway: (gateway: Gateway) => void;
}

export class PresentConnection {
  readonly #record: ConnectionRecord;
  readonly #deps: PresentConnectionDeps;
  /** `null` when not connected, whether or not the record could be removed; `undefined` until it has been read. */
  #open: OpenConnection | null | undefined;

  constructor(record: ConnectionRecord, deps: PresentConnectionDeps) {
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

  /** Puts a connection to use; `null` ends the present one, with all that waits in its gateway. */
  replace(next: OpenConnection | null): void {
    const before = this.#open;
    this.#open = next;
    if (before?.gateway === next?.gateway) return;
    const isSameAccount = before?.connection.scope === next?.connection.scope;
    void before?.gateway.then((gateway) => (isSameAccount ? gateway.retire() : gateway.close()));
    void next?.gateway.then(this.#deps.onGateway);
  }
}
