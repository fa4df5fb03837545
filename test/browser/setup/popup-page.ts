// The popup's page in a tab, with another tab as the one in front: axe, zoom and pictures need a Page object, which the
// real popup cannot have. Behavior is tested in the real one.
import { drivePage, type PageDriver } from '../harness/index.ts';
import type { Scene } from './connected.ts';

export async function openPopupPage(scene: Scene, address: string, title: string): Promise<PageDriver> {
  const page = await scene.running.browser.newPage();
  const tab = JSON.stringify({ url: address, title, incognito: false, active: true });
  await page.evaluateOnNewDocument(`chrome.tabs.query = () => Promise.resolve([${tab}]);`);
  await page.goto(scene.running.url('popup.html'));
  await page.bringToFront();
  return drivePage(page);
}

/** Takes pictures of a page in every look when PICTURES names a folder; otherwise does nothing. */
export async function picture(page: PageDriver, name: string, width: number): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  for (const theme of ['light', 'dark'] as const)
    await page.screenshot(`${folder}/${name}-${theme}.png`, { theme, width, height: 560, dir: 'ltr' });
  await page.screenshot(`${folder}/${name}-rtl.png`, { width, height: 560, dir: 'rtl' });
  await page.screenshot(`${folder}/${name}-zoom.png`, {
    width: 2 * width,
    height: 1120,
    zoom: 2,
    dir: 'ltr',
  });
  await page.look({ width, height: 560, dir: 'ltr' });
}
