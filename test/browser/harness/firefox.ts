import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { z } from 'zod';
import { requireBrowser } from '../../tools/find-browser.mjs';
import { firefoxBuild, removeFolder, temporaryFolder } from './launch.ts';
import type { Screen } from './screen.ts';
import { until } from './wait.ts';
import { stopsWorker } from './worker-stops.ts';

const manifestSchema = z.object({
  browser_specific_settings: z.object({ gecko: z.object({ id: z.string() }) }),
});

export interface FirefoxOptions {
  readonly dir?: string;
  /** The background ends after so many idle milliseconds (100 at least), to test every wake. */
  readonly idleTimeout?: number;
  /** A tab behind another runs its timers as one in front does. */
  readonly awakeBehind?: boolean;
  /** The display of its windows; without it none is shown. */
  readonly screen?: Pick<Screen, 'env'>;
  /** Allowed in private windows, as by the browser's settings of the extension. */
  readonly inPrivate?: boolean;
  /** Of the browser, as its language pack makes it. */
  readonly language?: string;
  /** Of downloads, which are then stored without a question. */
  readonly downloads?: string;
  /** In the tab that is selected during the installation: an empty one is used for the settings. */
  readonly firstUrl?: string;
}

export type MenuTab = 'regular' | 'private' | 'none';

export interface RunningFirefox extends AsyncDisposable {
  readonly browser: Browser;
  readonly id: string;
  /** The tab that was selected during the installation. */
  readonly first: Page;
  url(page: string): string;
  openTab(url: string): Promise<Page>;
  /**
   * A press in a menu, passed on as the browser's own menus do it.
   *
   * @param tab the one that is selected in a window of this kind; `none` for a menu of no tab
   */
  dispatchMenu(info: { readonly menuItemId: string; readonly linkUrl?: string }, tab: MenuTab): Promise<void>;
  /** A tab with a page of the browser's own, whose scripts may read and change everything of it. */
  openSystemTab(): Promise<Page>;
  close(): Promise<void>;
}

/** A profile in which the extension is allowed in private windows. */
async function privateProfile(home: string, id: string): Promise<string> {
  const profile = path.join(home, 'profile');
  await mkdir(profile);
  // The place of that setting in earlier versions: the browser migrates it at its first start.
  const granted = { permissions: ['internal:privateBrowsingAllowed'], origins: [] };
  await writeFile(path.join(profile, 'extension-preferences.json'), JSON.stringify({ [id]: granted }));
  return profile;
}

/** A page of the browser's own, which may call what no extension may. */
async function openSystemPage(page: Page): Promise<void> {
  await page.goto('about:support', { waitUntil: [] });
  await until('the browser’s own page', async () =>
    (await page.evaluate('typeof ChromeUtils').catch(() => '')) === 'object' ? true : undefined,
  );
}

/** Runs in a system page. */
const pressInMenu = (id: string, info: object, tab: MenuTab): string => `{
  const windows = [...Services.wm.getEnumerator('navigator:browser')];
  const found = windows.find((one) => one.PrivateBrowsingUtils.isWindowPrivate(one) === ${String(tab === 'private')});
  if (!found) throw new Error('No ${tab} window.');
  ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
    .ExtensionParent.GlobalManager.getExtension(${JSON.stringify(id)})
    .emit(
      'webext-menu-menuitem-click',
      ${JSON.stringify({ modifiers: [], editable: false, ...info })},
      ${tab === 'none' ? 'null' : 'found.gBrowser.selectedTab'},
    );
}`;

/** Real Firefox with the extension as a temporary one; requests for optional permissions are granted immediately. */
export async function launchFirefox({
  dir = firefoxBuild,
  // The driver can't stop the background, so it is configured to end whenever it idles. Sooner, a busy machine would have it
  // end in mid-request, which costs the 30 s lookup that firefox-idle.test.ts proves.
  idleTimeout = stopsWorker ? 1_000 : undefined,
  awakeBehind = false,
  screen,
  inPrivate = false,
  language,
  downloads,
  firstUrl = 'about:blank',
}: FirefoxOptions = {}): Promise<RunningFirefox> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8')));
  const { id } = manifest.browser_specific_settings.gecko;
  const uuid = randomUUID();
  // As root, Firefox refuses a HOME that belongs to another user.
  const home = await temporaryFolder('firefox');
  const browser = await launch({
    browser: 'firefox',
    executablePath: requireBrowser('firefox'),
    headless: screen === undefined,
    ...(inPrivate && { userDataDir: await privateProfile(home, id) }),
    args: ['--remote-allow-system-access'],
    env: { ...(screen?.env ?? process.env), HOME: home },
    extraPrefsFirefox: {
      // Fixes the address of the extension's pages, which Firefox otherwise chooses at random.
      'extensions.webextensions.uuids': JSON.stringify({ [id]: uuid }),
      'extensions.webextOptionalPermissionPrompts': false,
      ...(awakeBehind && {
        'dom.min_background_timeout_value': 4,
        'dom.timeout.enable_budget_timer_throttling': false,
        'layout.throttled_frame_rate': 60,
      }),
      ...(downloads !== undefined && {
        'browser.download.folderList': 2,
        'browser.download.dir': downloads,
        // It would take the keyboard away from the page.
        'browser.download.alwaysOpenPanel': false,
      }),
      // Puppeteer's default takes every window for the active one, and a popup gets no keys.
      ...(screen && { 'focusmanager.testmode': false }),
      ...(idleTimeout === undefined ? {} : { 'extensions.background.idle.timeout': idleTimeout }),
    },
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await removeFolder(home);
  };
  async function openSystemTab(): Promise<Page> {
    const page = await browser.newPage();
    await openSystemPage(page);
    return page;
  }
  let first: Page;
  try {
    // As for a user, a window is open before the installation; without one no tab can be opened.
    first = await browser.newPage();
    if (language !== undefined) {
      await openSystemPage(first);
      await first.evaluate(`
        Services.locale.availableLocales = ['en-US', ${JSON.stringify(language)}];
        Services.locale.requestedLocales = [${JSON.stringify(language)}];`);
    }
    await first.goto(firstUrl);
    const installed = await browser.installExtension(dir);
    if (installed !== id) throw new Error(`Firefox installed ${installed} in place of ${id}.`);
  } catch (fault) {
    await close();
    throw fault;
  }
  return {
    browser,
    id,
    first,
    url: (page) => `moz-extension://${uuid}/${page}`,
    async openTab(url) {
      const page = await browser.newPage();
      // The protocol reports no load events for extension pages, so there is nothing to wait for here.
      await page.goto(url, { waitUntil: [] });
      return page;
    },
    openSystemTab,
    async dispatchMenu(info, tab) {
      const page = await openSystemTab();
      await page.evaluate(pressInMenu(id, info, tab));
      await page.close();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
