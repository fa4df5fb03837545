// Bulks in real Firefox, where the sync host runs in the background itself and ends with it; and the permission for tabs.
import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type LocalService } from '../service/start.ts';
import { launchFirefox, until, type FirefoxOptions, type RunningFirefox } from './harness/index.ts';
import { connectFirefox, reads, there } from './setup/firefox-page.ts';
import { msg, msgCount, msgWithin } from '../support/texts.ts';

let service: LocalService;
let firefox: RunningFirefox;
let before: number;

async function open(options: FirefoxOptions = {}, tries = 1): Promise<Page> {
  firefox = await launchFirefox(options);
  await (await connectFirefox(firefox, service, tries)).close();
  const page = await firefox.openTab(firefox.url('manage.html#bulk'));
  await there(page, '#bulk-text');
  return page;
}

/** @param text of the element; empty for any */
const focus = (page: Page, selector: string, text = ''): Promise<true> =>
  until(`${selector} ${text} to have the focus`, async () =>
    (await page.evaluate(
      async (chosen: string, wanted: string) => {
        const element = [...document.querySelectorAll<HTMLElement>(chosen)].find(
          ({ textContent }) => wanted === '' || textContent === wanted,
        );
        element?.focus();
        // A page that has just opened may be redrawn, and take the focus away.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return element !== undefined && document.activeElement === element;
      },
      selector,
      text,
    ))
      ? true
      : undefined,
  );

/** Presses the button with that text by keyboard. */
async function press(page: Page, text: string): Promise<void> {
  await focus(page, 'button', text);
  await page.keyboard.press('Enter');
}

const made = () => service.store.links().filter(({ id }) => id > before);

describe('a bulk in Firefox', () => {
  beforeEach(async () => {
    service = await startService({ demo: true, limit: 1000 });
    before = service.store.links().length;
  });
  afterEach(async () => {
    await firefox.close();
    await service.close();
  });

  it.each<[string, FirefoxOptions, number]>([
    ['', {}, 1],
    // Longer than a request takes on a busy machine: else no life of the background would see a response.
    [' while the background dies as often as it may', { idleTimeout: 300 }, 20],
  ])(
    'makes each row once%s',
    async (_name, options, tries) => {
      const page = await open(options, tries);
      const wanted = Array.from({ length: 12 }, (_, n) => `https://example.com/firefox/${n}`);
      await focus(page, '#bulk-text');
      await page.keyboard.type(wanted.join('\n'));
      const typed = () => page.evaluate(`document.querySelector('#bulk-text')?.value`);
      expect(await typed()).toBe(wanted.join('\n'));
      await reads(page, msgWithin('bulkReadyCount_other', '12'));
      await press(page, msgCount('createLinks', 12));
      await reads(page, msgWithin('bulkCompleted'), 90_000);
      expect(
        made()
          .map(({ longurl }) => longurl)
          .toSorted(),
      ).toEqual(wanted.toSorted());
    },
    180_000,
  );

  it('has what was typed right before its tab was closed', async () => {
    const page = await open();
    const typed = 'https://example.com/closed/1\nhttps://example.com/closed/2';
    await focus(page, '#bulk-text');
    await page.keyboard.type(typed);
    await page.close();
    const next = await firefox.openTab(firefox.url('manage.html#bulk'));
    await reads(next, msgWithin('bulkReadyCount_other', '2'));
    expect(made()).toEqual([]);
  });

  it('reads the tabs once the permission is granted in the press', async () => {
    const page = await open();
    await firefox.openTab(`${service.address}/tabs/1`);
    await firefox.openTab(`${service.address}/tabs/2`);
    await page.bringToFront();
    const allowed = () => page.evaluate(`browser.permissions.contains({ permissions: ['tabs'] })`);
    expect(await allowed()).toBe(false);
    await press(page, msg('bulkAllTabs'));
    await press(page, msg('bulkTabsAllow'));
    await reads(page, msgWithin('bulkTabsOfWindow', /\d+/));
    expect(await allowed()).toBe(true);
    await page.keyboard.press('Enter');
    await reads(page, msgWithin('bulkTabsAdded_other', /\d+/));
    await press(page, msg('edit'));
    await there(page, '#bulk-text');
    const text = String(await page.evaluate(`document.querySelector('#bulk-text').value`));
    expect(text).toContain(`${service.address}/tabs/1\t`);
    expect(text).toContain(`${service.address}/tabs/2\t`);
  });
});
