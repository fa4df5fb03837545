/** Asks, jobs and outcomes as the tests need them. */
import type { Outcome } from '../../../lib/service/call.ts';
import type { Failure } from '../../../lib/service/failure.ts';
import type { RateReading } from '../../../lib/service/rate-limit.ts';
import type { AddAsk, Job, JobState, ShortenAsk } from '../../../lib/outbox/job.ts';
import type { Made } from '../../../lib/outbox/made.ts';
import type { LinkDraft } from '../../../lib/shortening/draft.ts';

export const silent: RateReading = { limit: null, remaining: null, resetAt: null, retryAt: null };

/** The n-th of many ids, all of them good UUIDs. */
export function uuid(n: number): string {
  return `0a000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function draft(change: Partial<LinkDraft> = {}): LinkDraft {
  return {
    address: 'https://example.com/page',
    title: 'A page',
    campaign: null,
    channel: null,
    pixels: [],
    alias: '',
    domain: '',
    ...change,
  };
}

export function shortenAsk(n: number, change: Partial<ShortenAsk> = {}): ShortenAsk {
  return {
    id: uuid(n),
    at: n,
    private: false,
    kind: 'shorten',
    from: 'popup',
    link: draft({ address: `https://example.com/${n}` }),
    ...change,
  };
}

export function campaignAsk(n: number, name = `Campaign ${n}`): AddAsk {
  return { id: uuid(n), at: n, private: false, kind: 'add-campaign', name };
}

export function made(n: number): Made {
  return { id: String(n + 1), shortUrl: `https://sho.rt/${n}`, aliasDiffers: false, lookedUp: false };
}

export function jobOf(n: number, state: JobState, scope = 'here', seen = false): Job {
  return { ask: shortenAsk(n), scope, state, seen };
}

export function good<T>(value: T): Outcome<T> {
  return { ok: true, value, rate: silent, date: null };
}

export function bad(failure: Failure): Outcome<never> {
  return { ok: false, failure, rate: null };
}

export const unreachable: Failure = { kind: 'unreachable', status: null, message: null };

/** One failure of every kind, with words where the kind has any. */
export const failures: readonly Failure[] = [
  { kind: 'key', status: 401, message: 'Invalid key' },
  { kind: 'refused', status: 400, message: 'Alias is taken' },
  { kind: 'limit', until: 1_000, message: 'slow down' },
  unreachable,
  { kind: 'unreachable', status: 502, message: 'Bad gateway' },
  { kind: 'no-permission', origin: 'https://links.example.com' },
  { kind: 'moved', status: 301 },
  { kind: 'blocked', status: 403 },
  { kind: 'challenge', status: 403 },
  { kind: 'not-an-api', status: 404, host: 'links.example.com' },
  { kind: 'unreadable', status: 200 },
  { kind: 'timed-out' },
  { kind: 'cancelled' },
];
