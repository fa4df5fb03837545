// A real private window of Firefox, in which pages of ours open, too: what is done in them leaves nothing on the disk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { startService, type LocalService } from '../service/start.ts';
import { launchFirefox, until, type MenuTab, type RunningFirefox } from './harness/index.ts';
import { connectFirefox, reads, shortenInFirefox, there } from './setup/firefox-page.ts';
import { mirrorOf, mirrorStateText, syncAll } from './setup/mirror.ts';
import { msgWithin } from '../support/texts.ts';

const syncStateSchema = z.object({ data: z.object({ more: z.boolean() }) });

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

  /** Everything that was ever in the extension's storage, and what is in its database. */
  async function disk(): Promise<string> {
    const stored = await options.evaluate(
      'browser.storage.local.get(null).then((items) => writes.join() + JSON.stringify(items))',
    );
    const records = await Promise.all(
      ['links', 'items', 'bulks', 'rows'].map((store) => mirrorOf(options, store)),
    );
    return String(stored) + JSON.stringify(records) + (await mirrorStateText(options));
  }
  const memory = (): Promise<unknown> =>
    options.evaluate('browser.storage.session.get(null).then(JSON.stringify)');

  /** Everything that the service lists, as a page requests it. */
  async function syncLinks(): Promise<void> {
    const listed = () => service.store.requests('/api/urls').length;
    const before = listed();
    await until('the list to be read', async () => {
      await syncAll(options);
      return listed() > before ? true : undefined;
    });
    const state = () => options.evaluate(`browser.storage.local.get('keeper').then((all) => all.keeper)`);
    await until(
      'the sync to end',
      async () => (syncStateSchema.parse(await state()).data.more ? undefined : true),
      {},
      explain(state),
    );
  }

  /** The state of the sync, and what the service was asked last. */
  const explain = (state: () => Promise<unknown>) => async () =>
    JSON.stringify([
      await state(),
      Date.now(),
      service.store
        .requests('/api/')
        .slice(-8)
        .map(({ time, method, path, query, status }) => [time, method, path, query, status]),
    ]);

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
    expect(await disk()).not.toContain('Secret campaign');
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

  /** A link of the menu, until the background has nothing left to do for it. @returns its alias */
  async function pressMenu(path: string, tab: MenuTab): Promise<string> {
    const linkUrl = `https://example.com/${path}`;
    await firefox.dispatchMenu({ menuItemId: 'shorten-link', linkUrl }, tab);
    const { alias } = await until('the link to be made', () =>
      service.store.links().find(({ longurl }) => longurl === linkUrl),
    );
    const area = tab === 'regular' ? 'local' : 'session';
    await until('its job to end', async () => {
      const text = await options.evaluate(`browser.storage.${area}.get(null).then((items) =>
        JSON.stringify(Object.entries(items).filter(([key]) => key.startsWith('job:'))))`);
      return String(text).includes(path) && String(text).includes(alias) ? true : undefined;
    });
    return alias;
  }

  it.each([
    ['its tab', 'private'],
    ['no tab', 'none'],
  ] as const)('holds a link of the menu in memory, where the browser reports %s', async (_what, tab) => {
    const page = await openPrivate('manage.html#activity');
    const path = `secret-menu-${tab}`;
    const alias = await pressMenu(path, tab);
    await reads(page, new RegExp(path, 'u'));
    await syncLinks();
    expect(await disk()).not.toMatch(new RegExp(`${path}|${alias}`, 'u'));
    await page.close();
  });

  it('stores a link of the menu in an ordinary window', async () => {
    const alias = await pressMenu('open-menu', 'regular');
    expect(await disk()).toContain('https://example.com/open-menu');
    expect(await disk()).toContain(alias);
  });

  it.each(['manage.html#bulk', 'manage.html#bulk/tabs'])(
    'has no batches, which would be stored on the disk: %s',
    async (name) => {
      const page = await openPrivate(name);
      await reads(page, msgWithin('bulkPrivateWindow'));
      expect(
        await page.evaluate(
          `document.querySelectorAll('main :is(textarea, input, button):not(.banner *)').length`,
        ),
      ).toBe(0);
      expect(await mirrorOf(options, 'bulks')).toEqual([]);
      await page.close();
    },
  );

  it.each(['manage.html#links', 'manage.html#campaigns'])(
    'says why it lists nothing that is stored: %s',
    async (name) => {
      const page = await openPrivate(name);
      const text = await reads(page, msgWithin('privateWindowNoData'));
      expect(text).not.toMatch(msgWithin('localCopyUnreadable'));
      await page.close();
    },
  );

  it('opens the page in a regular window, where the links are', async () => {
    const page = await openPrivate('manage.html#links');
    await there(page, 'main .banner button');
    const before = new Set(await firefox.browser.pages());
    await page.focus('main .banner button');
    await page.keyboard.press('Enter');
    const opened = await until('the regular window', async () =>
      (await firefox.browser.pages()).find((one) => !before.has(one)),
    );
    await until('its page', async () =>
      (await opened.evaluate('location.href')) === firefox.url('manage.html#links') ? true : undefined,
    );
    expect(await isPrivate(opened)).toBe(false);
    await there(opened, 'main [role=row]');
    await opened.close();
    await page.close();
  });

  it('leaves an ordinary window beside it writing to the disk', async () => {
    expect(await isPrivate(options)).toBe(false);
    await shortenInFirefox(firefox, 'https://example.com/open-page');
    await until('it to be made', () =>
      service.store.links().some(({ longurl }) => longurl.endsWith('/open-page')) ? true : undefined,
    );
    await until('it to be stored', async () => ((await disk()).includes('open-page') ? true : undefined));
  });
});
