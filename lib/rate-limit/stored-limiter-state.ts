/**
 * The limiter state as a plain value that outlives the worker and the browser.
 *
 * Times are stored as ages before one wall-clock time, so within one worker instance a jump of the wall clock changes
 * nothing. Between two instances only the wall clock measures the time:
 * - Set back: no time has passed, as far as is known. Calls wait at most one window (and `graceMs`), and at most
 *   `maxQueueWaitMs` for what the service asked: then one call finds out.
 * - Set forward: past calls look older than they are, and nothing here can detect it. So none is dropped until a reply
 *   has confirmed the elapsed time (clock-jump.ts).
 * - Calls in flight at the shutdown may have reached the service until `graceMs` after the next start.
 * - Unreadable: counts as a full window, one call a slot. Nothing stored, or stored for another key: an empty state.
 */
import * as z from 'zod/mini';
import { defaultWindowMs, maxRetryAfterMs } from '../api/rate-limit-headers.ts';
import { integer } from '../api/schema-helpers.ts';
import {
  emptyState,
  maxLimit,
  recentCompletions,
  saturatedState,
  type LimiterState,
} from './limiter-state.ts';
import { unshared } from './quota-share.ts';
import { windowLength } from './measure-window-length.ts';

const graceMs = 3_000;
/**
 * A request that would wait longer in the queue fails immediately, with the time at which it may go: its caller decides.
 * Of a job the outbox does, which reports a wait that is longer than its `maxSilentWaitMs`.
 */
export const maxQueueWaitMs = 5 * 60_000;
/** More calls than this mean that the stored state is damaged. */
const maxStored = 4 * maxLimit;

const limiterStateSchema = z.object({
  version: z.literal(1),
  scope: z.string(),
  /** Wall clock; every age and wait counts from here. */
  at: z.number(),
  limit: z.union([z.literal('none'), integer(1, maxLimit)]),
  flying: integer(0, maxStored),
  ended: z.array(z.number()).check(z.refine((all) => all.length <= maxStored)),
  person: z.optional(z.number()),
  bulk: z.number(),
  refresh: z.number(),
  /** The service's window in ms, and the ms since another device was seen to use the key. */
  window: z.optional(integer(1_000, defaultWindowMs)),
  shared: z.optional(z.nullable(z.number())),
  silence: z.number(),
  word: z.nullable(
    z.object({
      left: z.number(),
      renewed: z.number(),
      first: z.number(),
      heard: z.number(),
      elsewhere: z.number(),
      moving: z.boolean(),
      assumed: z.optional(z.boolean()),
    }),
  ),
  served: z.optional(z.nullable(z.object({ date: z.number(), age: z.number() }))),
  setBack: z.optional(z.boolean()),
  unproved: z.optional(z.number().check(z.refine((ms) => ms >= 0))),
});
export type StoredLimiterState = z.infer<typeof limiterStateSchema>;

export interface Clock {
  /** Epoch ms as the device believes. */
  wallClock(): number;
  /** Ms that never decrease within one worker instance. */
  monotonic(): number;
}

export function serialize(state: LimiterState, scope: string, clock: Clock): StoredLimiterState {
  const now = clock.monotonic();
  const { serverQuota, lastServerDate, lastSentAt, share } = state;
  return {
    version: 1,
    scope,
    at: clock.wallClock(),
    limit: state.limit,
    flying: state.inFlight.length,
    ended: recentCompletions(state, now).map((end) => now - end),
    person: now - lastSentAt.user,
    bulk: now - lastSentAt.bulk,
    refresh: now - lastSentAt.background,
    window: state.windowLength.ms,
    shared: share.seenAt === -Infinity ? null : now - share.seenAt,
    silence: Math.max(0, state.backOffUntil - now),
    word: serverQuota && {
      left: serverQuota.remaining,
      renewed: serverQuota.resetAt - now,
      first: serverQuota.firstResetAt - now,
      heard: now - serverQuota.seenAt,
      elsewhere: serverQuota.othersUsage,
      moving: serverQuota.rolling,
      assumed: serverQuota.assumed,
    },
    served: lastServerDate && { date: lastServerDate.date, age: now - lastServerDate.at },
    unproved: state.unverifiedMs,
    setBack: state.clockSetBack,
  };
}

/** `repaired`: the stored value was damaged or out of date, and should be saved again. */
export function deserialize(
  raw: unknown,
  scope: string,
  clock: Clock,
): { state: LimiterState; repaired: boolean } {
  const now = clock.monotonic();
  if (raw === undefined || raw === null) return { state: emptyState(now), repaired: false };
  const parsed = z.safeParse(limiterStateSchema, raw);
  if (!parsed.success) return { state: saturatedState(now), repaired: true };
  const stored = parsed.data;
  if (stored.scope !== scope) return { state: emptyState(now), repaired: false };
  const elapsed = clock.wallClock() - stored.at;
  return {
    state: toLimiterState(stored, now, elapsed),
    repaired: stored.flying > 0 || elapsed < 0,
  };
}

/** @param elapsed ms since it was stored, by the wall clock; negative where that was set back */
function toLimiterState(stored: StoredLimiterState, now: number, elapsed: number): LimiterState {
  const storedAt = now - Math.max(0, elapsed);
  const before = (age: number) => Math.min(now, storedAt - age);
  const longestWait = elapsed < 0 ? maxQueueWaitMs : maxRetryAfterMs;
  const soon = (wait: number) => storedAt + Math.min(wait, longestWait);
  const ended = stored.ended.map((age) => Math.min(now + graceMs, storedAt - age));
  for (let call = 0; call < stored.flying; call += 1) ended.push(now + graceMs);
  const { word, served } = stored;
  const unverifiedMs = (stored.unproved ?? 0) + Math.max(0, elapsed);
  return {
    limit: stored.limit,
    inFlight: [],
    refusals: [],
    completedAt: recentCompletions({ completedAt: ended, unverifiedMs }, now).toSorted((a, b) => a - b),
    windowLength: windowLength(stored.window),
    lastSentAt: {
      user: before(stored.person ?? stored.bulk),
      bulk: before(stored.bulk),
      background: before(stored.refresh),
    },
    share: stored.shared == null ? unshared : { ...unshared, seenAt: before(stored.shared) },
    backOffUntil: soon(stored.silence),
    serverQuota: word && {
      remaining: word.left,
      resetAt: soon(word.renewed),
      firstResetAt: soon(word.first),
      seenAt: before(word.heard),
      othersUsage: word.elsewhere,
      rolling: word.moving,
      assumed: word.assumed,
    },
    lastServerDate: served ? { date: served.date, at: storedAt - served.age } : null,
    unverifiedMs,
    began: now,
    clockSetBack: stored.setBack === true || elapsed < 0,
  };
}
