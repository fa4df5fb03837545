/** What the handlers of messages need of the background, and the reply of those that only say when they are done. */
import type { LinkRestrictions } from '../../../lib/api/link-details.ts';
import type { ReplyOf, RequestOf } from '../../../lib/messages/protocol.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { AccountConnection } from '../api/connection.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeepAlive } from '../keep-alive.ts';
import type { Items } from '../storage/stored-items.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';
import type { ProxyRequest } from './api-proxy.ts';

export interface HandlersDeps {
  readonly items: Items;
  readonly connection: AccountConnection;
  readonly jobs: Jobs;
  readonly syncScheduler: Pick<SyncScheduler, 'sync' | 'refresh' | 'expect' | 'onSyncFinished'>;
  readonly keepAlive: KeepAlive;
  readonly callApi: (request: ProxyRequest) => Promise<ReplyOf<'api-get'>>;
  readonly onRead: (scope: string, path: string, body: unknown) => Promise<void>;
  /** Called with the details of a link that a page or the sync host has read. */
  readonly onDetails: (link: LinkRestrictions, scope: string) => Promise<void>;
  readonly storeSyncResults: (results: RequestOf<'sync-results'>) => Promise<void>;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
  /** Resolves when it is on disk that sending has resumed. */
  readonly blockReasonSaved: () => Promise<void>;
  readonly readActivity: () => Promise<ActivityView>;
  /** A page has opened that shows the failures. */
  readonly failuresShown: () => void;
  /** It shows the activity view. */
  readonly activityNeeded: () => void;
  readonly recoverIntents: () => Promise<void>;
  /** Resolves when this worker instance has resumed what a previous one left. */
  readonly ensureStarted: () => Promise<void>;
}

export const done = (work: Promise<unknown>): Promise<null> => work.then(() => null);
