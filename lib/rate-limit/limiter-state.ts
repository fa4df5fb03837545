/**
 * The state of the rate limiter, and what changes it: each call, each reply. next-send-time.ts has the rule.
 *
 * All times here are milliseconds on the monotonic clock of this worker instance.
 */
import { unshared, type Share } from './quota-share.ts';
import { defaultWindowMs, maxRetryAfterMs } from '../api/rate-limit-headers.ts';
import { isLongQuota, type ServerQuota } from './server-quota.ts';
import type { Priority } from './priority.ts';
import {
  measureWindowLength,
  windowLength,
  type CountedReply,
  type WindowLength,
} from './measure-window-length.ts';

/** L until the service names its own. */
export const defaultLimit = 30;
/** More than this in a minute is never used, even if the service allows it. */
export const maxLimit = 1_000;
/** Two clocks may differ by 160 parts in a million. */
const clockDriftMs = 10;
/** A rejection with a retry time in the past still delays the next request. */
const minBackOffMs = 1_000;
/** A call occupies the window for so long after its reply. */
export const slotHoldMs = ({ windowLength: length }: LimiterState) => length.ms + clockDriftMs;

/** The rate of the limit as the time between two calls. */
export const slotLengthMs = ({ windowLength: length }: LimiterState, limit: number) => length.ms / limit;

export interface LimiterState {
  readonly limit: number | 'none';
  /** Send times of the calls in flight, ascending. */
  readonly inFlight: readonly number[];
  readonly windowLength: WindowLength;
  /** Reply times of the calls of the last two windows, ascending. */
  readonly completedAt: readonly number[];
  /** Time of the last call of each priority. */
  readonly lastSentAt: Readonly<Record<Priority, number>>;
  /** Reply times of the calls of this instance that the service refused, and so has not counted. */
  readonly refusals: readonly number[];
  /** The service asked for no calls until then. */
  readonly backOffUntil: number;
  readonly serverQuota: ServerQuota | null;
  readonly share: Share;
  /** The service's last Date (epoch ms), and when the call it answered was sent. */
  readonly lastServerDate: { readonly date: number; readonly at: number } | null;
  /** The part of the age of past calls that only the wall clock has measured (clock-jump.ts). */
  readonly unverifiedMs: number;
  /** The start of this worker instance: later times were measured by its own monotonic clock. */
  readonly began: number;
  /** The wall clock was once set back between two instances, which may hide a jump forward of the same length. */
  readonly clockSetBack: boolean;
}

export function emptyState(now: number): LimiterState {
  const longAgo = now - 2 * defaultWindowMs;
  return {
    limit: defaultLimit,
    windowLength: windowLength(),
    share: unshared,
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

/** A window just used up evenly: assumed when nothing is known. From here one call a slot may go. */
export function saturatedState(now: number): LimiterState {
  const slot = defaultWindowMs / defaultLimit;
  const completedAt = Array.from(
    { length: defaultLimit },
    (_, index) => now - defaultWindowMs + (index + 1) * slot,
  );
  return { ...emptyState(now), completedAt };
}

export function localUsage(state: LimiterState, now: number): number {
  return state.inFlight.length + state.completedAt.filter((end) => end > now - slotHoldMs(state)).length;
}

/** Another device used the key in the last two windows. */
export function isShared({ share, windowLength: length, serverQuota }: LimiterState, now: number): boolean {
  return !isLongQuota(serverQuota, now) && now - share.seenAt < 2 * length.ms;
}

/** The number of calls of the last window that the service counts beyond those that can be ours. */
export function countForeignCalls(
  { limit, windowLength: length, inFlight, completedAt, refusals }: LimiterState,
  left: number | null,
  sentAt: number,
): number {
  if (limit === 'none' || left === null) return 0;
  const recent = (times: readonly number[]) => times.filter((at) => at > sentAt - length.ms).length;
  return limit - left - inFlight.length - recent(completedAt) + recent(refusals);
}

/** One call at a time until the next reply: another device uses the key, and the window has been renewed. */
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

/** The call never left: its slot and its turn are free again. */
export function undoSend(
  state: LimiterState,
  priority: Priority,
  at: number,
  before: LimiterState,
): LimiterState {
  // A later call of this priority keeps its own turn.
  const isLast = state.lastSentAt[priority] === at;
  const lastSentAt = isLast
    ? { ...state.lastSentAt, [priority]: before.lastSentAt[priority] }
    : state.lastSentAt;
  return { ...state, inFlight: without(state.inFlight, at), lastSentAt };
}

/** The call sent `at` is over, with or without a reply: its slot is free a window from now. */
export function recordCompletion(state: LimiterState, at: number, now: number): LimiterState {
  const recent = recentCompletions(state, now).slice(-2 * maxLimit);
  return {
    ...state,
    inFlight: without(state.inFlight, at),
    completedAt: [...recent, now].sort((a, b) => a - b),
  };
}

/** Reply times that may still count, by the service's clock too. */
export function recentCompletions(
  { completedAt, unverifiedMs }: Pick<LimiterState, 'completedAt' | 'unverifiedMs'>,
  now: number,
): readonly number[] {
  return completedAt.filter((end) => end > now - 2 * defaultWindowMs - unverifiedMs);
}

function without(times: readonly number[], one: number): readonly number[] {
  return times.toSpliced(times.indexOf(one), 1);
}

/** `limit` as the service reports it; an impossible value changes nothing. */
export function applyLimit(state: LimiterState, limit: number | 'none' | null): LimiterState {
  if (limit === 'none') return { ...state, limit, serverQuota: null, share: unshared };
  if (limit === null || !(limit >= 1)) return state;
  const accepted = Math.min(Math.floor(limit), maxLimit);
  return accepted === state.limit ? state : { ...state, limit: accepted, windowLength: windowLength() };
}

/** Updates the measured window length from this reply. */
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
  // An apparent moving reset may have been a shorter window.
  const serverQuota =
    length.ms === state.windowLength.ms
      ? state.serverQuota
      : state.serverQuota && { ...state.serverQuota, rolling: false };
  return { ...state, windowLength: length, serverQuota };
}

/** The service refused a call for its limit, or asked for a pause. `retryTimes`: the times it reported, if any. */
export function applyRejection(
  state: LimiterState,
  retryTimes: readonly number[],
  now: number,
): LimiterState {
  const valid = retryTimes.filter((at) => at <= now + maxRetryAfterMs);
  const until = valid.length === 0 ? now + defaultWindowMs : Math.max(...valid, now + minBackOffMs);
  const refusals = [...state.refusals, now].filter((at) => at > now - 2 * defaultWindowMs);
  return { ...state, refusals, backOffUntil: Math.max(state.backOffUntil, until) };
}
