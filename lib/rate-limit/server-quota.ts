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
const STALE_MS = 5_000;
/** Two resets closer than this are the same: whole seconds, and travel. */
const SAME_RESET_MS = 4_000;
/** A reset that stays the same for so long belongs to a fixed window. */
const FIXED_RESET_MS = 10_000;
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
  observation: QuotaObservation,
): ServerQuota | null {
  const { window, sentAt, now } = observation;
  const left = rate?.remaining ?? null;
  if (left === null || !(left >= 0) || now - sentAt > STALE_MS) return withoutReading(before, now);
  const namedReset = rate?.resetAt ?? null;
  // Renewed while the reply was on its way: nothing is known of the new window.
  if (namedReset !== null && namedReset <= now && namedReset >= sentAt) return before;
  const assumed = namedReset === null || !isPlausible(namedReset, now);
  const resetAt = assumed ? now + window : namedReset;

  const current = before !== null && before.resetAt > now ? before : null;
  const same = current !== null && isSameReset(resetAt, current, window) ? current : null;
  const rolling = isRolling(before, resetAt, observation);
  const othersUsage = countOthers(left, observation, {
    resetAt,
    // Whether the service has fixed windows at all, the first reply after one has run out can't show; calls whose age
    // is doubtful are no explanation, though.
    isFixed: !rolling && (current !== null || observation.unverifiedMs > 0),
  });
  const isFixedWindow = same !== null && !rolling;
  const quota = {
    // A reply that was overtaken, or a reset that came earlier: the smaller number of both.
    remaining: current && (!rolling || resetAt < current.resetAt) ? Math.min(current.remaining, left) : left,
    // Whole seconds and travel make a reset later than it is, each time by another part of a second.
    resetAt: isFixedWindow ? Math.min(same.resetAt, resetAt) : resetAt,
    firstResetAt: same?.firstResetAt ?? resetAt,
    seenAt: same?.seenAt ?? now,
    othersUsage: isFixedWindow ? Math.max(same.othersUsage, othersUsage) : othersUsage,
    rolling,
    assumed,
  };
  // All that a long quota counts may be ours, from hours ago.
  return isLongQuota(quota, now) ? { ...quota, othersUsage: 0 } : quota;
}

function withoutReading(before: ServerQuota | null, now: number): ServerQuota | null {
  if (before === null || before.resetAt <= now) return null;
  // It may not have been counted yet. Our own count has it all the same, so that guess alone closes no window.
  return { ...before, remaining: before.remaining - Number(before.othersUsage > 0 || before.remaining > 1) };
}

const isPlausible = (resetAt: number, now: number) =>
  resetAt > now && resetAt <= now + MAX_RETRY_AFTER_MS + HEADER_ROUNDING_MS;

/** Where windows are shorter than a minute, so are the tolerances. */
const sameResetMs = (window: number) => Math.min(SAME_RESET_MS, Math.max(HEADER_ROUNDING_MS, window / 4));

const isSameReset = (resetAt: number, { firstResetAt }: ServerQuota, window: number) =>
  Math.abs(resetAt - firstResetAt) <= sameResetMs(window);

function isRolling(
  before: ServerQuota | null,
  resetAt: number,
  { window, now }: Pick<QuotaObservation, 'window' | 'now'>,
): boolean {
  if (before === null) return false;
  if (before.resetAt > now) {
    if (!isSameReset(resetAt, before, window)) return true;
    return before.rolling && now - before.seenAt <= Math.min(FIXED_RESET_MS, window / 3);
  }
  // A fixed window lasts: after one reset the next is a whole one away.
  return before.rolling || resetAt - before.resetAt < window - sameResetMs(window);
}

/** Of our own calls the service can have counted those that were not over when its window began. */
function countOthers(
  remaining: number,
  { limit, window, sentAt, now, inFlight, completedAt }: QuotaObservation,
  { resetAt, isFixed }: { resetAt: number; isFixed: boolean },
): number {
  const fixedStart = resetAt - window - (now - sentAt) - HEADER_ROUNDING_MS;
  const since = Math.max(sentAt - window, isFixed ? fixedStart : -Infinity);
  const ours = inFlight.length + completedAt.filter((end) => end > since).length;
  return Math.max(0, limit - remaining - ours);
}
