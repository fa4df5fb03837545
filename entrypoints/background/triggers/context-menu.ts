/** The context menus. The browser stores the ids of the items, so they stay the same. */
import { browser } from 'wxt/browser';
import { pageUrlOf } from '../../../lib/browser/page-url.ts';
import type { Preset } from '../../../lib/presets/preset.ts';
import { t } from '../../../lib/i18n/t.ts';
import { findUrls } from '../../../lib/url/find-urls.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { triggerFromTab, type Trigger } from './trigger.ts';

type Tab = Parameters<Parameters<typeof browser.contextMenus.onClicked.addListener>[0]>[1];

const webOnly = ['http://*/*', 'https://*/*'];
const presetPrefix = 'preset:';

/** Called at every start: an item that exists already only gets its title again. */
export function createMenus(): void {
  ensure('shorten-link', { title: t('menuShortenLink'), contexts: ['link'], targetUrlPatterns: webOnly });
  ensure('shorten-page', { title: t('menuShortenPage'), contexts: ['page'], documentUrlPatterns: webOnly });
  ensure('shorten-image', {
    title: t('menuShortenImage'),
    contexts: ['image'],
    targetUrlPatterns: webOnly,
  });
  ensure('shorten-selection', { title: t('menuShortenSelection'), contexts: ['selection'] });
  ensure('shorten-and-copy', { title: t('menuShortenAndCopy'), contexts: ['action'] });
  ensure('manage-links', { title: t('manageLinks'), contexts: ['action'] });
  ensure('shorten-tabs', { title: t('bulkAllTabs'), contexts: ['action'] });
  // Chromium adds "Options" itself.
  if (import.meta.env.FIREFOX) ensure('settings', { title: t('settings'), contexts: ['action'] });
  ensure('cancel-waiting', { title: t('cancelAllQueued'), contexts: ['action'], visible: false });
}

type Item = Omit<Parameters<typeof browser.contextMenus.create>[0], 'id'> & { readonly title: string };

function ensure(id: string, item: Item): void {
  browser.contextMenus.create({ ...item, id }, () => {
    // Read so that the browser does not log it; "duplicate id" is the normal case after the first start.
    if (browser.runtime.lastError) void browser.contextMenus.update(id, { title: item.title });
  });
}

/**
 * A submenu for pages, links and what is marked in a page, when there are any. Rebuilt once per worker instance and after
 * each change.
 */
export function createPresetItems(): (list: readonly Preset[]) => void {
  let shown: readonly Preset[] | null = null;
  const add = (id: string, item: Item) =>
    browser.contextMenus.create(
      { ...item, id, contexts: ['page', 'link', 'selection'] },
      () => browser.runtime.lastError,
    );
  return (list) => {
    if (shown === list) return;
    shown = list;
    // Removes its items, too; fails at the first start. The browser carries out the calls in order.
    void browser.contextMenus.remove('presets').catch(() => undefined);
    if (list.length > 0) add('presets', { title: t('menuPresets'), documentUrlPatterns: webOnly });
    for (const { id, name } of list)
      // A single & would underline the letter behind it.
      add(presetPrefix + id, { title: name.replaceAll('&', '&&'), parentId: 'presets' });
  };
}

/** The toolbar button's own menu offers to cancel only while there is something to cancel. */
export function createCancelItem(): (waiting: boolean) => void {
  let shown: boolean | null = null;
  return (waiting) => {
    if (shown === waiting) return;
    shown = waiting;
    // It does not exist yet in the first turn of a first start: the next change shows it.
    browser.contextMenus.update('cancel-waiting', { visible: waiting }).catch(() => (shown = null));
  };
}

interface MenuHandlers {
  readonly shorten: (trigger: Trigger) => void;
  readonly manage: () => void;
  /** @param tab the one in front */
  readonly allTabs: (tab: Tab | undefined) => void;
  readonly settings: () => void;
  readonly cancelQueued: () => void;
}

/** Adds the listener immediately, in the worker's first turn. */
export function onMenu({ shorten, manage, allTabs, settings, cancelQueued }: MenuHandlers): void {
  browser.contextMenus.onClicked.addListener(
    ({ menuItemId, linkUrl, pageUrl, srcUrl, selectionText: selection = '', ...info }, tab) => {
      const id = String(menuItemId);
      const page = { ...triggerFromTab(tab), address: pageUrlOf({ url: pageUrl ?? tab?.url }), selection };
      const link = { ...page, address: linkUrl ?? '', title: selection.trim() || linkTextOf(info) };
      if (id === 'shorten-link') shorten(link);
      else if (id === 'shorten-page') shorten(page);
      else if (id === 'shorten-image') shorten({ ...page, address: srcUrl ?? '' });
      else if (id === 'shorten-selection') shorten({ ...page, address: urlIn(selection), title: '' });
      else if (id === 'shorten-and-copy') shorten(triggerFromTab(tab));
      else if (id.startsWith(presetPrefix))
        shorten({ ...(linkUrl === undefined ? page : link), presetId: id.slice(presetPrefix.length) });
      else if (id === 'manage-links') manage();
      else if (id === 'shorten-tabs') allTabs(tab);
      else if (id === 'settings') settings();
      else if (id === 'cancel-waiting') cancelQueued();
    },
  );
}

/** The only URL among the selected words. Several are no URL together, and it is not known which one is meant. */
function urlIn(selection: string): string {
  const found = findUrls(selection);
  return (found.length === 1 && found[0]?.url) || selection;
}

/** Only Firefox reports the link's text. It is ignored where it is itself a URL. */
function linkTextOf(info: object): string {
  const text = 'linkText' in info && typeof info.linkText === 'string' ? info.linkText : '';
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  return parseUserUrl(words).ok ? '' : words;
}
