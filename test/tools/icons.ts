/** Draws the PNG icons from their SVG source with the browser: `node test/tools/icons.ts`. Run it after changing the SVG. */
import { readFile, writeFile } from 'node:fs/promises';
import puppeteer from 'puppeteer-core';
import { requireBrowser } from './find-browser.mjs';

const folder = new URL('../../public/icon/', import.meta.url);
const source = await readFile(new URL('../../docs/images/icon.svg', import.meta.url), 'utf8');
const executablePath = requireBrowser('chromium');
const browser = await puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const size of [16, 32, 48, 96, 128]) {
  await page.setViewport({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${source}`,
  );
  await writeFile(new URL(`${size}.png`, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
