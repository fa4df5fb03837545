/**
 * The sliding-window limiter, as pure functions: past calls, the service's quota and the time give the next send time.
 *
 * The rule: at most L calls in any W (30 in 60 s until the headers report others), as the service counts them. A call
 * reaches the service somewhere between our sending and its reply, so it occupies the window from the send until W
 * after the reply. So no sliding window at the service holds more than L of our calls; therefore no fixed window does,
 * and a token bucket (capacity L, refill L/W) is never empty.
 *
 * W is measured from the replies (measure-window-length.ts). While others use the key, quota-share.ts holds calls back
 * further. What the reserve, the pace and the slack guarantee: docs/decisions/0012.
 *
 * All times here are milliseconds on the monotonic clock of this worker instance.
 */
import { backgroundReserve, nextSharedSlot } from './quota-share.ts';
import { isLongQuota, isQuotaBinding } from './server-quota.ts';
import { defaultLimit, isShared, slotHoldMs, slotLengthMs, type LimiterState } from './limiter-state.ts';
import type { Priority } from './priority.ts';
import { headerRoundingMs, isMeasured } from './measure-window-length.ts';

/** Without a limit, bulk and background work has at most so many calls in flight; the user's calls are not held. */
const unlimitedInFlight = 6;
/** Calls of the own window that wait for a reset, to measure the window. */
const windowProbes = 2;
/** So many simultaneous calls of the user are at most one slot apart: one short link may take three calls. */
const userSlots = 3;
/** Of a small limit no more than this part is reserved for the user, but one call at least. */
const maxUserPart = 1 / 8;
/** Slots after the user's may open later than in turn, by a slot and this part of the window. */
const slackPart = 1 / 6;

/**
 * A plan whose limit differs from the documented one may have another window, too. Until that is measured, the last two
 * calls of our own window go one at each reset: their replies show how far apart the resets are. Without a reset they
 * show nothing, and with a quota of an hour or a day our own window is known to be the shorter one.
 */
function probesOpenAt({ limit, windowLength: length, serverQuota }: LimiterState, now: number): number {
  if (limit === 'none' || limit < 3 || limit === defaultLimit || serverQuota === null || isMeasured(length))
    return now;
  if (serverQuota.assumed === true || isLongQuota(serverQuota, now)) return now;
  return Math.max(now, serverQuota.resetAt);
}

/** The times at which the first `count` slots of our own window open, regardless of what the service reported. */
function localSlotTimes(state: LimiterState, limit: number, now: number, count = limit): number[] {
  const hold = slotHoldMs(state);
  const used = state.completedAt.filter((end) => end > now - hold).map((end) => end + hold);
  used.push(...state.inFlight.map(() => Infinity));
  const free = Array.from({ length: Math.min(count, Math.max(0, limit - used.length)) }, () => now);
  const opens = probesOpenAt(state, now);
  if (opens > now) {
    const unlisted = limit - used.length - free.length;
    const probes = Math.max(0, Math.min(free.length, windowProbes - unlisted));
    for (let probe = 0; probe < probes; probe += 1) used.push(opens);
    used.sort((a, b) => a - b);
    free.splice(free.length - probes);
  }
  const own = [...free, ...used.slice(Math.max(0, used.length - limit))].slice(0, count);
  return own.map((at) => Math.max(at, state.backOffUntil));
}

/** The times at which the first `count` slots open, ascending; `Infinity` for a slot whose call is in flight. */
export function slotTimes(state: LimiterState, limit: number, now: number, count = limit): number[] {
  const own = localSlotTimes(state, limit, now, count);
  const { serverQuota } = state;
  if (serverQuota === null || !isQuotaBinding(serverQuota, now, slotLengthMs(state, limit))) return own;
  const left = serverQuota.remaining - state.inFlight.length;
  // Where our own calls explain all that is used, they also give the reset, and more precisely than whole seconds.
  const ours = (at: number) => serverQuota.othersUsage === 0 && serverQuota.resetAt - at <= headerRoundingMs;
  return own.map((at, index) => Math.max(at, index < left || ours(at) ? now : serverQuota.resetAt));
}

/** The earliest time for one more call of this priority; `Infinity` when a reply has to come first. */
export function nextSendTime(state: LimiterState, priority: Priority, now: number): number {
  const { limit } = state;
  if (limit === 'none') {
    const crowded = priority !== 'user' && state.inFlight.length >= unlimitedInFlight;
    return crowded ? Infinity : Math.max(now, state.backOffUntil);
  }
  const slot = slotLengthMs(state, limit);
  if (isShared(state, now)) {
    const [own = Infinity] = localSlotTimes(state, limit, now, 1);
    return Math.max(
      now,
      own,
      nextSharedSlot({ ...state, limit, window: state.windowLength.ms }, priority, now),
    );
  }
  const counted = slotTimes(state, limit, now, priority === 'user' ? 1 : limit);
  const own = Math.max(now, counted[0] ?? Infinity);
  if (priority === 'user') return own;

  // Bulk may use up the rest of a long quota: no pace would leave slots free for hours.
  const open = isLongQuota(state.serverQuota, now) ? localSlotTimes(state, limit, now) : counted;
  // In whole calls, one of which stays for the background itself.
  const reserve = priority === 'background' ? Math.min(Math.ceil(backgroundReserve(limit)), limit - 1) : 0;
  const pace = slot * (limit / (limit - reserve));
  const reservedForUser = limit === 1 ? 0 : Math.max(1, Math.min(userSlots, Math.floor(limit * maxUserPart)));
  const slack = state.windowLength.ms * slackPart + slot;
  let at = Math.max(own, state.lastSentAt[priority] + pace, counted[reserve] ?? own);
  for (let next = 1; next < open.length; next += 1) {
    let opens = open[next] ?? 0;
    if (next > reservedForUser) {
      // Calls in flight hold the last slots; at best they are answered immediately.
      if (opens === Infinity)
        opens = (state.inFlight[state.inFlight.length - open.length + next] ?? now) + slotHoldMs(state);
      opens -= slack;
    }
    at = Math.max(at, opens - next * slot);
  }
  return at;
}
