/** Start of a worker instance, and the browser's events that wake one. */
import { browser } from 'wxt/browser';
import { blockedStateAlarm } from './api/blocked-state.ts';
import { acceptIntent, recoverIntents } from './jobs/intents.ts';
import type { JobEffects } from './jobs/job-effects.ts';
import { reminderAlarm, type KeepAlive } from './keep-alive.ts';
import { logError } from './log-error.ts';
import { runSteps } from './run-steps.ts';
import type { ApiServices, StorageServices, SyncServices, ViewServices } from './services.ts';
import { cleanDamagedCopies } from './storage/damaged-copies.ts';
import { prunePerUrlData } from './storage/prune-storage.ts';
import { restrictStorage } from './storage/restrict-access.ts';
import { syncAlarm } from './sync/sync-scheduler.ts';
import { createMenus } from './triggers/context-menu.ts';

interface LifecycleDeps {
  readonly storage: StorageServices;
  readonly api: ApiServices;
  readonly sync: SyncServices;
  readonly jobs: JobEffects;
  readonly views: ViewServices;
  readonly keepAlive: KeepAlive;
}

const recoverStoredIntents = ({ storage, api, jobs }: LifecycleDeps): Promise<void> =>
  recoverIntents({
    submit: (command) => acceptIntent(jobs, command),
    connect: api.connections.connect,
    onDamaged: storage.onDamaged,
    report: logError,
  });

export type Lifecycle = ReturnType<typeof createLifecycle>;

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
  };
}

async function start(deps: LifecycleDeps): Promise<void> {
  const { storage, api, sync, jobs, views } = deps;
  createMenus();
  void restrictStorage();
  await runSteps([
    () => api.connections.finishDisconnect(),
    async () => api.onlineStatus.setService(await api.connections.address()),
    async () => {
      const blockReason = await api.blockedState.restore(Date.now(), api.blockingFailure);
      if (blockReason !== null) jobs.block(blockReason);
    },
    () => jobs.resume(),
    () => jobs.completeEffects(),
    () => recoverStoredIntents(deps),
  ]);
  api.connections.updateAvatar().catch(logError);
  views.publish();
  sync.scheduler.resume().catch(logError);
  storage.pruning.onStart();
  storage.reclaim.reclaimIfNearlyFull().catch(logError);
}

function onInstalled(reason: string): void {
  if (reason === 'install') void browser.runtime.openOptionsPage();
  if (reason !== 'update') return;
  cleanDamagedCopies().catch(logError);
  // Earlier versions pruned less.
  prunePerUrlData(Date.now()).catch(logError);
}

function onAlarm({ sync, jobs, keepAlive }: LifecycleDeps, name: string): void {
  if (name === syncAlarm) sync.scheduler.resume().catch(logError);
  if (name === reminderAlarm || name === blockedStateAlarm) {
    jobs.resume().then(
      // Releasing clears a reminder whose work a previous instance has finished, so that it wakes no other one. Where the
      // journal could not be read, the reminder stays: what is in it still waits.
      () => keepAlive.acquire()(),
      logError,
    );
  }
}

function onPermissionChange({ api, jobs, views }: LifecycleDeps): void {
  api.permission.clearCache();
  if (jobs.blockReason()?.failure?.kind === 'no-permission')
    api.blockingFailure().then((failure) => {
      if (failure === null) jobs.unblock();
    }, logError);
  views.publish();
}
