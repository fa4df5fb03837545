/**
 * A pure sum: past sends, the server's last word, now → when the next call may go.
 *
 * The law. At most L calls in any W (30 in 60 s until the headers teach others), seen from the server, whatever
 * it counts with. A call reaches the server somewhere between our sending and its reply, so its place in the window
 * is taken from the send until W after the reply. So no sliding window at the server holds more than L of our calls;
 * therefore no fixed window does, and a token bucket (capacity L, refill L/W) is never empty.
 *
 * W is what the replies tell (window-length.ts). While others use the key, share.ts holds our calls back further.
 *
 * A slot is W/L. What follows, while the key is ours alone:
 * - Bulk and refresh go only when the k-th place after theirs opens within k slots: to the millisecond for the next
 *   PROMISED places, within `slack` (W/6 and one slot) for the rest of the window. So a person's call waits at most
 *   one slot behind any amount of bulk and refresh; the k-th of several at once waits at most k slots (k ≤ 3), later
 *   ones at most `slack` more. Only persons who spend the window themselves wait longer.
 * - Bulk pays for slow answers only: n calls take n slots, and the slowest answer's time once in L − 3 calls.
 *   300 calls at 30 a minute with answers of 0.5 s: at most 0.95 % over 600 s.
 * - Refresh keeps the last third of the window free and goes at two thirds of the pace, so it takes no person's place,
 *   and delays bulk by no more than one slot a refresh.
 *
 * What can't be: with L = 1 no place can be kept, so a person waits for whatever holds it; with L = 2 bulk waits for
 * a stalled call; and the first call of a life goes alone (request-queue.ts), so a stalled first one holds everybody.
 *
 * All times here are milliseconds on the steady clock of this life.
 */
import { UNSHARED, nextSharedSlot, type Share } from './quota-share.ts';
import {
  isLongQuota,
  MAX_RETRY_AFTER_MS,
  HEADER_ROUNDING_MS,
  isQuotaBinding,
  type ServerQuota,
} from './server-quota.ts';
import type { Priority } from './priority.ts';
import {
  isMeasured,
  measureWindowLength,
  MINUTE_MS,
  windowLength,
  type CountedReply,
  type WindowLength,
} from './window-length.ts';

/** W until the service's replies show a shorter one. */
export const WINDOW_MS = MINUTE_MS;
/** L until the service names its own. */
export const DEFAULT_LIMIT = 30;
/** More than this in a minute is never used, whatever the service allows. */
export const MAX_LIMIT = 1_000;
/** Without a limit, work in the background keeps no more calls than this under way; persons are not held. */
const UNLIMITED_IN_FLIGHT = 6;
/** Two clocks may differ by 160 parts in a million. */
const CLOCK_DRIFT_MS = 10;
/** How long a call's place stays taken after its reply. */
const slotHoldMs = ({ windowLength: length }: LimiterState) => length.ms + CLOCK_DRIFT_MS;

export interface LimiterState {
  readonly limit: number | 'none';
  /** When the calls under way were sent, ascending. */
  readonly inFlight: readonly number[];
  readonly windowLength: WindowLength;
  /** When calls of the last two windows were answered, ascending. */
  readonly completedAt: readonly number[];
  /** When the last call of each priority went. */
  readonly lastSentAt: Readonly<Record<Priority, number>>;
  /** Of those in this life, the ones that the service refused, and so has not counted. */
  readonly refusals: readonly number[];
  /** The service asked for silence until then. */
  readonly backOffUntil: number;
  readonly serverQuota: ServerQuota | null;
  readonly share: Share;
  /** The service's last Date (epoch ms), and when the call it answered was sent. */
  readonly lastServerDate: { readonly date: number; readonly at: number } | null;
  /** So much of the past's age only the wall clock claims (clock-jump.ts). */
  readonly unverifiedMs: number;
  /** When this life began: what is younger has its age from this life's own clock. */
  readonly began: number;
  /** The wall clock was once set back over a death, so that its claims may hide a jump forward of the same length. */
  readonly clockSetBack: boolean;
}

export function emptyState(now: number): LimiterState {
  const longAgo = now - 2 * WINDOW_MS;
  return {
    limit: DEFAULT_LIMIT,
    windowLength: windowLength(),
    share: UNSHARED,
    inFlight: [],
    completedAt: [],
    refusals: [],
    lastSentAt: { user: longAgo, bulk: longAgo, background: longAgo },
    backOffUntil: now,
    serverQuota: null,
    lastServerDate: null,
    unverifiedMs: 0,
    began: now,
    clockSetBack: false,
  };
}

/** A full window just used, evenly: what is assumed when nothing is known. One call a slot from here. */
export function saturatedState(now: number): LimiterState {
  const slot = WINDOW_MS / DEFAULT_LIMIT;
  const completedAt = Array.from(
    { length: DEFAULT_LIMIT },
    (_, place) => now - WINDOW_MS + (place + 1) * slot,
  );
  return { ...emptyState(now), completedAt };
}

export function localUsage(state: LimiterState, now: number): number {
  return state.inFlight.length + state.completedAt.filter((end) => end > now - slotHoldMs(state)).length;
}

/**
 * Of a limit that is not the contract's, the window may not be either. Until it is known, the last two calls of our own
 * window go one at each reset: the answers to them tell how far apart the resets are. Without a reset they tell nothing,
 * and of a quota of an hour or a day it is known that our own window is the shorter one.
 */
function probesOpenAt({ limit, windowLength: length, serverQuota }: LimiterState, now: number): number {
  if (limit === 'none' || limit < 3 || limit === DEFAULT_LIMIT || serverQuota === null || isMeasured(length))
    return now;
  if (serverQuota.assumed === true || isLongQuota(serverQuota, now)) return now;
  return Math.max(now, serverQuota.resetAt);
}
const WINDOW_PROBES = 2;

/** When the first `most` places of our own window can be taken, whatever the service said last. */
function localSlotTimes(state: LimiterState, limit: number, now: number, most = limit): number[] {
  const hold = slotHoldMs(state);
  const used = state.completedAt.filter((end) => end > now - hold).map((end) => end + hold);
  used.push(...state.inFlight.map(() => Infinity));
  const free = Array.from({ length: Math.min(most, Math.max(0, limit - used.length)) }, () => now);
  const opens = probesOpenAt(state, now);
  if (opens > now) {
    const last = Math.min(free.length, WINDOW_PROBES - (limit - used.length - free.length));
    for (let finder = 0; finder < last; finder += 1) used.push(opens);
    used.sort((a, b) => a - b);
    free.splice(free.length - Math.max(0, last));
  }
  const own = [...free, ...used.slice(Math.max(0, used.length - limit))].slice(0, most);
  return own.map((at) => Math.max(at, state.backOffUntil));
}

/** When the first `most` places of the window can be taken, soonest first; `Infinity` while a place's call is under way. */
export function slotTimes(state: LimiterState, limit: number, now: number, most = limit): number[] {
  const own = localSlotTimes(state, limit, now, most);
  const { serverQuota } = state;
  if (serverQuota === null || !isQuotaBinding(serverQuota, now, slotOf(state, limit))) return own;
  const left = serverQuota.remaining - state.inFlight.length;
  // As far as our own calls explain all that is used, they also tell the reset, and not in whole seconds.
  const ours = (at: number) =>
    serverQuota.othersUsage === 0 && serverQuota.resetAt - at <= HEADER_ROUNDING_MS;
  return own.map((at, place) => Math.max(at, place < left || ours(at) ? now : serverQuota.resetAt));
}

const slotOf = ({ windowLength: length }: LimiterState, limit: number) => length.ms / limit;

/** The earliest moment for one more call of this priority; `Infinity` when only a reply can tell. */
export function nextSendTime(state: LimiterState, priority: Priority, now: number): number {
  const { limit } = state;
  if (limit === 'none') {
    const crowded = priority !== 'user' && state.inFlight.length >= UNLIMITED_IN_FLIGHT;
    return crowded ? Infinity : Math.max(now, state.backOffUntil);
  }
  const slot = slotOf(state, limit);
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

  // What is left of a long quota may be used up by bulk: no pace would keep places free for hours.
  const open = isLongQuota(state.serverQuota, now) ? localSlotTimes(state, limit, now) : counted;
  const reserve = priority === 'background' ? Math.min(Math.ceil(limit / 3), limit - 1) : 0;
  const pace = slot * (limit / (limit - reserve));
  const promised = limit === 1 ? 0 : Math.max(1, Math.min(RESERVED_SLOTS, Math.floor(limit / 8)));
  const slack = state.windowLength.ms / 6 + slot;
  let at = Math.max(own, state.lastSentAt[priority] + pace, counted[reserve] ?? own);
  for (let next = 1; next < open.length; next += 1) {
    let opens = open[next] ?? 0;
    if (next > promised) {
      // Calls under way are the last places; at best they are answered at once.
      if (opens === Infinity)
        opens = (state.inFlight[state.inFlight.length - open.length + next] ?? now) + slotHoldMs(state);
      opens -= slack;
    }
    at = Math.max(at, opens - next * slot);
  }
  return at;
}
/** So many persons' calls at once are kept one slot apart at most: one short link may take three calls. */
const RESERVED_SLOTS = 3;

/** Somebody else used the key in the last two windows. */
export function isShared({ share, windowLength: length, serverQuota }: LimiterState, now: number): boolean {
  return !isLongQuota(serverQuota, now) && now - share.seenAt < 2 * length.ms;
}

/** How many calls of the last window the service counts beyond those that can be ours. */
export function countForeignCalls(
  { limit, windowLength: length, inFlight, completedAt, refusals }: LimiterState,
  left: number | null,
  sentAt: number,
): number {
  if (limit === 'none' || left === null) return 0;
  const recent = (times: readonly number[]) => times.filter((at) => at > sentAt - length.ms).length;
  return limit - left - inFlight.length - recent(completedAt) + recent(refusals);
}

/** Until a reply tells more, one call at a time: somebody else uses the key, and their window has been renewed. */
export function needsProbe({ serverQuota }: LimiterState, now: number): boolean {
  return serverQuota !== null && serverQuota.othersUsage > 0 && serverQuota.resetAt <= now;
}

export function recordSend(state: LimiterState, priority: Priority, now: number): LimiterState {
  return {
    ...state,
    inFlight: [...state.inFlight, now],
    lastSentAt: { ...state.lastSentAt, [priority]: now },
  };
}

/** It never left: its place and its turn are free again. */
export function undoSend(
  state: LimiterState,
  priority: Priority,
  at: number,
  before: LimiterState,
): LimiterState {
  const lastSentAt = { ...state.lastSentAt, [priority]: before.lastSentAt[priority] };
  return { ...state, inFlight: without(state.inFlight, at), lastSentAt };
}

/** The call sent `at` is over, with or without an answer: its place is free a window from now. */
export function recordCompletion(state: LimiterState, at: number, now: number): LimiterState {
  const recent = recentSends(state, now).slice(-2 * MAX_LIMIT);
  return {
    ...state,
    inFlight: without(state.inFlight, at),
    completedAt: [...recent, now].sort((a, b) => a - b),
  };
}

/** Those that may still count, by the service's clock too. */
export function recentSends(
  { completedAt, unverifiedMs }: Pick<LimiterState, 'completedAt' | 'unverifiedMs'>,
  now: number,
): readonly number[] {
  return completedAt.filter((end) => end > now - 2 * WINDOW_MS - unverifiedMs);
}

function without(times: readonly number[], one: number): readonly number[] {
  return times.toSpliced(times.indexOf(one), 1);
}

/** `limit` as the service names it; nonsense changes nothing. */
export function applyLimit(state: LimiterState, limit: number | 'none' | null): LimiterState {
  if (limit === 'none') return { ...state, limit, serverQuota: null, share: UNSHARED };
  if (limit === null || !(limit >= 1)) return state;
  const taken = Math.min(Math.floor(limit), MAX_LIMIT);
  return taken === state.limit ? state : { ...state, limit: taken, windowLength: windowLength() };
}

/** The length of the service's window, as far as this reply tells. */
export function measureWindow(
  state: LimiterState,
  reply: Omit<CountedReply, 'limit' | 'inFlight'>,
): LimiterState {
  if (state.limit === 'none') return state;
  const length = measureWindowLength(state.windowLength, {
    ...reply,
    limit: state.limit,
    inFlight: state.inFlight.length,
  });
  // What looked like a moving reset may have been a shorter window.
  const serverQuota =
    length.ms === state.windowLength.ms
      ? state.serverQuota
      : state.serverQuota && { ...state.serverQuota, rolling: false };
  return { ...state, windowLength: length, serverQuota };
}

/** Refused for coming too often. `asked`: the moments the answer named, if any. */
export function applyRejection(
  state: LimiterState,
  asked: readonly (number | null)[],
  now: number,
): LimiterState {
  const sane = asked.filter((at) => at !== null).filter((at) => at <= now + MAX_RETRY_AFTER_MS);
  const until = sane.length === 0 ? now + WINDOW_MS : Math.max(...sane, now + MIN_BACK_OFF_MS);
  const refusals = [...state.refusals, now].filter((at) => at > now - 2 * WINDOW_MS);
  return { ...state, refusals, backOffUntil: Math.max(state.backOffUntil, until) };
}
/** A refusal that names a moment in the past still means: not now. */
const MIN_BACK_OFF_MS = 1_000;
