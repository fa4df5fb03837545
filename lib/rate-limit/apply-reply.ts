/** The limiter state after a reply, as a pure transition. All times are on the monotonic clock. */
import type { RateLimitInfo } from '../api/rate-limit-headers.ts';
import { correctForClockJump, hasStoodStill } from './clock-jump.ts';
import { observeShare } from './quota-share.ts';
import { isLongQuota, updateQuota } from './server-quota.ts';
import {
  applyLimit,
  applyRejection,
  countForeignCalls,
  measureWindow,
  recordCompletion,
  type LimiterState,
} from './limiter-state.ts';
import { windowLength } from './measure-window-length.ts';

interface ReplyObservation {
  /** `null` when no response came. */
  readonly rate: RateLimitInfo | null;
  /** The service's Date, epoch ms. */
  readonly date: number | null;
  /** The end of the wait when the service refused the call for its limit; otherwise `null`. */
  readonly refusedUntil: number | null;
  /** The time at which the call took its slot, and the time at which it was sent. */
  readonly takenAt: number;
  readonly sentAt: number;
  readonly now: number;
}

export function applyReply(before: LimiterState, reply: ReplyObservation): LimiterState {
  const { rate, date, refusedUntil, sentAt, now } = reply;
  let state = before;
  if (rate !== null && refusedUntil === null) {
    if (hasStoodStill(state, reply)) state = { ...state, windowLength: windowLength(state.windowLength.ms) };
    state = correctForClockJump(state, { date, remaining: rate.remaining, sentAt, now });
  }
  state = applyLimit(state, rate?.limit ?? null);
  state = countReply(state, reply, before.unverifiedMs);
  if (rate !== null && refusedUntil === null) {
    const { remaining, resetAt } = rate;
    state = measureWindow(state, { remaining, resetAt, sentAt, now });
  }
  const retryTimes = [rate?.retryAt ?? null, refusedUntil].filter((at) => at !== null);
  return retryTimes.length > 0 ? applyRejection(state, retryTimes, now) : state;
}

/** Ends the call, and updates what the service counts for us and for others with the same key. */
function countReply(
  state: LimiterState,
  { rate, refusedUntil, takenAt, sentAt, now }: ReplyObservation,
  unverifiedMs: number,
): LimiterState {
  const { limit, windowLength, serverQuota: previousQuota } = state;
  const completed = recordCompletion(state, takenAt, now);
  if (limit === 'none') return { ...completed, serverQuota: null };
  const observation = { ...state, limit, window: windowLength.ms, sentAt, now, unverifiedMs };
  const quota = updateQuota(previousQuota, rate, observation);
  const share = observeShare(state.share, {
    limit,
    previousQuota,
    quota,
    foreign: isLongQuota(quota, now) ? 0 : countForeignCalls(state, rate?.remaining ?? null, sentAt),
    refused: refusedUntil !== null,
    counted: windowLength.last !== null,
    now,
  });
  return { ...completed, serverQuota: quota, share };
}
