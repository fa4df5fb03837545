/**
 * Syncs the mirror of one account (sync-run.ts): one run at a time, and none after the account was disconnected. A
 * run that was killed is resumed where it was.
 */
import { createThrottledMirrorEvents } from '../mirror-events.ts';
import { isDatabaseFailure, openExisting, openOrCreate, type MirrorDatabase } from '../database.ts';
import { applyLocalChange, type CompletedCommand } from '../apply-local-change.ts';
import type { ReportSync } from './sync-results.ts';
import type { ApiReader } from '../../messages/api-reader.ts';
import { retryAfterMs, runSync, type SyncResult, type SyncRequest } from './sync-run.ts';

export interface MirrorSyncDeps {
  readonly scope: string;
  /** Sends with less priority than every request of the user. */
  readonly read: ApiReader;
  /** For the lists and the newest links of a forced run, which the user waits for. */
  readonly readUrgently: ApiReader;
  readonly reportSync: ReportSync;
  readonly now: () => number;
  readonly delay: (ms: number) => Promise<void>;
  /** Called with what is no failure of the database: a bug, or an error of the background. */
  readonly report: (error: unknown) => void;
}

/** Before the second attempt to exclude a link of a private window, and twice as long before each later one. */
const excludeRetryMs = 1_000;

/** The account was disconnected, or the sync was stopped. */
class Aborted extends Error {}

export class MirrorSync {
  readonly #deps: MirrorSyncDeps;
  readonly #changes: ReturnType<typeof createThrottledMirrorEvents>;
  #isStopped = false;
  #running: Promise<SyncResult> | null = null;
  /** Requests since the current run last took them. */
  #requested: SyncRequest = 'nothing';
  /** Local changes are written before a request is taken, because they mark lists as stale. */
  #localChanges: Promise<void> = Promise.resolve();

  constructor(deps: MirrorSyncDeps) {
    this.#deps = deps;
    this.#changes = createThrottledMirrorEvents(deps.scope, deps.delay);
  }

  /**
   * Syncs what is stale, with `force` everything; then resumes what is incomplete. A call during a run returns the
   * promise of that run. Never throws.
   */
  run({ force = false }: { readonly force?: boolean } = {}): Promise<SyncResult> {
    if (this.#isStopped) return Promise.resolve({ left: 'nothing' });
    if (force) this.#requested = 'all';
    else if (this.#requested === 'nothing') this.#requested = 'stale';
    this.#running ??= this.#runWhileRequested();
    return this.#running;
  }

  /** Stores what a job has changed at the service. Never throws. */
  applyChange(ended: CompletedCommand): Promise<void> {
    this.#localChanges = this.#localChanges.then(() => this.#applyLocalChange(ended));
    return this.#localChanges;
  }

  /** Nothing is written any more. */
  stop(): void {
    this.#isStopped = true;
    this.#changes.close();
  }

  async #applyLocalChange(ended: CompletedCommand): Promise<void> {
    const { scope, delay } = this.#deps;
    for (let failures = 0; !this.#isStopped; failures++) {
      try {
        // An account that was never synced gets no database for it, unless there is an id to be excluded.
        const database = await (ended.command.private ? openOrCreate(scope) : openExisting(scope));
        if (database === null) return;
        const touched = await applyLocalChange(database, ended).finally(() => database.close());
        touched.forEach(this.#changes.announce);
        return;
      } catch (error) {
        this.#reportBug(error);
        // The next list of the service shows it; of a private link that list would store all.
        if (!ended.command.private) return;
        await delay(Math.min(excludeRetryMs * 2 ** failures, retryAfterMs));
      }
    }
  }

  async #runWhileRequested(): Promise<SyncResult> {
    let result: SyncResult;
    do result = await this.#runOnce();
    while (this.#requested !== 'nothing');
    this.#running = null;
    return result;
  }

  async #runOnce(): Promise<SyncResult> {
    const { scope, read, readUrgently, reportSync, now } = this.#deps;
    let database: MirrorDatabase | null = null;
    let isDeleted = false;
    const isAborted = () => this.#isStopped || isDeleted;
    const whileOpen = (reader: ApiReader): ApiReader => this.#readWhile(() => !isAborted(), reader);
    try {
      database = await openOrCreate(scope, (cause) => (isDeleted ||= cause === 'deletion'));
      return await runSync({
        database,
        read: whileOpen(read),
        readUrgently: whileOpen(readUrgently),
        async reportSync(results) {
          if (isAborted()) throw new Aborted();
          await reportSync(results);
        },
        now,
        changed: this.#changes.announce,
        hasRequest: () => this.#requested !== 'nothing',
        takeRequest: () => this.#takeRequest(),
      });
    } catch (error) {
      this.#requested = 'nothing';
      if (error instanceof Aborted || isAborted()) return { left: 'nothing' };
      this.#reportBug(error);
      // A full disk, a database that the browser has closed, or another failure of it: tried again later.
      return { left: 'more', at: now() + retryAfterMs, failure: null };
    } finally {
      database?.close();
    }
  }

  #reportBug(error: unknown): void {
    if (!isDatabaseFailure(error)) this.#deps.report(error);
  }

  async #takeRequest(): Promise<SyncRequest> {
    const taken = this.#requested;
    this.#requested = 'nothing';
    await this.#localChanges;
    return taken;
  }

  /** No request leaves, and no response is stored, once the account is gone. */
  #readWhile(isOpen: () => boolean, read: ApiReader): ApiReader {
    return async (call) => {
      if (!isOpen()) throw new Aborted();
      const response = await read(call);
      // It may have a link that is being excluded.
      await this.#localChanges;
      if (!isOpen()) throw new Aborted();
      return response;
    };
  }
}
