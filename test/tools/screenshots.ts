/** Pictures of the extension's screens. */
import path from 'node:path';
import { drivePage, type Look, type PageDriver, type RunningExtension } from '../browser/harness/index.ts';

/** As wide as the popup; the height follows the content. */
export const popupLook: Look = { width: 380, height: 320 };

export interface Pretence {
  readonly address: string;
  readonly title: string;
  /** The metadata of the page. */
  readonly card?: { readonly title?: string; readonly description: string; readonly picture: string };
}

/** The other properties of the page’s metadata, all empty. */
const emptyFields = Object.fromEntries(
  (
    'canonical selected stores appleApp appleId appleLink googleApp googlePackage googleLink androidPage ' +
    'iosPage'
  )
    .split(' ')
    .map((name) => [name, '']),
);

/** In the page, in the place of the scripts that would run in the other one: its tags, and its picture, a loaf of bread. */
const readPretended = `(tags) => ({
  executeScript: async ({ args }) => {
    if (args.length === 1) return [{ result: tags }];
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 336 });
    const pen = canvas.getContext('2d');
    const fill = (color, draw) => {
      pen.fillStyle = color;
      pen.beginPath();
      draw();
      pen.fill();
    };
    fill('#efe4d2', () => pen.rect(0, 0, 640, 336));
    fill('#cbb894', () => pen.ellipse(320, 262, 240, 30, 0, 0, 7));
    fill('#a9713a', () => pen.ellipse(320, 182, 196, 96, 0, 0, 7));
    fill('#bf8547', () => pen.ellipse(312, 168, 176, 78, 0, 0, 7));
    for (const x of [230, 310, 390]) fill('#f1ddb6', () => pen.ellipse(x, 160, 12, 52, 0.45, 0, 7));
    return [{ result: canvas.toDataURL('image/jpeg', 0.9) }];
  },
})`;

/**
 * The popup's page in a tab: no picture can be taken of the real popup. In a tab it would be itself the page to
 * shorten, so in this tab another one is reported as the one in front.
 */
export async function popupInTab(
  running: RunningExtension,
  { address, title, card }: Pretence,
): Promise<PageDriver> {
  const page = await running.browser.newPage();
  await page.setViewport({ width: 380, height: 600 });
  const tabs = [{ id: 1, url: address, title, active: true, incognito: false }];
  await page.evaluateOnNewDocument(`chrome.tabs.query = async () => (${JSON.stringify(tabs)})`);
  if (card) {
    const tags = JSON.stringify({ ...emptyFields, title, ...card });
    // Under both of its names; and not replaced by the browser's own, once that is granted.
    await page.evaluateOnNewDocument(
      `for (const api of [chrome, globalThis.browser ?? chrome])
         Object.defineProperty(api, 'scripting', { value: (${readPretended})(${tags}) });`,
    );
  }
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
