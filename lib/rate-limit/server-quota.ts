/**
 * The service's own count of the limit (Remaining, Reset). It binds when it counts more than our own calls explain, or
 * when nothing is left; replies overtake each other, so it is compared with the most that we can have contributed.
 */
import { defaultWindowMs, maxRetryAfterMs, type RateLimitInfo } from '../api/rate-limit-headers.ts';
import { headerRoundingMs, staleMs } from './measure-window-length.ts';

export interface ServerQuota {
  /** The smallest count reported for the current window. */
  readonly remaining: number;
  /** The time at which it is renewed. */
  readonly resetAt: number;
  /** The first of several equal resets, and the time of the reply that reported it. */
  readonly firstResetAt: number;
  readonly seenAt: number;
  /** At least so many calls were not ours. */
  readonly othersUsage: number;
  /** The reset moves along with the calls: no fixed window. */
  readonly rolling: boolean;
  /** The service reported no reset, so `resetAt` is only an upper bound. Older versions did not store this. */
  readonly assumed?: boolean | undefined;
}

/** Two resets closer than this are equal: headers have whole seconds, and the transfer takes time. */
const maxSameResetMs = 4_000;
/** A reset that stays equal for so long belongs to a fixed window. */
const fixedResetMs = 10_000;

/**
 * A quota of an hour or a day: its reset is, or at first was, further away than any window that we count ourselves.
 * Our own calls of the last minute then explain nothing, so only what is left holds us back.
 */
export function isLongQuota(quota: ServerQuota | null, now: number): boolean {
  if (quota === null || quota.resetAt <= now) return false;
  return (
    Math.max(quota.resetAt - now, quota.firstResetAt - quota.seenAt) > defaultWindowMs + 2 * headerRoundingMs
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

interface QuotaObservation {
  readonly limit: number;
  readonly window: number;
  readonly sentAt: number;
  readonly now: number;
  /** Send times of the calls in flight when the reply came, its own included. */
  readonly inFlight: readonly number[];
  /** Reply times of earlier calls. */
  readonly completedAt: readonly number[];
  /** The part of their age that only the wall clock has measured (clock-jump.ts). */
  readonly unverifiedMs: number;
}

export function updateQuota(
  before: ServerQuota | null,
  rate: Pick<RateLimitInfo, 'remaining' | 'resetAt'> | null,
  observation: QuotaObservation,
): ServerQuota | null {
  const { window, sentAt, now } = observation;
  const left = rate?.remaining ?? null;
  if (left === null || !(left >= 0) || now - sentAt > staleMs) return withoutReading(before, now);
  const namedReset = rate?.resetAt ?? null;
  // Renewed while the reply was in flight: nothing is known of the new window.
  if (namedReset !== null && namedReset <= now && namedReset >= sentAt) return before;
  const assumed = namedReset === null || !isPlausible(namedReset, now);
  const resetAt = assumed ? now + window : namedReset;

  const current = before !== null && before.resetAt > now ? before : null;
  const same = current !== null && isSameReset(resetAt, current, window) ? current : null;
  const rolling = isRolling(before, resetAt, observation);
  const othersUsage = countOthers(left, observation, {
    resetAt,
    // The first reply after a window has ended can't show whether windows are fixed; calls of doubtful age explain
    // nothing, though.
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
  // It may not have been counted yet. Our own count includes it nevertheless, so that guess alone closes no window.
  return { ...before, remaining: before.remaining - Number(before.othersUsage > 0 || before.remaining > 1) };
}

function isPlausible(resetAt: number, now: number): boolean {
  return resetAt > now && resetAt <= now + maxRetryAfterMs + headerRoundingMs;
}

/** Where windows are shorter than a minute, so are the tolerances. */
function sameResetMs(window: number): number {
  return Math.min(maxSameResetMs, Math.max(headerRoundingMs, window / 4));
}

function isSameReset(resetAt: number, { firstResetAt }: ServerQuota, window: number): boolean {
  return Math.abs(resetAt - firstResetAt) <= sameResetMs(window);
}

function isRolling(
  before: ServerQuota | null,
  resetAt: number,
  { window, now }: Pick<QuotaObservation, 'window' | 'now'>,
): boolean {
  if (before === null) return false;
  if (before.resetAt > now) {
    if (!isSameReset(resetAt, before, window)) return true;
    return before.rolling && now - before.seenAt <= Math.min(fixedResetMs, window / 3);
  }
  // A fixed window lasts: after one reset the next is a whole one away.
  return before.rolling || resetAt - before.resetAt < window - sameResetMs(window);
}

/** Subtracts our own calls: the service can have counted those that were not over when its window began. */
function countOthers(
  remaining: number,
  { limit, window, sentAt, now, inFlight, completedAt }: QuotaObservation,
  { resetAt, isFixed }: { resetAt: number; isFixed: boolean },
): number {
  const fixedStart = resetAt - window - (now - sentAt) - headerRoundingMs;
  const since = Math.max(sentAt - window, isFixed ? fixedStart : -Infinity);
  const ours = inFlight.length + completedAt.filter((end) => end > since).length;
  return Math.max(0, limit - remaining - ours);
}
