/** The context menus: what is there, what a click asks for, and when there is something to cancel. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createCancelItem,
  ensureMenu,
  onMenu,
  type MenuClick,
} from '../../../entrypoints/background/menu.ts';
import { createMenuShortening } from '../../../entrypoints/background/menu-shortening.ts';
import { shortenAsk } from '../outbox/samples.ts';
import { settled } from '../outbox/stand-in.ts';
import { browser, calls, clickMenu, fresh, menu } from './extension.ts';
import { knowNewest, startLife } from './life.ts';
import { wrongKey } from './samples.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('./extension.ts'));

const isShown = () => menu.get('cancel-waiting')?.visible;
const updates = () => calls.filter((call) => call.startsWith('menu ["cancel-waiting"'));

beforeEach(() => fresh());

describe('the items', () => {
  test('two for pages and links of the web, two on the toolbar button', async () => {
    ensureMenu();
    await settled();
    expect([...menu.values()].map(({ id, contexts }) => [id, contexts])).toEqual([
      ['shorten-link', ['link']],
      ['shorten-page', ['page']],
      ['manage-links', ['action']],
      ['cancel-waiting', ['action']],
    ]);
    expect(isShown()).toBe(false);
  });

  test('at every later start they are there already and only get their titles anew', async () => {
    ensureMenu();
    await settled();
    createCancelItem()(true);
    await settled();
    calls.length = 0;
    ensureMenu();
    await settled();
    expect(menu.size).toBe(4);
    expect(calls.filter((call) => call.startsWith('menu'))).toEqual([
      'menu ["shorten-link",{"title":"menuShortenLink"}]',
      'menu ["shorten-page",{"title":"menuShortenPage"}]',
      'menu ["manage-links",{"title":"menuManage"}]',
      'menu ["cancel-waiting",{"title":"menuCancelWaiting"}]',
    ]);
    // What was shown before the worker died is shown until it is known better.
    expect(isShown()).toBe(true);
  });
});

describe('"Cancel what is waiting"', () => {
  test('is there only with queued jobs, and is changed only when that changes', async () => {
    ensureMenu();
    await settled();
    const cancelItem = createCancelItem();
    for (const waiting of [false, false, true, true, true, false]) {
      cancelItem(waiting);
      await settled();
      expect(isShown()).toBe(waiting);
    }
    expect(updates()).toHaveLength(3);
  });

  test('left by an earlier life is put right at the first word', async () => {
    ensureMenu();
    await settled();
    createCancelItem()(true);
    await settled();
    createCancelItem()(false);
    await settled();
    expect(isShown()).toBe(false);
  });

  test('that is not there yet comes with the next change', async () => {
    const cancelItem = createCancelItem();
    cancelItem(true);
    await settled();
    ensureMenu();
    await settled();
    expect(isShown()).toBe(false);
    cancelItem(true);
    await settled();
    expect(isShown()).toBe(true);
  });
});

describe('a click', () => {
  function listen() {
    const acts: (MenuClick | string)[] = [];
    onMenu({
      shorten: (click) => acts.push(click),
      manage: () => acts.push('manage'),
      cancelWaiting: () => acts.push('cancel waiting'),
    });
    return acts;
  }

  test('on a link takes its address and the text that was marked', () => {
    const acts = listen();
    clickMenu({ menuItemId: 'shorten-link', linkUrl: 'https://e.com/a', selectionText: 'words' });
    clickMenu({ menuItemId: 'shorten-link', linkUrl: 'https://e.com/a' }, { incognito: true });
    expect(acts).toEqual([
      { address: 'https://e.com/a', title: 'words', private: false },
      { address: 'https://e.com/a', title: '', private: true },
    ]);
  });

  test('on a page takes its address and title', () => {
    const acts = listen();
    clickMenu(
      { menuItemId: 'shorten-page', pageUrl: 'https://e.com/' },
      { title: 'E', url: 'https://e.com/x' },
    );
    clickMenu({ menuItemId: 'shorten-page' }, { url: 'https://e.com/x', incognito: true });
    clickMenu({ menuItemId: 'shorten-page' });
    expect(acts).toEqual([
      { address: 'https://e.com/', title: 'E', private: false },
      { address: 'https://e.com/x', title: '', private: true },
      { address: '', title: '', private: false },
    ]);
  });

  test('on the toolbar button’s items opens the page, or cancels; nothing else does', () => {
    const acts = listen();
    for (const menuItemId of ['manage-links', 'cancel-waiting', 'something-else']) clickMenu({ menuItemId });
    expect(acts).toEqual(['manage', 'cancel waiting']);
  });

  test('on cancel gives up every link that has not been sent, and the item goes', async () => {
    knowNewest('4');
    ensureMenu();
    const { jobs } = startLife({ service: () => ({ failure: wrongKey }) });
    const cancelItem = createCancelItem();
    const publish = () => cancelItem(jobs.jobs().some(({ state }) => state.name === 'queued'));
    onMenu({
      shorten: () => {},
      manage: () => {},
      cancelWaiting: () => void jobs.cancelWaiting().then(publish),
    });
    void jobs.take(shortenAsk(1));
    void jobs.take(shortenAsk(2));
    await settled();
    publish();
    await settled();
    expect(isShown()).toBe(true);
    clickMenu({ menuItemId: 'cancel-waiting' });
    await settled();
    expect(isShown()).toBe(false);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['cancelled', 'cancelled']);
  });

  test('makes a link with the defaults; one on a page that is no web page makes none', async () => {
    knowNewest('4');
    const { jobs, items, reports, sent } = startLife();
    await items.preferences.update((kept) => ({ ...kept, campaign: { id: '3', name: 'Spring' } }));
    onMenu({
      shorten: createMenuShortening({ items, jobs, report: (error) => reports.push(error) }),
      manage: () => {},
      cancelWaiting: () => {},
    });
    clickMenu({ menuItemId: 'shorten-page', pageUrl: 'chrome://settings' });
    clickMenu({ menuItemId: 'shorten-link', linkUrl: 'mailto:a@b.c' });
    clickMenu({ menuItemId: 'shorten-page', pageUrl: 'https://e.com/' }, { title: 'E', incognito: true });
    await settled();
    expect(sent.map(({ call }) => call.body)).toEqual([{ url: 'https://e.com/', campaign: 3 }]);
    expect(jobs.jobs()).toMatchObject([
      { ask: { from: 'menu', private: true, link: { title: 'E' } }, state: { name: 'done' } },
    ]);
    expect([reports, browser.storage.local.keys('job:')]).toEqual([[], []]);
  });
});
