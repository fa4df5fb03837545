/** Handles the messages of the extension's pages and of the sync host (lib/messages/protocol.ts). */
import type { Handlers } from '../../../lib/messages/listener.ts';
import { createApiHandlers, type ApiHandlersDeps } from './api-handlers.ts';
import { createJobHandlers, type JobHandlersDeps } from './job-handlers.ts';
import { createPageHandlers, type PageHandlersDeps } from './page-handlers.ts';
import { createSyncHandlers, type SyncHandlersDeps } from './sync-handlers.ts';

type HandlersDeps = ApiHandlersDeps & JobHandlersDeps & PageHandlersDeps & SyncHandlersDeps;

export function createHandlers(deps: HandlersDeps): Handlers {
  return {
    ...createPageHandlers(deps),
    ...createJobHandlers(deps),
    ...createApiHandlers(deps),
    ...createSyncHandlers(deps),
  };
}
