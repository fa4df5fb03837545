/**
 * Hands the rows of bulks to the outbox, a few at a time, and writes down how each has ended. It lives in the keeper and
 * may be killed at any step: what is out is on disk before it is handed over, under an id that is fixed, and the same id
 * is the same job; the outbox forgets no job of a bulk before it is told that its end is written down (`seen`).
 */
import type { MirrorDatabase } from '../mirror/database.ts';
import type { Made } from '../outbox/made.ts';
import type { JobState, ShortenAsk } from '../outbox/job.ts';
import type { Failure } from '../service/failure.ts';
import { isOver, type Bulk, type BulkRow } from './bulk.ts';
import { endRow, giveBack, handOut, listBulks, markAsking, markTold, rowsOut } from './store.ts';

/** How a job stands, as the outbox tells. */
export interface Standing {
  readonly state: JobState['name'];
  readonly made: Made | null;
  readonly failure: Failure | null;
  /** It waits for the person's answer. */
  readonly asks?: boolean | undefined;
}

export interface BulkRunnerParts {
  /** The account's database; `null` when nothing is kept of it, so that there are no bulks either. */
  readonly open: () => Promise<MirrorDatabase | null>;
  /**
   * Makes a job of the ask, once; resolves when it has ended, or after a while.
   *
   * @throws when nobody answered, or when it could not be taken on; then it may be asked again
   */
  readonly takeUp: (ask: ShortenAsk) => Promise<Standing>;
  /** How a job stands, without making one; `null` when there is none. */
  readonly standing: (id: string) => Promise<Standing | null>;
  /** Gives up a job that has not been sent. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Tries a refused job once more, looking first for what a lost answer may have left. */
  readonly retry: (id: string) => Promise<unknown>;
  /** How it ended is written down here: the outbox may forget it. */
  readonly seen: (id: string) => Promise<unknown>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<unknown>;
  /** A bulk has changed on disk. */
  readonly changed: () => void;
  /** Makes safe what stands in the database, where the browser needs that; once in a life that has a bulk to see to. */
  readonly secure?: ((database: MirrorDatabase) => Promise<unknown>) | undefined;
}

export interface BulkRunner {
  /** Looks at what there is to do and does it; resolves when nothing is left to do. To be called after every change. */
  run(): Promise<void>;
  stop(): void;
}

/** With the outbox at once: it keeps the lane supplied, and a person's pause concerns no more than these. */
export const mostOut = 8;
/** Waiting for a person's answer at once; more say that something is wrong. */
const mostAsking = 50;

/** Between two messages about one job, in ms: while it goes on, while it waits for the person, and after a failure. */
const pauses = { goesOn: 1_000, asks: 10_000, stops: 500 } as const;
const retryMs = [100, 500, 2_000, 5_000, 15_000, 30_000] as const;

export function createBulkRunner(parts: BulkRunnerParts): BulkRunner {
  const { now } = parts;
  /** Rows that this life looks after, by their ids. */
  const seats = new Map<string, { readonly row: BulkRow; asks: boolean }>();
  /** Jobs of which the outbox is being told that their end is written down: `true` when it must be told once more. */
  const telling = new Map<string, boolean>();
  /** Jobs of which it has been told. */
  let told = new Set<string>();
  /** Jobs that were given up from here, because their bulk is not to go on. */
  const givenUp = new Set<string>();
  /** When each bulk whose rows may be handed over was asked for: epoch ms. */
  let running = new Map<string, number>();
  let secured = false;
  let stopped = false;
  let work: Promise<void> | null = null;
  let opening: Promise<MirrorDatabase | null> | null = null;
  let wake = () => {};
  let woken: Promise<void> = Promise.resolve();
  /** Somebody has called since the last look. */
  let called = false;

  function rearm(): void {
    woken = new Promise((resolve) => (wake = resolve));
  }
  rearm();

  const isOn = () => !stopped;

  /** Until it works: what is not written down must not be forgotten. `null` once this is stopped or nothing is kept. */
  async function kept<T>(act: (database: MirrorDatabase) => Promise<T>): Promise<T | null> {
    for (let tried = 0; isOn(); tried++) {
      opening ??= parts.open();
      const mine = opening;
      try {
        const database = await mine;
        if (database !== null) return await act(database);
        letGo();
        return null;
      } catch {
        // It may have been closed under us; opened anew, it has everything that was written.
        if (opening === mine) letGo();
        await parts.pause(retryMs[Math.min(tried, retryMs.length - 1)] ?? 0);
      }
    }
    return null;
  }

  function letGo(): void {
    opening?.then((database) => database?.close()).catch(() => undefined);
    opening = null;
  }

  /** @returns whether it is written */
  async function written(act: (database: MirrorDatabase) => Promise<unknown>): Promise<boolean> {
    const done = await kept(async (database) => {
      await act(database);
      return true;
    });
    if (done === null) return false;
    parts.changed();
    return true;
  }

  const asking = () => [...seats.values()].filter(({ asks }) => asks).length;
  const isMeant = ({ bulk }: BulkRow) => running.has(bulk);

  /** Stays with one row until it has ended or is given back. */
  async function carry(row: BulkRow): Promise<void> {
    const { id } = row;
    let { again } = row;
    for (let tried = 0; isOn();) {
      const meant = isMeant(row);
      try {
        // What is not meant to be sent any more must not be made a job of, should it be none yet.
        const found = meant && !again ? await parts.takeUp(askFor(row)) : await parts.standing(id);
        const rests = found === null || (again && found.state === 'refused');
        if (rests && !meant) return void (await written((db) => giveBack(db, row, null, now())));
        if (rests) {
          // `null`: forgotten since it was refused, so it is an ask like any other again.
          if (found !== null) await parts.retry(id);
          again = false;
          continue;
        }
        again = false;
        if (await settled(row, found)) return;
        await parts.pause(found.asks ? pauses.asks : pauses.goesOn);
        tried = 0;
      } catch {
        await parts.pause(retryMs[Math.min(tried++, retryMs.length - 1)] ?? 0);
      }
    }
  }

  /** Writes down what a job has come to; false when nothing has come of it yet. */
  async function settled(row: BulkRow, { state, made, failure, asks = false }: Standing): Promise<boolean> {
    const { id } = row;
    switch (state) {
      case 'done':
        return write(id, (db) => endRow(db, row, { state, made }, now()));
      case 'refused':
        return write(id, (db) => endRow(db, row, { state, failure }, now()));
      case 'cancelled': {
        const cancelled = { newId: parts.newId(), elsewhere: !givenUp.delete(id) };
        return write(id, (db) => giveBack(db, row, cancelled, now()));
      }
      case 'queued':
      case 'sent':
      case 'unknown': {
        const seat = seats.get(id);
        if (seat === undefined || seat.asks === asks) return false;
        seat.asks = asks;
        await written((db) => markAsking(db, row, asks, now()));
        wake();
        return false;
      }
    }
  }

  /** Once it is written down the outbox may forget the job; where it could not be, a later life looks again. */
  async function write(id: string, act: (database: MirrorDatabase) => Promise<void>): Promise<true> {
    if (await written(act)) void tell(id);
    return true;
  }

  /** Until it has heard: a job that it need not keep for us it would keep for ever. */
  async function tell(id: string): Promise<void> {
    const under = telling.has(id);
    // Ended once more while it was being told of the end before.
    telling.set(id, under);
    if (under) return;
    for (let tried = 0; isOn();) {
      try {
        await parts.seen(id);
        if (telling.get(id) !== true) {
          told.add(id);
          break;
        }
        telling.set(id, false);
      } catch {
        await parts.pause(retryMs[Math.min(tried++, retryMs.length - 1)] ?? 0);
      }
    }
    telling.delete(id);
    wake();
  }

  function seat(row: BulkRow): void {
    if (stopped || seats.has(row.id)) return;
    seats.set(row.id, { row, asks: row.state === 'asks' });
    void carry(row).finally(() => {
      seats.delete(row.id);
      wake();
    });
  }

  /** What the person wants by now. */
  async function look(): Promise<readonly Bulk[]> {
    const bulks = (await kept(listBulks)) ?? [];
    running = new Map(bulks.filter(({ wish }) => wish === 'run').map(({ id, at }) => [id, at]));
    if (bulks.some((bulk) => !isOver(bulk))) secureOnce();
    return bulks;
  }

  function cancelStopped(): boolean {
    const idle = [...seats.values()].filter(({ row, asks }) => !asks && !isMeant(row));
    for (const { row } of idle) {
      givenUp.add(row.id);
      parts.cancel(row.id).catch(() => undefined);
    }
    return idle.length > 0;
  }

  /** Nobody waits for it: rows go on meanwhile. */
  function secureOnce(): void {
    const { secure } = parts;
    if (secure === undefined || secured) return;
    secured = true;
    // A disk that does not take it takes nothing else, which is told where it matters.
    void kept((db) => secure(db).catch(() => undefined));
  }

  async function start(): Promise<void> {
    // What an earlier life had written down, and perhaps not told.
    for (const { untold } of await look()) for (const id of untold) void tell(id);
    for (const row of (await kept(rowsOut)) ?? []) seat(row);
  }

  async function feed(): Promise<void> {
    await start();
    while (isOn()) {
      rearm();
      called = false;
      if (told.size > 0) {
        const heard = told;
        told = new Set();
        await kept((db) => markTold(db, heard));
      }
      await look();
      const stops = cancelStopped();
      const free = mostOut - (seats.size - asking());
      const given = free > 0 && asking() < mostAsking ? ((await kept((db) => handOut(db, free))) ?? []) : [];
      if (given.length > 0 && !stopped) parts.changed();
      for (const row of given) seat(row);
      if (seats.size + telling.size + told.size === 0 && !called) return;
      // A cancel that came before its job was one is said again.
      await (stops ? Promise.race([woken, parts.pause(pauses.stops)]) : woken);
    }
  }

  async function through(): Promise<void> {
    await feed();
    work = null;
    // Called in the moment of the end.
    if (called && isOn()) return run();
    letGo();
  }

  function run(): Promise<void> {
    if (stopped) return Promise.resolve();
    called = true;
    wake();
    work ??= through();
    return work;
  }

  return {
    run,
    stop() {
      stopped = true;
      wake();
      letGo();
    },
  };

  function askFor({ id, bulk, link }: BulkRow): ShortenAsk {
    // As of the start: a person may want new links held back for a while, and that while counts from their act.
    return { id, at: running.get(bulk) ?? now(), private: false, kind: 'shorten', from: 'bulk', link };
  }
}
