/**
 * The background's table of contents: build, connect, add every listener in the worker's first turn. Each duty has a
 * file beside this one.
 */
import '../../lib/service/jitless.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { browser } from 'wxt/browser';
import { browserLanguage, getMessage } from '../../lib/browser/catalogue.ts';
import { answerPages } from '../../lib/messages/answer.ts';
import { useCatalogue } from '../../lib/text/say.ts';
import { createAnswers } from './answers.ts';
import { createBatchedWrites } from './batched-writes.ts';
import { createBadge } from './badge.ts';
import { createConnections } from './connection.ts';
import { createCopying } from './copying.ts';
import { clearDrafts, pruneDrafts } from './drafts.ts';
import { forgetAccess } from './gateway.ts';
import { takeIntent, takeUpIntents } from './intents.ts';
import { openItems } from './items.ts';
import { createJobs } from './jobs.ts';
import { createJournal } from './journal.ts';
import { createKeepAwake, reminderAlarm } from './keep-awake.ts';
import { ensureMenu, onMenu } from './menu.ts';
import { createMenuShortening } from './menu-shortening.ts';
import { createListRefresh } from './refresh-lists.ts';
import { report } from './report.ts';
import { createViewSources } from './view-sources.ts';
import { createViewWriter } from './popup-view.ts';

/** Shorter than a person notices, longer than a request takes to leave. */
const viewPauseMs = 30;

export default defineBackground(() => {
  useCatalogue(getMessage, browserLanguage());

  const damaged = new Set<string>();
  const onDamaged = (key: string) => {
    damaged.add(key);
    publish();
  };
  const items = openItems(onDamaged);
  const disk = createBatchedWrites(browser.storage.local);
  const keepAwake = createKeepAwake();
  const badge = createBadge();
  const connections = createConnections(items, {
    disk,
    onDamaged,
    onOtherAccount: async () => {
      await jobs.clear();
      await forgetAccount();
    },
    onGateway: ({ lane }) => {
      // A waiting job's time changes with what the service says of its limit.
      lane.onChange(() => {
        if (jobs.jobs().some(({ state }) => state.name === 'queued')) publish();
      });
    },
    onConnected: () => {
      publish();
      lists.refresh(true).then(publish, report);
    },
  });
  const lists = createListRefresh(items.pickerLists, connections, Date.now, () => publish());
  const jobs = createJobs({
    journal: createJournal(onDamaged, disk),
    // The page hears of the end before anything that nobody waits for begins.
    afterReply: (work) => setTimeout(work, viewPauseMs),
    items,
    connections,
    badge,
    keepAwake,
    copying: createCopying({ now: Date.now, wanted: async () => (await items.preferences.read()).autoCopy }),
    now: Date.now,
    publish: () => publish(),
    report,
  });
  const view = createViewWriter(
    createViewSources({ items, connections, jobs, damaged }),
    () => new Promise((resolve) => setTimeout(resolve, viewPauseMs)),
  );
  const publish = () => void view.publish().catch(report);

  /** Everything kept for the account that was connected. */
  async function forgetAccount(): Promise<void> {
    await items.pickerLists.remove();
    await items.recentLinks.remove();
    await items.privateLinks.remove();
    await clearDrafts();
    await items.preferences.update((kept) => ({ ...kept, campaign: null, channel: null, pixels: [] }));
  }

  const takeUp = () =>
    takeUpIntents({ take: (ask) => takeIntent(jobs, ask), connect: connections.connect, onDamaged, report });

  async function start(): Promise<void> {
    ensureMenu();
    // The level is forgotten at every relaunch; Firefox has no such call and needs none.
    await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
    await jobs.resume();
    await jobs.mend();
    await takeUp();
    publish();
  }

  answerPages(
    createAnswers({
      items,
      connections,
      jobs,
      lists,
      keepAwake,
      publish,
      report,
      forgetAccount,
      takeUp,
      start: () => started,
    }),
    report,
  );
  onMenu(createMenuShortening({ items, jobs, report }));
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void browser.runtime.openOptionsPage();
  });
  browser.runtime.onStartup.addListener(() => {
    pruneDrafts(Date.now()).catch(report);
  });
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name !== reminderAlarm) return;
    // Held and let go, so that a reminder whose work an earlier life had finished is cleared and wakes nobody again.
    const release = keepAwake.hold();
    jobs.resume().catch(report).finally(release);
  });
  const onPermission = () => {
    forgetAccess();
    publish();
  };
  browser.permissions.onAdded.addListener(onPermission);
  browser.permissions.onRemoved.addListener(onPermission);

  const started = start().catch(report);
});
