// Real keys and a real mouse on a real window: what a user presses reaches the extension past the browser's own
// shortcuts and menus, and the clipboard is read by another program.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Link } from '../service/link.ts';
import { startService, type LocalService } from '../service/start.ts';
import {
  launchFirefox,
  startScreen,
  startSite,
  until,
  whyNoScreen,
  type RunningFirefox,
  type Screen,
  type Site,
} from './harness/index.ts';
import { waitUntil, startConnected, type Scene } from './setup/connected.ts';
import { connectFirefox, reads } from './setup/firefox-page.ts';
import { showInWindow, chooseInContextMenu, type RealWindow } from './setup/real-window.ts';
import { msg, msgWithin } from '../support/texts.ts';

const missing = whyNoScreen();
if (missing) console.warn(`Skipped: ${missing}.`);

const html = '<h1>A page</h1><p><a href="https://example.com/linked">A link on it</a></p>';

interface World {
  readonly service: LocalService;
  readonly screen: Screen;
  readonly site: Site;
  /** A tab of its own in front, with the keyboard. */
  show(address: string): Promise<RealWindow>;
  /** The keys of a command, as the browser has bound them. */
  keysOf(command: string): Promise<string>;
  /** True if the popup is open and Enter would press its main button. */
  popupReady(): Promise<boolean>;
  popupOpen(): Promise<boolean>;
  /** The shortcuts as the settings list them. */
  shortcutsInSettings(): Promise<unknown>;
}

interface Differences {
  readonly name: string;
  /** The index of "Shorten link" in the menu of a link, counted from its end: in Chromium "Inspect" is below it. */
  readonly fromBottom: number;
}

/** `Alt+Shift+L` as xdotool writes it. */
const forXdotool = (keys: string) => keys.toLowerCase();

/** The links to the address, as soon as the service keeps one and another program reads it from the clipboard. */
async function linkOnClipboard({ service, screen }: World, address: string): Promise<Link[]> {
  const linksTo = () => service.store.links().filter(({ longurl }) => longurl === address);
  const explain = async () =>
    JSON.stringify({
      links: linksTo(),
      clipboard: await screen.clipboard(),
      windows: await screen.windows(),
    });
  await until('the link to be made', () => linksTo()[0], { timeout: 20_000 }, explain);
  const short = `${service.address}/${linksTo()[0]?.alias}`;
  await until(
    'another program to read it from the clipboard',
    async () => ((await screen.clipboard()) === short ? true : undefined),
    { timeout: 20_000 },
    explain,
  );
  return linksTo();
}

/** A window or menu that has just opened may miss a key: pressed again when nothing has come of it, as a user would. */
async function pressUntilMade(
  service: LocalService,
  address: string,
  press: () => Promise<void>,
  onMissed: () => Promise<void> = async () => {},
): Promise<void> {
  const isMade = () => service.store.links().some(({ longurl }) => longurl === address);
  await until(
    'a link to come of it',
    async () => {
      await press();
      const made = await waitUntil('the link', isMade, 5_000).catch(() => undefined);
      if (!made) await onMissed();
      return made;
    },
    { timeout: 20_000 },
  );
}

/** The tests for both browsers. */
function everyWay(world: () => World, { name, fromBottom }: Differences): void {
  it('the shortcut shortens and copies the page in front', async () => {
    const { service, screen, site, show, keysOf } = world();
    const address = site.url(`/${name}-shortcut`);
    await screen.setClipboard('before');
    await show(address);
    const keys = forXdotool(await keysOf('shorten-page'));
    await pressUntilMade(service, address, () => screen.press(keys));
    expect(await linkOnClipboard(world(), address)).toHaveLength(1);
  });

  it('the menu of a link shortens and copies it', async () => {
    const { service, screen, site, show } = world();
    await screen.setClipboard('before');
    const window = await show(site.url(`/${name}-menu`));
    const address = 'https://example.com/linked';
    const closeMenu = () => screen.press('Escape');
    await pressUntilMade(
      service,
      address,
      () => chooseInContextMenu(screen, window, 'a', fromBottom),
      closeMenu,
    );
    expect(await linkOnClipboard(world(), address)).toHaveLength(1);
  });

  it('the settings name the keys as they are bound', async () => {
    const { keysOf, shortcutsInSettings } = world();
    const bound = [await keysOf('_execute_action'), await keysOf('shorten-page')] as const;
    expect(bound.every((keys) => /^Alt\+Shift\+[A-Z]$/u.test(keys))).toBe(true);
    expect(await shortcutsInSettings()).toEqual(inWords(bound));
  });

  it('the popup opens by its shortcut, and its main button is pressed by key', async () => {
    const { screen, site, show, keysOf, popupReady, popupOpen } = world();
    // Drawn before or after its window has the keyboard, which differs from time to time.
    for (const time of [1, 2, 3]) {
      const address = site.url(`/${name}-popup-${time}`);
      await screen.setClipboard('before');
      const window = await show(address);
      await screen.press(forXdotool(await keysOf('_execute_action')));
      await waitUntil('the popup to be ready', popupReady);
      await screen.press('Return');
      expect(await linkOnClipboard(world(), address)).toHaveLength(1);
      await screen.press('Escape');
      await waitUntil('the popup to close', async () => !(await popupOpen()));
      await window.page.close();
    }
  });
}

/** As the settings list them, the keys as the browser has bound them. */
const inWords = ([popup, page]: readonly [string, string]) => [
  `${msg('commandOpenPopup')} ${popup}`,
  `${msg('commandShortenPage')} ${page}`,
];

const readShortcuts = `Array.from(document.querySelectorAll('.shortcuts li'), ({ textContent }) => textContent)`;

const prepare = (site: Site, name: string): void => {
  site.set(`/${name}-menu`, { title: 'Page with a link', html });
  for (const path of ['shortcut', 'popup-1', 'popup-2', 'popup-3', 'popup-menu', 'popup-open'])
    site.set(`/${name}-${path}`, { title: `Page ${path}`, html: '<h1>A page</h1>' });
};

describe.skipIf(missing !== undefined)('in a real window of Chromium', () => {
  let screen: Screen;
  let scene: Scene;
  beforeAll(async () => {
    screen = await startScreen();
    scene = await startConnected({ launch: { screen, language: 'en', args: ['--window-size=1200,900'] } });
    prepare(scene.site, 'chromium');
  });
  afterAll(async () => {
    await scene?.close();
    await screen?.close();
  });

  const popup = () =>
    scene.running.browser.targets().find((target) => target.url() === scene.running.url('popup.html'));
  const world = (): World => ({
    service: scene.service,
    screen,
    site: scene.site,
    show: async (address) => showInWindow(screen, await scene.running.openTab(address)),
    keysOf: async (command) =>
      String(
        await scene.options.evaluate(
          `chrome.commands.getAll().then((all) => all.find(({ name }) => name === '${command}').shortcut)`,
        ),
      ),
    shortcutsInSettings: () => scene.options.evaluate(readShortcuts),
    popupOpen: async () => popup() !== undefined,
    async popupReady() {
      const session = await popup()?.createCDPSession();
      const said = await session?.send('Runtime.evaluate', {
        expression: `document.hasFocus() && document.activeElement?.textContent === ${JSON.stringify(msg('shorten'))}`,
      });
      await session?.detach();
      return said?.result.value === true;
    },
  });

  everyWay(world, { name: 'chromium', fromBottom: 2 });
});

/** Runs in a system page; an icon in the address bar without a question does not count. */
const asksToSavePassword = `
  [...Services.wm.getEnumerator('navigator:browser')].some(({ gBrowser, PopupNotifications }) =>
    gBrowser.browsers.some((one) => PopupNotifications.getNotification('password', one)?.dismissed === false))`;

describe.skipIf(missing !== undefined)('in a real window of Firefox', () => {
  let screen: Screen;
  let service: LocalService;
  let site: Site;
  let firefox: RunningFirefox;
  let options: Page;
  beforeAll(async () => {
    screen = await startScreen();
    service = await startService({ demo: true, limit: 1000 });
    site = await startSite();
    firefox = await launchFirefox({ screen });
    options = await connectFirefox(firefox, service);
    prepare(site, 'firefox');
  });
  afterAll(async () => {
    await firefox?.close();
    await site?.close();
    await service?.close();
    await screen?.close();
  });

  const inPopup = (expression: string) =>
    options.evaluate(
      `(() => { const popup = browser.extension.getViews({ type: 'popup' })[0]; return ${expression}; })()`,
    );
  const world = (): World => ({
    service,
    screen,
    site,
    async show(address) {
      const page = await firefox.browser.newPage();
      await page.goto(address);
      return showInWindow(screen, page);
    },
    keysOf: async (command) =>
      String(
        await options.evaluate(
          `browser.commands.getAll().then((all) => all.find(({ name }) => name === '${command}').shortcut)`,
        ),
      ),
    shortcutsInSettings: () => options.evaluate(readShortcuts),
    popupOpen: async () => (await inPopup('popup !== undefined')) === true,
    popupReady: async () =>
      (await inPopup(
        `popup?.document.hasFocus() && popup.document.activeElement?.textContent === ${JSON.stringify(msg('shorten'))}`,
      )) === true,
  });

  everyWay(world, { name: 'firefox', fromBottom: 1 });

  it('has its button in the toolbar', async () => {
    const shown = await options.evaluate(`browser.action.getUserSettings().then((all) => all.isOnToolbar)`);
    expect(shown).toBe(true);
  });

  const find = (selector: string) => `popup?.document.querySelector('${selector}')`;
  const isThere = (selector: string) => async () => (await inPopup(`!!${find(selector)}`)) === true;

  /** A popup that shows the link that it has made of a page. */
  async function showResult(address: string): Promise<Page> {
    const { page } = await world().show(address);
    await screen.press(forXdotool(await world().keysOf('_execute_action')));
    await waitUntil('the popup to be ready', world().popupReady);
    await screen.press('Return');
    await waitUntil('the link', isThere('.tiles'));
    return page;
  }

  it('makes its popup high enough for the menu of a link', async () => {
    const page = await showResult(site.url('/firefox-popup-menu'));
    await inPopup(`${find('.tiles > [aria-expanded]:last-child')}.click()`);
    await waitUntil('the formats', isThere('.menu .acts'));
    // Opens a field in the menu, as "Custom template" is the last of them.
    await inPopup(`${find('.menu .acts > :last-child')}.click()`);
    await waitUntil('the field', isThere('.menu .row'));
    // Firefox makes none higher than 600 pixels.
    const heights = `[popup.innerHeight, Math.min(600, ${find('.menu')}.getBoundingClientRect().bottom)]`;
    await until(
      'room for it',
      async () =>
        (await inPopup(`(([height, end]) => height >= end)(${heights})`)) === true ? true : undefined,
      {},
      async () => String(await inPopup(heights)),
    );
    await screen.press('Escape');
    await page.close();
  });

  it('closes its popup when a tab is opened from it', async () => {
    const page = await showResult(site.url('/firefox-popup-open'));
    await inPopup(`${find('.tiles > button:nth-child(2)')}.click()`);
    await waitUntil('the popup to close', async () => !(await world().popupOpen()));
    await page.close();
  });

  it('does not ask whether to save the API key as a password', async () => {
    const system = await firefox.openSystemTab();
    await system.evaluate(`Services.prefs.setBoolPref('signon.rememberSignons', true)`);
    await options.bringToFront();
    await options.focus('#api-key');
    await options.keyboard.type(service.key);
    await options.keyboard.press('Enter');
    await reads(options, msgWithin('keyReplaced'));
    expect(await system.evaluate(asksToSavePassword)).toBe(false);
  });
});
