/**
 * The one door to the service: a queue by priority in front of send. When and how much is window.ts.
 *
 * - Until a reply has come in this life, and after every refusal for coming too often, one call at a time. From then
 *   on as many at once as the window allows; a stalled one keeps its own place and holds nobody.
 * - The past is saved before each send. When that fails nothing is sent: the call ends with the failure `limit`
 *   (certain not to have happened, may come back), a window from now.
 * - A refused call (429: not executed) goes again by itself, at most REPEATS times
 *   (SHARED_REPEATS while others use the key), when the wait is at most
 *   LONGEST_WAIT. Any other failure is the caller's. Longer waits end every call at once with `limit` and the moment.
 * - A call cancelled before it was sent leaves at once and costs nothing.
 */
import type { Call, Outcome, Send, SendOptions } from '../api/call.ts';
import { ServiceError, type Failure } from '../api/failure.ts';
import type { RateLimitInfo } from '../api/rate-limit.ts';
import { deserialize, serialize, type Clock, type StoredLimiterState } from './limiter-state.ts';
import { correctForClockJump } from './clock-jump.ts';
import { PRIORITIES, type Priority } from './priority.ts';
import * as window from './sliding-window.ts';
import { observeShare } from './quota-share.ts';
import { updateQuota, isLongQuota } from './server-quota.ts';

export type { Clock, StoredLimiterState } from './limiter-state.ts';
export type { Priority } from './priority.ts';

const REPEATS = 3;
/** Where others take the place that was left, the next refusal says nothing about this call. */
const SHARED_REPEATS = 10;
const MAX_WAIT_MS = 5 * 60_000;

export interface LimiterStorage {
  /** What was saved last, unchecked; `undefined` or `null` when there is nothing. */
  load(): Promise<unknown>;
  /** Settles when it is safely kept; called one at a time. */
  save(storage: StoredLimiterState): Promise<void>;
}

/** May resolve or reject when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

export interface RequestQueueDeps {
  readonly send: Send;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly storage: LimiterStorage;
  /** Names the account and key; a past under another one does not bind. */
  readonly scope: string;
}

export interface Meter {
  readonly limit: number | 'none';
  /** How many could go now; `null` without a limit. */
  readonly remaining: number | null;
  /** When `remaining` next grows: epoch ms; `null` when nothing is used, or only a reply can tell. */
  readonly resetAt: number | null;
  readonly usedHere: number;
  /** Calls of other devices with this key, at least, as far as the service lets us know. */
  readonly usedElsewhere: number;
}

/** Those of the send are handed through, for each attempt. */
export interface RequestOptions extends SendOptions {
  readonly priority: Priority;
}

export interface RequestQueue {
  request<T>(call: Call<T>, options: RequestOptions): Promise<Outcome<T>>;
  /** Ms until a call of this priority, asked for now, would go, behind all that already waits. */
  estimateWait(priority: Priority): number;
  /** Ms until anything could go at all, whoever is first. */
  nextSlotIn(): number;
  usage(): Meter;
  /** The person would rather try than wait as long as the service asked: only our own law holds until its next word. */
  clearServerBackOff(): void;
  /** Told after every change of what forecast and meter answer, other than the passing of time. */
  onChange(listener: () => void): () => void;
}

interface Reply {
  readonly failure: Failure | null;
  readonly rate: RateLimitInfo | null;
  readonly date: number | null;
  /** Hands the outcome to who asked. */
  readonly deliver: () => void;
}

interface Departure {
  readonly before: window.LimiterState;
  /** When its place was taken, and when it went. */
  readonly at: number;
  readonly sentAt: number;
}

interface Waiting {
  readonly priority: Priority;
  readonly attempt: () => Promise<Reply>;
  readonly fail: (failure: Failure) => void;
  refusals: number;
  cancelled: boolean;
}

export function createRequestQueue({ send, clock, sleep, storage, scope }: RequestQueueDeps): RequestQueue {
  const queues: Record<Priority, Waiting[]> = { person: [], bulk: [], refresh: [] };
  const listeners = new Set<() => void>();
  let state = window.emptyState(clock.monotonic());
  let loaded = false;
  /** Whether a reply has told how things stand; until then `probe` goes alone. */
  let told = false;
  let probe: Waiting | null = null;
  const unsure = () => !told || window.needsProbe(state, clock.monotonic());
  let alarm: AbortController | null = null;

  const toWall = (steady: number) => clock.wallClock() + (steady - clock.monotonic());
  const toSteady = (wall: number | null) =>
    wall === null ? null : clock.monotonic() + (wall - clock.wallClock());
  const limited = (until: number): Failure => ({ kind: 'limit', until: toWall(until), message: null });
  const changed = () => listeners.forEach((listener) => listener());

  // One save at a time; those asked for meanwhile share the next.
  let nextSave: Promise<void> | null = null;
  let lastSave: Promise<unknown> = Promise.resolve();
  function save(): Promise<void> {
    if (nextSave === null) {
      nextSave = lastSave.then(() => {
        nextSave = null;
        return storage.save(serialize(state, scope, clock));
      });
      // Whoever waits for this save gets its failure; the next save only comes after it.
      lastSave = nextSave.catch(() => undefined);
    }
    return nextSave;
  }
  /** Worth keeping, but nothing depends on it: the next send saves again. */
  const saveSoon = () => void save().catch(() => undefined);

  const front = () =>
    PRIORITIES.map((priority) => queues[priority][0]).find((waiting) => waiting !== undefined);

  /** Sends what may go, then sets the one alarm for what comes next. */
  function pump(): void {
    alarm?.abort();
    alarm = null;
    if (!loaded) return;
    for (let next = front(); next !== undefined; next = front()) {
      if (probe !== null && unsure()) return;
      const now = clock.monotonic();
      const due = window.nextSendTime(state, next.priority, now);
      if (due === Infinity) return;
      if (due > now && due - now <= MAX_WAIT_MS) return wakeIn(due - now);
      queues[next.priority].shift();
      if (due > now) next.fail(limited(due));
      else void carry(next);
    }
  }

  function wakeIn(ms: number): void {
    const mine = new AbortController();
    alarm = mine;
    const wake = () => {
      if (alarm === mine) pump();
    };
    sleep(Math.ceil(ms), mine.signal).then(wake, wake);
  }

  async function carry(item: Waiting): Promise<void> {
    const before = state;
    const at = clock.monotonic();
    if (unsure()) probe = item;
    state = window.recordSend(state, item.priority, at);
    changed();
    const kept = await save().then(
      () => true,
      () => false,
    );
    // Cancelled while its place was being saved: it is over already.
    if (!kept || item.cancelled) {
      state = window.undoSend(state, item.priority, at, before);
      saveSoon();
      item.fail(limited(clock.monotonic() + window.WINDOW_MS));
    } else {
      const sentAt = clock.monotonic();
      const reply = await item.attempt();
      settle(item, reply, { before, at, sentAt });
    }
    if (probe === item) probe = null;
    pump();
    changed();
  }

  function settle(
    item: Waiting,
    { failure, rate, date, deliver }: Reply,
    { before, at, sentAt }: Departure,
  ): void {
    const now = clock.monotonic();
    const refusedNow = failure?.kind === 'limit';
    const { unverifiedMs } = state;
    if (failure?.kind === 'no-permission') {
      state = window.undoSend(state, item.priority, at, before);
    } else {
      if (rate !== null && !refusedNow)
        state = correctForClockJump(state, { date, remaining: rate.remaining, sentAt, now });
      state = window.applyLimit(state, rate?.limit ?? null);
      const reading = rate && { remaining: rate.remaining, resetAt: toSteady(rate.resetAt) };
      const earlier = state.serverQuota;
      const serverQuota =
        state.limit === 'none'
          ? null
          : updateQuota(state.serverQuota, reading, {
              ...state,
              limit: state.limit,
              window: state.windowLength.ms,
              sentAt,
              now,
              unverifiedMs,
            });
      const foreign = isLongQuota(serverQuota, now)
        ? 0
        : window.foreign(state, reading?.remaining ?? null, sentAt);
      state = { ...window.recordCompletion(state, at, now), serverQuota };
      if (state.limit !== 'none')
        state = {
          ...state,
          share: observeShare(state.share, {
            limit: state.limit,
            previousQuota: earlier,
            quota: serverQuota,
            foreign,
            refused: refusedNow,
            counted: state.windowLength.last !== null,
            now,
          }),
        };
      if (reading !== null && !refusedNow)
        state = window.timed(state, { remaining: reading.remaining, resetAt: reading.resetAt, sentAt, now });
      const asked = [rate?.retryAt ?? null, refusedNow ? failure.until : null].map(toSteady);
      const named = asked.filter((at) => at !== null);
      if (refusedNow || named.length > 0) state = window.applyRejection(state, named, now);
      if (rate !== null) told = !refusedNow;
    }
    saveSoon();
    const repeats = window.isShared(state, now) ? SHARED_REPEATS : REPEATS;
    const again = refusedNow && item.refusals < repeats && state.backOffUntil - now <= MAX_WAIT_MS;
    if (!again || item.cancelled) return deliver();
    item.refusals += 1;
    queues[item.priority].unshift(item);
  }

  function request<T>(call: Call<T>, { priority, ...options }: RequestOptions): Promise<Outcome<T>> {
    const { signal } = options;
    return new Promise((resolve) => {
      const end = (outcome: Outcome<T>) => {
        signal?.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      let inFlight = false;
      const item: Waiting = {
        priority,
        refusals: 0,
        cancelled: false,
        fail: (failure) => end({ ok: false, failure, rate: null }),
        attempt: async () => {
          inFlight = true;
          const outcome = await send(call, options).catch((error: unknown): Outcome<T> => ({
            ok: false,
            failure: failureOf(error),
            rate: null,
          }));
          inFlight = false;
          return {
            failure: outcome.ok ? null : outcome.failure,
            rate: outcome.rate,
            date: outcome.ok ? outcome.date : null,
            deliver: () => end(outcome),
          };
        },
      };
      const cancel = () => {
        item.cancelled = true;
        // Under way: send has the signal, and answers.
        if (inFlight) return;
        const queue = queues[priority];
        if (queue.includes(item)) queue.splice(queue.indexOf(item), 1);
        item.fail({ kind: 'cancelled' });
        pump();
        changed();
      };
      if (signal?.aborted === true) return item.fail({ kind: 'cancelled' });
      signal?.addEventListener('abort', cancel);
      queues[priority].push(item);
      pump();
      changed();
    });
  }

  /** As it is if all that is under way is answered now. */
  const landed = (now: number) =>
    state.inFlight.reduce((ahead, sent) => window.recordCompletion(ahead, sent, now), state);

  function nextSlotIn(): number {
    const now = clock.monotonic();
    return window.nextSendTime(landed(now), 'person', now) - now;
  }

  function estimateWait(priority: Priority): number {
    const now = clock.monotonic();
    let ahead = landed(now);
    let at = now;
    for (const rank of PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1)) {
      for (let place = 0; place < queues[rank].length; place += 1) {
        at = window.nextSendTime(ahead, rank, at);
        ahead = window.recordCompletion(window.recordSend(ahead, rank, at), at, at);
        if (ahead.serverQuota !== null)
          ahead = {
            ...ahead,
            serverQuota: { ...ahead.serverQuota, remaining: ahead.serverQuota.remaining - 1 },
          };
      }
    }
    return window.nextSendTime(ahead, priority, at) - now;
  }

  function usage(): Meter {
    const now = clock.monotonic();
    const { limit, serverQuota } = state;
    const open = limit === 'none' ? [state.backOffUntil] : window.slotTimes(state, limit, now);
    const later = open.find((at) => at > now);
    return {
      limit,
      remaining: limit === 'none' ? null : open.filter((at) => at <= now).length,
      resetAt: later === undefined || later === Infinity ? null : toWall(later),
      usedHere: window.localUsage(state, now),
      usedElsewhere: serverQuota !== null && serverQuota.resetAt > now ? serverQuota.othersUsage : 0,
    };
  }

  function clearServerBackOff(): void {
    state = { ...state, backOffUntil: clock.monotonic(), serverQuota: null };
    saveSoon();
    pump();
    changed();
  }

  function onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  void storage
    .load()
    // `recall` takes what it cannot read for a full window.
    .catch(() => 'unreadable')
    .then((stored) => {
      const { state: restored, repaired } = deserialize(stored, scope, clock);
      state = restored;
      loaded = true;
      // A call's end and a jumped clock are pinned now, so that short lives don't each begin the wait anew.
      if (repaired) saveSoon();
      pump();
      changed();
    });

  return { request, estimateWait, nextSlotIn, usage, clearServerBackOff, onChange };
}

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) return error.failure;
  return { kind: 'unreachable', status: null, message: null };
}
