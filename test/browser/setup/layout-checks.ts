// Checks for every page in every look: nothing is cut off, and Tab reaches every control.
import { expect } from 'vitest';
import type { Driver, Look, PageDriver } from '../harness/index.ts';

/** The page in front, with the layout of that look. */
export async function lookAt(page: PageDriver, look: Look): Promise<void> {
  await page.look(look);
  // A covered tab draws no frames, and the settings open in one of their own once Curtail is installed.
  await page.page.bringToFront();
  // The layout for the new width is ready a frame later.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
}

/** No part of the page is cut off, or to be reached only by scrolling sideways. */
export async function fits(
  page: PageDriver,
  width: number,
  looks: { zoom?: number; dir?: 'ltr' | 'rtl' }[],
): Promise<void> {
  for (const look of looks) {
    await lookAt(page, { ...look, width: width * (look.zoom ?? 1), height: 1000 });
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
      /** Text that is too long for its line ends in an ellipsis. */
      const isWithinEllipsis = ({ parentElement: parent }: Element): boolean =>
        parent !== null && (getComputedStyle(parent).textOverflow === 'ellipsis' || isWithinEllipsis(parent));
      const over = Array.from(document.querySelectorAll<HTMLElement>('body *'))
        .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
        .filter((element) => !isWithinEllipsis(element))
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return right > innerWidth + 1 || left < -1;
        })
        .map((element) => element.outerHTML.slice(0, 100));
      return { wide: scrollWidth > clientWidth, over };
    });
    expect.soft({ look, ...overflow }).toEqual({ look, wide: false, over: [] });
  }
  await page.look({ width, height: 1000, dir: 'ltr' });
}

export const everyLook = [
  { dir: 'ltr' },
  { dir: 'rtl' },
  { zoom: 2, dir: 'ltr' },
  { zoom: 2, dir: 'rtl' },
] as const;

/** Every control, and those that Tab reaches, by role and name. */
export async function tabOrder(page: Driver): Promise<{ all: string[]; reached: string[] }> {
  const all: string[] = [];
  for (const role of ['button', 'combobox', 'textbox', 'searchbox', 'checkbox', 'link'])
    for (const { name, states } of await page.all(role))
      if (states['disabled'] !== true) all.push(`${role} ${name}`);
  const reached: string[] = [];
  // Besides: the summaries of what is folded away, and each part of a date. Twice around: the tree that tells where the
  // focus is may be a press behind.
  const most = 2 * (all.length + 20);
  for (let press = 0; press < most && all.some((one) => !reached.includes(one)); press++) {
    await page.press('Tab');
    const focus = await page.focused();
    if (focus) reached.push(`${focus.role} ${focus.name}`);
  }
  return { all, reached };
}
