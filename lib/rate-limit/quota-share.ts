/**
 * Schedules calls while other devices use the same key: each takes its share of what is left, the fraction of used calls
 * that are its own, and spreads it up to the reset (docs/decisions/0012).
 *
 * - In a fixed window a share of less than one call waits for the reset; what the others don't use meanwhile is ours.
 * - Where the reset moves there is no end to spread up to: the pace is the share of the limit's own rate.
 * - A user's call goes immediately while more than a third is left, and is spread over all that is left after that.
 */
import type { Priority } from './priority.ts';
import type { ServerQuota } from './server-quota.ts';

export interface Share {
  /** The last time the service counted more than our own calls explain: another device uses the key. */
  readonly seenAt: number;
  /** The estimated number of devices with the same rate as this one. */
  readonly parts: number;
  /** The others have not used it lately. */
  readonly quiet: boolean;
  /** The factor by which we go slower than our share, after refusals. */
  readonly backoff: number;
}

export const unshared: Share = { seenAt: -Infinity, parts: 2, quiet: false, backoff: 1 };

const minParts = 2;
const maxParts = 8;
/** Resets are reported late, in whole seconds: calls spread up to one end before it. */
const spreadMargin = 0.85;
const rollingPaceFactor = 1.1;
/** A refusal makes us slower by the first factor, every other reply faster by the second. */
const backoffAfterRefusal = 1.5;
const backoffAfterReply = 0.8;
const maxBackoff = 4;
/**
 * How far an observation moves the estimate of the devices. Early in a window the sample is small: an increase is followed
 * faster than a decrease.
 */
const riseWeight = 0.5;
const fallWeight = 0.3;

/** Calls of a window that the background leaves to the user and to bulk: a third. */
export const backgroundReserve = (limit: number): number => limit / 3;

interface SharedState {
  readonly limit: number;
  /** Its length in ms. */
  readonly window: number;
  readonly inFlight: readonly number[];
  readonly completedAt: readonly number[];
  /** Time of the last call of each priority. */
  readonly lastSentAt: Readonly<Record<Priority, number>>;
  readonly serverQuota: ServerQuota | null;
  readonly share: Share;
}

interface ShareObservation {
  readonly limit: number;
  /** The quota before this reply, and after it. */
  readonly previousQuota: ServerQuota | null;
  readonly quota: ServerQuota | null;
  /** Calls that the service counts and ours do not explain. */
  readonly foreign: number;
  readonly refused: boolean;
  /** An earlier reply had a remaining count, so a refusal is no misunderstanding. */
  readonly counted: boolean;
  readonly now: number;
}

export function observeShare(
  before: Share,
  { limit, previousQuota, quota, foreign, refused, counted, now }: ShareObservation,
): Share {
  const seenAt = foreign > 0 && (!refused || counted) ? now : before.seenAt;
  const backoff = refused
    ? Math.min(maxBackoff, before.backoff * backoffAfterRefusal)
    : Math.max(1, before.backoff * backoffAfterReply);
  if (quota === null) return { ...before, seenAt, backoff };
  const used = limit - quota.remaining;
  const seen = used / Math.max(1, used - Math.max(quota.othersUsage, foreign));
  const parts = Math.min(maxParts, Math.max(minParts, seen));
  const isSame = previousQuota !== null && previousQuota.resetAt > now;
  const quiet = isSame && !quota.rolling && quota.othersUsage <= previousQuota.othersUsage;
  return {
    seenAt,
    backoff,
    quiet,
    parts: before.parts + (parts - before.parts) * (parts > before.parts ? riseWeight : fallWeight),
  };
}

/** The earliest time for one more call that leaves the others their share. */
export function nextSharedSlot(state: SharedState, priority: Priority, now: number): number {
  const { limit, window, inFlight, lastSentAt, serverQuota: quota, share } = state;
  const slot = window / limit;
  const last = Math.max(lastSentAt.user, lastSentAt.bulk, lastSentAt.background);
  if (quota === null) return priority === 'user' ? now : last + slot;
  const pace = quota.rolling ? slot * share.parts * share.backoff * rollingPaceFactor : 0;
  const over = quota.resetAt <= now && !(quota.rolling && quota.remaining <= 0);
  if (over) return priority === 'user' ? now : last + Math.max(slot, pace);

  const left = quota.remaining - inFlight.length;
  const until = quota.rolling ? Math.min(quota.resetAt, oldestExpiry(state, last)) : quota.resetAt;
  if (priority === 'user') {
    if (left <= 0) return Math.max(lastSentAt.user + pace, until);
    if (left > backgroundReserve(limit)) return inFlight.length === 0 ? now : last + slot;
    const calls = share.quiet ? left : left / share.parts;
    return Math.max(lastSentAt.user + pace, spreadEvenly(lastSentAt.user, until, calls));
  }
  if (priority === 'background' && left <= backgroundReserve(limit))
    return Math.max(quota.resetAt, last + pace);
  const part = share.quiet ? left : left / share.parts;
  return Math.max(last + pace, part < 1 ? until : last + (spreadMargin * Math.max(0, until - last)) / part);
}

/** The next of `count` calls after `last`, when they are spread up to `until`: it solves at = last + (until − at) / count. */
function spreadEvenly(last: number, until: number, count: number): number {
  return (last * count + until * spreadMargin) / (count + spreadMargin);
}

/** The time at which the oldest of our own calls leaves a sliding window. */
function oldestExpiry({ completedAt, window }: SharedState, last: number): number {
  return (completedAt.find((end) => end > last - window) ?? Infinity) + window;
}
