/** Requests for a sync, and what the sync host reports of it. */
import type { Handlers } from '../../../lib/messages/listener.ts';
import type { RequestOf } from '../../../lib/messages/protocol.ts';
import type { KeepAlive } from '../keep-alive.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';

export interface SyncHandlersDeps {
  readonly syncScheduler: Pick<SyncScheduler, 'sync' | 'onSyncFinished' | 'expect'>;
  readonly keepAlive: KeepAlive;
  readonly storeSyncResults: (results: RequestOf<'sync-results'>) => Promise<void>;
  /** Resolves when this worker instance has resumed what a previous one left. */
  readonly ensureStarted: () => Promise<void>;
}

export function createSyncHandlers({
  syncScheduler,
  keepAlive,
  storeSyncResults,
  ensureStarted,
}: SyncHandlersDeps) {
  return {
    async expect({ work }) {
      await syncScheduler.expect(work);
      return null;
    },
    async sync(options) {
      // Local changes that a previous instance left are applied first.
      await ensureStarted();
      await keepAlive.during(syncScheduler.sync(options));
      return null;
    },
    async 'sync-results'(results) {
      await storeSyncResults(results);
      return null;
    },
    async 'sync-finished'(report) {
      await syncScheduler.onSyncFinished(report);
      return null;
    },
  } satisfies Partial<Handlers>;
}
