/** One request in the layers that may alter it: injected responses, then quirks, then the service. */
import type { OddResponse } from './odd-response.ts';
import type { SeenRequest } from './request-log.ts';
import type { Service } from './service.ts';

/** The response of the layers further in. */
export interface Passed {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8. */
  readonly body: string;
}

export interface Exchange {
  readonly request: SeenRequest;
  readonly service: Service;
  /** The delay of the quirks that answer late, in ms. */
  readonly delayMs: number;
  /** Lets the layers further in do their work; an odd response of theirs that is no response stays as it is. */
  pass(): Promise<Passed>;
  /** Does something later, unless the service is closed by then. */
  later(ms: number, task: () => Promise<unknown>): void;
  /** A request of another device with the same key, without one on the wire. */
  asOther(method: string, path: string, body?: unknown): Promise<void>;
}

export type Layer = (exchange: Exchange) => OddResponse | Promise<OddResponse>;
