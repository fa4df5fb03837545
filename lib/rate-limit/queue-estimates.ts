/** Forecasts for the pages, computed from the limiter state and the number of waiting requests. */
import { priorities, type Priority } from './priority.ts';
import { isLongQuota } from './server-quota.ts';
import { localUsage, recordCompletion, recordSend, type LimiterState } from './limiter-state.ts';
import { nextSendTime, slotTimes } from './next-send-time.ts';

/** Ms until the most urgent request could go. */
export function estimateNextSlot(state: LimiterState, now: number): number {
  return nextSendTime(withAllAnswered(state, now), 'user', now) - now;
}

/** Ms until a request of this priority, added now, would go behind all that waits before it. */
export function estimateWait(
  state: LimiterState,
  { priority, countOf, now }: { priority: Priority; countOf: (priority: Priority) => number; now: number },
): number {
  let ahead = withAllAnswered(state, now);
  let at = now;
  for (const rank of priorities.slice(0, priorities.indexOf(priority) + 1)) {
    for (let index = 0; index < countOf(rank); index += 1) {
      at = nextSendTime(ahead, rank, at);
      ahead = withOneMore(ahead, rank, at);
    }
  }
  return nextSendTime(ahead, priority, at) - now;
}

export function readMeter(state: LimiterState, now: number, toWallClock: (at: number) => number) {
  const { limit, serverQuota } = state;
  const open = limit === 'none' ? [state.backOffUntil] : slotTimes(state, limit, now);
  const later = open.find((at) => at > now);
  return {
    limit,
    /** The length of the window that `limit` is for, as measured; of a quota of an hour or a day, as first seen. */
    windowMs: windowMsOf(state, now),
    /** Calls that could go now; `null` without a limit. */
    remaining: limit === 'none' ? null : open.filter((at) => at <= now).length,
    /** Epoch ms at which `remaining` next grows; `null` when nothing is used, or when a reply has to come first. */
    resetAt: later === undefined || later === Infinity ? null : toWallClock(later),
    usedHere: localUsage(state, now),
    /** Calls of other devices with this key, at least, as far as the service shows them. */
    usedElsewhere: serverQuota !== null && serverQuota.resetAt > now ? serverQuota.othersUsage : 0,
  };
}

function windowMsOf({ serverQuota, windowLength: { ms } }: LimiterState, now: number): number {
  if (serverQuota === null || !isLongQuota(serverQuota, now)) return ms;
  const { resetAt, firstResetAt, seenAt } = serverQuota;
  const seen = Math.max(resetAt - now, firstResetAt - seenAt);
  // In whole minutes: where the reset moves, it would change with every reply.
  return Math.round(seen / 60_000) * 60_000;
}

/** The state as it would be if all calls in flight were answered now. */
function withAllAnswered(state: LimiterState, now: number): LimiterState {
  return state.inFlight.reduce((ahead, sent) => recordCompletion(ahead, sent, now), state);
}

function withOneMore(state: LimiterState, priority: Priority, at: number): LimiterState {
  const ahead = recordCompletion(recordSend(state, priority, at), at, at);
  const quota = ahead.serverQuota;
  return quota === null ? ahead : { ...ahead, serverQuota: { ...quota, remaining: quota.remaining - 1 } };
}
