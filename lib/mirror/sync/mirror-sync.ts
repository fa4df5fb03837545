/**
 * Keeps the mirror of one account (run.ts): one run at a time, and nothing more once the account is gone. Whoever is
 * killed goes on where it was.
 */
import { createThrottledChannel } from '../change-channel.ts';
import { openExisting, openOrCreate, type MirrorDatabase } from '../database.ts';
import { applyLocalChange, type CompletedCommand } from '../apply-local-change.ts';
import type { Clicks, PickerUpdate, ApiReader } from './types.ts';
import { retryAfterMs, runSync, type SyncResult, type SyncRequest } from './sync-run.ts';

export type { SyncResult } from './sync-run.ts';

export interface MirrorSyncDeps {
  readonly scope: string;
  /** Behind everything that a person waits for. */
  readonly read: ApiReader;
  /** For the lists and the newest links of a forced round, which somebody waits for; `read` where it is left out. */
  readonly readAtOnce?: ApiReader;
  readonly keepLists: (lists: PickerUpdate, clicks: readonly Clicks[]) => Promise<void>;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export interface MirrorSync {
  /**
   * Brings up to date what is stale, or everything; then goes on with what is not whole. One run at a time: whoever
   * asks during one is answered with it. Never throws.
   */
  keep(force: boolean): Promise<SyncResult>;
  /** Enters what a job of ours has done. Never throws. */
  note(ended: CompletedCommand): Promise<void>;
  /** Nothing is written any more. */
  stop(): void;
}

/** The account is gone, or nobody wants this any more. */
class Gone extends Error {}

export function createMirrorSync({
  scope,
  read,
  readAtOnce = read,
  keepLists,
  now,
  pause,
}: MirrorSyncDeps): MirrorSync {
  const teller = createThrottledChannel(scope, pause);
  let stopped = false;
  let running: Promise<SyncResult> | null = null;
  /** What has been asked for since the run under way looked last. */
  let wish: SyncRequest = 'nothing';
  /** What was noted before somebody asks tells which lists are out of date. */
  let noted: Promise<void> = Promise.resolve();

  async function enter(ended: CompletedCommand): Promise<void> {
    if (stopped) return;
    try {
      // Not made by this: of an account that nothing has been brought in of, nothing need be noted but what is to stay out.
      const database = await (ended.ask.private ? openOrCreate(scope) : openExisting(scope));
      if (database === null) return;
      const touched = await applyLocalChange(database, ended).finally(() => database.close());
      touched.forEach(teller.tell);
    } catch {
      // A list of the service will tell.
    }
  }

  async function keepOn(): Promise<SyncResult> {
    let left: SyncResult;
    do left = await keepOnce();
    while (wish !== 'nothing');
    running = null;
    return left;
  }

  async function keepOnce(): Promise<SyncResult> {
    let database: MirrorDatabase | null = null;
    let open = true;
    /** No request leaves once the account is gone. */
    const guarded =
      (reader: ApiReader): ApiReader =>
      async (call) => {
        if (stopped || !open) throw new Gone();
        const answer = await reader(call);
        if (stopped || !open) throw new Gone();
        return answer;
      };
    try {
      database = await openOrCreate(scope, () => (open = false));
      return await runSync({
        database,
        read: guarded(read),
        readAtOnce: guarded(readAtOnce),
        keepLists,
        now,
        changed: teller.tell,
        isAsked: () => wish !== 'nothing',
        async takeWish() {
          const taken = wish;
          wish = 'nothing';
          await noted;
          return taken;
        },
      });
    } catch (error) {
      wish = 'nothing';
      // Else a full disk, or whatever the database has to say: tried again later.
      if (error instanceof Gone || stopped || !open) return { left: 'nothing' };
      return { left: 'more', at: now() + retryAfterMs, failure: null };
    } finally {
      database?.close();
    }
  }

  return {
    keep(force) {
      if (stopped) return Promise.resolve({ left: 'nothing' });
      if (force) wish = 'all';
      else if (wish === 'nothing') wish = 'stale';
      running ??= keepOn();
      return running;
    },
    note(ended) {
      noted = noted.then(() => enter(ended));
      return noted;
    },
    stop() {
      stopped = true;
      teller.close();
    },
  };
}
