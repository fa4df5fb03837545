/**
 * Reads the rate limit from one response. The forms of the headers and their precedence live in this file alone (API §8).
 */
import { isRecord } from './coerce.ts';

export interface RateLimitInfo {
  /** Requests allowed in a window; `'none'` when the service reports no limit; `null` when it reports nothing. */
  readonly limit: number | 'none' | null;
  /** Requests left in the window, as the service counts them; `null` when it reports nothing. */
  readonly remaining: number | null;
  /** Epoch ms at which `remaining` is renewed, on this device's clock (already corrected by the Date header). */
  readonly resetAt: number | null;
  /** Nothing may be sent before this: epoch ms on this device's clock; only set when the response refused us. */
  readonly retryAt: number | null;
}

interface RateLimitResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** The parsed JSON, or the text when it is no JSON. */
  readonly body: unknown;
  /** Epoch ms. */
  readonly now: number;
}

/** The documented window (API §8), the longest that is assumed: also what to wait when a refusal names no usable delay. */
export const defaultWindowMs = 60_000;
const secondMs = 1_000;
/** A longer delay is a misread clock: 31 days in ms, the longest quota period in use. */
export const maxRetryAfterMs = 31 * 86_400_000;

/** Detects "too many requests": by status, by the JSON at any status below 500, or by the text of a CDN. */
export function isRateLimited(status: number, body: unknown): boolean {
  if (status === 429) return true;
  if (status >= 500) return false;
  if (isRecord(body)) return body['error'] === 429 || body['error'] === '429';
  return typeof body === 'string' && /\berror code:?\s*1015\b/i.test(body.slice(0, 20_000));
}

export function readRateLimit({ status, headers, body, now }: RateLimitResponse): RateLimitInfo {
  const structured = readRateLimitField(headers.get('RateLimit'));
  const limit =
    wholeNumber(headers.get('X-RateLimit-Limit')) ??
    wholeNumber(headers.get('RateLimit-Limit')) ??
    structured.limit;
  const remaining =
    wholeNumber(headers.get('X-RateLimit-Remaining')) ??
    wholeNumber(headers.get('RateLimit-Remaining')) ??
    structured.remaining;

  const serverTime = readServerDate(headers);
  const clock = { now, ahead: serverTime === null ? 0 : now - serverTime };
  const resetAt =
    after(structured.reset ?? decimal(headers.get('RateLimit-Reset')), clock) ??
    readXReset(headers.get('X-RateLimit-Reset'), clock);

  const refused = isRateLimited(status, body);
  const retryAfter =
    refused || status === 503 ? readRetryAfter(headers.get('Retry-After'), body, clock) : null;
  return {
    limit: limit === 0 ? 'none' : limit,
    remaining: limit === 0 ? null : remaining,
    resetAt,
    retryAt: refused ? (retryAfter ?? resetAt ?? now + defaultWindowMs) : retryAfter,
  };
}

/** The response's own time by its Date header, epoch ms on the server's clock. */
export function readServerDate(headers: Pick<Headers, 'get'>): number | null {
  return dateText(headers.get('Date'));
}

/** `ahead`: how many ms this device's clock is ahead of the server's. */
interface Clock {
  readonly now: number;
  readonly ahead: number;
}

function readRetryAfter(header: string | null, body: unknown, clock: Clock): number | null {
  const byHeader = after(decimal(header), clock) ?? at(dateText(header), clock);
  if (byHeader !== null || !isRecord(body)) return byHeader;
  const named = Object.entries(body).find(([name]) => /^retry[-_]?after$/i.test(name))?.[1];
  return after(typeof named === 'number' ? named : decimal(named), clock);
}

/** By magnitude, because the contract leaves the format open: 1e9 and more are epoch times in s, ms, µs or ns. */
function readXReset(header: string | null, clock: Clock): number | null {
  const value = decimal(header);
  if (value === null) return at(dateText(header), clock);
  if (value <= 3_600) return after(value, clock);
  if (value < 1e9) return null;
  if (value < 1e11) return at(value * secondMs, clock);
  if (value < 1e14) return at(value, clock);
  if (value < 1e17) return at(value / 1e3, clock);
  return at(value / 1e6, clock);
}

/** `RateLimit: "policy";r=5;t=30`, or the older `limit=30, remaining=5, reset=30`; of several policies the tightest. */
function readRateLimitField(header: string | null) {
  const named = (part: string, name: string) =>
    wholeNumber(new RegExp(`(?:^|[;,\\s])${name}\\s*=\\s*([^;,\\s]+)`, 'i').exec(part)?.[1]);
  const text = header ?? '';
  const policies = text
    .split(',')
    .map((part) => ({ limit: null, remaining: named(part, 'r'), reset: named(part, 't') }))
    .filter((policy) => policy.reset !== null)
    .sort((a, b) => (a.remaining ?? Infinity) - (b.remaining ?? Infinity));
  return (
    policies[0] ?? {
      limit: named(text, 'limit'),
      remaining: named(text, 'remaining') ?? named(text, 'r'),
      reset: named(text, 'reset'),
    }
  );
}

/** Seconds from now. */
function after(seconds: number | null, { now }: Clock): number | null {
  if (seconds === null || seconds < 0 || !(seconds * secondMs <= maxRetryAfterMs)) return null;
  return now + Math.max(secondMs, Math.ceil(seconds * secondMs));
}

/** A time on the server's clock, in epoch ms; one that has passed means immediately, but not in the same second. */
function at(time: number | null, { now, ahead }: Clock): number | null {
  if (time === null) return null;
  const wait = Math.ceil(time + ahead - now);
  return wait <= maxRetryAfterMs ? now + Math.max(secondMs, wait) : null;
}

/** A number without sign or exponent; "", "-5", "30, 30" and "1e9" are none. */
function decimal(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  return /^\d{1,22}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) : null;
}

function wholeNumber(value: unknown): number | null {
  const number = decimal(value);
  return number !== null && Number.isInteger(number) && number <= 1e9 ? number : null;
}

const httpDate =
  /^[a-z]{3,9},? (?:\d{1,2}[ -][a-z]{3}[ -]\d{2,4}|[a-z]{3} {1,2}\d{1,2}) \d{2}:\d{2}:\d{2}(?: \d{4})?(?: GMT| UTC)?$/i;
const isoDate = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/i;

/** `Date.parse` alone would take "-5" or "2024" for a year, and a text without a zone for local time. */
function dateText(value: string | null): number | null {
  const text = value?.trim() ?? '';
  const iso = isoDate.exec(text);
  let time = NaN;
  if (iso) time = Date.parse(`${iso[1]}T${iso[2]}${(iso[3] ?? 'Z').toUpperCase()}`);
  else if (httpDate.test(text)) time = Date.parse(/GMT|UTC$/i.test(text) ? text : `${text} GMT`);
  return Number.isFinite(time) ? time : null;
}
