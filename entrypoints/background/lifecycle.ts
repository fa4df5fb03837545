/** Start of a worker instance, and the browser's events that wake one. */
import { browser } from 'wxt/browser';
import type { Failure } from '../../lib/api/failure.ts';
import { blockedStateAlarm, type BlockedState } from './api/blocked-state.ts';
import type { AccountConnection } from './api/connection.ts';
import type { HostPermission } from './api/host-permission.ts';
import type { OnlineStatus } from './api/online-status.ts';
import { acceptIntent, recoverIntents } from './jobs/intents.ts';
import type { Jobs } from './jobs/jobs.ts';
import { reminderAlarm, type KeepAlive } from './keep-alive.ts';
import { logError } from '../../lib/browser/log-error.ts';
import { runSteps } from './run-steps.ts';
import { cleanDamagedCopies } from './storage/damaged-copies.ts';
import { prunePerUrlData, type Pruning } from './storage/prune-storage.ts';
import type { Reclaim } from './storage/reclaim-space.ts';
import type { Items } from './storage/stored-items.ts';
import { restrictStorage } from './storage/restrict-access.ts';
import { syncAlarm, type SyncScheduler } from './sync/sync-scheduler.ts';
import { createMenus } from './triggers/context-menu.ts';

interface LifecycleDeps {
  readonly onDamaged: (key: string) => void;
  readonly reclaim: Pick<Reclaim, 'reclaimIfNearlyFull'>;
  readonly pruning: Pick<Pruning, 'onStart'>;
  readonly permission: Pick<HostPermission, 'clearCache'>;
  readonly items: Pick<Items, 'preferences'>;
  readonly connection: AccountConnection;
  readonly onlineStatus: Pick<OnlineStatus, 'setService'>;
  readonly blockedState: Pick<BlockedState, 'restore' | 'save'>;
  readonly blockingFailure: () => Promise<Failure | null>;
  readonly syncScheduler: Pick<SyncScheduler, 'resume'>;
  readonly jobs: Jobs;
  readonly keepAlive: KeepAlive;
  readonly publish: () => void;
}

const recoverStoredIntents = ({ connection, jobs, onDamaged }: LifecycleDeps): Promise<void> =>
  recoverIntents({
    submit: (command) => acceptIntent(jobs, command),
    connect: (id) => connection.connect(id),
    onDamaged,
    report: logError,
  });

export function createLifecycle(deps: LifecycleDeps) {
  let starting: Promise<void> | null = null;
  /** Starts the instance, once; resolves when it has resumed what a previous instance left. Never rejects. */
  const ensureStarted = (): Promise<void> => (starting ??= start(deps).catch(logError));

  return {
    ensureStarted,
    /** Makes jobs of the commands that pages have stored. */
    recoverIntents: () => recoverStoredIntents(deps),
    onInstalled,
    onBrowserStart: () => void prunePerUrlData(Date.now()).catch(logError),
    // Before the start it is not known what is blocked.
    onAlarm: (name: string) => void ensureStarted().then(() => onAlarm(deps, name)),
    onPermissionChange: () => onPermissionChange(deps),
    onPermissionRemoved(permissions: readonly string[] = []): void {
      onPermissionChange(deps);
      // Firefox lists it at the extension, with a switch. A preference that stayed on would hide that nothing is shown.
      if (permissions.includes('notifications'))
        deps.items.preferences.update((stored) => ({ ...stored, notify: false })).catch(logError);
    },
  };
}

async function start(deps: LifecycleDeps): Promise<void> {
  const { connection, onlineStatus, jobs } = deps;
  createMenus();
  void restrictStorage();
  await runSteps([
    () => connection.finishDisconnect(),
    async () => onlineStatus.setService(await connection.address()),
    async () => {
      const blockReason = await deps.blockedState.restore(Date.now(), deps.blockingFailure);
      if (blockReason !== null) jobs.block(blockReason);
    },
    () => jobs.resume(),
    () => jobs.completeEffects(),
    () => recoverStoredIntents(deps),
  ]);
  connection.updateAvatar().catch(logError);
  deps.publish();
  deps.syncScheduler.resume().catch(logError);
  deps.pruning.onStart();
  deps.reclaim.reclaimIfNearlyFull().catch(logError);
}

function onInstalled(reason: string): void {
  if (reason === 'install') void browser.runtime.openOptionsPage();
  if (reason !== 'update') return;
  cleanDamagedCopies().catch(logError);
  // Earlier versions pruned less.
  prunePerUrlData(Date.now()).catch(logError);
}

function onAlarm({ syncScheduler, jobs, keepAlive, blockedState }: LifecycleDeps, name: string): void {
  if (name === syncAlarm) syncScheduler.resume().catch(logError);
  if (name === reminderAlarm || name === blockedStateAlarm) {
    // Where the journal could not be read, the reminder stays: what is in it still waits.
    jobs.resume().then(() => {
      keepAlive.clearStaleReminder();
      const blockReason = jobs.blockReason();
      // The alarm came early and is used up, so it is set again.
      if (name === blockedStateAlarm && blockReason !== null) blockedState.save(blockReason);
    }, logError);
  }
}

function onPermissionChange({ permission, blockingFailure, jobs, publish }: LifecycleDeps): void {
  permission.clearCache();
  if (jobs.blockReason()?.failure?.kind === 'no-permission')
    blockingFailure().then((failure) => {
      if (failure === null) jobs.unblock();
    }, logError);
  publish();
}
