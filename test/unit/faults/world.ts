/**
 * The extension's own outbox, request queue, HTTP client and bulk runner against the local service's rules, in one process
 * and in virtual time. Faults are random, by a seed: kills of worker and runner, lost requests and answers, 5xx, time-outs,
 * another device's links, jumps of the clock, storage that refuses writes.
 *
 * A killed worker is an async context that no longer gets answers: each of its storage calls, fetches, and timers checks
 * whether its instance was stopped.
 */
import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { createHandlers } from '../../../entrypoints/background/messaging/handlers.ts';
import { createWriteBatcher } from '../../../entrypoints/background/storage/write-batcher.ts';
import { openGateway } from '../../../entrypoints/background/api/gateway.ts';
import { createHostPermission } from '../../../entrypoints/background/api/host-permission.ts';
import { createBulkRunner, type BulkRunner } from '../../../lib/bulk/bulk-runner.ts';
import { createBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { getBulk, listRows } from '../../../lib/bulk/store/queries.ts';
import { openExisting, openOrCreate } from '../../../lib/mirror/database.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { intentKey } from '../../../lib/storage/keys.ts';
import { parseJob } from '../../../lib/outbox/migrate-job.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { createApp } from '../../service/app.ts';
import { createService } from '../../service/create-service.ts';
import type { Service } from '../../service/service.ts';
import { browser, fresh as freshExtension, StorageArea } from '../background/extension.ts';
import { createWorker, stopTime } from '../background/worker.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { draft, shortenAsk } from '../outbox/samples.ts';

const origin = 'https://links.example';
const begun = Date.UTC(2026, 0, 1);
const immediate = globalThis.setImmediate;

/** Runs pending callbacks of storage, database, and promises. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => immediate(resolve));
}

const nothing = new Promise<never>(() => {});

interface Instance {
  alive: boolean;
  readonly died: Promise<never>;
  die: () => void;
}

function newInstance(): Instance {
  let reject = (_error: Error) => {};
  const died = new Promise<never>((_resolve, fail) => (reject = fail));
  died.catch(() => undefined);
  const life: Instance = {
    alive: true,
    died,
    die() {
      life.alive = false;
      reject(new Error('no answer'));
    },
  };
  return life;
}

const context = new AsyncLocalStorage<Instance>();
const isStopped = () => context.getStore()?.alive === false;

/** Calls the browser for an instance: a stopped one gets no answer. */
async function whileAlive<T>(call: () => Promise<T>): Promise<T> {
  if (isStopped()) return nothing;
  const value = await call();
  return isStopped() ? nothing : value;
}

/** The outcome of one request. `500 changed`: the service stores the link under another URL, and answers 500. */
export type Fate =
  | 'answered'
  | 'request lost'
  | 'answer lost'
  | 'answer hangs'
  | '500 before'
  | '500 after'
  | '500 changed'
  | 'unreadable';

export interface Faults {
  /** Fate of a request, by its path and, for a create, its URL. */
  fate: (path: string, url: string | null) => Fate;
  /** Storage refuses writes. */
  full: boolean;
}

export interface Send {
  readonly url: string;
  readonly at: number;
}

export interface World {
  readonly roll: () => number;
  readonly service: Service;
  readonly faults: Faults;
  /** Creates that the client sent, and ids that the service gave them, by URL. */
  readonly sends: Send[];
  readonly made: ReadonlyMap<string, readonly string[]>;
  /** True time at which the journal first had each URL as sent, be it that a kill came before the request. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Links that another device made: id and true time. */
  readonly foreign: ReadonlyMap<string, number>;
  readonly reports: unknown[];
  /** Submits a command as the popup does: stores the intent, then repeats the message until the job has ended. */
  press(ask: CreateLinkCommand): Promise<'stored' | 'not stored'>;
  startBulk(urls: readonly string[]): Promise<string>;
  bulk(id: string): ReturnType<typeof getBulk>;
  rows(id: string): ReturnType<typeof listRows>;
  jobs(): Job[];
  killWorker(): void;
  startWorker(): Promise<void>;
  killRunner(): void;
  startRunner(): void;
  /** Another device of the same account makes a link. */
  makeForeign(url: string): Promise<void>;
  run(ms: number): Promise<void>;
  /** Runs until the condition holds; false after `ms`. */
  until(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean>;
  close(): void;
}

const hex = (n: number) => n.toString(16).padStart(12, '0');

/** The id in a successful reply; `null` for a refusal. */
async function idIn(response: Response): Promise<string | null> {
  if (!response.ok) return null;
  const body: unknown = await response.clone().json();
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : null;
}

const viewOf = (data: BufferSource) =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

let worlds = 0;

export async function createWorld(seed: number): Promise<World> {
  const roll = seededRandom(seed);
  const scope = `${origin}#faults-${++worlds}`;
  stopTime(begun);
  const fakeTimeout = globalThis.setTimeout;
  // A fake timer calls back outside of the context that set it.
  const boundTimeout = (callback: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    fakeTimeout(
      AsyncLocalStorage.bind(() => {
        if (!isStopped()) callback(...given);
      }),
      ms,
    );
  globalThis.setTimeout = boundTimeout as typeof setTimeout;
  freshExtension();

  const trueNow = () => begun + performance.now();
  const service = createService({ limit: 30, windowMs: 60_000, now: trueNow, random: roll });
  service.address = origin;
  const app = createApp(service);
  const faults: Faults = { fate: () => 'answered', full: false };
  const sends: Send[] = [];
  const made = new Map<string, string[]>();
  const attempts = new Map<string, number>();
  const reports: unknown[] = [];

  const { local, session } = browser.storage;
  function noteAttempts(items: Record<string, unknown>): void {
    for (const [key, raw] of Object.entries(items)) {
      const job = key.startsWith('job:') ? parseJob(raw) : null;
      if (job?.state.name !== 'sent' || job.ask.kind !== 'shorten') continue;
      const { address } = job.ask.link;
      if (!attempts.has(address)) attempts.set(address, trueNow());
    }
  }

  /** A storage call takes time; a write in progress when its instance stopped may have landed or not. */
  const guarded = <T>(call: () => Promise<T>): Promise<T> =>
    whileAlive(async () => {
      await turns(1);
      return isStopped() && roll() < 0.5 ? nothing : call();
    });
  for (const area of [local, session]) {
    const { get, set, remove } = StorageArea.prototype;
    area.get = (keys) => guarded(() => get.call(area, keys));
    area.set = (items) => {
      noteAttempts(items);
      return guarded(() => set.call(area, items));
    };
    area.remove = (keys) => guarded(() => remove.call(area, keys));
  }
  local.fails = () => faults.full;

  const later = (ms: number) => context.exit(() => new Promise<void>((resolve) => fakeTimeout(resolve, ms)));

  const foreign = new Map<string, number>();

  async function arrive(path: string, init: RequestInit, url: string | null): Promise<Response> {
    const response = await app.request(`${origin}${path}`, init);
    // As the HTTP server in front of the app does.
    response.headers.set('Date', new Date(trueNow()).toUTCString());
    const id = url === null ? null : await idIn(response);
    if (url !== null && id !== null) made.set(url, [...(made.get(url) ?? []), id]);
    return response;
  }

  async function network(address: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(address);
    const path = pathname + search;
    const isCreate = pathname === '/api/url/add';
    const sent: unknown = isCreate ? JSON.parse(String(init.body)) : null;
    const url = typeof sent === 'object' && sent !== null && 'url' in sent ? String(sent.url) : null;
    if (url !== null) sends.push({ url, at: trueNow() });
    const fate = faults.fate(pathname, url);
    const signal = init.signal ?? null;
    const { signal: _signal, ...request } = init;
    const exchange = async (): Promise<Response> => {
      await later(5 + roll() * 400);
      const reset = () => new TypeError('Failed to fetch');
      if (fate === 'request lost') throw reset();
      if (fate === '500 before') return new Response('<h1>Bad gateway</h1>', { status: 502 });
      const body = fate === '500 changed' ? JSON.stringify({ url: `${url}?changed` }) : request.body;
      const response = await arrive(path, { ...request, body: body ?? null }, url);
      await later(5 + roll() * 400);
      switch (fate) {
        case 'answer lost':
          throw reset();
        case 'answer hangs':
          return nothing;
        case '500 after':
        case '500 changed':
          return new Response('<h1>Internal server error</h1>', { status: 500 });
        case 'unreadable':
          return response.ok ? new Response('{"error":0,', { status: 200 }) : response;
        case 'answered':
          return response;
      }
    };
    const aborted = new Promise<never>((_, fail) => {
      signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    });
    aborted.catch(() => undefined);
    return whileAlive(() => Promise.race([exchange(), aborted]));
  }
  vi.stubGlobal('fetch', network);
  // Storage that refuses writes is reported again and again.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);

  // Ids and hashes are deterministic and synchronous, so that a seed repeats as far as possible.
  let ids = 0;
  vi.spyOn(Math, 'random').mockImplementation(roll);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `00000000-0000-4000-8000-${hex(++ids)}`);
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_name, data) => {
    const { buffer } = new Uint8Array(createHash('sha256').update(viewOf(data)).digest());
    return buffer;
  });

  let worker = newInstance();
  worker.die();
  /** The handlers of the current worker, once it has added them. */
  let listening: Promise<Handlers> = nothing;
  let started: Promise<void> = Promise.resolve();

  const killWorker = () => worker.die();

  function startWorker(): Promise<void> {
    killWorker();
    const mine = newInstance();
    worker = mine;
    let listens = (_answers: Handlers) => {};
    listening = new Promise((resolve) => (listens = resolve));
    started = context.run(mine, async () => {
      const gateway = await openGateway(
        { address: origin, key: service.key },
        { disk: createWriteBatcher(local), permission: createHostPermission() },
      );
      const life = createWorker({ gateway, scope });
      const answers = createHandlers({
        ...life,
        syncScheduler: {
          refresh: async () => {},
          sync: async () => {},
          onSyncFinished: async () => {},
          expect: async () => {},
        },
        callApi: async () => ({ ok: 'not-yet' }),
        storeLists: async () => {},
        publish: () => {},
        report: (error) => void reports.push(error),
        blockReasonSaved: async () => {},
        onManage: () => {},
        recoverIntents: async () => {},
        started: () => begin,
      });
      listens(answers);
      const begin = life.begin().catch((error: unknown) => void reports.push(error));
      await begin;
    });
    return Promise.race([started, mine.died.catch(() => undefined)]);
  }

  /** A message to the current worker, which a browser starts when there is none. */
  async function message<T>(put: (to: Handlers) => Promise<T>): Promise<T> {
    await turns(1);
    if (!worker.alive) void startWorker();
    const mine = worker;
    const to = await Promise.race([listening, mine.died]);
    return Promise.race([context.run(mine, () => put(to)), mine.died]);
  }

  async function press(ask: CreateLinkCommand): Promise<'stored' | 'not stored'> {
    const written = context
      .exit(() => local.set({ [intentKey(ask.id)]: ask }))
      .then(
        () => true,
        () => false,
      );
    for (;;) {
      try {
        const { state } = await message((to) => to.submit(ask));
        if (!['queued', 'sent', 'unknown'].includes(state)) return 'stored';
        await later(1_000);
      } catch (error) {
        if (error instanceof Error && error.message === 'no answer') await later(250);
        // The worker reports that it could not journal it: nothing may be left of it.
        else if (!(await written)) return 'not stored';
        else await later(1_000);
      }
    }
  }

  let runnerInstance = newInstance();
  let runner: BulkRunner | null = null;
  function startRunner(): void {
    killRunner();
    const mine = newInstance();
    runnerInstance = mine;
    const put = <T>(send: (to: Handlers) => Promise<T>): Promise<T> =>
      context.run(mine, () => whileAlive(() => context.exit(() => message(send))));
    context.run(mine, () => {
      const own = createBulkRunner({
        open: () => whileAlive(() => openExisting(scope)),
        submit: (ask) => put((to) => to.submit(ask)),
        statusOf: (id) => put((to) => to['job-status']({ id })),
        cancel: (id) => put((to) => to.cancel({ id })),
        retry: (id) => put((to) => to.retry({ id })),
        acknowledge: (id) => put((to) => to.acknowledge({ id })),
        now: Date.now,
        newId: () => crypto.randomUUID(),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        changed: () => {},
      });
      runner = own;
      void (async () => {
        // The background starts it again at the end of a block: here it is checked at intervals.
        while ((await own.run()) === 'waits' && mine.alive) await later(15_000);
      })();
    });
  }

  function killRunner(): void {
    runnerInstance.die();
    runner?.stop();
    runner = null;
  }

  async function reading<T>(read: (database: Awaited<ReturnType<typeof openOrCreate>>) => Promise<T>) {
    const database = await openOrCreate(scope);
    try {
      return await read(database);
    } finally {
      database.close();
    }
  }

  async function step(): Promise<void> {
    vi.advanceTimersToNextTimer();
    await turns(3);
  }

  async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
    const end = performance.now() + ms;
    await turns(5);
    for (let steps = 0; performance.now() < end; steps++) {
      if (steps % 20 === 0 && (await condition())) return true;
      // No timer is pending: storage or the database is busy.
      if (vi.getTimerCount() === 0) vi.advanceTimersByTime(100);
      await step();
    }
    return condition();
  }

  return {
    roll,
    service,
    faults,
    sends,
    made,
    attempts,
    reports,
    press,
    async startBulk(urls) {
      const id = crypto.randomUUID();
      await reading((database) =>
        createBulk(database, {
          id,
          name: 'A list',
          at: Date.now(),
          rows: urls.map((address) => ({ link: draft({ address, title: '' }), leftOut: null })),
          into: null,
          newId: () => crypto.randomUUID(),
        }),
      );
      startRunner();
      return id;
    },
    bulk: (id) => reading((database) => getBulk(database, id)),
    rows: (id) => reading((database) => listRows(database, id)),
    jobs: () =>
      [...local.stored].flatMap(([key, raw]) => {
        const job = key.startsWith('job:') ? parseJob(raw) : null;
        return job === null ? [] : [job];
      }),
    killWorker,
    startWorker,
    killRunner,
    startRunner,
    foreign,
    async makeForeign(url) {
      const response = await app.request(`${origin}/api/url/add`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url }),
      });
      const id = await idIn(response);
      if (id !== null) foreign.set(id, trueNow());
    },
    run: async (ms) => void (await until(() => false, ms)),
    until,
    close() {
      killWorker();
      killRunner();
      vi.restoreAllMocks();
      for (const area of [local, session])
        for (const name of ['get', 'set', 'remove'] as const) Reflect.deleteProperty(area, name);
      vi.unstubAllGlobals();
      vi.useRealTimers();
      service.database.close();
    },
  };
}

export const ask = (n: number, url: string): CreateLinkCommand =>
  shortenAsk(n, { at: Date.now(), link: draft({ address: url, title: '' }) });
