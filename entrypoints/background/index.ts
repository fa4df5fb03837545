/**
 * The background's entry point. It registers all listeners in the worker's first turn: an event that wakes the worker is
 * lost to a listener that is added later.
 */
import '../../lib/api/zod-config.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { browser } from 'wxt/browser';
import { getMessage } from '../../lib/browser/browser-messages.ts';
import { openBulkForTabs } from '../../lib/browser/open-bulk-for-tabs.ts';
import { openManage, openSearch, openSettings } from '../../lib/browser/open-page.ts';
import { setTranslator } from '../../lib/i18n/t.ts';
import { listen } from '../../lib/messages/listener.ts';
import { Background } from './compose.ts';
import { logError } from '../../lib/browser/log-error.ts';
import { onMenu } from './triggers/context-menu.ts';
import { triggerFromTab } from './triggers/trigger.ts';
import { onOmnibox } from './triggers/omnibox.ts';

export default defineBackground(() => {
  setTranslator(getMessage);
  const { items, linksByUrl, jobs, publish, lifecycle, handlers, quickShorten } = new Background();

  listen(handlers, logError);
  browser.commands.onCommand.addListener((name, tab) => {
    if (name === 'shorten-page') quickShorten.shorten(triggerFromTab(tab));
  });
  onOmnibox({
    ...quickShorten,
    search: openSearch,
    report: logError,
    links: async () => linksByUrl.all(await items.recentLinks.read()),
  });
  onMenu({
    shorten: quickShorten.shorten,
    manage: () => void openManage().catch(logError),
    allTabs: (tab) => void openBulkForTabs(tab).catch(logError),
    settings: () => void openSettings().catch(logError),
    cancelQueued: () =>
      void lifecycle
        .ensureStarted()
        .then(() => jobs.cancelQueued())
        .then(publish, logError),
  });
  browser.runtime.onInstalled.addListener(({ reason }) => lifecycle.onInstalled(reason));
  browser.runtime.onStartup.addListener(lifecycle.onBrowserStart);
  browser.alarms.onAlarm.addListener(({ name }) => lifecycle.onAlarm(name));
  browser.permissions.onAdded.addListener(lifecycle.onPermissionChange);
  browser.permissions.onRemoved.addListener(({ permissions }) => lifecycle.onPermissionRemoved(permissions));

  void lifecycle.ensureStarted();
});
