import type { Page } from 'puppeteer-core';
import { createDriver, type Driver } from './driver.ts';
import type { RunningExtension } from './launch.ts';
import { until } from './wait.ts';
import { afterHeld } from './worker-stops.ts';

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  /** In CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** 2 is the browser's zoom of 200 %: half the viewport, drawn twice as large. */
  readonly zoom?: number;
  readonly dir?: 'ltr' | 'rtl';
}

export interface PageDriver extends Driver {
  readonly page: Page;
  /** Applies a look until the next call. */
  look(look: Look): Promise<void>;
  /** The whole page as a PNG file, in that look. */
  screenshot(path: string, look?: Look): Promise<void>;
}

async function applyLook(page: Page, look: Look): Promise<void> {
  const { theme = 'light', reducedMotion = false, forcedColors = false, zoom = 1, dir } = look;
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
    { name: 'forced-colors', value: forcedColors ? 'active' : 'none' },
  ]);
  const { width = 1280, height = 800 } = look;
  await page.setViewport({
    width: Math.round(width / zoom),
    height: Math.round(height / zoom),
    deviceScaleFactor: zoom,
  });
  if (dir !== undefined) await page.evaluate(`document.documentElement.dir = ${JSON.stringify(dir)}`);
}

/** Drives a page in a normal tab with the same interface as the popup. */
export async function drivePage(page: Page): Promise<PageDriver> {
  const session = await page.createCDPSession();
  const driver = await createDriver(session, {
    isOpen: () => !page.isClosed() && !session.detached,
    close: async () => {
      if (page.isClosed()) return;
      await afterHeld(session);
      await page.close();
    },
  });
  // Another tab may have come to the front meanwhile (a page that the extension opens automatically);
  // in a hidden tab no frame is drawn, and keys and clicks wait for one.
  const inFront = async (work: () => Promise<void>): Promise<void> => {
    await page.bringToFront();
    await work();
  };
  return {
    ...driver,
    page,
    click: (role, name, waitOptions) => inFront(() => driver.click(role, name, waitOptions)),
    type: (text) => inFront(() => driver.type(text)),
    press: (key) => inFront(() => driver.press(key)),
    fill: (role, name, text) => inFront(() => driver.fill(role, name, text)),
    look: (look) => applyLook(page, look),
    async screenshot(path, look) {
      await page.bringToFront();
      if (look) await applyLook(page, look);
      // A picture of a hidden tab never comes. The extension opens a tab automatically after its installation, at
      // any moment, so this one is fetched to the front again until the picture has been taken.
      const again = setInterval(() => void page.bringToFront().catch(() => undefined), 300);
      try {
        // Two frames: the one that restyles and the one that shows it.
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
        );
        // Beyond the viewport, a page that runs from right to left comes out shifted.
        await page.screenshot({
          path: `${path.replace(/\.png$/, '')}.png`,
          fullPage: true,
          captureBeyondViewport: false,
        });
      } finally {
        clearInterval(again);
      }
    },
  };
}

/** Whether a page that the test has not opened itself is loaded; not yet, if its document changes meanwhile. */
export const isLoaded = (page: Page): Promise<boolean> =>
  page.evaluate('document.readyState').then(
    (state) => state === 'complete',
    // The navigation has replaced the document that was asked.
    () => false,
  );

/**
 * The settings, which the extension opens in a tab of their own after its installation. Until that has happened, a
 * popup loses the focus to that tab, and closes.
 */
export async function openedSettings(running: RunningExtension): Promise<PageDriver> {
  const address = running.url('options.html');
  const page = await until('the settings to open after installing', async () => {
    const found = (await running.browser.pages()).find((one) => one.url() === address);
    return found && (await isLoaded(found)) ? found : undefined;
  });
  return await drivePage(page);
}

/** Opens one of the extension's pages (`options.html`, or `popup.html` as a tab). */
export async function openExtensionPage(running: RunningExtension, file: string): Promise<PageDriver> {
  return await drivePage(await running.openTab(running.url(file)));
}
