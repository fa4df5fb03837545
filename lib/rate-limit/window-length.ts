/**
 * How long the service's window is. The API says a minute, a plan may have another one, and no header names it. So the
 * longest window that the replies leave possible is kept, once for each way in which a service may count:
 *
 * - Fixed windows: two resets that differ are at least one window apart.
 * - A sliding window: if n calls count as used, our own call before the last n is older than the window.
 * - A bucket: each call moves the moment when it is full again by window / limit at least.
 *
 * Which of them the service uses can't be told for certain, so the longest of the three counts. It starts at a minute
 * and gets shorter only, until a reply contradicts it. Headers have whole seconds, so the nearest usual length is taken.
 */
import { HEADER_ROUNDING_MS } from './server-quota.ts';

/** What the API says, and the longest that is assumed. */
export const MINUTE_MS = 60_000;
const COMMON_LENGTHS_MS = [5_000, 10_000, 15_000, 20_000, 30_000, MINUTE_MS];
/** A reply under way for longer tells nothing about now. */
const STALE_MS = 5_000;

interface CountedCall {
  readonly sent: number;
  readonly answered: number;
  readonly foreign: boolean;
}

export interface WindowLength {
  readonly ms: number;
  /** At least so long: the furthest reset that was named. */
  readonly least: number;
  /** The longest possible, by way of counting. */
  readonly most: { readonly fixed: number; readonly sliding: number; readonly bucket: number };
  /** The first of a row of replies that named the same reset, with the soonest of those resets. */
  readonly row: {
    readonly reset: number;
    readonly first: number;
    readonly at: number;
    readonly travel: number;
  } | null;
  /** Our own calls that the service has counted, oldest first. */
  readonly own: readonly CountedCall[];
  /** The last reply that said how many are used. */
  readonly last: { readonly sent: number; readonly answered: number; readonly used: number } | null;
}

export function windowLength(ms = MINUTE_MS): WindowLength {
  return { ms, least: 0, most: { fixed: ms, sliding: ms, bucket: ms }, row: null, own: [], last: null };
}

/** Whether it is known, and no longer only the longest possible. */
export function isMeasured({ ms, least }: WindowLength): boolean {
  return nearestCommonLength(least) >= ms;
}

export interface CountedReply {
  readonly limit: number;
  /** What the service says is left, and when that is renewed. */
  readonly remaining: number | null;
  readonly resetAt: number | null;
  readonly sentAt: number;
  readonly now: number;
  /** Our own other calls under way. */
  readonly inFlight: number;
}

export function measureWindowLength(before: WindowLength, reply: CountedReply): WindowLength {
  const { limit, remaining: left, resetAt: reset, sentAt, now } = reply;
  const used = left === null ? null : limit - left;
  const own = countedCalls(before, reply, used);
  if (
    left === null ||
    used === null ||
    !(left >= 0) ||
    reset === null ||
    reset <= now ||
    now - sentAt > STALE_MS
  )
    return { ...before, own };
  // Replies overtake each other: of those under way at the same time the highest count is the last.
  const beside = before.last !== null && sentAt < before.last.answered ? before.last : null;
  const last = {
    sent: Math.min(sentAt, beside?.sent ?? sentAt),
    answered: now,
    used: Math.max(used, beside?.used ?? 0),
  };
  if (reset - now > before.ms + 2 * HEADER_ROUNDING_MS) return { ...windowLength(), own, last };

  const { row } = before;
  const isSame = row !== null && Math.abs(reset - row.reset) <= HEADER_ROUNDING_MS + row.travel;
  const fixed = row !== null && !isSame && reset > row.reset ? reset - row.reset : Infinity;
  // Those that had been answered before this one was sent, and this one.
  const counted = own.filter(({ answered }) => answered <= sentAt);
  let sliding = now - (counted.at(-Math.max(1, used))?.sent ?? -Infinity);
  if (used <= 1) sliding = Math.min(sliding, reset - sentAt);
  let bucket = Infinity;
  if (left >= 1) {
    bucket = (limit * (reset - sentAt)) / Math.max(1, used - 1);
    if (row !== null && sentAt > row.at) {
      const since = 1 + counted.filter(({ sent, foreign }) => !foreign && sent > row.at).length;
      bucket = Math.min(bucket, (limit * (reset - row.first + HEADER_ROUNDING_MS + row.travel)) / since);
    }
  }
  const most = {
    fixed: Math.min(before.most.fixed, fixed),
    sliding: Math.min(before.most.sliding, sliding),
    bucket: Math.min(before.most.bucket, bucket),
  };
  return {
    least: Math.max(before.least, reset - now),
    ms: nearestCommonLength(Math.min(before.ms, Math.max(most.fixed, most.sliding, most.bucket))),
    most,
    row: isSame
      ? { ...row, reset: Math.min(row.reset, reset) }
      : left >= 1
        ? { reset, first: reset, at: now, travel: now - sentAt }
        : row && { ...row, reset },
    own,
    last,
  };
}

/** What the service has counted for certain: our own calls, and others' that came between two of our replies. */
function countedCalls(
  { own, last }: WindowLength,
  { limit, sentAt, now, inFlight }: CountedReply,
  used: number | null,
): readonly CountedCall[] {
  const theirs: CountedCall[] = [];
  if (last !== null && used !== null && sentAt >= last.answered) {
    const mine =
      1 + inFlight + own.filter(({ answered, foreign }) => !foreign && answered >= last.answered).length;
    for (let more = last.used + mine; more < used; more += 1)
      theirs.push({ sent: last.sent, answered: now, foreign: true });
  }
  return [...own, ...theirs, { sent: sentAt, answered: now, foreign: false }]
    .filter(({ sent }) => sent > now - 2 * MINUTE_MS)
    .slice(-2 * limit)
    .sort((a, b) => a.sent - b.sent);
}

function nearestCommonLength(ms: number): number {
  return COMMON_LENGTHS_MS.reduce((best, length) =>
    Math.abs(length - ms) < Math.abs(best - ms) ? length : best,
  );
}
