/** The context menus: their items, the effect of a click, and when canceling is offered. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createCancelItem,
  createPresetItems,
  createMenus,
  onMenu,
} from '../../../../entrypoints/background/triggers/context-menu.ts';
import type { Trigger } from '../../../../entrypoints/background/triggers/trigger.ts';
import { shortenCommand, wrongKey } from '../../../support/samples.ts';
import { calls, clickMenu, fresh, menu } from '../../../support/fake-browser.ts';
import { knowNewest, createWorker } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const isShown = () => menu.get('cancel-waiting')?.visible;
const updates = () => calls.filter((call) => call.startsWith('menu ["cancel-waiting"'));

beforeEach(() => fresh());

describe('the items', () => {
  it('are one each for pages, links, pictures and selections, and four on the toolbar button', async () => {
    createMenus();
    await settled();
    expect([...menu.values()].map(({ id, contexts }) => [id, contexts])).toEqual([
      ['shorten-link', ['link']],
      ['shorten-page', ['page']],
      ['shorten-image', ['image']],
      ['shorten-selection', ['selection']],
      ['shorten-and-copy', ['action']],
      ['manage-links', ['action']],
      ['shorten-tabs', ['action']],
      ['cancel-waiting', ['action']],
    ]);
    expect(isShown()).toBe(false);
  });

  it('include the settings in Firefox, whose own menu of the button has none', async () => {
    vi.stubEnv('FIREFOX', 'true');
    createMenus();
    await settled();
    vi.unstubAllEnvs();
    expect(menu.get('settings')).toMatchObject({ title: 'settings', contexts: ['action'] });
  });

  it('exist at every later start, which only updates their titles', async () => {
    createMenus();
    await settled();
    createCancelItem()(true);
    await settled();
    calls.length = 0;
    createMenus();
    await settled();
    expect(menu.size).toBe(8);
    expect(calls.filter((call) => call.startsWith('menu'))).toEqual([
      'menu ["shorten-link",{"title":"menuShortenLink"}]',
      'menu ["shorten-page",{"title":"menuShortenPage"}]',
      'menu ["shorten-image",{"title":"menuShortenImage"}]',
      'menu ["shorten-selection",{"title":"menuShortenSelection"}]',
      'menu ["shorten-and-copy",{"title":"menuShortenAndCopy"}]',
      'menu ["manage-links",{"title":"manageLinks"}]',
      'menu ["shorten-tabs",{"title":"bulkAllTabs"}]',
      'menu ["cancel-waiting",{"title":"cancelAllQueued"}]',
    ]);
    // The previous worker instance's item remains until the first update.
    expect(isShown()).toBe(true);
  });
});

describe('"Cancel everything in the queue"', () => {
  it('is visible only with queued jobs, and updated only when that changes', async () => {
    createMenus();
    await settled();
    const cancelItem = createCancelItem();
    for (const waiting of [false, false, true, true, true, false]) {
      cancelItem(waiting);
      await settled();
      expect(isShown()).toBe(waiting);
    }
    expect(updates()).toHaveLength(3);
  });

  it('left by a previous worker instance is corrected at the first update', async () => {
    createMenus();
    await settled();
    createCancelItem()(true);
    await settled();
    createCancelItem()(false);
    await settled();
    expect(isShown()).toBe(false);
  });

  it('that does not exist yet is created with the next change', async () => {
    const cancelItem = createCancelItem();
    cancelItem(true);
    await settled();
    createMenus();
    await settled();
    expect(isShown()).toBe(false);
    cancelItem(true);
    await settled();
    expect(isShown()).toBe(true);
  });
});

describe('a click', () => {
  function listen() {
    const acts: (Trigger | string)[] = [];
    onMenu({
      shorten: (click) => acts.push(click),
      manage: () => acts.push('manage'),
      allTabs: (tab) => acts.push(`tabs of ${tab?.windowId}`),
      settings: () => acts.push('settings'),
      cancelQueued: () => acts.push('cancel waiting'),
    });
    return acts;
  }

  const ordinary = { incognito: false };

  it('on a link takes its address and the selected text', () => {
    const acts = listen();
    clickMenu({ menuItemId: 'shorten-link', linkUrl: 'https://e.com/a', selectionText: 'words' }, ordinary);
    clickMenu({ menuItemId: 'shorten-link', linkUrl: 'https://e.com/a' }, { incognito: true });
    expect(acts).toEqual([
      { address: 'https://e.com/a', title: 'words', private: false, selection: 'words' },
      { address: 'https://e.com/a', title: '', private: true, selection: '' },
    ]);
  });

  it('on a link takes its text as the title where the browser gives it, unless something is selected', () => {
    const acts = listen();
    const link = { menuItemId: 'shorten-link', linkUrl: 'https://e.com/a', linkText: ' To the\n branch  ' };
    clickMenu(link, ordinary);
    clickMenu({ ...link, selectionText: 'words' }, ordinary);
    clickMenu({ ...link, selectionText: ' ', menuItemId: 'preset:p1' }, ordinary);
    // It says no more than the URL, which is shown without a title.
    for (const linkText of ['https://e.com/a', 'e.com/a', '  ', ''])
      clickMenu({ ...link, linkText }, ordinary);
    clickMenu(
      { ...link, menuItemId: 'shorten-page', pageUrl: 'https://e.com/' },
      { title: 'E', ...ordinary },
    );
    const titles = acts.map((one) => (typeof one === 'string' ? one : one.title));
    expect(titles).toEqual(['To the branch', 'words', 'To the branch', '', '', '', '', 'E']);
  });

  it('without a tab, or on one without an incognito flag, counts as incognito', () => {
    const acts = listen();
    clickMenu({ menuItemId: 'shorten-link', linkUrl: 'https://e.com/a' });
    clickMenu({ menuItemId: 'shorten-page', pageUrl: 'https://e.com/' }, { title: 'E' });
    clickMenu({ menuItemId: 'shorten-and-copy' });
    expect(acts).toMatchObject([{ private: true }, { private: true }, { private: true }]);
  });

  it('on a page takes its address and title', () => {
    const acts = listen();
    clickMenu(
      { menuItemId: 'shorten-page', pageUrl: 'https://e.com/' },
      { title: 'E', url: 'https://e.com/x', ...ordinary },
    );
    clickMenu({ menuItemId: 'shorten-page' }, { url: 'https://e.com/x', incognito: true });
    clickMenu({ menuItemId: 'shorten-page' }, ordinary);
    expect(acts).toEqual([
      { address: 'https://e.com/', title: 'E', private: false, selection: '' },
      { address: 'https://e.com/x', title: '', private: true, selection: '' },
      { address: '', title: '', private: false, selection: '' },
    ]);
  });

  it('on a picture takes its address, on a selection its text', () => {
    const acts = listen();
    const tab = { title: 'E', url: 'https://e.com/x', ...ordinary };
    clickMenu({ menuItemId: 'shorten-image', pageUrl: 'https://e.com/', srcUrl: 'https://e.com/a.png' }, tab);
    clickMenu({ menuItemId: 'shorten-image' }, tab);
    clickMenu({ menuItemId: 'shorten-selection', selectionText: ' e.com/b ' }, tab);
    expect(acts).toEqual([
      { address: 'https://e.com/a.png', title: 'E', private: false, selection: '' },
      { address: '', title: 'E', private: false, selection: '' },
      { address: ' e.com/b ', title: '', private: false, selection: ' e.com/b ' },
    ]);
  });

  it('on the toolbar button’s "Shorten and copy" takes the active page', () => {
    const acts = listen();
    clickMenu({ menuItemId: 'shorten-and-copy' }, { title: 'E', url: 'https://e.com/x', incognito: true });
    clickMenu({ menuItemId: 'shorten-and-copy' }, ordinary);
    clickMenu(
      { menuItemId: 'shorten-and-copy' },
      { ...ordinary, url: 'about:reader?url=https%3A%2F%2Fe.com%2Fread', title: 'F' },
    );
    expect(acts).toEqual([
      { address: 'https://e.com/x', title: 'E', private: true },
      { address: '', title: '', private: false },
      { address: 'https://e.com/read', title: 'F', private: false },
    ]);
  });

  it.each([
    ['See https://e.com/b_(c), please.', 'https://e.com/b_(c)'],
    ['https://e.com/b is new', 'https://e.com/b'],
    ['https://e.com/b\nis new', 'https://e.com/b'],
    ['new: www.e.com/b;', 'www.e.com/b'],
    ['https://e.com/a https://e.com/b', 'https://e.com/a https://e.com/b'],
    ['no URL', 'no URL'],
  ])('on selected words takes the only URL among them: %j', (selectionText, address) => {
    const acts = listen();
    clickMenu({ menuItemId: 'shorten-selection', selectionText }, ordinary);
    expect(acts).toMatchObject([{ address, title: '' }]);
  });

  it('on a preset takes the link, else the page, regardless of the selection in it', () => {
    const acts = listen();
    const menuItemId = 'preset:p1';
    const marked = { menuItemId, pageUrl: 'https://e.com/', selectionText: 'Node.js' };
    clickMenu({ ...marked, linkUrl: 'https://e.com/l' }, ordinary);
    clickMenu(marked, { title: 'E', ...ordinary });
    clickMenu({ menuItemId, pageUrl: 'https://e.com/' }, { title: 'E', ...ordinary });
    const rest = { private: false, presetId: 'p1' };
    expect(acts).toEqual([
      { address: 'https://e.com/l', title: 'Node.js', selection: 'Node.js', ...rest },
      { address: 'https://e.com/', title: 'E', selection: 'Node.js', ...rest },
      { address: 'https://e.com/', title: 'E', selection: '', ...rest },
    ]);
  });

  it('on the toolbar button’s items opens the page or cancels, as no other item does', () => {
    const acts = listen();
    for (const menuItemId of ['manage-links', 'settings', 'cancel-waiting', 'something-else'])
      clickMenu({ menuItemId });
    clickMenu({ menuItemId: 'shorten-tabs' }, { windowId: 5 });
    expect(acts).toEqual(['manage', 'settings', 'cancel waiting', 'tabs of 5']);
  });

  it('on cancel cancels every link that has not been sent and hides the item', async () => {
    knowNewest('4');
    createMenus();
    const { jobs } = createWorker({ service: () => ({ failure: wrongKey }) });
    const cancelItem = createCancelItem();
    const publish = () => cancelItem(jobs.jobs().some(({ state }) => state.name === 'queued'));
    onMenu({
      shorten: () => {},
      manage: () => {},
      allTabs: () => {},
      settings: () => {},
      cancelQueued: () => void jobs.cancelQueued().then(publish),
    });
    void jobs.submit(shortenCommand(1));
    void jobs.submit(shortenCommand(2));
    await settled();
    publish();
    await settled();
    expect(isShown()).toBe(true);
    clickMenu({ menuItemId: 'cancel-waiting' });
    await settled();
    expect(isShown()).toBe(false);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('presets', () => {
  const preset = (id: string, name: string) => ({ id, name, sites: [], fields: {} });
  const shown = () => [...menu.values()].map(({ id, title, parentId }) => [id, title, parentId]);

  it('are a submenu of pages, links and selections, in their order', () => {
    const show = createPresetItems();
    show([preset('a', 'Press & more'), preset('b', 'Mail')]);
    expect(shown()).toEqual([
      ['presets', 'menuPresets', undefined],
      ['preset:a', 'Press && more', 'presets'],
      ['preset:b', 'Mail', 'presets'],
    ]);
    expect([...menu.values()].every(({ contexts }) => String(contexts) === 'page,link,selection')).toBe(true);
  });

  it('are rebuilt only when they have changed', () => {
    const show = createPresetItems();
    const list = [preset('a', 'Press')];
    show(list);
    calls.length = 0;
    show(list);
    expect(calls).toEqual([]);
    show([preset('b', 'Mail')]);
    expect(shown().map(([id]) => id)).toEqual(['presets', 'preset:b']);
  });

  it('have no submenu when there are none, also where a previous worker instance left one', () => {
    createPresetItems()([preset('a', 'Press')]);
    createPresetItems()([]);
    expect(shown()).toEqual([]);
  });
});
