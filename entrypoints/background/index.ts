/**
 * The background's table of contents: build, connect, add every listener in the worker's first turn. Each duty has a
 * file beside this one.
 */
import '../../lib/api/zod-config.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { browser } from 'wxt/browser';
import { browserLanguage, getMessage } from '../../lib/browser/i18n.ts';
import { openAllTabs, openManage } from '../../lib/browser/open-page.ts';
import { isOffscreenOpen, sendToOffscreen } from '../../lib/browser/offscreen.ts';
import type { SyncCommand } from '../../lib/sync-host/sync-commands.ts';
import { isActive } from '../../lib/outbox/job.ts';
import { deleteDatabases } from '../../lib/mirror/delete-databases.ts';
import { listen } from '../../lib/messages/listener.ts';
import { delay } from '../../lib/messages/delay.ts';
import { t, setTranslator } from '../../lib/i18n/t.ts';
import { createHandlers } from './messaging/handlers.ts';
import { createWriteBatcher } from './storage/write-batcher.ts';
import { onOmnibox } from './triggers/omnibox.ts';
import { createActivityWriter } from './views/activity-view.ts';
import { createBadge } from './badge.ts';
import { createPruning, prunePerUrlData } from './storage/prune-storage.ts';
import { createConnections } from './api/connection.ts';
import { createAutoCopy } from './auto-copy.ts';
import { cleanDamagedCopies } from './storage/damaged-copies.ts';
import { createQuickShorten } from './triggers/quick-shorten.ts';
import { createForgetAccount } from './api/forget-account.ts';
import { createHostPermission } from './api/host-permission.ts';
import { acceptIntent, recoverIntents } from './jobs/intents.ts';
import { openItems } from './storage/stored-items.ts';
import { createJobEffects } from './jobs/job-effects.ts';
import { createJournal } from './storage/job-journal.ts';
import { createKeepAlive, reminderAlarm } from './keep-alive.ts';
import { createSyncScheduler, syncAlarm } from './sync/sync-scheduler.ts';
import { createLinksByUrl } from './storage/links-by-url.ts';
import {
  triggerFromTab,
  createCancelItem,
  createPresetItems,
  createMenus,
  onMenu,
} from './triggers/context-menu.ts';
import { createOnlineStatus } from './api/online-status.ts';
import { createHighWaterMark, createHighWaterMarkUpdater } from './jobs/high-water-mark.ts';
import { createNotifier } from './notifications.ts';
import { createApiProxy } from './messaging/api-proxy.ts';
import { createListStore } from './sync/store-lists.ts';
import { createReclaim } from './storage/reclaim-space.ts';
import { logError } from './log-error.ts';
import { restrictStorage } from './storage/restrict-access.ts';
import { createUtcOffsetLearning } from './api/learn-utc-offset.ts';
import { createBlockedState, blockedStateAlarm } from './api/blocked-state.ts';
import { createViewSources } from './views/view-sources.ts';
import { createViewWriter } from './views/popup-view.ts';

/** Shorter than a person notices, longer than a request takes to leave. */
const viewPauseMs = 30;

export default defineBackground(() => {
  setTranslator(getMessage, browserLanguage());

  const damaged = new Set<string>();
  const onDamaged = (key: string) => {
    damaged.add(key);
    publish();
  };
  /** The browser has refused the last write of the journal. */
  let storageFailing = false;
  const onWrite = (taken: boolean) => {
    if (storageFailing === !taken) return;
    storageFailing = !taken;
    publish();
  };
  const reclaim = createReclaim({ now: Date.now, onReclaimed: () => publish() });
  const items = openItems(onDamaged, reclaim.area);
  const disk = createWriteBatcher(reclaim.area);
  const permission = createHostPermission();
  const keepAwake = createKeepAlive();
  const badge = createBadge();
  const prune = createPruning({ now: Date.now, report: logError });
  const known = createLinksByUrl(
    () => connections.scope(),
    createUtcOffsetLearning(items),
    () => {
      prune();
      reclaim.look().catch(logError);
    },
  );
  const tell = createNotifier(
    async () => (await items.preferences.read()).notify,
    () => t('extName'),
  );
  const connections = createConnections(items, {
    disk,
    permission,
    onDamaged,
    forget: createForgetAccount({
      items,
      jobs: () => jobs,
      async letGo() {
        if (import.meta.env.FIREFOX || (await isOffscreenOpen())) await hand({ task: 'stop' });
      },
      async publish() {
        // The copies that were set aside are gone with the rest.
        damaged.clear();
        await view.publish();
      },
    }),
    onGateway: ({ lane }) => {
      // A waiting job's time changes with what the service says of its limit.
      lane.onChange(() => {
        if (jobs.jobs().some(({ state }) => state.name === 'queued')) publish();
        // The meter of an open Activity page.
        else activity.write().catch(logError);
      });
      connections.address().then(network.setService, logError);
    },
    onConnected: () => {
      // A new key may be right where the old one was wrong.
      jobs.unblock();
      jobs.resume().then(publish, logError);
      // What was begun for another account while this one was being tried goes with it.
      keeping.keep(true).then(connections.scope).then(deleteDatabases).catch(logError);
      jobs.prepare().then(publish, logError);
    },
  });
  const seatHere = () =>
    import('./sync/in-process-host.ts').then(({ createInProcessHost }) => createInProcessHost(answers));
  let seat: ReturnType<typeof seatHere> | undefined;
  // Imported as it is here, nothing of it is left in Chromium's file.
  const hand = async (task: SyncCommand): Promise<unknown> =>
    import.meta.env.FIREFOX
      ? (await (seat ??= seatHere()))(task)
      : sendToOffscreen({ target: 'offscreen', task });
  const busy = () => jobs.jobs().some((job) => isActive(job));
  const keeping = createSyncScheduler({
    item: items.keeper,
    lists: items.pickerLists,
    scope: connections.scope,
    hand,
    busy,
    standstill: () => jobs.blockReason()?.failure != null,
    now: Date.now,
    pause: delay,
  });
  const keepLists = createListStore({
    lists: items.pickerLists,
    scope: connections.scope,
    onPart: () => publish(),
    onLinks: known.noteClicks,
  });
  const standstill = createBlockedState({ item: items.standstill, scope: connections.scope });
  const cancelItem = createCancelItem();
  const presetItems = createPresetItems();

  const obstacle = async () => permission.failureAt(await connections.address());

  const network = createOnlineStatus(() => jobs.retryNow());

  const newest = createHighWaterMark({
    item: items.newestLink,
    lists: items.pickerLists,
    scope: connections.scope,
  });
  const jobs = createJobEffects({
    journal: createJournal(onDamaged, onWrite, disk),
    note(ended) {
      const noted = keeping.note(ended);
      goOnKeeping();
      return noted;
    },
    onIdle: goOnKeeping,
    onBulkDecided: () => void keeping.keep(false).catch(logError),
    newest,
    obstacle,
    online: network.isOnline,
    onGate(closed) {
      standstill.onGate(closed);
      if (closed === null) keeping.goOn().catch(logError);
      else if (closed.failure === null) network.watch();
    },
    // The page hears of the end before anything that nobody waits for begins.
    afterReply: (work) => setTimeout(work, viewPauseMs),
    items,
    connections,
    badge,
    known,
    tell,
    keepAwake,
    copying: createAutoCopy({ now: Date.now, wanted: async () => (await items.preferences.read()).autoCopy }),
    now: Date.now,
    publish: () => publish(),
    report: logError,
  });
  const sources = createViewSources({
    items,
    connections,
    jobs,
    permission,
    damaged,
    storageFailing: () => storageFailing,
    storageReclaimed: reclaim.wasNeeded,
  });
  const activity = createActivityWriter(sources.activity);
  const view = createViewWriter(
    sources.popup,
    () => delay(viewPauseMs),
    // With them what nobody looks at meanwhile: menus are not changed while a request is on its way to the network.
    async () => {
      cancelItem(jobs.jobs().some(({ state }) => state.name === 'queued'));
      presetItems((await items.presets.read()).list);
      await activity.write();
    },
    reclaim.area,
  );
  const publish = () => void view.publish().catch(logError);

  const takeUp = () =>
    recoverIntents({
      take: (ask) => acceptIntent(jobs, ask),
      connect: connections.connect,
      onDamaged,
      report: logError,
    });

  async function start(): Promise<void> {
    createMenus();
    void restrictStorage();
    await connections.finishDisconnect().catch(logError);
    network.setService(await connections.address());
    const closed = await standstill.left(Date.now(), obstacle);
    if (closed !== null) jobs.block(closed);
    await jobs.resume();
    await jobs.mend();
    await takeUp();
    connections.updateAvatar().catch(logError);
    publish();
    keeping.resume().catch(logError);
    reclaim.look().catch(logError);
  }

  function goOnKeeping(): void {
    if (!busy()) keeping.resume().catch(logError);
  }

  const answers = createHandlers({
    items,
    connections,
    jobs,
    keeping,
    keepAwake,
    question: createApiProxy({
      connections,
      closed: jobs.blockReason,
      online: network.isOnline,
      keepAwake,
      now: Date.now,
    }),
    onRead: createHighWaterMarkUpdater(newest),
    keepLists,
    publish,
    report: logError,
    takeUp,
    standstillKept: standstill.kept,
    onManage: () => activity.opened(),
    start: () => started,
  });
  listen(answers, logError);
  const direct = createQuickShorten({
    items,
    jobs,
    known,
    badge,
    tell,
    report: logError,
    publish: () => publish(),
  });
  browser.commands.onCommand.addListener((name, tab) => {
    if (name === 'shorten-page') direct.shorten(triggerFromTab(tab));
  });
  onOmnibox({ ...direct, report: logError, links: async () => known.all(await items.recentLinks.read()) });
  onMenu({
    shorten: direct.shorten,
    manage: () => void openManage().catch(logError),
    allTabs: (tab) => void openAllTabs(tab).catch(logError),
    cancelWaiting: () => void started.then(() => jobs.cancelWaiting()).then(publish, logError),
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void browser.runtime.openOptionsPage();
    if (reason !== 'update') return;
    cleanDamagedCopies().catch(logError);
    // What an earlier version has left.
    prunePerUrlData(Date.now()).catch(logError);
  });
  browser.runtime.onStartup.addListener(() => {
    prunePerUrlData(Date.now()).catch(logError);
  });
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === syncAlarm) keeping.resume().catch(logError);
    if (alarm.name !== reminderAlarm && alarm.name !== blockedStateAlarm) return;
    // Held and let go, so that a reminder whose work an earlier life had finished is cleared and wakes nobody again.
    const release = keepAwake.hold();
    jobs.resume().catch(logError).finally(release);
  });
  const onPermission = () => {
    permission.clearCache();
    if (jobs.blockReason()?.failure?.kind === 'no-permission')
      obstacle().then((left) => left ?? jobs.unblock(), logError);
    publish();
  };
  browser.permissions.onAdded.addListener(onPermission);
  browser.permissions.onRemoved.addListener(onPermission);

  const started = start().catch(logError);
});
