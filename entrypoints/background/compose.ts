/**
 * Composition root: creates the services of the background, by subject, in the order of the fields of `Background`. The
 * subjects call each other in a circle: a `compose` function is given what it reads immediately, so that the compiler
 * rejects a field that is used above its line, and `later` for its callbacks, which run after the worker's first turn.
 */
import { OffscreenDocument } from '../../lib/browser/offscreen.ts';
import { delay } from '../../lib/time/delay.ts';
import type { Handlers } from '../../lib/messages/listener.ts';
import { deleteDatabases } from '../../lib/mirror/delete-databases.ts';
import { isActive } from '../../lib/outbox/job.ts';
import { createBlockedState } from './api/blocked-state.ts';
import { createAccountConnection } from './api/connection.ts';
import { createForgetAccount } from './api/forget-account.ts';
import type { Gateway } from './api/gateway.ts';
import { createHostPermission } from './api/host-permission.ts';
import { createUtcOffsetLearning } from './api/learn-utc-offset.ts';
import { createOnlineStatus } from './api/online-status.ts';
import { createAutoCopy } from './auto-copy.ts';
import { createBadge } from './badge.ts';
import { createHighWaterMark, createHighWaterMarkUpdater } from './jobs/high-water-mark.ts';
import { createJobEffects, type JobEffects } from './jobs/job-effects.ts';
import { createKeepAlive } from './keep-alive.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { logError } from './log-error.ts';
import { createApiProxy } from './messaging/api-proxy.ts';
import { createHandlers } from './messaging/handlers.ts';
import { createNotifier } from './notifications.ts';
import type { ApiServices, StorageServices, SyncServices, ViewServices } from './services.ts';
import { createJournal } from './storage/job-journal.ts';
import { createLinksByUrl } from './storage/links-by-url-store.ts';
import { createPruning } from './storage/prune-storage.ts';
import { createReclaim } from './storage/reclaim-space.ts';
import { openItems } from './storage/stored-items.ts';
import { createWriteBatcher } from './storage/write-batcher.ts';
import { createListStore } from './sync/store-lists.ts';
import { createSyncDispatcher } from './sync/sync-dispatcher.ts';
import { createSyncScheduler } from './sync/sync-scheduler.ts';
import { createCancelItem, createPresetItems } from './triggers/context-menu.ts';
import { createQuickShorten } from './triggers/quick-shorten.ts';
import { createActivityWriter } from './views/write-activity-view.ts';
import { createPopupViewWriter } from './views/write-popup-view.ts';
import { createViewSources } from './views/read-view-sources.ts';

/** Too short to be noticed, and longer than a request takes to leave. */
const viewDelayMs = 30;

type Later = () => Background;

export class Background {
  readonly #later: Later = () => this;
  readonly keepAlive = createKeepAlive();
  readonly badge = createBadge();
  readonly offscreen = new OffscreenDocument();
  readonly storage: StorageServices = composeStorage(this.#later);
  readonly notify = createNotifier(async () => (await this.storage.items.preferences.read()).notify);
  readonly api: ApiServices = composeApi({ storage: this.storage }, this.#later);
  readonly sync: SyncServices = composeSync(
    { storage: this.storage, api: this.api, offscreen: this.offscreen },
    this.#later,
  );
  readonly highWaterMark = createHighWaterMark({
    item: this.storage.items.newestLink,
    lists: this.storage.items.pickerLists,
    scope: this.api.connections.scope,
  });
  readonly jobs: JobEffects = composeJobs(
    {
      storage: this.storage,
      api: this.api,
      sync: this.sync,
      highWaterMark: this.highWaterMark,
      badge: this.badge,
      notify: this.notify,
      keepAlive: this.keepAlive,
      offscreen: this.offscreen,
    },
    this.#later,
  );
  readonly views: ViewServices = composeViews({ storage: this.storage, api: this.api, jobs: this.jobs });
  readonly lifecycle: Lifecycle = createLifecycle({
    storage: this.storage,
    api: this.api,
    sync: this.sync,
    jobs: this.jobs,
    views: this.views,
    keepAlive: this.keepAlive,
  });
  readonly handlers: Handlers = composeHandlers({
    storage: this.storage,
    api: this.api,
    sync: this.sync,
    jobs: this.jobs,
    views: this.views,
    lifecycle: this.lifecycle,
    keepAlive: this.keepAlive,
    highWaterMark: this.highWaterMark,
  });
  readonly quickShorten = createQuickShorten({
    items: this.storage.items,
    jobs: this.jobs,
    linksByUrl: this.storage.linksByUrl,
    badge: this.badge,
    offscreen: this.offscreen,
    notify: this.notify,
    report: logError,
    publish: this.views.publish,
  });
}

function composeStorage(later: Later): StorageServices {
  const publish = () => later().views.publish();
  const damaged = new Set<string>();
  const onDamaged = (key: string) => {
    damaged.add(key);
    publish();
  };
  let isFailing = false;
  const reclaim = createReclaim({ now: Date.now, onReclaimed: publish });
  const items = openItems(onDamaged, reclaim.area);
  const pruning = createPruning(Date.now);
  const linksByUrl = createLinksByUrl({
    disk: reclaim.area,
    scope: () => later().api.connections.scope(),
    onListed: createUtcOffsetLearning(items),
    onSaved() {
      pruning.onSaved();
      reclaim.reclaimIfNearlyFull().catch(logError);
    },
  });
  return {
    items,
    disk: createWriteBatcher(reclaim.area),
    reclaim,
    pruning,
    linksByUrl,
    damaged,
    onDamaged,
    onJournalWrite(isWritten) {
      if (isFailing === !isWritten) return;
      isFailing = !isWritten;
      publish();
    },
    isFailing: () => isFailing,
  };
}

function composeApi({ storage }: Pick<Background, 'storage'>, later: Later): ApiServices {
  const { items, disk, damaged, onDamaged } = storage;
  const permission = createHostPermission();
  const connections = createAccountConnection(items, {
    disk,
    permission,
    onDamaged,
    forget: createForgetAccount({
      items,
      jobs: () => later().jobs,
      stopSync: () => later().sync.stop(),
      async publish() {
        // The copies that were set aside are gone with the rest.
        damaged.clear();
        await later().views.write();
      },
    }),
    onGateway: (gateway) => onGateway(later(), gateway),
    onConnected: () => onConnected(later()),
    now: Date.now,
  });
  return {
    permission,
    connections,
    onlineStatus: createOnlineStatus(() => later().jobs.retryNow()),
    blockedState: createBlockedState({ item: items.blockedState, scope: connections.scope }),
    blockingFailure: async () => permission.failureAt(await connections.address()),
  };
}

function onGateway({ api, jobs, views }: Background, { queue }: Gateway): void {
  queue.onChange(() => {
    // The expected time of a queued job changes with the service's limit; else only the meter of an Activity page does.
    if (jobs.jobs().some(({ state }) => state.name === 'queued')) views.publish();
    else views.activity.write().catch(logError);
  });
  api.connections.address().then(api.onlineStatus.setService, logError);
}

function onConnected({ api, sync, jobs, views }: Background): void {
  // A new key may be right where the old one was wrong.
  jobs.unblock();
  jobs.resume().then(views.publish, logError);
  // The database of an account that was connected while this one was being tried goes, too.
  sync.scheduler.sync({ force: true }).then(api.connections.scope).then(deleteDatabases).catch(logError);
  jobs.prepare().then(views.publish, logError);
}

function composeSync(
  { storage, api, offscreen }: Pick<Background, 'storage' | 'api' | 'offscreen'>,
  later: Later,
): SyncServices {
  const { items, linksByUrl } = storage;
  const { scope } = api.connections;
  const { dispatch, stop } = createSyncDispatcher(offscreen, () => later().handlers);
  const isBusy = () =>
    later()
      .jobs.jobs()
      .some((job) => isActive(job));
  const scheduler = createSyncScheduler({
    item: items.pendingSync,
    lists: items.pickerLists,
    scope,
    dispatch,
    isBusy,
    isBlocked: () => later().jobs.isBlocked(),
    now: Date.now,
    delay,
  });
  return {
    scheduler,
    stop,
    storeLists: createListStore({
      lists: items.pickerLists,
      scope,
      onStored: () => later().views.publish(),
      onLinks: linksByUrl.updateClicks,
      onGone: (gone, of) => later().jobs.onGone(gone, of),
    }),
    resumeIfIdle() {
      if (!isBusy()) scheduler.resume().catch(logError);
    },
  };
}

type JobsNeed = 'storage' | 'api' | 'sync' | 'highWaterMark' | 'badge' | 'notify' | 'keepAlive' | 'offscreen';

function composeJobs(needs: Pick<Background, JobsNeed>, later: Later): JobEffects {
  const { storage, api, sync, highWaterMark, badge, notify, keepAlive, offscreen } = needs;
  const { items, linksByUrl } = storage;
  return createJobEffects({
    journal: createJournal(storage.onDamaged, storage.onJournalWrite, storage.disk),
    applyLocalChange(...change) {
      const applied = sync.scheduler.applyLocalChange(...change);
      sync.resumeIfIdle();
      return applied;
    },
    onIdle: sync.resumeIfIdle,
    onBulkDecided: () => void sync.scheduler.sync().catch(logError),
    highWaterMark,
    blockingFailure: api.blockingFailure,
    online: api.onlineStatus.isOnline,
    onBlockChange(reason) {
      api.blockedState.save(reason);
      if (reason === null) sync.scheduler.resumeBulks().catch(logError);
      else if (reason.failure === null) api.onlineStatus.watch();
    },
    // The page gets its reply before any work begins that it does not wait for.
    afterReply: (work) => setTimeout(work, viewDelayMs),
    items,
    connections: api.connections,
    badge,
    linksByUrl,
    notify,
    keepAlive,
    autoCopy: createAutoCopy({
      offscreen,
      now: Date.now,
      preferences: () => items.preferences.read(),
    }),
    now: Date.now,
    publish: () => later().views.publish(),
    report: logError,
  });
}

function composeViews({ storage, api, jobs }: Pick<Background, 'storage' | 'api' | 'jobs'>): ViewServices {
  const { items, reclaim } = storage;
  const showCancelItem = createCancelItem();
  const showPresetItems = createPresetItems();
  const sources = createViewSources({
    items,
    connections: api.connections,
    jobs,
    damaged: storage.damaged,
    storageFailing: storage.isFailing,
    storageReclaimed: reclaim.hasReclaimed,
  });
  const activity = createActivityWriter(sources.activity);
  const { publish: write } = createPopupViewWriter(
    sources.popup,
    () => delay(viewDelayMs),
    // Menus are updated along with the views: not while a request is being sent.
    async () => {
      showCancelItem(jobs.jobs().some(({ state }) => state.name === 'queued'));
      showPresetItems((await items.presets.read()).list);
      await activity.write();
    },
    reclaim.area,
  );
  return { activity, readActivity: sources.activity, write, publish: () => void write().catch(logError) };
}

function composeHandlers({
  storage,
  api,
  sync,
  jobs,
  views,
  lifecycle,
  keepAlive,
  highWaterMark,
}: Pick<
  Background,
  'storage' | 'api' | 'sync' | 'jobs' | 'views' | 'lifecycle' | 'keepAlive' | 'highWaterMark'
>): Handlers {
  const { connections, onlineStatus, blockedState } = api;
  return createHandlers({
    items: storage.items,
    connections,
    jobs,
    syncScheduler: sync.scheduler,
    keepAlive,
    callApi: createApiProxy({
      connections,
      blockReason: jobs.blockReason,
      online: onlineStatus.isOnline,
      keepAlive,
      now: Date.now,
    }),
    onRead: createHighWaterMarkUpdater(highWaterMark),
    onDetails: storage.linksByUrl.onDetails,
    storeLists: sync.storeLists,
    publish: views.publish,
    report: logError,
    recoverIntents: lifecycle.recoverIntents,
    blockReasonSaved: blockedState.saved,
    readActivity: views.readActivity,
    onManage: views.activity.opened,
    ensureStarted: lifecycle.ensureStarted,
  });
}
