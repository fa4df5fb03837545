/** The context of every route of the local service: data, clock, randomness, address, and the active quirks. */
import type { Database } from './database.ts';
import type { RateLimiter, WindowKind } from './rate-limit.ts';
import type { RequestLog } from './request-log.ts';

export interface Service {
  readonly database: Database;
  readonly log: RequestLog;
  readonly now: () => number;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  readonly utcOffsetMinutes: number;
  /** Scheme, host, port and sub-path, no trailing slash: what short links of the service itself begin with. */
  address: string;
  key: string;
  limiter: RateLimiter;
  limit: { limit: number; window: WindowKind; windowMs: number };
  /** A country for visitors without a CF-IPCountry header: a two-letter code, or null. */
  visitorCountry: string | null;
  quirks: ReadonlySet<string>;
}

/** The HTTP front's data about the client. */
export interface Bindings {
  ip: string;
}

export interface Env {
  Bindings: Bindings;
}
