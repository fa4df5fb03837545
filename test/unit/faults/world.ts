/**
 * The extension's own outbox, request queue, HTTP client and bulk runner against the local service's rules, in one process
 * and in virtual time. Faults are random, by a seed: kills of worker and runner, lost requests and responses, 5xx, time-outs,
 * answers that can't be read, refusals, another device's links, jumps of the clock, storage that is broken or full.
 */
import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { setDesiredState } from '../../../lib/bulk/store/control-bulk.ts';
import { createBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { listRows } from '../../../lib/bulk/store/queries.ts';
import { getBulk } from '../../support/sample-bulks.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { parseJob } from '../../../lib/outbox/migrate-job.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { createService } from '../../service/create-service.ts';
import { browser, fresh as freshExtension, StorageArea } from '../../support/fake-browser.ts';
import { stopTime } from '../../support/background-worker.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { linkByUrlKey, linkByUrlPrefix } from '../../../lib/storage/links-by-url.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { draft, shortenCommand } from '../../support/samples.ts';
import { context, isStopped, nothing, whileAlive } from '../../support/worker-instance.ts';
import { createNetwork, type Faults } from './network.ts';
import { createRunner } from './runner.ts';
import { flushMicrotasks } from '../../support/flush.ts';
import { createKillableWorker } from './worker.ts';

export type { Fate } from './network.ts';

const origin = 'https://links.example';
const begun = Date.UTC(2026, 0, 1);
/** Some more than are spared when space is freed. */
const cachedLinks = 160;
const hex = (n: number) => n.toString(16).padStart(12, '0');

export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(seed: number) {
  const roll = seededRandom(seed);
  const scope = `${origin}#faults-${seed}`;
  stopTime(begun);
  const later = bindTimers();
  freshExtension();
  storeLists(scope);
  const trueNow = () => begun + performance.now();
  const service = createService({ limit: 30, windowMs: 60_000, now: trueNow, random: roll });
  service.address = origin;
  const faults: Faults = { fate: () => 'answered', full: false };
  const reports: unknown[] = [];
  const storage = guardStorage({ roll, faults, trueNow });
  const { fetch, ...network } = createNetwork({ service, faults, roll, later, trueNow });
  vi.stubGlobal('fetch', fetch);
  // Storage that refuses writes is reported again and again.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  makeDeterministic(roll);
  const worker = createKillableWorker({ service, scope, later, report: (error) => void reports.push(error) });
  const runner = createRunner({ scope, message: worker.message, later });

  return {
    roll,
    faults,
    /** Creates that the client sent, ids that the service gave them by URL, and links of another device by id. */
    ...network,
    /** True time at which the journal first had each URL as sent, even if a kill came before the request. */
    attempts: storage.attempts,
    service,
    reports,
    press: (command: CreateLinkCommand) => worker.press(command),
    async startBulk(urls: readonly string[]): Promise<string> {
      const id = await storeBulk(scope, urls);
      runner.start();
      return id;
    },
    /** Data that is only a cache: what is dropped when the storage is full. */
    fillStorage(): void {
      for (let n = 0; n < cachedLinks; n++) {
        const shortUrl = `${origin}/old${n}`;
        const link = { id: null, shortUrl, title: `Page ${n}`, clicks: null, at: n };
        browser.storage.local.stored.set(linkByUrlKey(`https://cached.example/${n}`), link);
      }
    },
    caches: () => browser.storage.local.keys(linkByUrlPrefix).length,
    /** The quota becomes what is used, and so many bytes more; deletion frees. @returns a function that undoes it */
    async limitStorage(more: number): Promise<() => void> {
      const { local } = browser.storage;
      const before = local.QUOTA_BYTES;
      local.QUOTA_BYTES = (await local.getBytesInUse(null)) + more;
      return () => (local.QUOTA_BYTES = before);
    },
    writesOverQuota: storage.overQuota,
    /** As "Resume" on the page of the batch does. */
    async resumeBulk(id: string): Promise<void> {
      await withDatabase(scope, (database) => setDesiredState(database, id, 'run'));
      runner.start();
    },
    bulk: (id: string) => withDatabase(scope, (database) => getBulk(database, id)),
    rows: (id: string) => withDatabase(scope, (database) => listRows(database, id)),
    jobs: storedJobs,
    killWorker: worker.kill,
    startWorker: worker.start,
    killRunner: runner.kill,
    startRunner: runner.start,
    run: async (ms: number) => void (await runUntil(() => false, ms)),
    until: runUntil,
    close() {
      worker.kill();
      runner.kill();
      vi.restoreAllMocks();
      storage.restore();
      vi.unstubAllGlobals();
      vi.useRealTimers();
      service.database.close();
    },
  };
}

/** The account's lists have been synced, so that the zone of the service's times is learned with the first link. */
function storeLists(scope: string): void {
  const { key, version, fallback } = pickerListsItem;
  browser.storage.local.stored.set(key, { version, data: { ...fallback, scope, at: begun } });
}

/** Binds fake timers to the instance that sets them: they call back outside of its context. */
function bindTimers(): (ms: number) => Promise<void> {
  const fakeTimeout = globalThis.setTimeout;
  const boundTimeout = (callback: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    fakeTimeout(
      AsyncLocalStorage.bind(() => {
        if (!isStopped()) callback(...given);
      }),
      ms,
    );
  globalThis.setTimeout = boundTimeout as typeof setTimeout;
  return (ms) => context.exit(() => new Promise<void>((resolve) => fakeTimeout(resolve, ms)));
}

function guardStorage({
  roll,
  faults,
  trueNow,
}: {
  roll: () => number;
  faults: Faults;
  trueNow: () => number;
}) {
  const { local, session } = browser.storage;
  const attempts = new Map<string, number>();
  let overQuota = 0;

  function noteAttempts(items: Record<string, unknown>): void {
    for (const [key, raw] of Object.entries(items)) {
      const job = key.startsWith('job:') ? parseJob(raw) : null;
      if (job?.state.name !== 'sent' || job.command.kind !== 'shorten') continue;
      const { address } = job.command.link;
      if (!attempts.has(address)) attempts.set(address, trueNow());
    }
  }

  /** A storage call takes time; a write in progress when its instance stopped may have landed or not. */
  const guarded = <T>(call: () => Promise<T>): Promise<T> =>
    whileAlive(async () => {
      await flushMicrotasks(1);
      return isStopped() && roll() < 0.5 ? nothing : call();
    });
  for (const area of [local, session]) {
    const { get, set, remove } = StorageArea.prototype;
    area.get = (keys) => guarded(() => get.call(area, keys));
    area.set = (items) => {
      noteAttempts(items);
      return guarded(async () => {
        try {
          await set.call(area, items);
        } catch (error) {
          overQuota += Number(String(error).includes('quota'));
          throw error;
        }
      });
    };
    area.remove = (keys) => guarded(() => remove.call(area, keys));
  }
  local.fails = () => faults.full;

  function restore(): void {
    for (const area of [local, session])
      for (const name of ['get', 'set', 'remove'] as const) Reflect.deleteProperty(area, name);
  }
  return { attempts, overQuota: () => overQuota, restore };
}

/** Ids and hashes are deterministic and synchronous, so that a seed repeats as far as possible. */
function makeDeterministic(roll: () => number): void {
  let ids = 0;
  vi.spyOn(Math, 'random').mockImplementation(roll);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `00000000-0000-4000-8000-${hex(++ids)}`);
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_name, data) => {
    const { buffer } = new Uint8Array(createHash('sha256').update(viewOf(data)).digest());
    return buffer;
  });
}

function viewOf(data: BufferSource): Uint8Array {
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

async function withDatabase<T>(
  scope: string,
  read: (database: Awaited<ReturnType<typeof openOrCreate>>) => Promise<T>,
): Promise<T> {
  const database = await openOrCreate(scope);
  try {
    return await read(database);
  } finally {
    database.close();
  }
}

async function storeBulk(scope: string, urls: readonly string[]): Promise<string> {
  const id = crypto.randomUUID();
  await withDatabase(scope, (database) =>
    createBulk(database, {
      id,
      name: 'A list',
      at: Date.now(),
      rows: urls.map((address) => ({ link: draft({ address, title: '' }), leftOut: null })),
      rotatorCampaign: null,
      newId: () => crypto.randomUUID(),
    }),
  );
  return id;
}

function storedJobs(): Job[] {
  return [...browser.storage.local.stored].flatMap(([key, raw]) => {
    const job = key.startsWith('job:') ? parseJob(raw) : null;
    return job === null ? [] : [job];
  });
}

/** Runs until the condition holds; false after `ms`. */
async function runUntil(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  await flushMicrotasks(5);
  for (let steps = 0; performance.now() < end; steps++) {
    if (steps % 20 === 0 && (await condition())) return true;
    // No timer is pending: storage or the database is busy.
    if (vi.getTimerCount() === 0) vi.advanceTimersByTime(100);
    vi.advanceTimersToNextTimer();
    await flushMicrotasks(3);
  }
  return condition();
}

export const command = (n: number, url: string): CreateLinkCommand =>
  shortenCommand(n, { at: Date.now(), link: draft({ address: url, title: '' }) });
