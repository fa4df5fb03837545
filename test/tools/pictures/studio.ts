/** Takes pictures of pages and frames them: for the documents in both themes, for the stores with a line of text. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { drivePage, type PageDriver, type RunningExtension } from '../../browser/harness/index.ts';
import { quantize } from './quantize.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const images = path.join(root, 'docs/images');
const store = path.join(root, 'docs/store');
const themes = ['light', 'dark'] as const;

type Theme = (typeof themes)[number];

export interface View {
  /** In CSS pixels. */
  readonly width: number;
  /** As high as the page if omitted. */
  readonly height?: number;
  /** The first element that it finds is all that is taken. */
  readonly only?: string;
}

/** A page in both themes, as `data:` URLs. */
export interface Shot {
  readonly light: string;
  readonly dark: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly zoom: number;
}

export interface Studio {
  take(driver: PageDriver, view: View, zoom?: number): Promise<Shot>;
  /** `docs/images/NAME-light.png` and `-dark.png`, of shots at twice the resolution. */
  figure(name: string, ...shots: readonly Shot[]): Promise<void>;
  /** `docs/store/NAME.png`, 1280 × 800: a pixel of the shots is one of the picture. */
  screen(name: string, ...shots: readonly Shot[]): Promise<void>;
  /** `docs/store/promo-tile.png`, 440 × 280. */
  tile(shot: Shot): Promise<void>;
}

/** The lines of text: the table of docs/store/texts.md. */
async function readLines(): Promise<ReadonlyMap<string, string>> {
  const rows = (await readFile(path.join(store, 'texts.md'), 'utf8')).matchAll(
    /^\| `([\w-]+)\.png` +\| (.+?) +\|$/gmu,
  );
  return new Map([...rows].map(([, name = '', line = '']) => [name, line]));
}

/**
 * One typeface on every machine, in the place of the system's. By its bytes: nothing that the pages' content policy
 * would stop is loaded.
 */
async function setTypeface(page: Page, font: string): Promise<void> {
  await page.evaluate(async (base64) => {
    if (document.fonts.check('14px Inter', 'a') && [...document.fonts].length > 0) return;
    const bytes = Uint8Array.from(atob(base64), (one) => one.codePointAt(0) ?? 0);
    document.fonts.add(await new FontFace('Inter', bytes, { weight: '100 900' }).load());
    document.documentElement.style.setProperty('--font', 'Inter, system-ui, sans-serif');
  }, font);
}

/** A hidden browser has no pointer and would show what devices without one get. */
const removeRulesWithoutHover = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
      for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
        const rule = sheet.cssRules[at];
        if (rule instanceof CSSMediaRule && rule.conditionText === '(hover: none)') sheet.deleteRule(at);
      }
  });

/** Two frames: the one that restyles and the one that shows it. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

/** What has the focus or is below the pointer looks as any other. */
async function release(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

export async function openStudio(running: RunningExtension): Promise<Studio> {
  const font = await readFile(path.join(import.meta.dirname, 'inter.woff2'), 'base64');
  const icon = await readFile(path.join(images, 'icon.svg'), 'base64');
  const lines = await readLines();
  const frame = await drivePage(await running.browser.newPage());
  await frame.page.goto(pathToFileURL(path.join(import.meta.dirname, 'frame.html')).href);

  async function takeIn(theme: Theme, { page, look }: PageDriver, view: View, zoom: number) {
    const { width, height, only } = view;
    await removeRulesWithoutHover(page);
    await look({ theme, reducedMotion: true, width: width * zoom, height: (height ?? 320) * zoom, zoom });
    await settle(page);
    const part = only === undefined ? null : await page.waitForSelector(only);
    const data = part
      ? await part.screenshot({ encoding: 'base64' })
      : await page.screenshot({
          encoding: 'base64',
          fullPage: height === undefined,
          captureBeyondViewport: false,
        });
    return {
      source: `data:image/png;base64,${data}`,
      width: (await part?.boundingBox())?.width ?? width,
    };
  }

  /** @param lead markup above the pictures */
  async function show(kind: string, lead: string, shots: readonly { source: string; width: number }[]) {
    await frame.page.bringToFront();
    await setTypeface(frame.page, font);
    const sources = shots.map((shot) => ({ ...shot }));
    await frame.page.evaluate(fillFrame, kind, lead, sources);
    await settle(frame.page);
  }

  async function develop(omitBackground: boolean): Promise<Buffer> {
    const main = await frame.page.$('main');
    if (!main) throw new Error('The frame is empty.');
    return Buffer.from(await main.screenshot({ omitBackground }));
  }

  const lineOf = (name: string): string => {
    const line = lines.get(name);
    if (line === undefined) throw new Error(`docs/store/texts.md has no line for ${name}.png.`);
    return line;
  };

  return {
    async take(driver, view, zoom = 2) {
      await driver.page.bringToFront();
      await release(driver.page);
      await setTypeface(driver.page, font);
      const light = await takeIn('light', driver, view, zoom);
      const dark = await takeIn('dark', driver, view, zoom);
      return { light: light.source, dark: dark.source, width: light.width, zoom };
    },
    async figure(name, ...shots) {
      for (const theme of themes) {
        await frame.look({ theme, width: 2800, height: 2000, zoom: 2 });
        await show(
          'figure',
          '',
          shots.map((shot) => ({ source: shot[theme], width: shot.width })),
        );
        await writeFile(path.join(images, `${name}-${theme}.png`), quantize(await develop(true)));
      }
      console.log(`  docs/images/${name}`);
    },
    async screen(name, ...shots) {
      await frame.look({ width: 1280, height: 800 });
      await show(
        'screen',
        `<p>${lineOf(name)}</p>`,
        shots.map(({ light, width, zoom }) => ({ source: light, width: width * zoom })),
      );
      await writeFile(path.join(store, `${name}.png`), await develop(false));
      console.log(`  docs/store/${name}`);
    },
    async tile({ light, width }) {
      await frame.look({ width: 440, height: 280 });
      const mark = `<img src="data:image/svg+xml;base64,${icon}" alt="" />`;
      await show('tile', `<h1>${mark}Curtail</h1><p>${lineOf('promo-tile')}</p>`, [{ source: light, width }]);
      await writeFile(path.join(store, 'promo-tile.png'), await develop(false));
      console.log('  docs/store/promo-tile');
    },
  };
}

/** In the frame's page. */
async function fillFrame(
  kind: string,
  lead: string,
  shots: { source: string; width: number }[],
): Promise<void> {
  const main = document.querySelector('main');
  if (!main) throw new Error('The frame has no place for pictures.');
  main.className = kind;
  main.innerHTML = `${lead}<div class="shots"></div>`;
  const place = main.querySelector('.shots');
  place?.append(...shots.map(({ source, width }) => Object.assign(new Image(width), { src: source })));
  await Promise.all([...document.images].map((image) => image.decode()));
}
