/**
 * The past as a plain value that outlives the worker and the browser.
 *
 * Stored as ages before one wall-clock moment, so within one life a jump of the wall clock changes nothing. Across a
 * death only the wall clock tells how long it took:
 * - Clock set back: no time has passed, as far as we know. Waits at most one window (and GRACE).
 * - Clock set forward: the past looks older than it is, and nothing here can tell. So nothing is forgotten until an
 *   answer has proved how long it took (slept.ts).
 * - Calls under way at the death may have reached the server until GRACE after the next start.
 * - Unreadable: a full window just used, one call a slot. Nothing stored, or stored for another key: a clean start.
 */
import * as z from 'zod/mini';
import { integer } from '../api/schema-helpers.ts';
import { emptyState, MAX_LIMIT, recentSends, saturatedState, type LimiterState } from './sliding-window.ts';
import { MAX_RETRY_AFTER_MS } from './server-quota.ts';
import { UNSHARED } from './quota-share.ts';
import { MINUTE_MS, windowLength } from './window-length.ts';

const GRACE = 3_000;
/** Of calls, sent or answered: more is damage. */
const MAX_STORED = 4 * MAX_LIMIT;

const limiterStateSchema = z.object({
  version: z.literal(1),
  scope: z.string(),
  /** Wall clock; every age and wait counts from here. */
  at: z.number(),
  limit: z.union([z.literal('none'), integer(1, MAX_LIMIT)]),
  flying: integer(0, MAX_STORED),
  ended: z.array(z.number()).check(z.refine((all) => all.length <= MAX_STORED)),
  person: z.optional(z.number()),
  bulk: z.number(),
  refresh: z.number(),
  /** The service's window in ms, and how long ago somebody else was seen to use the key. */
  window: z.optional(integer(1_000, MINUTE_MS)),
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
  wall(): number;
  /** Ms that only ever grow, within one life. */
  steady(): number;
}

export function serialize(past: LimiterState, scope: string, clock: Clock): StoredLimiterState {
  const now = clock.steady();
  const { word, served, unproved, setBack } = past;
  return {
    version: 1,
    scope,
    at: clock.wall(),
    limit: past.limit,
    flying: past.flying.length,
    ended: recentSends(past, now).map((end) => now - end),
    person: now - past.spread.person,
    bulk: now - past.spread.bulk,
    refresh: now - past.spread.refresh,
    window: past.length.ms,
    shared: past.share.seenAt === -Infinity ? null : now - past.share.seenAt,
    silence: Math.max(0, past.silentUntil - now),
    word: word && {
      left: word.left,
      renewed: word.until - now,
      first: word.first - now,
      heard: now - word.heard,
      elsewhere: word.elsewhere,
      moving: word.moving,
      assumed: word.assumed,
    },
    served: served && { date: served.date, age: now - served.at },
    unproved,
    setBack,
  };
}

/** `mended`: what was read is not what should be read next time, so it wants saving. */
export function deserialize(
  stored: unknown,
  scope: string,
  clock: Clock,
): { past: LimiterState; mended: boolean } {
  const now = clock.steady();
  if (stored === undefined || stored === null) return { past: emptyState(now), mended: false };
  const parsed = z.safeParse(limiterStateSchema, stored);
  if (!parsed.success) return { past: saturatedState(now), mended: true };
  const memory = parsed.data;
  if (memory.scope !== scope) return { past: emptyState(now), mended: false };

  const slept = clock.wall() - memory.at;
  const then = now - Math.max(0, slept);
  const before = (age: number) => Math.min(now, then - age);
  const ended = memory.ended.map((age) => Math.min(now + GRACE, then - age));
  for (let flight = 0; flight < memory.flying; flight += 1) ended.push(now + GRACE);
  const { word, served } = memory;
  const unproved = (memory.unproved ?? 0) + Math.max(0, slept);
  const past: LimiterState = {
    limit: memory.limit,
    flying: [],
    refusals: [],
    ended: recentSends({ ended, unproved }, now).toSorted((a, b) => a - b),
    length: windowLength(memory.window),
    spread: {
      person: before(memory.person ?? memory.bulk),
      bulk: before(memory.bulk),
      refresh: before(memory.refresh),
    },
    share: memory.shared == null ? UNSHARED : { ...UNSHARED, seenAt: before(memory.shared) },
    silentUntil: then + Math.min(memory.silence, MAX_RETRY_AFTER_MS),
    word: word && {
      left: word.left,
      until: then + Math.min(word.renewed, MAX_RETRY_AFTER_MS),
      first: then + Math.min(word.first, MAX_RETRY_AFTER_MS),
      heard: before(word.heard),
      elsewhere: word.elsewhere,
      moving: word.moving,
      assumed: word.assumed,
    },
    served: served ? { date: served.date, at: then - served.age } : null,
    unproved,
    began: now,
    setBack: memory.setBack === true || slept < 0,
  };
  return { past, mended: memory.flying > 0 || slept < 0 };
}
