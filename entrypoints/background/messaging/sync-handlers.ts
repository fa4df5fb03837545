/** Requests for a sync, and what the sync host reports of it. */
import type { Handlers } from '../../../lib/messages/listener.ts';
import { done, type HandlersDeps } from './handlers-deps.ts';

export function createSyncHandlers(deps: HandlersDeps) {
  const { syncScheduler, keepAlive, storeSyncResults, ensureStarted } = deps;
  return {
    expect: async ({ work }) => done(syncScheduler.expect(work)),
    async sync(options) {
      // Local changes that a previous instance left are applied first.
      await ensureStarted();
      return done(keepAlive.during(syncScheduler.sync(options)));
    },
    'sync-results': async (results) => done(storeSyncResults(results)),
    'sync-finished': async (report) => done(syncScheduler.onSyncFinished(report)),
  } satisfies Partial<Handlers>;
}
