/** Handles the messages of the extension's pages and of the sync host (lib/messages/protocol.ts). */
import type { Handlers } from '../../../lib/messages/listener.ts';
import { createApiHandlers } from './api-handlers.ts';
import type { HandlersDeps } from './handlers-deps.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createPageHandlers } from './page-handlers.ts';
import { createSyncHandlers } from './sync-handlers.ts';

export function createHandlers(deps: HandlersDeps): Handlers {
  return {
    ...createPageHandlers(deps),
    ...createJobHandlers(deps),
    ...createApiHandlers(deps),
    ...createSyncHandlers(deps),
  };
}
