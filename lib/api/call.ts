/** A call to the service as a plain value, and its outcome. Nothing here sends anything. */
import type { RateLimitInfo } from './rate-limit-headers.ts';
import type { Failure } from './failure.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Thrown by a reader: the body is not what the contract promises. Any other error of a reader is a bug. */
export class UnreadableBody extends Error {}

export interface Call<T> {
  readonly method: Method;
  /** Relative to the service's address, starting with `/api/`; parameters are already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON exactly as given; the builder has omitted empty optionals. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Reads a successful body. @throws UnreadableBody when it does not fit the schema */
  readonly read: (body: unknown) => T;
  /** For a search alone: the value of a refusal, because the service reports "nothing found" as an error. */
  readonly readNotFound?: () => T;
  /** Sending it twice does no more than sending it once. `false` for the call of a job, too: only the outbox repeats that. */
  readonly idempotent: boolean;
}

/** Reads without changing anything. */
export const getCall = <T>(path: string, read: Call<T>['read']): Call<T> => ({
  method: 'GET',
  path,
  read,
  idempotent: true,
});

/** The result of one send. `rate` is the limit as the response reports it, `null` when no response came. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly rate: RateLimitInfo; readonly date: number | null }
  | {
      readonly ok: false;
      readonly failure: Failure;
      readonly rate: RateLimitInfo | null;
      /** It certainly never left, so it counts in no rate limit. */
      readonly unsent?: true;
    };

export type FailedOutcome = Extract<Outcome<never>, { ok: false }>;

export function mapOutcome<A, B>(outcome: Outcome<A>, change: (value: A) => B): Outcome<B> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}

/** No response that could tell the rate limit. */
export const failed = (failure: Failure): FailedOutcome => ({ ok: false, failure, rate: null });

export const unsent = (failure: Failure): FailedOutcome => ({ ...failed(failure), unsent: true });

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Awaited right before the bytes leave; when it fails, nothing is sent. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** Awaited when the service has refused the call for its limit. */
  readonly onHeldBack?: ((until: number) => Promise<void>) | undefined;
}

/** Sends once and never repeats. Rejects only with a bug. */
export type Send = <T>(call: Call<T>, options?: SendOptions) => Promise<Outcome<T>>;
