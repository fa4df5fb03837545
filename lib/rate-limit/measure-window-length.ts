/**
 * Measures the length of the service's window, which no header reports: the longest that is consistent with the replies,
 * whether the service counts in fixed windows, in a sliding one or with a bucket (docs/decisions/0012).
 */
import { defaultWindowMs } from '../api/rate-limit-headers.ts';

const commonLengthsMs = [5_000, 10_000, 15_000, 20_000, 30_000, defaultWindowMs];
/** A reply that took longer than this is outdated. */
export const staleMs = 5_000;
/** Whole seconds in headers and in Date. */
export const headerRoundingMs = 2_000;

interface CountedCall {
  readonly sent: number;
  readonly answered: number;
  readonly foreign: boolean;
}

export interface WindowLength {
  readonly ms: number;
  /** The lower bound: the furthest reset that was reported. */
  readonly lowerBound: number;
  /** The upper bound for each way of counting. */
  readonly upperBounds: { readonly fixed: number; readonly sliding: number; readonly bucket: number };
  /** The first of several replies with an equal reset, with the earliest of those resets. */
  readonly resetRun: {
    readonly reset: number;
    readonly first: number;
    readonly at: number;
    readonly travel: number;
  } | null;
  /** Our own calls that the service has counted, oldest first. */
  readonly ownCalls: readonly CountedCall[];
  /** The last reply with a remaining count. */
  readonly last: { readonly sent: number; readonly answered: number; readonly used: number } | null;
}

export function windowLength(ms = defaultWindowMs): WindowLength {
  return {
    ms,
    lowerBound: 0,
    upperBounds: { fixed: ms, sliding: ms, bucket: ms },
    resetRun: null,
    ownCalls: [],
    last: null,
  };
}

/** The length is measured, and no longer only an upper bound. */
export function isMeasured({ ms, lowerBound }: WindowLength): boolean {
  return nearestCommonLength(lowerBound) >= ms;
}

export interface CountedReply {
  readonly limit: number;
  /** The service's remaining count, and the time at which it is renewed. */
  readonly remaining: number | null;
  readonly resetAt: number | null;
  readonly sentAt: number;
  readonly now: number;
  /** Our own other calls in flight. */
  readonly inFlight: number;
}

export function measureWindowLength(before: WindowLength, reply: CountedReply): WindowLength {
  const { limit, remaining: left, resetAt: reset, sentAt, now } = reply;
  const used = left === null ? null : limit - left;
  const ownCalls = countedCalls(before, reply, used);
  if (
    left === null ||
    used === null ||
    !(left >= 0) ||
    reset === null ||
    reset <= now ||
    now - sentAt > staleMs
  )
    return { ...before, ownCalls };
  // Replies overtake each other: among those in flight at the same time the highest count is the latest.
  const overlapping = before.last !== null && sentAt < before.last.answered ? before.last : null;
  const last = {
    sent: Math.min(sentAt, overlapping?.sent ?? sentAt),
    answered: now,
    used: Math.max(used, overlapping?.used ?? 0),
  };
  if (reset - now > before.ms + 2 * headerRoundingMs) return { ...windowLength(), ownCalls, last };

  const { resetRun: run } = before;
  const isSame = run !== null && Math.abs(reset - run.reset) <= headerRoundingMs + run.travel;
  const fixed = run !== null && !isSame && reset > run.reset ? reset - run.reset : Infinity;
  // Calls answered before this one was sent. Not this one itself, though a coarse clock may show no time for its way.
  const counted = ownCalls.filter(({ sent, answered }) => sent < sentAt && answered <= sentAt);
  let sliding = now - (counted.at(-Math.max(1, used))?.sent ?? -Infinity);
  if (used <= 1) sliding = Math.min(sliding, reset - sentAt);
  let bucket = Infinity;
  if (left >= 1) {
    bucket = (limit * (reset - sentAt)) / Math.max(1, used - 1);
    if (run !== null && sentAt > run.at) {
      const since = 1 + counted.filter(({ sent, foreign }) => !foreign && sent > run.at).length;
      bucket = Math.min(bucket, (limit * (reset - run.first + headerRoundingMs + run.travel)) / since);
    }
  }
  const upperBounds = {
    fixed: Math.min(before.upperBounds.fixed, fixed),
    sliding: Math.min(before.upperBounds.sliding, sliding),
    bucket: Math.min(before.upperBounds.bucket, bucket),
  };
  return {
    lowerBound: Math.max(before.lowerBound, reset - now),
    ms: nearestCommonLength(Math.min(before.ms, Math.max(...Object.values(upperBounds)))),
    upperBounds,
    resetRun: isSame
      ? { ...run, reset: Math.min(run.reset, reset) }
      : left >= 1
        ? { reset, first: reset, at: now, travel: now - sentAt }
        : run && { ...run, reset },
    ownCalls,
    last,
  };
}

/** Calls the service has certainly counted: our own, and those of others between two of our replies. */
function countedCalls(
  { ownCalls, last }: WindowLength,
  { limit, sentAt, now, inFlight }: CountedReply,
  used: number | null,
): readonly CountedCall[] {
  const foreignCalls: CountedCall[] = [];
  if (last !== null && used !== null && sentAt >= last.answered) {
    const ownCount =
      1 + inFlight + ownCalls.filter(({ answered, foreign }) => !foreign && answered >= last.answered).length;
    for (let more = last.used + ownCount; more < used; more += 1)
      foreignCalls.push({ sent: last.sent, answered: now, foreign: true });
  }
  return [...ownCalls, ...foreignCalls, { sent: sentAt, answered: now, foreign: false }]
    .filter(({ sent }) => sent > now - 2 * defaultWindowMs)
    .slice(-2 * limit)
    .sort((a, b) => a.sent - b.sent);
}

function nearestCommonLength(ms: number): number {
  return commonLengthsMs.reduce((best, length) =>
    Math.abs(length - ms) < Math.abs(best - ms) ? length : best,
  );
}
