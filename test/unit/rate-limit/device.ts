/** A device on a virtual clock: a network with latency, services that count in different ways, and worker restarts. */
import { unsent, type Call, type Outcome, type Send } from '../../../lib/api/call.ts';
import type { RateLimitInfo } from '../../../lib/api/rate-limit-headers.ts';
import { readReply } from '../../../lib/api/parse-response.ts';
import { createRequestQueue, type RequestQueue } from '../../../lib/rate-limit/request-queue.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';
import type { LimiterStorage } from '../../../lib/rate-limit/stored-limiter.ts';
import type { Delay } from '../../../lib/rate-limit/dispatcher.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

export const W = 60_000;

export type Kind = 'fixed' | 'from-first' | 'sliding' | 'sliding-full' | 'bucket' | 'bucket-full' | 'none';
export const KINDS: readonly Kind[] = [
  'fixed',
  'from-first',
  'sliding',
  'sliding-full',
  'bucket',
  'bucket-full',
];

export interface Response {
  readonly ok: boolean;
  readonly remaining: number;
  /** True time. */
  readonly resetAt: number;
}

/** Counts calls in the way of its `kind`; `phase` shifts its fixed windows. */
export class Server {
  readonly arrivals: number[] = [];
  refusals = 0;
  readonly refusedAt: number[] = [];
  readonly kind: Kind;
  readonly limit: number;
  /** The length of its window, in ms. */
  readonly span: number;
  #start: number;
  #used = 0;
  #log: number[] = [];
  #tokens: number;
  #filled = 0;

  constructor(kind: Kind, limit: number, phase = 0, span = W) {
    this.kind = kind;
    this.limit = limit;
    this.span = span;
    this.#start = kind === 'fixed' ? -phase : -10 * span;
    this.#tokens = limit;
  }

  /** Calls of other devices (`ours` is false) count, but are not in `arrivals`. */
  take(now: number, ours = true): Response {
    if (ours) this.arrivals.push(now);
    const response = this.#count(now);
    if (!response.ok && ours) {
      this.refusals += 1;
      this.refusedAt.push(now);
    }
    return response;
  }

  #count(now: number): Response {
    const { kind, limit, span } = this;
    if (kind === 'none') return { ok: true, remaining: limit, resetAt: now };
    if (kind === 'fixed' || kind === 'from-first') {
      if (now >= this.#start + span) {
        this.#start = kind === 'fixed' ? now - ((now - this.#start) % span) : now;
        this.#used = 0;
      }
      const ok = this.#used < limit;
      if (ok) this.#used += 1;
      return { ok, remaining: limit - this.#used, resetAt: this.#start + span };
    }
    if (kind === 'sliding' || kind === 'sliding-full') {
      this.#log = this.#log.filter((at) => at > now - span);
      const ok = this.#log.length < limit;
      if (ok) this.#log.push(now);
      const resetAt = ok && kind === 'sliding-full' ? now + span : (this.#log[0] ?? now) + span;
      return { ok, remaining: limit - this.#log.length, resetAt };
    }
    this.#tokens = Math.min(limit, this.#tokens + ((now - this.#filled) * limit) / span);
    this.#filled = now;
    const ok = this.#tokens >= 1 - 1e-9;
    if (ok) this.#tokens -= 1;
    const missing = kind === 'bucket' && this.#tokens < 1 ? 1 - this.#tokens : limit - this.#tokens;
    return {
      ok,
      remaining: Math.max(0, Math.floor(this.#tokens + 1e-9)),
      resetAt: now + Math.ceil((missing * span) / limit - 1e-6),
    };
  }
}

/** Checks the limit independently: the most arrivals in any sliding [x, x + W). */
export function mostInAnyWindow(arrivals: readonly number[], span = W): number {
  const sorted = [...arrivals].sort((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last += 1) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= span) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

export interface Travel {
  readonly out: number;
  readonly back: number;
}
export type Headers = 'all' | 'limit-only' | 'no-headers';

/** The server's count as an HTTP response, which the client's own parser reads. */
export type Wire = (response: Response, now: number) => WireResponse;
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** The server's own clock at the beginning of the test. */
export const SERVER_EPOCH = 1_700_000_000_000;

export interface DeviceOptions {
  readonly server: Server;
  /** Without it the rate limit comes parsed, to the millisecond. */
  readonly wire?: Wire;
  readonly travel?: (priority: Priority) => Travel;
  readonly headers?: Headers;
  readonly saveTakes?: () => number;
  readonly scope?: string;
}

export interface TrackedRequest {
  readonly priority: Priority;
  readonly asked: number;
  sent: number | null;
  done: number | null;
  outcome: Outcome<string> | null;
  readonly ended: Promise<Outcome<string>>;
}

// One for all: a stack trace for each of thousands takes a fifth of these tests' time.
const aborted = new Error('aborted');

/** A device: a disk that survives, a wall clock that may jump, and a sequence of worker instances with a queue each. */
export class Device {
  readonly clock: VirtualClock;
  readonly #options: DeviceOptions;
  /** The stored value, as JSON. */
  disk: string | null = null;
  wallOffset = SERVER_EPOCH;
  readonly sends: { at: number; priority: Priority }[] = [];
  readonly requests: TrackedRequest[] = [];
  readonly replies: { at: number; remaining: number; resetAt: number; ok: boolean }[] = [];
  scope: string;
  queue!: RequestQueue;
  #instance = 0;
  #awakeAt = 0;
  #frozen = 0;

  constructor(clock: VirtualClock, options: DeviceOptions) {
    this.clock = clock;
    this.#options = options;
    this.scope = options.scope ?? 'key';
    this.start();
  }

  /** Stops the worker if it runs, and starts another instance. */
  start(): void {
    const { clock } = this;
    const instance = (this.#instance += 1);
    const alive = () => instance === this.#instance;
    const born = clock.now;
    const frozenBefore = this.#frozen;
    const monotonic = () => this.#awake() - born - (this.#frozen - frozenBefore) + 17;
    const network = this.#network(alive);
    let newest = '';
    let isPending = false;
    let saved = Promise.resolve();
    const write = async () => {
      isPending = false;
      const text = newest;
      const takes = this.#options.saveTakes?.() ?? 0;
      if (takes > 0) await new Promise<void>((resolve) => this.#after(takes, resolve));
      if (alive()) this.disk = text;
    };
    const storage: LimiterStorage = {
      load: async (): Promise<unknown> => (this.disk === null ? undefined : JSON.parse(this.disk)),
      save(value) {
        newest = JSON.stringify(value);
        if (isPending) return;
        isPending = true;
        saved = saved.then(write);
      },
    };
    const delay: Delay = (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(aborted));
        const due = monotonic() + ms;
        const look = () => {
          if (!alive() || signal.aborted) return;
          // A timer counts on the monotonic clock, which may have stood still.
          if (monotonic() < due) this.#after(due - monotonic(), look);
          else resolve(undefined);
        };
        this.#after(ms, look);
      });
    this.queue = createRequestQueue({
      async send(call, options) {
        await saved;
        return options?.signal?.aborted ? unsent({ kind: 'cancelled' }) : network(call);
      },
      clock: { wallClock: () => clock.now + this.wallOffset, monotonic: monotonic },
      delay,
      storage: storage,
      scope: this.scope,
    });
  }

  stop(): void {
    this.#instance += 1;
  }

  /** Suspends the device: nothing runs meanwhile, and the monotonic clock either continues or stands still. */
  suspend(ms: number, clock: 'goes on' | 'stands still'): void {
    this.#awakeAt = this.clock.now + ms;
    if (clock === 'stands still') this.#frozen += ms;
  }

  /** During the suspension a monotonic clock that stands still must not appear to go back. */
  #awake(): number {
    return Math.max(this.clock.now, this.#awakeAt);
  }

  #after(ms: number, run: () => void): void {
    const late = () => (this.clock.now < this.#awakeAt ? this.clock.at(this.#awakeAt, late) : run());
    this.clock.after(ms, late);
  }

  command(priority: Priority, signal?: AbortSignal): TrackedRequest {
    let end: (outcome: Outcome<string>) => void = () => undefined;
    const ended = new Promise<Outcome<string>>((resolve) => (end = resolve));
    const request: TrackedRequest = {
      priority,
      asked: this.clock.now,
      sent: null,
      done: null,
      outcome: null,
      ended,
    };
    this.requests.push(request);
    const call: Call<string> = {
      method: 'GET',
      path: `/api/${this.requests.length - 1}`,
      read: () => 'ok',
      idempotent: true,
    };
    void this.queue.request(call, { priority: priority, signal }).then((outcome) => {
      request.outcome = outcome;
      request.done = this.clock.now;
      end(outcome);
    });
    return request;
  }

  askMany(count: number, priority: Priority): TrackedRequest[] {
    return Array.from({ length: count }, () => this.command(priority));
  }

  #network(alive: () => boolean): Send {
    const { clock } = this;
    const { server, travel, wire, headers = 'all' } = this.#options;
    return (call) =>
      new Promise((resolve) => {
        const request = this.requests[Number(call.path.slice(5))];
        if (request === undefined || !alive()) return;
        request.sent ??= clock.now;
        this.sends.push({ at: clock.now, priority: request.priority });
        const { out, back } = travel?.(request.priority) ?? { out: 0, back: 0 };
        clock.after(out, () => {
          // A stopped worker's socket closes: a request that has not arrived soon after never does.
          if (!alive() && out > 2_500) return;
          const response = server.take(clock.now);
          const { ok, remaining, resetAt } = response;
          const text = wire?.(response, clock.now);
          const arrives = clock.now + back;
          this.#after(back, () => {
            if (!alive()) return;
            // The device was suspended for longer than a connection lasts.
            if (clock.now > arrives + 30_000)
              return resolve({
                ok: false,
                failure: { kind: 'unreachable', status: null, message: null },
                rate: null,
              });
            this.replies.push({ at: clock.now, remaining, resetAt, ok });
            if (text !== undefined) {
              const { status, body } = text;
              const headers = new Headers(text.headers);
              const now = clock.now + this.wallOffset;
              return resolve(
                readReply(call, {
                  status,
                  headers,
                  body,
                  host: 'a.test',
                  now,
                  redact: String,
                  redactWords: String,
                }),
              );
            }
            const wall = (at: number) => at + this.wallOffset;
            const says = headers === 'all' && server.kind !== 'none';
            const rate: RateLimitInfo = {
              limit: headers === 'no-headers' ? null : server.kind === 'none' ? 'none' : server.limit,
              remaining: says ? remaining : null,
              resetAt: says ? wall(resetAt) : null,
              retryAt: ok ? null : wall(Math.max(resetAt, clock.now + 1_000)),
            };
            if (ok) resolve({ ok, value: call.read(null), rate, date: null });
            else {
              const until = rate.retryAt ?? 0;
              resolve({ ok, failure: { kind: 'limit', until, message: 'slow down' }, rate });
            }
          });
        });
      });
  }
}

/** Random latency up to `most` in all, occasionally a stall of 20 s on either way. */
export function roughTravel(roll: () => number, most = 3_000, stalls = 0.01): () => Travel {
  return () => {
    const out = Math.floor((roll() * most) / 2);
    const back = Math.floor((roll() * most) / 2);
    if (roll() >= stalls) return { out, back };
    return roll() < 0.5 ? { out: 20_000, back } : { out, back: 20_000 };
  };
}
