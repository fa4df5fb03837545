/** Pictures of the extension's screens. */
import path from 'node:path';
import { drivePage, type Look, type PageDriver, type RunningExtension } from '../browser/harness/index.ts';

/** As wide as the popup; the height follows the content. */
export const popupLook: Look = { width: 380, height: 320 };

export interface Pretence {
  readonly address: string;
  readonly title: string;
}

/**
 * The popup's page in a tab: no picture can be taken of the real popup. In a tab it would find itself as the page to
 * shorten, so this one tab is told of another.
 */
export async function popupInTab(
  running: RunningExtension,
  { address, title }: Pretence,
): Promise<PageDriver> {
  const page = await running.browser.newPage();
  await page.setViewport({ width: 380, height: 600 });
  const tabs = [{ id: 1, url: address, title, active: true, incognito: false }];
  await page.evaluateOnNewDocument(`chrome.tabs.query = async () => (${JSON.stringify(tabs)})`);
  await page.goto(running.url('popup.html'));
  await page.bringToFront();
  const driver = await drivePage(page);
  await driver.waitFor('main');
  return driver;
}

export interface Album {
  readonly folder: string;
  readonly names: readonly string[];
  add(driver: PageDriver, name: string, look?: Look): Promise<void>;
}

export function openAlbum(folder: string): Album {
  const names: string[] = [];
  return {
    folder,
    names,
    async add(driver, name, look) {
      await driver.screenshot(path.join(folder, name), look);
      names.push(`${name}.png`);
    },
  };
}
