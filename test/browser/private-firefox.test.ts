// A real private window of Firefox, in which pages of ours open, too: what is done in them leaves nothing on the disk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { startService, type LocalService } from '../service/start.ts';
import { launchFirefox, until, type RunningFirefox } from './harness/index.ts';
import { connectFirefox, reads, shortenInFirefox, there } from './setup/firefox-page.ts';

describe('a private window of Firefox', () => {
  let service: LocalService;
  let firefox: RunningFirefox;
  let options: Page;
  /** True if the extension's page recognizes it as one. */
  const isPrivate = (page: Page) => page.evaluate('browser.extension.inIncognitoContext');

  beforeAll(async () => {
    service = await startService({ demo: true, limit: 1000 });
    firefox = await launchFirefox({ inPrivate: true });
    options = await connectFirefox(firefox, service);
    await options.evaluate(`
      globalThis.writes = [];
      browser.storage.local.onChanged.addListener((changes) => void writes.push(JSON.stringify(changes)))`);
  });
  afterAll(async () => {
    await firefox.close();
    await service.close();
  });

  /** Everything that was ever on the disk. */
  const disk = (): Promise<unknown> =>
    options.evaluate(
      'browser.storage.local.get(null).then((items) => writes.join() + JSON.stringify(items))',
    );
  const memory = (): Promise<unknown> =>
    options.evaluate('browser.storage.session.get(null).then(JSON.stringify)');

  async function openPrivate(name: string): Promise<Page> {
    const before = new Set(await firefox.browser.pages());
    const url = JSON.stringify(firefox.url(name));
    await options.evaluate(`browser.windows.create({ incognito: true, url: ${url} }).then(() => 0)`);
    return until('the private window', async () => {
      for (const page of await firefox.browser.pages())
        if (!before.has(page) && (await page.evaluate('location.href')) === firefox.url(name)) return page;
      return undefined;
    });
  }

  it('holds drafts, jobs and links of Manage in memory', async () => {
    const page = await openPrivate('manage.html#campaigns');
    expect(await isPrivate(page)).toBe(true);
    await there(page, '[data-focus-target=add]');
    await page.click('[data-focus-target=add]');
    await there(page, '[data-focus-target=form-new] input');
    await page.focus('[data-focus-target=form-new] input');
    await page.keyboard.type('Secret campaign');
    await until('the draft to be stored', async () =>
      String(await memory()).includes('Secret campaign') ? true : undefined,
    );
    expect(await disk()).not.toContain('Secret campaign');
    // Held back, so that the intent and the job can be seen where they are.
    service.setLatency(1_500);
    await page.keyboard.press('Enter');
    await until('the campaign to be asked for', async () =>
      /"(?:intent|job):/u.test(String(await memory())) ? true : undefined,
    );
    expect(await disk()).not.toMatch(/Secret campaign/u);
    await until('the campaign to be made', () =>
      service.store.campaigns().some(({ name }) => name === 'Secret campaign') ? true : undefined,
    );
    service.setLatency(0);
    expect(await disk()).not.toMatch(/"(?:intent|job|draft):[^}]*Secret campaign/u);
    await page.close();
  });

  it('holds the popup’s link in memory', async () => {
    const page = await openPrivate('popup.html');
    await there(page, '#address');
    await page.focus('#address');
    await page.keyboard.type('https://example.com/secret-page');
    await page.keyboard.press('Enter');
    await reads(page, /127\.0\.0\.1:\d+\/\w+/u);
    const made = service.store.links().find(({ longurl }) => longurl.endsWith('/secret-page'));
    expect(made).toBeDefined();
    await until('it to be listed there', async () =>
      String(await memory()).includes('secret-page') ? true : undefined,
    );
    expect(await disk()).not.toMatch(new RegExp(`secret-page|${made?.alias ?? '-'}`, 'u'));
    await page.close();
  });

  it('leaves an ordinary window beside it writing to the disk', async () => {
    expect(await isPrivate(options)).toBe(false);
    await shortenInFirefox(firefox, 'https://example.com/open-page');
    await until('it to be stored', async () =>
      String(await disk()).includes('open-page') ? true : undefined,
    );
  });
});
