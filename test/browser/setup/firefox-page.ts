// Pages of an extension are out of reach for locators in Firefox, so they are read and used by their own elements.
import type { Page } from 'puppeteer-core';
import type { LocalService } from '../../service/start.ts';
import { until, type RunningFirefox } from '../harness/index.ts';
import { anyOf, msgWithin } from '../../support/texts.ts';

const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body?.innerText ?? '');

/** Waits until the page has this text, and returns all its text. */
export const reads = (page: Page, wanted: RegExp, timeout = 20_000): Promise<string> =>
  until(
    `the page to read ${String(wanted)}`,
    async () => {
      const text = await textOf(page);
      return wanted.test(text) ? text : undefined;
    },
    { timeout },
    () => textOf(page),
  );

export const there = (page: Page, selector: string): Promise<true> =>
  until(
    `${selector} to be there`,
    async () =>
      (await page.evaluate((wanted: string) => document.querySelector(wanted) !== null, selector))
        ? true
        : undefined,
    { timeout: 20_000 },
    () => textOf(page),
  );

/** If the background ends during the attempt, the settings show that, and "Connect" is pressed again. */
async function connected(options: Page, tries: number): Promise<void> {
  const done = msgWithin('connectedTo', /127.+/);
  const text = await reads(options, tries > 1 ? anyOf(done, msgWithin('connectNoAnswer')) : done);
  if (done.test(text)) return;
  await options.focus('#api-key');
  await options.keyboard.press('Enter');
  await connected(options, tries - 1);
}

/**
 * Types address and key into the settings; returns the settings' page.
 *
 * @param tries how often "Connect" is pressed at most, when the page requests it
 */
export async function connectFirefox(
  firefox: RunningFirefox,
  service: LocalService,
  tries = 1,
): Promise<Page> {
  const options = await firefox.openTab(firefox.url('options.html'));
  await there(options, '#service-address');
  await options.focus('#service-address');
  await options.keyboard.type(`${service.address}/api`);
  await options.focus('#api-key');
  await options.keyboard.type(service.key);
  await options.keyboard.press('Enter');
  await connected(options, tries);
  return options;
}

/**
 * Shortens an address in the popup's page, and waits for the short link to be shown there.
 *
 * @param timeout longer where the background may end during it, and has to look the link up
 */
export async function shortenInFirefox(
  firefox: RunningFirefox,
  address: string,
  timeout?: number,
): Promise<Page> {
  const popup = await firefox.openTab(firefox.url('popup.html'));
  await there(popup, '#address');
  await popup.focus('#address');
  await popup.keyboard.type(address);
  await popup.keyboard.press('Enter');
  await reads(popup, /127\.0\.0\.1:\d+\/\w+/, timeout);
  return popup;
}
