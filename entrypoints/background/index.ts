/**
 * The background's table of contents: build, connect, add every listener in the worker's first turn. Each duty has a
 * file beside this one.
 */
import '../../lib/api/zod-config.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { browser } from 'wxt/browser';
import { browserLanguage, getMessage } from '../../lib/browser/i18n.ts';
import { openAllTabs, openManage } from '../../lib/browser/manage-page.ts';
import { isOffscreenOpen, tellOffscreen } from '../../lib/browser/offscreen.ts';
import type { Task } from '../../lib/sync-host/sync-commands.ts';
import { isUnderWay } from '../../lib/outbox/job.ts';
import { forgetMirrors } from '../../lib/mirror/delete-databases.ts';
import { answerPages } from '../../lib/messages/listener.ts';
import { pause } from '../../lib/messages/delay.ts';
import { say, useCatalogue } from '../../lib/i18n/t.ts';
import { createAnswers } from './messaging/handlers.ts';
import { createBatchedWrites } from './storage/write-batcher.ts';
import { onAddressBar } from './triggers/omnibox.ts';
import { createActivityWriter } from './views/activity-view.ts';
import { createBadge } from './badge.ts';
import { createPruning, pruneByAddress } from './storage/prune-storage.ts';
import { createConnections } from './api/connection.ts';
import { createCopying } from './auto-copy.ts';
import { cleanDamagedCopies } from './storage/damaged-copies.ts';
import { createDirectShortening } from './triggers/quick-shorten.ts';
import { createForget } from './api/forget-account.ts';
import { forgetAccess, hasAccess } from './api/gateway.ts';
import { takeIntent, takeUpIntents } from './jobs/intents.ts';
import { openItems } from './storage/stored-items.ts';
import { createJobs } from './jobs/job-effects.ts';
import { createJournal } from './storage/job-journal.ts';
import { createKeepAwake, reminderAlarm } from './keep-alive.ts';
import { createKeeping, keeperAlarm } from './sync/sync-scheduler.ts';
import { createKnownLinks } from './storage/links-by-url.ts';
import { actOn, createCancelItem, createPresetItems, ensureMenu, onMenu } from './triggers/context-menu.ts';
import { createNetwork } from './api/online-status.ts';
import { createNewest, createNewestLearning } from './jobs/high-water-mark.ts';
import { createTell } from './notifications.ts';
import { createQuestions } from './messaging/api-proxy.ts';
import { createListKeeping } from './sync/store-lists.ts';
import { createReclaim } from './storage/reclaim-space.ts';
import { report } from './log-error.ts';
import { restrictStorage } from './storage/restrict-access.ts';
import { createZoneLearning } from './api/learn-utc-offset.ts';
import { createStandstill, standstillAlarm } from './api/blocked-state.ts';
import { createViewSources } from './views/view-sources.ts';
import { createViewWriter } from './views/popup-view.ts';
import type { Failure } from '../../lib/api/failure.ts';

/** Shorter than a person notices, longer than a request takes to leave. */
const viewPauseMs = 30;

export default defineBackground(() => {
  useCatalogue(getMessage, browserLanguage());

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
  const disk = createBatchedWrites(reclaim.area);
  const keepAwake = createKeepAwake();
  const badge = createBadge();
  const prune = createPruning({ now: Date.now, report });
  const known = createKnownLinks(
    () => connections.scope(),
    createZoneLearning(items),
    () => {
      prune();
      reclaim.look().catch(report);
    },
  );
  const tell = createTell(
    async () => (await items.preferences.read()).notify,
    () => say('extName'),
  );
  const connections = createConnections(items, {
    disk,
    onDamaged,
    forget: createForget({
      items,
      jobs: () => jobs,
      async letGo() {
        if (import.meta.env.FIREFOX || (await isOffscreenOpen())) await hand({ task: 'let-go' });
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
        else activity.write().catch(report);
      });
      connections.address().then(network.setService, report);
    },
    onConnected: () => {
      // A new key may be right where the old one was wrong.
      jobs.open();
      jobs.resume().then(publish, report);
      // What was begun for another account while this one was being tried goes with it.
      keeping.keep(true).then(connections.scope).then(forgetMirrors).catch(report);
      jobs.prepare().then(publish, report);
    },
  });
  const seatHere = () =>
    import('./sync/in-process-host.ts').then(({ createSeatHere }) => createSeatHere(answers));
  let seat: ReturnType<typeof seatHere> | undefined;
  // Imported as it is here, nothing of it is left in Chromium's file.
  const hand = async (task: Task): Promise<unknown> =>
    import.meta.env.FIREFOX
      ? (await (seat ??= seatHere()))(task)
      : tellOffscreen({ target: 'offscreen', task });
  const busy = () => jobs.jobs().some((job) => isUnderWay(job));
  const keeping = createKeeping({
    item: items.keeper,
    lists: items.pickerLists,
    scope: connections.scope,
    hand,
    busy,
    standstill: () => jobs.closed()?.failure != null,
    now: Date.now,
    pause,
  });
  const keepLists = createListKeeping({
    lists: items.pickerLists,
    scope: connections.scope,
    onPart: () => publish(),
    onLinks: known.noteClicks,
  });
  const standstill = createStandstill({ item: items.standstill, scope: connections.scope });
  const cancelItem = createCancelItem();
  const presetItems = createPresetItems();

  /** What is known to stand in the way of every request, without sending one. */
  async function obstacle(): Promise<Failure | null> {
    const address = await connections.address();
    if (address === '' || (await hasAccess(address))) return null;
    return { kind: 'no-permission', origin: new URL(address).origin };
  }

  const network = createNetwork(() => jobs.wake());

  const newest = createNewest({
    item: items.newestLink,
    lists: items.pickerLists,
    scope: connections.scope,
  });
  const jobs = createJobs({
    journal: createJournal(onDamaged, onWrite, disk),
    note(ended) {
      const noted = keeping.note(ended);
      goOnKeeping();
      return noted;
    },
    onIdle: goOnKeeping,
    onBulkDecided: () => void keeping.keep(false).catch(report),
    newest,
    obstacle,
    online: network.isOnline,
    onGate(closed) {
      standstill.onGate(closed);
      if (closed === null) keeping.goOn().catch(report);
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
    copying: createCopying({ now: Date.now, wanted: async () => (await items.preferences.read()).autoCopy }),
    now: Date.now,
    publish: () => publish(),
    report,
  });
  const sources = createViewSources({
    items,
    connections,
    jobs,
    damaged,
    storageFailing: () => storageFailing,
    storageReclaimed: reclaim.wasNeeded,
  });
  const activity = createActivityWriter(sources.activity);
  const view = createViewWriter(
    sources.popup,
    () => pause(viewPauseMs),
    // With them what nobody looks at meanwhile: menus are not changed while a request is on its way to the network.
    async () => {
      cancelItem(jobs.jobs().some(({ state }) => state.name === 'queued'));
      presetItems((await items.presets.read()).list);
      await activity.write();
    },
    reclaim.area,
  );
  const publish = () => void view.publish().catch(report);

  const takeUp = () =>
    takeUpIntents({ take: (ask) => takeIntent(jobs, ask), connect: connections.connect, onDamaged, report });

  async function start(): Promise<void> {
    ensureMenu();
    void restrictStorage();
    await connections.finishDisconnect().catch(report);
    network.setService(await connections.address());
    const closed = await standstill.left(Date.now(), obstacle);
    if (closed !== null) jobs.close(closed);
    await jobs.resume();
    await jobs.mend();
    await takeUp();
    connections.bringPicture().catch(report);
    publish();
    keeping.resume().catch(report);
    reclaim.look().catch(report);
  }

  function goOnKeeping(): void {
    if (!busy()) keeping.resume().catch(report);
  }

  const answers = createAnswers({
    items,
    connections,
    jobs,
    keeping,
    keepAwake,
    question: createQuestions({
      connections,
      closed: jobs.closed,
      online: network.isOnline,
      keepAwake,
      now: Date.now,
    }),
    onRead: createNewestLearning(newest),
    keepLists,
    publish,
    report,
    takeUp,
    standstillKept: standstill.kept,
    onManage: () => activity.opened(),
    start: () => started,
  });
  answerPages(answers, report);
  const direct = createDirectShortening({
    items,
    jobs,
    known,
    badge,
    tell,
    report,
    publish: () => publish(),
  });
  browser.commands.onCommand.addListener((name, tab) => {
    if (name === 'shorten-page') direct.shorten(actOn(tab));
  });
  onAddressBar({ ...direct, report, links: async () => known.all(await items.recentLinks.read()) });
  onMenu({
    shorten: direct.shorten,
    manage: () => void openManage().catch(report),
    allTabs: (tab) => void openAllTabs(tab).catch(report),
    cancelWaiting: () => void started.then(() => jobs.cancelWaiting()).then(publish, report),
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void browser.runtime.openOptionsPage();
    if (reason !== 'update') return;
    cleanDamagedCopies().catch(report);
    // What an earlier version has left.
    pruneByAddress(Date.now()).catch(report);
  });
  browser.runtime.onStartup.addListener(() => {
    pruneByAddress(Date.now()).catch(report);
  });
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === keeperAlarm) keeping.resume().catch(report);
    if (alarm.name !== reminderAlarm && alarm.name !== standstillAlarm) return;
    // Held and let go, so that a reminder whose work an earlier life had finished is cleared and wakes nobody again.
    const release = keepAwake.hold();
    jobs.resume().catch(report).finally(release);
  });
  const onPermission = () => {
    forgetAccess();
    if (jobs.closed()?.failure?.kind === 'no-permission')
      obstacle().then((left) => left ?? jobs.open(), report);
    publish();
  };
  browser.permissions.onAdded.addListener(onPermission);
  browser.permissions.onRemoved.addListener(onPermission);

  const started = start().catch(report);
});
