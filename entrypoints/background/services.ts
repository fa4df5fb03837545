/** The services of the background by subject, as `compose.ts` creates them. */
import type { Failure } from '../../lib/api/failure.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import type { RequestOf } from '../../lib/messages/protocol.ts';
import type { createBlockedState } from './api/blocked-state.ts';
import type { Connections } from './api/connection.ts';
import type { HostPermission } from './api/host-permission.ts';
import type { createOnlineStatus } from './api/online-status.ts';
import type { LinksByUrl } from './storage/links-by-url-store.ts';
import type { Pruning } from './storage/prune-storage.ts';
import type { createReclaim } from './storage/reclaim-space.ts';
import type { Items } from './storage/stored-items.ts';
import type { WriteBatcher } from './storage/write-batcher.ts';
import type { SyncDispatcher } from './sync/sync-dispatcher.ts';
import type { SyncScheduler } from './sync/sync-scheduler.ts';
import type { createActivityWriter } from './views/write-activity-view.ts';

export interface StorageServices {
  readonly items: Items;
  readonly disk: WriteBatcher;
  readonly reclaim: ReturnType<typeof createReclaim>;
  readonly pruning: Pruning;
  readonly linksByUrl: LinksByUrl;
  /** Keys whose values could not be read. */
  readonly damaged: Set<string>;
  readonly onDamaged: (key: string) => void;
  readonly onJournalWrite: (isWritten: boolean) => void;
  /** The browser has rejected the last write of the journal. */
  readonly isFailing: () => boolean;
}

export interface ApiServices {
  readonly permission: HostPermission;
  readonly connections: Connections;
  readonly onlineStatus: ReturnType<typeof createOnlineStatus>;
  readonly blockedState: ReturnType<typeof createBlockedState>;
  /** The failure that every request would end with now; `null` when there is none. */
  readonly blockingFailure: () => Promise<Failure | null>;
}

export interface SyncServices extends Pick<SyncDispatcher, 'stop'> {
  readonly scheduler: SyncScheduler;
  readonly storeLists: (lists: RequestOf<'store-lists'>) => Promise<void>;
  /** Resumes the sync unless a job is active: what the user waits for goes first. */
  readonly resumeIfIdle: () => void;
}

export interface ViewServices {
  readonly activity: ReturnType<typeof createActivityWriter>;
  readonly readActivity: () => Promise<ActivityView>;
  /** Resolves when the views show the present state. */
  readonly write: () => Promise<void>;
  readonly publish: () => void;
}
