/**
 * What the service last said is left (Remaining, Reset), and whether that is stricter than our own count.
 *
 * While the key is ours alone it never is: no more can be used at the server than we have sent in the last W. So the
 * word binds when it counts more than our own calls explain (somebody else uses the key), or when nothing is left.
 * Replies overtake each other, so a number is compared with the most that we can have contributed to it.
 */
import type { RateLimitInfo } from '../api/rate-limit.ts';

export interface ServerQuota {
  /** The least the service said is left in this window of its own. */
  readonly remaining: number;
  /** When that is renewed. */
  readonly resetAt: number;
  /** The first of a row of resets that are the same, and when it was heard. */
  readonly firstResetAt: number;
  readonly seenAt: number;
  /** At least so many calls were not ours. */
  readonly othersUsage: number;
  /** The service's reset moves along with the calls: no fixed window. */
  readonly rolling: boolean;
  /** The service named no reset, so `until` is only the longest that it can be. Not kept by older versions. */
  readonly assumed?: boolean | undefined;
}

/** A call under way longer than this tells nothing about now. */
const STALE = 5_000;
/** Two resets closer than this are the same: whole seconds, and travel. */
const SAME = 4_000;
/** A reset that stays the same for so long belongs to a fixed window. */
const STEADY = 10_000;
/** Whole seconds in headers and in Date. */
export const HEADER_ROUNDING_MS = 2_000;
/** No window of our own count is longer. */
const MAX_WINDOW_MS = 60_000;
/** A moment further away is a misunderstanding, not a wish: the longest quota period in use, as rate-limit.ts has it. */
export const MAX_RETRY_AFTER_MS = 31 * 86_400_000;

/**
 * A quota of an hour or a day: its reset is, or at first was, further away than any window that we count ourselves.
 * Our own calls of the last minute then explain nothing, so only what is left holds us back.
 */
export function isLongQuota(quota: ServerQuota | null, now: number): boolean {
  if (quota === null || quota.resetAt <= now) return false;
  return (
    Math.max(quota.resetAt - now, quota.firstResetAt - quota.seenAt) > MAX_WINDOW_MS + 2 * HEADER_ROUNDING_MS
  );
}

export function isQuotaBinding(quota: ServerQuota, now: number, slot: number): boolean {
  if (quota.resetAt <= now) return false;
  return (
    isLongQuota(quota, now) ||
    quota.othersUsage > 0 ||
    (quota.remaining <= 0 && (!quota.rolling || quota.resetAt - now <= slot))
  );
}

export interface QuotaObservation {
  readonly limit: number;
  readonly window: number;
  readonly sentAt: number;
  readonly now: number;
  /** Calls under way when the reply came, its own included. */
  readonly inFlight: readonly number[];
  /** When earlier calls were answered. */
  readonly completedAt: readonly number[];
  /** Only the wall clock tells how old those are (clock-jump.ts). */
  readonly unverifiedMs: number;
}

export function updateQuota(
  before: ServerQuota | null,
  rate: Pick<RateLimitInfo, 'remaining' | 'resetAt'> | null,
  { limit, window, sentAt, now, inFlight, completedAt, unverifiedMs }: QuotaObservation,
): ServerQuota | null {
  const travel = now - sentAt;
  const left = rate?.remaining ?? null;
  if (left === null || !(left >= 0) || travel > STALE) {
    if (before === null || before.resetAt <= now) return null;
    // It may not have been counted yet. Our own count has it all the same, so that guess alone closes no window.
    return {
      ...before,
      remaining: before.remaining - Number(before.othersUsage > 0 || before.remaining > 1),
    };
  }
  const named = rate?.resetAt ?? null;
  // Renewed while the reply was under way: nothing is known of the new window.
  if (named !== null && named <= now && named >= sentAt) return before;
  const assumed = named === null || !(named > now && named <= now + MAX_RETRY_AFTER_MS + HEADER_ROUNDING_MS);
  const until = assumed ? now + window : named;

  // Where windows are shorter than a minute, so are these.
  const close = Math.min(SAME, Math.max(HEADER_ROUNDING_MS, window / 4));
  const steady = Math.min(STEADY, window / 3);
  const alive = before !== null && before.resetAt > now ? before : null;
  const apart = alive ? until - alive.firstResetAt : 0;
  const same = alive !== null && Math.abs(apart) <= close;
  let rolling = before?.rolling ?? false;
  if (alive && !same) rolling = true;
  else if (alive && now - alive.seenAt > steady) rolling = false;
  // A fixed window lasts: after one reset the next is a whole one away.
  else if (!alive && before && until - before.resetAt < window - close) rolling = true;

  // Of our own calls the service can have counted those not over when its window began. Whether it has such windows at
  // all, the first word after another has run out can't tell; calls whose age is doubtful are no explanation, though.
  const fixed = !rolling && (alive !== null || unverifiedMs > 0);
  const since = Math.max(sentAt - window, fixed ? until - window - travel - HEADER_ROUNDING_MS : -Infinity);
  const ours = inFlight.length + completedAt.filter((end) => end > since).length;
  const othersUsage = Math.max(0, limit - left - ours);
  const first = same
    ? { firstResetAt: alive.firstResetAt, seenAt: alive.seenAt }
    : { firstResetAt: until, seenAt: now };
  // A reply that was overtaken, or a reset brought forward: the smaller number of both.
  const least = alive && (!rolling || until < alive.resetAt) ? Math.min(alive.remaining, left) : left;
  if (same && !rolling) {
    const others = Math.max(alive.othersUsage, othersUsage);
    // Whole seconds and travel make a reset later than it is, each time by another part of a second.
    return explained(
      {
        ...alive,
        remaining: least,
        resetAt: Math.min(alive.resetAt, until),
        othersUsage: others,
        rolling,
        assumed,
      },
      now,
    );
  }
  return explained({ ...first, remaining: least, resetAt: until, othersUsage, rolling, assumed }, now);
}

/** What a long quota counts may all be ours, of hours ago. */
function explained(quota: ServerQuota, now: number): ServerQuota {
  return isLongQuota(quota, now) ? { ...quota, othersUsage: 0 } : quota;
}
