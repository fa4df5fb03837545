/**
 * Composition root: each field is a service of the background. Services call each other in a circle: what one reads
 * immediately stands above it, as the compiler checks; its callbacks run after the worker's first turn, when all exist.
 */
import { OffscreenDocument } from '../../lib/browser/offscreen.ts';
import { isOnToolbar } from '../../lib/browser/toolbar.ts';
import { allDone } from '../../lib/time/all-done.ts';
import { delay } from '../../lib/time/delay.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { Handlers } from '../../lib/messages/listener.ts';
import { summarizeBulks } from '../../lib/mirror/summarize-bulks.ts';
import { deleteDatabases } from '../../lib/mirror/delete-databases.ts';
import { createBlockedState } from './api/blocked-state.ts';
import { createAccountConnection, type AccountConnection } from './api/connection.ts';
import { createForgetAccount } from './api/forget-account.ts';
import type { Gateway } from './api/gateway.ts';
import { createHostPermission } from './api/host-permission.ts';
import { createUtcOffsetLearning } from './api/learn-utc-offset.ts';
import { createOnlineStatus } from './api/online-status.ts';
import { createAutoCopy } from './auto-copy.ts';
import { createBadge } from './badge.ts';
import { createHighWaterMark, createHighWaterMarkUpdater } from './jobs/high-water-mark.ts';
import { Jobs } from './jobs/jobs.ts';
import { createKeepAlive } from './keep-alive.ts';
import { createLifecycle } from './lifecycle.ts';
import { logError } from '../../lib/browser/log-error.ts';
import { createApiProxy } from './messaging/api-proxy.ts';
import { createHandlers } from './messaging/handlers.ts';
import { createNotifier } from './notifications.ts';
import { createJournal } from './storage/job-journal.ts';
import { createLinksByUrl, type LinksByUrl } from './storage/links-by-url-store.ts';
import { createPruning } from './storage/prune-storage.ts';
import { createReclaim } from './storage/reclaim-space.ts';
import { openItems } from './storage/stored-items.ts';
import { createWriteBatcher } from './storage/write-batcher.ts';
import { createSyncResultsStore } from './sync/store-sync-results.ts';
import { createSyncDispatcher } from './sync/sync-dispatcher.ts';
import { createSyncScheduler } from './sync/sync-scheduler.ts';
import { createCancelItem, createPresetItems } from './triggers/context-menu.ts';
import { createShowInPopup } from './triggers/show-in-popup.ts';
import { createQuickShorten } from './triggers/quick-shorten.ts';
import { createViewSources } from './views/read-view-sources.ts';
import { createActivityWriter, createPopupViewWriter, createPublisher } from './views/write-views.ts';

/** Too short to be noticed, and longer than a request takes to leave. */
const viewDelayMs = 30;

export class Background {
  readonly publish = (): void => void this.writeViews().catch(logError);
  readonly keepAlive = createKeepAlive();
  readonly badge = createBadge(
    async () => (await summarizeBulks(await this.connection.scope())).running.links,
  );
  readonly offscreen = new OffscreenDocument();

  /** Keys whose values could not be read. */
  readonly #damaged = new Set<string>();
  readonly onDamaged = (key: string): void => {
    this.#damaged.add(key);
    this.publish();
  };
  readonly reclaim = createReclaim({ now: Date.now, onReclaimed: this.publish });
  readonly items = openItems(this.onDamaged, this.reclaim.area);
  readonly #disk = createWriteBatcher(this.reclaim.area);
  readonly pruning = createPruning(Date.now);
  readonly linksByUrl: LinksByUrl = createLinksByUrl({
    disk: this.reclaim.area,
    scope: () => this.connection.scope(),
    onListed: createUtcOffsetLearning(this.items),
    onSaved: () => {
      this.pruning.onSaved();
      this.reclaim.reclaimIfNearlyFull().catch(logError);
    },
  });
  readonly #isNotified = async (): Promise<boolean> => (await this.items.preferences.read()).notify;
  readonly #notify = createNotifier(this.#isNotified);
  readonly #showInPopup = createShowInPopup({
    isNotified: this.#isNotified,
    isOnToolbar,
    writeViews: () => this.writeViews(),
    now: Date.now,
  });

  readonly permission = createHostPermission();
  readonly onlineStatus = createOnlineStatus(() => this.jobs.retryNow());
  readonly connection: AccountConnection = createAccountConnection(this.items, {
    disk: this.#disk,
    permission: this.permission,
    onDamaged: this.onDamaged,
    forget: createForgetAccount({
      items: this.items,
      jobs: () => this.jobs,
      stopSync: () => this.#syncDispatcher.stop(),
      publish: async () => {
        // The copies that were set aside are gone with the rest.
        this.#damaged.clear();
        await this.writeViews();
      },
      removeViews: () => allDone([this.#popupView.remove(), this.#activity.remove()]),
    }),
    onGateway: (gateway) => this.#onGateway(gateway),
    onConnected: () => this.#onConnected(),
    now: Date.now,
  });
  readonly blockedState = createBlockedState({
    item: this.items.blockedState,
    scope: this.connection.scope,
  });
  /** The failure that every request would end with now; `null` when there is none. */
  readonly blockingFailure = async (): Promise<Failure | null> =>
    this.permission.failureAt(await this.connection.address());

  readonly #syncDispatcher = createSyncDispatcher(this.offscreen, () => this.handlers);
  readonly syncScheduler = createSyncScheduler({
    item: this.items.pendingSync,
    lists: this.items.pickerLists,
    scope: this.connection.scope,
    dispatch: this.#syncDispatcher.dispatch,
    isBusy: () => this.jobs.isBusy(),
    isBlocked: () => this.jobs.isBlocked(),
    now: Date.now,
    delay,
  });

  readonly highWaterMark = createHighWaterMark({
    item: this.items.newestIds,
    lists: this.items.pickerLists,
    scope: this.connection.scope,
  });
  #isStorageFailing = false;
  readonly jobs: Jobs = new Jobs({
    journal: createJournal(this.onDamaged, (isWritten) => this.#onJournalWrite(isWritten), this.#disk),
    applyLocalChange: (...change) => {
      const applied = this.syncScheduler.applyLocalChange(...change);
      this.#resumeSyncIfIdle();
      return applied;
    },
    onIdle: () => this.#resumeSyncIfIdle(),
    onBulkDecided: () => void this.syncScheduler.sync().catch(logError),
    highWaterMark: this.highWaterMark,
    blockingFailure: this.blockingFailure,
    online: this.onlineStatus.isOnline,
    onBlockChange: (reason) => {
      this.blockedState.save(reason);
      if (reason === null) this.syncScheduler.resumeBulks().catch(logError);
      else if (reason.failure === null) this.onlineStatus.watch();
    },
    // The page gets its reply before any work begins that it does not wait for.
    afterReply: (work) => setTimeout(work, viewDelayMs),
    items: this.items,
    connection: this.connection,
    badge: this.badge,
    linksByUrl: this.linksByUrl,
    notify: this.#notify,
    showInPopup: this.#showInPopup,
    keepAlive: this.keepAlive,
    autoCopy: createAutoCopy({
      offscreen: this.offscreen,
      now: Date.now,
      preferences: () => this.items.preferences.read(),
    }),
    now: Date.now,
    publish: this.publish,
    report: logError,
  });

  readonly #showCancelItem = createCancelItem();
  readonly #showPresetItems = createPresetItems();
  readonly #viewSources = createViewSources({
    items: this.items,
    connection: this.connection,
    jobs: this.jobs,
    damaged: this.#damaged,
    storageFailing: () => this.#isStorageFailing,
    storageReclaimed: () => this.reclaim.hasReclaimed(),
    autoOpened: this.#showInPopup.autoOpened,
  });
  readonly #popupView = createPopupViewWriter(() => this.#viewSources.popup(), this.reclaim.area);
  readonly #activity = createActivityWriter(() => this.#viewSources.activity());
  /** Resolves when views and menus show the present state. */
  readonly writeViews = createPublisher(
    [
      () => this.#popupView.write(),
      // Menus are updated along with the views: not while a request is being sent.
      () => this.#updateMenus(),
      () => this.#activity.write(),
    ],
    () => delay(viewDelayMs),
  );

  readonly lifecycle = createLifecycle(this);
  readonly handlers: Handlers = createHandlers({
    items: this.items,
    connection: this.connection,
    jobs: this.jobs,
    syncScheduler: this.syncScheduler,
    keepAlive: this.keepAlive,
    callApi: createApiProxy({
      connection: this.connection,
      blockReason: () => this.jobs.blockReason(),
      online: this.onlineStatus.isOnline,
      keepAlive: this.keepAlive,
      now: Date.now,
    }),
    onRead: createHighWaterMarkUpdater(this.highWaterMark),
    onDetails: (link, scope) => this.linksByUrl.onDetails(link, scope),
    storeSyncResults: createSyncResultsStore({
      lists: this.items.pickerLists,
      preferences: this.items.preferences,
      scope: this.connection.scope,
      onStored: this.publish,
      onLinks: (links, scope) => this.linksByUrl.updateClicks(links, scope),
      onGone: (gone, scope) => this.jobs.onGone(gone, scope),
    }),
    publish: this.publish,
    report: logError,
    recoverIntents: this.lifecycle.recoverIntents,
    blockReasonSaved: this.blockedState.saved,
    readActivity: () => this.#viewSources.activity(),
    failuresShown: () => {
      this.badge.failuresShown();
      this.#showInPopup.shown();
    },
    activityNeeded: () => this.#activity.opened(),
    ensureStarted: this.lifecycle.ensureStarted,
  });
  readonly quickShorten = createQuickShorten({
    items: this.items,
    jobs: this.jobs,
    linksByUrl: this.linksByUrl,
    badge: this.badge,
    offscreen: this.offscreen,
    notify: this.#notify,
    showInPopup: this.#showInPopup,
    report: logError,
    publish: this.publish,
  });

  async #updateMenus(): Promise<void> {
    this.#showCancelItem(this.jobs.jobs().some(({ state }) => state.name === 'queued'));
    this.#showPresetItems((await this.items.presets.read()).list);
  }

  /** What the user waits for goes first. */
  #resumeSyncIfIdle(): void {
    if (!this.jobs.isBusy()) this.syncScheduler.resume().catch(logError);
  }

  /** @param isWritten false when the browser has rejected the last write of the journal */
  #onJournalWrite(isWritten: boolean): void {
    if (this.#isStorageFailing === !isWritten) return;
    this.#isStorageFailing = !isWritten;
    this.publish();
  }

  #onGateway({ queue }: Gateway): void {
    queue.onChange(() => {
      // The expected time of a queued job changes with the service's limit; else only the meter of an Activity page does.
      if (this.jobs.jobs().some(({ state }) => state.name === 'queued')) this.publish();
      else this.#activity.write().catch(logError);
    });
    this.connection.address().then((address) => this.onlineStatus.setService(address), logError);
  }

  #onConnected(): void {
    // A new key may be right where the old one was wrong.
    this.jobs.unblock();
    this.jobs.resume().then(this.publish, logError);
    // The database of an account that was connected while this one was being tried goes, too.
    this.syncScheduler
      .sync({ force: true })
      .then(this.connection.scope)
      .then(deleteDatabases)
      .catch(logError);
    this.jobs.learnNewestLink().then(this.publish, logError);
  }
}
