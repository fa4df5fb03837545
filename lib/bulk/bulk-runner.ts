/**
 * Submits the rows of bulks to the outbox, a few at a time, and stores how each has ended. It runs in the sync host
 * and may be killed at any step: a row is stored as claimed before it is submitted, under a fixed id, and the same id
 * is the same job; the outbox deletes no job of a bulk before its end is acknowledged.
 */
import type { MirrorDatabase } from '../mirror/database.ts';
import { isFinished, type Bulk, type BulkRow } from './bulk-job.ts';
import type { BulkRunnerDeps, BulksLeft } from './bulk-runner-deps.ts';
import { claimRows } from './store/claim-rows.ts';
import { listBulks, listClaimedRows } from './store/queries.ts';
import { sweepPasswords } from './store/sweep-passwords.ts';
import { markAcknowledged } from './store/update-claimed.ts';
import { createDatabaseConnection, type DatabaseConnection } from './database-connection.ts';
import { createJobAcknowledger, type JobAcknowledger } from './job-acknowledger.ts';
import { followRow } from './follow-row.ts';

/** Rows in the outbox at a time: enough to keep the request queue supplied, so few that a pause takes effect soon. */
export const maxClaimed = 8;
/** Between two attempts to cancel the jobs of a stopped bulk. */
const cancelRetryMs = 500;

export class BulkRunner {
  readonly #deps: BulkRunnerDeps;
  readonly #abort = new AbortController();
  readonly #wakeUp = createWakeUp();
  readonly #database: DatabaseConnection;
  readonly #acknowledger: JobAcknowledger;
  /** Rows being processed, by their ids. */
  readonly #active = new Map<string, BulkRow>();
  /** Ids of rows that can make no progress for now: the worker may stop despite them. */
  readonly #blocked = new Set<string>();
  /** Ids of rows whose lost responses can't be looked up for now. */
  readonly #parked = new Set<string>();
  /** When each bulk that is to run was started: epoch ms. */
  #startedAt = new Map<string, number>();
  #isSecured = false;
  /** `run` has been called since the stored state was read last. */
  #isCalled = false;
  #running: Promise<BulksLeft> | null = null;

  constructor(deps: BulkRunnerDeps) {
    this.#deps = deps;
    this.#database = createDatabaseConnection(deps, this.#abort.signal);
    this.#acknowledger = createJobAcknowledger(deps, this.#abort.signal, () => this.#wakeUp.fire());
  }

  /** Does everything that can be done now. To be called after every change. */
  run(): Promise<BulksLeft> {
    if (this.#isStopped()) return Promise.resolve('nothing');
    this.#isCalled = true;
    this.#wakeUp.fire();
    this.#running ??= this.#openAndLoop();
    return this.#running;
  }

  stop(): void {
    this.#abort.abort();
    this.#wakeUp.fire();
    this.#database.close();
  }

  async #openAndLoop(): Promise<BulksLeft> {
    const isOpen = await this.#database.canOpen();
    const left = isOpen ? await this.#loop() : 'unread';
    this.#running = null;
    // Called in the moment of the end.
    if (isOpen && this.#isCalled && !this.#isStopped()) return this.run();
    this.#database.close();
    return left;
  }

  async #loop(): Promise<BulksLeft> {
    this.#isCalled = false;
    this.#blocked.clear();
    this.#parked.clear();
    await this.#resume();
    while (!this.#isStopped()) {
      this.#wakeUp.arm();
      const isCalled = this.#isCalled;
      this.#isCalled = false;
      await this.#readBulks();
      if (isCalled) await this.#resumeIdleRows();
      await this.#storeAcknowledged();
      const hasCancelled = this.#cancelStoppedRows();
      await this.#claimRows();
      if (this.#active.size === 0 && this.#acknowledger.isIdle() && !this.#isCalled)
        return this.#blocked.size > 0 ? 'waits' : this.#parked.size > 0 ? 'parked' : 'nothing';
      const woken = this.#wakeUp.wait();
      // A cancel that came before its job existed is sent again.
      await (hasCancelled ? Promise.race([woken, this.#deps.delay(cancelRetryMs)]) : woken);
    }
    return 'nothing';
  }

  /** Continues with what a previous instance has stored, and perhaps not acknowledged. */
  async #resume(): Promise<void> {
    for (const { unacknowledged } of await this.#readBulks())
      for (const id of unacknowledged) void this.#acknowledger.acknowledge(id);
    await this.#processClaimed(() => true);
    if (await this.#database.use(sweepPasswords)) this.#deps.changed();
  }

  /** The user may have answered, or requests or lists work again: no event says which rows that concerns. */
  async #resumeIdleRows(): Promise<void> {
    const idle = new Set([...this.#blocked, ...this.#parked]);
    this.#blocked.clear();
    this.#parked.clear();
    await this.#processClaimed(({ id, state }) => state === 'asks' || idle.has(id));
  }

  async #processClaimed(isWanted: (row: BulkRow) => boolean): Promise<void> {
    const rows = (await this.#database.use(listClaimedRows)) ?? [];
    for (const row of rows.filter(isWanted)) void this.#process(row);
  }

  async #storeAcknowledged(): Promise<void> {
    const ids = this.#acknowledger.takeAcknowledged();
    if (ids.size > 0) await this.#database.use((database) => markAcknowledged(database, ids));
  }

  async #readBulks(): Promise<readonly Bulk[]> {
    const bulks = (await this.#database.use(listBulks)) ?? [];
    this.#startedAt = new Map(
      bulks.filter(({ desiredState }) => desiredState === 'run').map(({ id, at }) => [id, at]),
    );
    if (bulks.some((bulk) => !isFinished(bulk))) this.#secureOnce();
    return bulks;
  }

  /** @returns whether there were any */
  #cancelStoppedRows(): boolean {
    const stopped = [...this.#active.values()].filter(({ bulk }) => !this.#startedAt.has(bulk));
    // Sent again in the next round, as long as the row is claimed.
    for (const { id } of stopped) this.#deps.cancel(id).catch(() => undefined);
    return stopped.length > 0;
  }

  async #claimRows(): Promise<void> {
    const free = this.#blocked.size > 0 ? 0 : maxClaimed - this.#active.size;
    if (free <= 0) return;
    const rows = (await this.#database.use((database) => claimRows(database, free))) ?? [];
    if (rows.length > 0 && !this.#isStopped()) this.#deps.changed();
    for (const row of rows) void this.#process(row);
  }

  async #process(row: BulkRow): Promise<void> {
    const { id } = row;
    if (this.#isStopped() || this.#active.has(id)) return;
    this.#active.set(id, row);
    const outcome = await followRow(row, {
      ...this.#deps,
      signal: this.#abort.signal,
      startedAt: ({ bulk }) => this.#startedAt.get(bulk),
      store: (act) => this.#store(act),
      acknowledge: (job) => void this.#acknowledger.acknowledge(job),
    });
    if (outcome === 'blocked') this.#blocked.add(id);
    if (outcome === 'parked') this.#parked.add(id);
    this.#active.delete(id);
    this.#wakeUp.fire();
  }

  async #store(act: (database: MirrorDatabase) => Promise<unknown>): Promise<boolean> {
    const isStored = await this.#database.use(async (database) => {
      await act(database);
      return true;
    });
    if (isStored === null) return false;
    this.#deps.changed();
    return true;
  }

  /** Runs beside the rows, which do not depend on it. */
  #secureOnce(): void {
    const { protectDatabase } = this.#deps;
    if (protectDatabase === undefined || this.#isSecured) return;
    this.#isSecured = true;
    // A disk that refuses it refuses everything else as well, and that is reported where it matters.
    void this.#database.use((database) => protectDatabase(database).catch(() => undefined));
  }

  #isStopped(): boolean {
    return this.#abort.signal.aborted;
  }
}

/** Lets a loop wait until something has happened since it was armed. */
function createWakeUp() {
  let fire = () => {};
  let fired: Promise<void> = Promise.resolve();
  const arm = () => void (fired = new Promise((resolve) => (fire = resolve)));
  arm();
  return { arm, fire: () => fire(), wait: () => fired };
}
