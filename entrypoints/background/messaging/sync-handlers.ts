/** Requests for a sync, and what the sync host reports of it. */
import type { Handlers } from '../../../lib/messages/listener.ts';
import type { HandlersDeps } from './handlers-deps.ts';

export function createSyncHandlers(deps: HandlersDeps) {
  const { syncScheduler, keepAlive, storeSyncResults, ensureStarted } = deps;
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
