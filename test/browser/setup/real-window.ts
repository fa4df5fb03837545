/** Finds a page in a real window, and an entry in its menu, for mouse and keyboard. */
import type { Page } from 'puppeteer-core';
import { until, type Point, type Screen } from '../harness/index.ts';

export interface RealWindow {
  readonly page: Page;
  /** The page's top left corner on the screen. */
  readonly corner: Point;
}

/** The page in front, with the keyboard: as after a click into it. */
export async function showInWindow(screen: Screen, page: Page): Promise<RealWindow> {
  await page.bringToFront();
  const corner = await findCorner(screen, page);
  // A window that has just opened may still be moved by the window manager: clicked until it answers.
  await until('the page to have the keyboard', async () => {
    await screen.click();
    return (await page.evaluate('document.hasFocus()')) === true ? true : undefined;
  });
  return { page, corner };
}

/** Computed from the mouse position that the page reports: each browser counts its own bars differently. */
async function findCorner(screen: Screen, page: Page): Promise<Point> {
  await page.evaluate(`
    globalThis.mouseSeen = null;
    addEventListener('mousemove', ({ clientX, clientY }) => { globalThis.mouseSeen = { x: clientX, y: clientY }; });`);
  let at = { x: 600, y: 500 };
  return until('the page to see the mouse', async () => {
    at = { x: at.x === 600 ? 610 : 600, y: 500 };
    await page.evaluate('globalThis.mouseSeen = null');
    await screen.moveTo(at);
    const seen = await until(
      'the mouse to be seen',
      async () => readPoint(await page.evaluate('globalThis.mouseSeen')),
      { timeout: 1_000 },
    ).catch(() => undefined);
    return seen && { x: at.x - seen.x, y: at.y - seen.y };
  });
}

function readPoint(value: unknown): Point | undefined {
  if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) return undefined;
  const { x, y } = value;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** Right-clicks the element and goes up the menu from its end: there the entries of extensions stand in both browsers. */
export async function chooseInContextMenu(
  screen: Screen,
  { page, corner }: RealWindow,
  selector: string,
  fromBottom: number,
): Promise<void> {
  const middle = readPoint(
    await page.evaluate((wanted: string) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect();
      return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    }, selector),
  );
  if (!middle) throw new Error(`No ${selector} on the page.`);
  await screen.moveTo({ x: corner.x + middle.x, y: corner.y + middle.y });
  await until('the menu to open', async () => {
    // One that is open still, after it has missed the keys, would close by the click.
    await screen.press('Escape');
    const before = (await screen.windows()).length;
    await screen.click(3);
    return until('a window more', async () => ((await screen.windows()).length > before ? true : undefined), {
      timeout: 3_000,
    }).catch(() => undefined);
  });
  for (let up = 0; up < fromBottom; up++) await screen.press('Up');
  await screen.press('Return');
}
