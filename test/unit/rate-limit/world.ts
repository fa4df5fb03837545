/** A small deterministic world: one clock, a network with travel, servers that count in their own ways, a device. */
import type { Call, Outcome, Send } from '../../../lib/api/call.ts';
import type { RateLimitInfo } from '../../../lib/api/rate-limit.ts';
import { readReply } from '../../../lib/api/parse-response.ts';
import {
  createRequestQueue,
  type RequestQueue,
  type LimiterStorage,
  type Sleep,
  type Priority,
} from '../../../lib/rate-limit/request-queue.ts';

export const W = 60_000;

export class World {
  now = 0;
  readonly #events: { at: number; order: number; run: () => void }[] = [];
  #order = 0;

  at(moment: number, run: () => void): void {
    const event = { at: Math.max(moment, this.now), order: (this.#order += 1), run };
    const events = this.#events;
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = events[middle];
      if (other !== undefined && other.at <= event.at) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, event);
  }

  after(ms: number, run: () => void): void {
    this.at(this.now + ms, run);
  }

  /** Runs events in order until the moment given, or until nothing is left. */
  async run(until = Infinity): Promise<void> {
    await settled();
    for (let next = this.#events[0]; next !== undefined && next.at <= until; next = this.#events[0]) {
      this.#events.shift();
      this.now = next.at;
      next.run();
      await settled();
    }
    if (until !== Infinity) this.now = Math.max(this.now, until);
  }
}

/** All that promises can do without time passing. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A seeded source of numbers in [0, 1). */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Kind = 'fixed' | 'from-first' | 'sliding' | 'sliding-full' | 'bucket' | 'bucket-full' | 'none';
export const KINDS: readonly Kind[] = [
  'fixed',
  'from-first',
  'sliding',
  'sliding-full',
  'bucket',
  'bucket-full',
];

export interface Answer {
  readonly ok: boolean;
  readonly remaining: number;
  /** True time. */
  readonly resetAt: number;
}

/** Counts as told; `phase` shifts its fixed windows. */
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

  /** Somebody else's calls count, and are not in `arrivals`. */
  take(now: number, ours = true): Answer {
    if (ours) this.arrivals.push(now);
    const answer = this.#count(now);
    if (!answer.ok && ours) {
      this.refusals += 1;
      this.refusedAt.push(now);
    }
    return answer;
  }

  #count(now: number): Answer {
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

/** The independent judge: the most arrivals in any sliding [x, x + W). */
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

/** What a server's count looks like on the wire; the client's own reader takes it from there. */
export type Wire = (answer: Answer, now: number) => WireAnswer;
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** What the server's own clock shows at the world's beginning. */
export const SERVER_EPOCH = 1_700_000_000_000;

export interface DeviceOptions {
  readonly server: Server;
  /** Without it readings come ready-made, to the millisecond. */
  readonly wire?: Wire;
  readonly travel?: (priority: Priority) => Travel;
  readonly headers?: Headers;
  readonly saveTakes?: () => number;
  readonly scope?: string;
}

export interface Told {
  readonly priority: Priority;
  readonly asked: number;
  sent: number | null;
  done: number | null;
  outcome: Outcome<string> | null;
  readonly ended: Promise<Outcome<string>>;
}

/** A device: a disk that survives, a wall clock that may jump, and one life of a lane after another. */
export class Device {
  readonly world: World;
  readonly #options: DeviceOptions;
  /** What the disk holds; JSON, as storage would. */
  disk: string | null = null;
  wallOffset = SERVER_EPOCH;
  saveFails = false;
  readonly sends: { at: number; priority: Priority }[] = [];
  readonly told: Told[] = [];
  readonly replies: { at: number; remaining: number; resetAt: number; ok: boolean }[] = [];
  scope: string;
  lane!: RequestQueue;
  #life = 0;
  #awakeAt = 0;
  #frozen = 0;

  constructor(world: World, options: DeviceOptions) {
    this.world = world;
    this.#options = options;
    this.scope = options.scope ?? 'key';
    this.start();
  }

  /** The worker dies (if it lives) and another one starts. */
  start(): void {
    const { world } = this;
    const life = (this.#life += 1);
    const alive = () => life === this.#life;
    const born = world.now;
    const frozenBefore = this.#frozen;
    const steady = () => this.#awake() - born - (this.#frozen - frozenBefore) + 17;
    const memory: LimiterStorage = {
      load: async (): Promise<unknown> => (this.disk === null ? undefined : JSON.parse(this.disk)),
      save: (value) => {
        if (this.saveFails) return Promise.reject(new Error('disk'));
        const text = JSON.stringify(value);
        const takes = this.#options.saveTakes?.() ?? 0;
        if (takes === 0) {
          this.disk = text;
          return Promise.resolve();
        }
        return new Promise((resolve) => {
          this.#after(takes, () => {
            if (!alive()) return;
            this.disk = text;
            resolve();
          });
        });
      },
    };
    const sleep: Sleep = (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        const due = steady() + ms;
        const look = () => {
          if (!alive() || signal.aborted) return;
          // A timer counts on the steady clock, which may have stood still.
          if (steady() < due) this.#after(due - steady(), look);
          else resolve(undefined);
        };
        this.#after(ms, look);
      });
    this.lane = createRequestQueue({
      send: this.#network(alive),
      clock: { wallClock: () => world.now + this.wallOffset, monotonic: steady },
      sleep,
      storage: memory,
      scope: this.scope,
    });
  }

  die(): void {
    this.#life += 1;
  }

  /** Closes the lid: nothing runs here meanwhile, and the steady clock either goes on or stands still. */
  doze(ms: number, clock: 'goes on' | 'stands still'): void {
    this.#awakeAt = this.world.now + ms;
    if (clock === 'stands still') this.#frozen += ms;
  }

  /** While the lid is closed a steady clock that stands still must not be seen going back. */
  #awake(): number {
    return Math.max(this.world.now, this.#awakeAt);
  }

  #after(ms: number, run: () => void): void {
    const late = () => (this.world.now < this.#awakeAt ? this.world.at(this.#awakeAt, late) : run());
    this.world.after(ms, late);
  }

  ask(priority: Priority, signal?: AbortSignal): Told {
    let end: (outcome: Outcome<string>) => void = () => undefined;
    const ended = new Promise<Outcome<string>>((resolve) => (end = resolve));
    const told: Told = { priority, asked: this.world.now, sent: null, done: null, outcome: null, ended };
    this.told.push(told);
    const call: Call<string> = {
      method: 'GET',
      path: `/api/${this.told.length - 1}`,
      read: () => 'ok',
      idempotent: true,
    };
    void this.lane.request(call, { priority: priority, signal }).then((outcome) => {
      told.outcome = outcome;
      told.done = this.world.now;
      end(outcome);
    });
    return told;
  }

  askMany(count: number, priority: Priority): Told[] {
    return Array.from({ length: count }, () => this.ask(priority));
  }

  #network(alive: () => boolean): Send {
    const { world } = this;
    const { server, travel, wire, headers = 'all' } = this.#options;
    return (call) =>
      new Promise((resolve) => {
        const told = this.told[Number(call.path.slice(5))];
        if (told === undefined || !alive()) return;
        told.sent ??= world.now;
        this.sends.push({ at: world.now, priority: told.priority });
        const { out, back } = travel?.(told.priority) ?? { out: 0, back: 0 };
        world.after(out, () => {
          // A dead worker's socket closes: what has not arrived soon after never does.
          if (!alive() && out > 2_500) return;
          const answer = server.take(world.now);
          const { ok, remaining, resetAt } = answer;
          const text = wire?.(answer, world.now);
          const arrives = world.now + back;
          this.#after(back, () => {
            if (!alive()) return;
            // The lid was closed for longer than a connection lives.
            if (world.now > arrives + 30_000)
              return resolve({
                ok: false,
                failure: { kind: 'unreachable', status: null, message: null },
                rate: null,
              });
            this.replies.push({ at: world.now, remaining, resetAt, ok });
            if (text !== undefined) {
              const { status, body } = text;
              const headers = new Headers(text.headers);
              const now = world.now + this.wallOffset;
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
              retryAt: ok ? null : wall(Math.max(resetAt, world.now + 1_000)),
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

/** Random travel up to `most` in all, now and then a stall of 20 s on either way. */
export function roughTravel(roll: () => number, most = 3_000, stalls = 0.01): () => Travel {
  return () => {
    const out = Math.floor((roll() * most) / 2);
    const back = Math.floor((roll() * most) / 2);
    if (roll() >= stalls) return { out, back };
    return roll() < 0.5 ? { out: 20_000, back } : { out, back: 20_000 };
  };
}
