// Longer flows of the form in real Firefox: metadata of the page below, read in a press, and several places.
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../service/ask.ts';
import { startService, type LocalService } from '../service/start.ts';
import { launchFirefox, until, type RunningFirefox } from './harness/index.ts';
import { connectFirefox, reads, there } from './setup/firefox-page.ts';
import { msg, msgCount, msgWithin } from '../support/texts.ts';

let service: LocalService;
let firefox: RunningFirefox;
let settings: Page;
beforeAll(async () => {
  service = await startService({ demo: true, limit: 1000 });
  firefox = await launchFirefox({ awakeBehind: true });
  settings = await connectFirefox(firefox, service);
});
afterAll(async () => {
  await firefox.close();
  await service.close();
});

/** The only element that is called so, by what is written on it or by its label, as a mark for the next step. */
async function find(page: Page, name: string): Promise<string> {
  const mark = `[data-found="${name}"]`;
  await until(
    `"${name}"`,
    async () =>
      (await page.evaluate((wanted: string) => {
        const labels = [...document.querySelectorAll('label')].filter(
          (one) => one.textContent?.trim() === wanted,
        );
        // A section's summary may count what is in it.
        const controls = [...document.querySelectorAll('button:enabled, summary')].filter((one) => {
          const text = (one.textContent ?? '').trim();
          return text === wanted || (one.localName === 'summary' && text.startsWith(wanted));
        });
        const named = [...document.querySelectorAll('[aria-label]:is(button, input, select)')].filter(
          (one) => one.getAttribute('aria-label') === wanted,
        );
        const found = [...labels.map((label) => label.control), ...controls, ...named];
        found[0]?.setAttribute('data-found', wanted);
        return found.length;
      }, name)) === 1
        ? true
        : undefined,
    { timeout: 20_000 },
    () => page.evaluate(() => document.body.innerText),
  );
  return mark;
}

/** What the driver throws, before it clicks, at an element that is not shown yet or that has just been moved out of view. */
const isUnclickable = (fault: unknown): boolean =>
  fault instanceof Error && fault.message.startsWith('Node is either not clickable');

/** With the mouse, so that it is a press to the browser as well. */
async function press(page: Page, name: string): Promise<void> {
  const mark = await find(page, name);
  await until(`"${name}" to be clickable`, async () => {
    try {
      await page.click(mark);
      return true;
    } catch (fault) {
      // What loads above it may have moved it after the driver had scrolled to it.
      if (!isUnclickable(fault)) throw fault;
      return undefined;
    }
  });
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await page.focus(await find(page, name));
  await page.keyboard.type(text);
}

const value = async (page: Page, name: string): Promise<string> =>
  page.$eval(await find(page, name), (field) => ('value' in field ? String(field.value) : ''));

const holds = (what: string, isSo: () => Promise<boolean>) =>
  until(what, async () => ((await isSo()) ? true : undefined), { timeout: 20_000 });

const sentFor = (address: string): unknown[] =>
  service.store
    .requests('/api/url/add')
    .map(({ body }) => JSON.parse(body) as { url: string })
    .filter(({ url }) => url.startsWith(address));

describe('the page below the popup', () => {
  let popup: Page;
  /** A page of an origin that the extension may see: no driver can press the toolbar's button, which grants the tab. */
  let below: string;
  beforeAll(async () => {
    await ask(service, 'POST /api/url/add', {
      url: 'https://example.com/article',
      custom: 'article',
      type: 'splash',
      metatitle: 'Said by the page',
      metadescription: 'What it is about',
      metaimage: 'https://example.com/card.png',
    });
    below = `${service.address}/article`;
    const tab = await firefox.openTab(below);
    await until('the page', async () =>
      (await tab.evaluate(() => document.readyState).catch(() => '')) === 'complete' ? true : undefined,
    );
    await tab.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body));
    // Behind that tab no press counts as a gesture, so the permission is requested in the settings.
    const allowed = () => settings.evaluate(`browser.permissions.contains({ permissions: ['scripting'] })`);
    expect(await allowed()).toBe(false);
    await settings.bringToFront();
    await press(settings, msg('cleanUpCanonical'));
    await holds('the browser to allow it', async () => (await allowed()) === true);
    // Loaded behind that tab, the popup's page takes it for the one it stands over.
    popup = await firefox.browser.newPage();
    await tab.bringToFront();
    await popup.goto(firefox.url('popup.html'), { waitUntil: [] });
    await there(popup, '.address');
  });

  it('suggests aliases from the selection, and fills the social card', async () => {
    await press(popup, msg('moreOptions'));
    await press(popup, msg('suggestedAliases'));
    await press(popup, 'this-link-leads');
    expect(await value(popup, msg('alias'))).toBe('this-link-leads');
    await press(popup, msg('linkPreview'));
    await press(popup, msg('fillFromPage'));
    await holds(
      'the card to be filled',
      async () => (await value(popup, msg('fieldTitle'))) === 'Said by the page',
    );
    expect(await value(popup, msg('fieldDescription'))).toBe('What it is about');
    expect(await value(popup, msg('linkPreviewImage'))).toBe('https://example.com/card.png');
  });

  it('creates the link with the suggested alias and the card', async () => {
    await press(popup, msg('shorten'));
    await reads(popup, /127\.0\.0\.1:\d+\/this-link-leads/);
    expect(sentFor(below)).toEqual([
      {
        url: below,
        custom: 'this-link-leads',
        metatitle: 'Said by the page',
        metadescription: 'What it is about',
        metaimage: 'https://example.com/card.png',
      },
    ]);
  });
});

it('shows in the popup the whole time of an expiration, with AM or PM', async () => {
  const popup = await firefox.openTab(firefox.url('popup.html'));
  await there(popup, '#address');
  await press(popup, msg('moreOptions'));
  await find(popup, msg('expires'));
  const [width, needed] = await popup.evaluate(() => {
    // As wide as Firefox shows a popup.
    document.body.style.width = '380px';
    const field = document.querySelector<HTMLInputElement>('[type=datetime-local]');
    if (!field) throw new Error('No such field.');
    field.value = '2026-12-05T20:38';
    const { width } = field.getBoundingClientRect();
    field.style.cssText = 'width: max-content';
    return [width, field.getBoundingClientRect().width] as const;
  });
  expect(needed).toBeLessThanOrEqual(width);
  await popup.close();
});

describe('several placements', () => {
  it('become links of their own, listed in a table', async () => {
    const address = 'https://example.com/several';
    const page = await firefox.openTab(firefox.url('link.html'));
    await there(page, '#address');
    await type(page, msg('destinationUrl'), address);
    await type(page, msg('alias'), 'spring');
    await press(page, msg('placements'));
    await press(page, msg('addPlacement'));
    await type(page, msg('placementRow', '1'), 'Newsletter');
    await press(page, msg('addPlacement'));
    await type(page, msg('placementRow', '2'), 'Café Zoë');
    await press(page, msgCount('createLinks', 2));
    await reads(page, msgWithin('placementsCreated_other', '2'));
    expect(sentFor(address)).toEqual([
      { url: `${address}?utm_source=newsletter`, custom: 'spring-newsletter' },
      { url: `${address}?utm_source=cafe-zoe`, custom: 'spring-cafe-zoe' },
    ]);
    const rows = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('.place-table tbody tr'), (row) => [
        row.dataset['state'],
        row.querySelector('.place-link')?.textContent,
      ]),
    );
    const { host } = new URL(service.address);
    expect(rows).toEqual([
      ['created', `${host}/spring-newsletter`],
      ['created', `${host}/spring-cafe-zoe`],
    ]);
    await press(page, msg('copyTable'));
    await reads(page, msgWithin('tableCopied'));
  });

  it('follows the contract in every request', () => {
    for (const { method, path, breaches } of service.store.requests('/api/'))
      expect([method, path, breaches]).toEqual([method, path, []]);
  });
});
