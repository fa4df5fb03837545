/**
 * The closed list of ways a call can fail, as plain data that survives storage and messages.
 * Sentences for people are made at the edge (lib/i18n); nothing here may hold the API key.
 */

/** The part of a link that is invalid; `record`: a campaign, channel or pixel that was to be created for it has not been. */
export type InvalidField = 'alias' | 'type' | 'expiry' | 'expired' | 'targets' | 'parameters' | 'record';

/** `message` is the service's own words: plain text, shortened, redacted; `null` when it said nothing usable. */
export type Failure =
  /** The key is missing, wrong, expired, or the plan has no API access: the service does not say which. */
  | { readonly kind: 'key'; readonly status: number; readonly message: string | null }
  /** The service understood the request and refused it. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string | null }
  /** Over the rate limit. `until` is epoch milliseconds on this device's clock. */
  | { readonly kind: 'limit'; readonly until: number; readonly message: string | null }
  /** No complete response (`status` null), or the server or a gateway answered 5xx. */
  | { readonly kind: 'unreachable'; readonly status: number | null; readonly message: string | null }
  /** The browser has not granted (or has withdrawn) access to the service's origin; nothing was sent. */
  | { readonly kind: 'no-permission'; readonly origin: string }
  /** A redirect: never followed, so neither the request nor the key went anywhere else. */
  | { readonly kind: 'moved'; readonly status: number }
  /** A firewall or the web server itself answered (403, 405, 406, 413, 501 … with HTML). The key may be fine. */
  | { readonly kind: 'blocked'; readonly status: number }
  /** A "prove that you are human" page; the user has to open the site in a tab. */
  | { readonly kind: 'challenge'; readonly status: number }
  /** Something answered that does not speak this API: maintenance, login or captive-portal page, a 404 page. */
  | { readonly kind: 'not-an-api'; readonly status: number; readonly host: string }
  /** A complete response whose meaning could not be read; a create may well have happened. */
  | { readonly kind: 'unreadable'; readonly status: number }
  /** No complete response within our own time limit, body included. */
  | { readonly kind: 'timed-out' }
  /** The text to shorten is no web address; nothing was sent. */
  | { readonly kind: 'not-an-address' }
  /** The link can't be created because of this field; nothing was sent. */
  | { readonly kind: 'invalid-link'; readonly field: InvalidField }
  /** Cancelled by the user or by the caller. */
  | { readonly kind: 'cancelled' }
  /** No service is connected; nothing was sent. */
  | { readonly kind: 'not-connected' }
  /** The browser could not write it to its storage, so nothing was sent. */
  | { readonly kind: 'not-stored' }
  /** Another account was connected meanwhile; nothing was sent, or the response was discarded. */
  | { readonly kind: 'account-changed' }
  /** A bug or a storage failure of the extension itself; nothing was sent. */
  | { readonly kind: 'internal' };

export type FailureKind = Failure['kind'];

/** A 403 may be about this request alone: not every plan has every list. */
export const isForbidden = (failure: Failure): boolean => failure.kind === 'key' && failure.status === 403;

/** The failure of a list that jobs need: a plan may lack the list, which is no reason to block every job. */
export const ofThisList = (failure: Failure): Failure =>
  failure.kind === 'key' && isForbidden(failure) ? { ...failure, kind: 'refused' } : failure;

/** No response came, or none to its end: what was requested may have been done. */
export const noResponse: Failure = { kind: 'unreachable', status: null, message: null };

/**
 * The requests that a failure concerns: `request` this one only; all others would fail the next request, too. `user`:
 * until the user acts. `caller`: the caller is gone or faulty. `temporary`: it ends without any action. `not-an-api`
 * counts for one request here, although the outbox blocks all jobs for a while on it (lib/outbox/circuit-breaker.ts).
 */
type FailureReach = 'request' | 'temporary' | 'user' | 'caller';

export function failureReach(failure: Failure): FailureReach {
  switch (failure.kind) {
    case 'key':
    case 'not-connected':
    case 'no-permission':
    case 'moved':
    case 'challenge':
      return 'user';
    case 'cancelled':
    case 'account-changed':
    case 'internal':
      return 'caller';
    case 'limit':
    case 'not-stored':
      return 'temporary';
    case 'unreachable':
      // With a status the service did answer, and only this request has failed.
      return failure.status === null ? 'temporary' : 'request';
    case 'refused':
    case 'blocked':
    case 'not-an-api':
    case 'unreadable':
    case 'timed-out':
    case 'not-an-address':
    case 'invalid-link':
      return 'request';
  }
}
