/** The context menus. Item ids are part of our promise to tests and to the browser's own settings. */
import { browser } from 'wxt/browser';
import { say } from '../../lib/text/say.ts';

type MenuId = 'shorten-link' | 'shorten-page' | 'manage-links' | 'cancel-waiting';

export interface MenuClick {
  readonly address: string;
  readonly title: string;
  readonly private: boolean;
}

const webOnly = ['http://*/*', 'https://*/*'];

/** Made to hold at every start: an item that is there already only gets its title anew. */
export function ensureMenu(): void {
  ensure('shorten-link', { title: say('menuShortenLink'), contexts: ['link'], targetUrlPatterns: webOnly });
  ensure('shorten-page', { title: say('menuShortenPage'), contexts: ['page'], documentUrlPatterns: webOnly });
  ensure('manage-links', { title: say('menuManage'), contexts: ['action'] });
  ensure('cancel-waiting', { title: say('menuCancelWaiting'), contexts: ['action'], visible: false });
}

type Item = Omit<Parameters<typeof browser.contextMenus.create>[0], 'id'> & { readonly title: string };

function ensure(id: MenuId, item: Item): void {
  browser.contextMenus.create({ ...item, id }, () => {
    // Read so that the browser does not log it; "duplicate id" is the normal case after the first start.
    if (browser.runtime.lastError) void browser.contextMenus.update(id, { title: item.title });
  });
}

/** The toolbar button's own menu offers to cancel only while there is something to cancel. */
export function createCancelItem(): (waiting: boolean) => void {
  let shown: boolean | null = null;
  return (waiting) => {
    if (shown === waiting) return;
    shown = waiting;
    // Not there yet in the first turn of a first start: the next change brings it.
    browser.contextMenus.update('cancel-waiting', { visible: waiting }, () => {
      if (browser.runtime.lastError) shown = null;
    });
  };
}

export interface MenuActs {
  readonly shorten: (click: MenuClick) => void;
  readonly manage: () => void;
  readonly cancelWaiting: () => void;
}

/** Adds the listener at once, in the worker's first turn. */
export function onMenu({ shorten, manage, cancelWaiting }: MenuActs): void {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const common = { private: tab?.incognito === true };
    if (info.menuItemId === 'shorten-link')
      shorten({ ...common, address: info.linkUrl ?? '', title: info.selectionText ?? '' });
    else if (info.menuItemId === 'shorten-page')
      shorten({ ...common, address: info.pageUrl ?? tab?.url ?? '', title: tab?.title ?? '' });
    else if (info.menuItemId === 'manage-links') manage();
    else if (info.menuItemId === 'cancel-waiting') cancelWaiting();
  });
}
