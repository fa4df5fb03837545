/**
 * Hands the rows of bulks to the outbox, a few at a time, and writes down how each has ended. It lives in the keeper and
 * may be killed at any step: what is out is on disk before it is handed over, under an id that is fixed, and the same id
 * is the same job; the outbox forgets no job of a bulk before it is told that its end is written down (`seen`).
 */
import type { MirrorDatabase } from '../mirror/database.ts';
import type { JobResult } from '../outbox/job-result.ts';
import type { JobState, CreateLinkCommand } from '../outbox/job.ts';
import type { Failure } from '../api/failure.ts';
import { isFinished, type Bulk, type BulkRow } from './bulk-job.ts';
import {
  completeRow,
  releaseRow,
  claimRows,
  listBulks,
  markAsking,
  markAcknowledged,
  listClaimedRows,
  sweepPasswords,
  type End,
} from './bulk-store.ts';

/** How a job stands, as the outbox tells. */
export interface JobStatus {
  readonly state: JobState['name'];
  readonly made: JobResult | null;
  readonly failure: Failure | null;
  /** It waits for the person's answer. */
  readonly asks?: boolean | undefined;
  /** Nothing is sent, for a reason that concerns every request: nothing comes of it before that has gone. */
  readonly standstill?: boolean | undefined;
}

/**
 * What a run has left: `unread` when nothing could be looked at, because the database can't be opened; `waits` when rows
 * are with the outbox and nothing is sent. To be called again later, or once something is sent again.
 */
export type BulksLeft = 'nothing' | 'unread' | 'waits';

export interface BulkRunnerDeps {
  /** The account's database; `null` when nothing is kept of it, so that there are no bulks either. */
  readonly open: () => Promise<MirrorDatabase | null>;
  /**
   * Makes a job of the ask, once; resolves when it has ended, or after a while.
   *
   * @throws when nobody answered, or when it could not be taken on; then it may be asked again
   */
  readonly takeUp: (ask: CreateLinkCommand) => Promise<JobStatus>;
  /** How a job stands, without making one; `null` when there is none. */
  readonly standing: (id: string) => Promise<JobStatus | null>;
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
  /** Looks at what there is to do and does what can be done now. To be called after every change. */
  run(): Promise<BulksLeft>;
  stop(): void;
}

/** With the outbox at once: it keeps the lane supplied, and a person's pause concerns no more than these. */
export const maxClaimed = 8;
/** Between two messages about one job that goes on, and between two calls to give up what is not to go on, in ms. */
const pauses = { goesOn: 1_000, stops: 500 } as const;
const retryMs = [100, 500, 2_000, 5_000, 15_000, 30_000] as const;

export function createBulkRunner(deps: BulkRunnerDeps): BulkRunner {
  const { now } = deps;
  /** Rows that this life looks after, by their ids. */
  const seats = new Map<string, BulkRow>();
  /** Rows, by their ids, that nothing can become of for now: nobody is kept awake for them. */
  const resting = new Set<string>();
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
  let work: Promise<BulksLeft> | null = null;
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
      opening ??= deps.open();
      const mine = opening;
      try {
        const database = await mine;
        if (database !== null) return await act(database);
        letGo();
        return null;
      } catch {
        // It may have been closed under us; opened anew, it has everything that was written.
        if (opening === mine) letGo();
        await deps.pause(retryMs[Math.min(tried, retryMs.length - 1)] ?? 0);
      }
    }
    return null;
  }

  function letGo(): void {
    // A database that did not open needs no closing.
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
    deps.changed();
    return true;
  }

  const isMeant = ({ bulk }: BulkRow) => running.has(bulk);

  /** Stays with one row until it has ended, is given back, rests, or waits for the person: then another one has its place. */
  async function carry(row: BulkRow): Promise<void> {
    const { id } = row;
    let { again } = row;
    let asks = row.state === 'asks';
    for (let tried = 0; isOn();) {
      const meant = isMeant(row);
      try {
        // What is not meant to be sent any more, and what may have been made, must not be made a job of.
        const found = meant && !again && !asks ? await deps.takeUp(askFor(row)) : await deps.standing(id);
        // The outbox has lost it: only the person can tell whether it was made.
        if (found === null && asks) return void (await end(row, { state: 'refused', failure: null }));
        const rests = found === null || (again && found.state === 'refused');
        if (rests && !meant) return void (await written((db) => releaseRow(db, row, null, now())));
        if (rests) {
          // `null`: forgotten since it was refused, so it is an ask like any other again.
          if (found !== null) await deps.retry(id);
          again = false;
          continue;
        }
        again = false;
        if (await settled(row, found)) return;
        // Looked at once more after that was written: an answer in between is not missed.
        if (asks && found.asks) return;
        if (asks !== (found.asks === true)) {
          asks = !asks;
          await written((db) => markAsking(db, row, asks, now()));
        }
        // What is not to be sent any more can be given up all the same, and that is still to be heard.
        if (found.standstill && (isMeant(row) || found.state !== 'queued')) return void resting.add(id);
        if (!asks) await deps.pause(pauses.goesOn);
        tried = 0;
      } catch {
        await deps.pause(retryMs[Math.min(tried++, retryMs.length - 1)] ?? 0);
      }
    }
  }

  const end = (row: BulkRow, how: End) => write(row.id, (db) => completeRow(db, row, how, now(), deps.newId));

  /** Writes down what a job has come to; false when nothing has come of it yet. */
  async function settled(row: BulkRow, { state, made, failure }: JobStatus): Promise<boolean> {
    switch (state) {
      case 'done':
        return end(row, { state, made });
      case 'refused':
        return end(row, { state, failure });
      case 'cancelled': {
        const cancelled = { newId: deps.newId(), elsewhere: !givenUp.delete(row.id) };
        return write(row.id, (db) => releaseRow(db, row, cancelled, now()));
      }
      case 'queued':
      case 'sent':
      case 'unknown':
        return false;
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
        await deps.seen(id);
        if (telling.get(id) !== true) {
          told.add(id);
          break;
        }
        telling.set(id, false);
      } catch {
        await deps.pause(retryMs[Math.min(tried++, retryMs.length - 1)] ?? 0);
      }
    }
    telling.delete(id);
    wake();
  }

  function seat(row: BulkRow): void {
    if (stopped || seats.has(row.id)) return;
    seats.set(row.id, row);
    void carry(row).finally(() => {
      seats.delete(row.id);
      wake();
    });
  }

  /** What the person wants by now. */
  async function look(): Promise<readonly Bulk[]> {
    const bulks = (await kept(listBulks)) ?? [];
    running = new Map(bulks.filter(({ wish }) => wish === 'run').map(({ id, at }) => [id, at]));
    if (bulks.some((bulk) => !isFinished(bulk))) secureOnce();
    return bulks;
  }

  function cancelStopped(): boolean {
    const idle = [...seats.values()].filter((row) => !isMeant(row));
    for (const row of idle) {
      givenUp.add(row.id);
      // Said again with the next look, as long as the row is out.
      deps.cancel(row.id).catch(() => undefined);
    }
    return idle.length > 0;
  }

  /** Nobody waits for it: rows go on meanwhile. */
  function secureOnce(): void {
    const { secure } = deps;
    if (secure === undefined || secured) return;
    secured = true;
    // A disk that does not take it takes nothing else, which is told where it matters.
    void kept((db) => secure(db).catch(() => undefined));
  }

  async function start(): Promise<void> {
    // What an earlier life had written down, and perhaps not told.
    for (const { untold } of await look()) for (const id of untold) void tell(id);
    for (const row of (await kept(listClaimedRows)) ?? []) seat(row);
    if (await kept(sweepPasswords)) deps.changed();
  }

  /** The person may have answered, or requests are sent again: what has become of it is not told by anybody else. */
  async function lookAgain(): Promise<void> {
    const rested = new Set(resting);
    resting.clear();
    for (const row of (await kept(listClaimedRows)) ?? [])
      if (row.state === 'asks' || rested.has(row.id)) seat(row);
  }

  async function feed(): Promise<BulksLeft> {
    called = false;
    resting.clear();
    await start();
    while (isOn()) {
      rearm();
      const isCalled = called;
      called = false;
      if (isCalled) await lookAgain();
      if (told.size > 0) {
        const heard = told;
        told = new Set();
        await kept((db) => markAcknowledged(db, heard));
      }
      await look();
      const stops = cancelStopped();
      const free = resting.size > 0 ? 0 : maxClaimed - seats.size;
      const given = free > 0 ? ((await kept((db) => claimRows(db, free))) ?? []) : [];
      if (given.length > 0 && !stopped) deps.changed();
      for (const row of given) {
        // Its bulk goes on: a cancel from now on is not the one that a pause had asked for.
        givenUp.delete(row.id);
        seat(row);
      }
      if (seats.size + telling.size + told.size === 0 && !called)
        return resting.size > 0 ? 'waits' : 'nothing';
      // A cancel that came before its job was one is said again.
      await (stops ? Promise.race([woken, deps.pause(pauses.stops)]) : woken);
    }
    return 'nothing';
  }

  /** Whether the database can be opened, tried for about a minute: longer nobody is kept awake for it. */
  async function opens(): Promise<boolean> {
    for (const wait of retryMs) {
      if (!isOn()) return true;
      opening ??= deps.open();
      try {
        await opening;
        return true;
      } catch {
        opening = null;
        await deps.pause(wait);
      }
    }
    return false;
  }

  async function through(): Promise<BulksLeft> {
    const isOpen = await opens();
    const left = isOpen ? await feed() : 'unread';
    work = null;
    // Called in the moment of the end.
    if (isOpen && called && isOn()) return run();
    letGo();
    return left;
  }

  function run(): Promise<BulksLeft> {
    if (stopped) return Promise.resolve('nothing');
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

  function askFor({ id, bulk, link }: BulkRow): CreateLinkCommand {
    // As of the start: a person may want new links held back for a while, and that while counts from their act.
    return { id, at: running.get(bulk) ?? now(), private: false, kind: 'shorten', from: 'bulk', link };
  }
}
