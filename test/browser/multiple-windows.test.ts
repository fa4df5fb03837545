// Several windows, popups, pages and devices; and private windows, which leave nothing on the disk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dispatchMenu,
  drivePage,
  evaluateInWorker,
  isLoaded,
  killWorker,
  openExtensionPage,
  openPopup,
  until,
  wakeWorker,
  type Driver,
} from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForSync,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { askFor, comeToRest, unfinished } from './setup/kill-points.ts';
import { syncAll, mirrorOf } from './setup/mirror.ts';
import type { Page } from 'puppeteer-core';
import { msg, msgCounts, msgWithin } from '../support/texts.ts';

const linksTo = ({ made, site }: Scene, path: string) =>
  made().filter(({ longurl }) => longurl === site.url(path));

/** How many links each of these pages has: 1, if nothing is lost and nothing is doubled. */
const counts = (scene: Scene, paths: readonly string[]): number[] =>
  paths.map((path) => linksTo(scene, path).length);

describe('two windows, two popups, the settings and the Activity page in parallel', () => {
  let scene: Scene;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('create every link once, lose no choice, and show the same state', async () => {
    const { running, options, service, site } = scene;
    const activity = await openExtensionPage(running, 'manage.html#activity');
    const popups: Driver[] = [];
    for (const path of ['/left', '/right']) {
      site.set(path, { title: path });
      const page = await running.browser.newPage({ type: 'window' });
      await page.goto(site.url(path));
      const popup = await openPopup(running, page);
      await waitForForm(popup);
      popups.push(popup);
    }
    // Both stay open only where the windows don't take the focus from each other, as without a display.
    expect(popups.map((popup) => popup.isOpen())).toEqual([true, true]);
    service.setLatency(200);
    const more = Array.from({ length: 6 }, (_, n) => `/menu-${n}`);
    await Promise.all([
      ...popups.map((popup) => popup.press('Enter')),
      options.evaluate(() => {
        const box = document.querySelector<HTMLInputElement>('.behavior input[type=checkbox]');
        box?.click();
        const unclear = document.querySelector<HTMLSelectElement>('#unclear');
        if (unclear) unclear.value = 'use';
        unclear?.dispatchEvent(new Event('change', { bubbles: true }));
      }),
      evaluateInWorker(
        running,
        more
          .map((path) => JSON.stringify({ menuItemId: 'shorten-link', linkUrl: site.url(path) }))
          .map((click) => `chrome.contextMenus.onClicked.dispatch(${click}, { id: 1, incognito: false });`)
          .join(''),
      ),
    ]);
    const paths = ['/left', '/right', ...more];
    await waitUntil('all to be made', () => scene.made().length >= paths.length);
    await comeToRest(scene);
    service.setLatency(0);
    expect(counts(scene, paths)).toEqual(paths.map(() => 1));
    expect(service.store.requests('/api/url/add')).toHaveLength(paths.length);
    for (const [place, popup] of popups.entries())
      await waitForText(popup, 'status', linksTo(scene, paths[place] ?? '')[0]?.alias ?? 'a link');

    const { preferences } = await stored(options);
    expect(preferences).toMatchObject({ data: { autoCopy: false, unclear: 'use' } });
    const aliases = scene.made().map(({ alias }) => alias);
    // Each has one link above and the others in its list, of which it shows three at first.
    const shownLinks = (page: Driver) =>
      page.evaluate(() => {
        document.querySelector<HTMLElement>('.recents > button')?.click();
        return Array.from(
          document.querySelectorAll<HTMLElement>('.recent button, .result .short-link'),
          ({ innerText }) => innerText,
        ).sort();
      });
    const lasts = await until('the popups to agree', async () => {
      const [left = [], right = []] = await Promise.all(popups.map(shownLinks));
      return left.length === paths.length && left.join() === right.join() ? left : undefined;
    });
    expect(new Set(lasts.map((shown) => shown.split('/').at(-1)))).toEqual(new Set(aliases));
    await waitUntil('the Activity page to show them all', async () => {
      const shown = await activity.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLElement>('.short-link'), ({ innerText }) => innerText),
      );
      return shown.length === aliases.length && aliases.every((alias) => shown.join().includes(alias));
    });
    for (const popup of popups) await popup.close();
    running.assertClean();
  });
});

describe('two devices on one key', () => {
  const limit = 30;
  const windowMs = 10_000;
  const each = 15;

  it(`make ${each} links each: every one once, and the service never counts more than its limit`, async () => {
    await using first = await startConnected({ service: { limit, window: 'sliding', windowMs } });
    await using second = await startConnected({ beside: first });
    const { service } = first;
    const paths = [first, second].map((_, device) =>
      Array.from({ length: each }, (__, n) => `/device-${device}-${n}`),
    );
    await Promise.all(
      [first, second].map(async (scene, device) => {
        for (const path of paths[device] ?? []) await askFor(scene, path);
      }),
    );
    await Promise.all([comeToRest(first), comeToRest(second)]);
    const all = paths.flat();
    expect(counts(first, all)).toEqual(all.map(() => 1));
    const { seen, limited } = service.counts();
    console.log(
      `${all.length} links by two devices: ${seen} requests, ${limited} refused by the limit, ` +
        `at most ${service.mostWithin(windowMs)} in ${windowMs / 1000} s`,
    );
    expect(service.mostWithin(windowMs) - limited).toBeLessThanOrEqual(limit);
    // Each learns of the other by the headers alone: what is in flight at the same time may be refused, and goes later.
    expect(limited).toBeLessThan(each);
    first.running.assertClean();
    second.running.assertClean();
  }, 120_000);
});

describe('a private window', () => {
  let scene: Scene;
  let tab: Page;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected({ launch: { inPrivate: true } });
    // Every write to the disk from here on, and the values before.
    await scene.options.evaluate(`
      globalThis.writes = [];
      chrome.storage.local.onChanged.addListener((changes) => void writes.push(JSON.stringify(changes)))`);
    tab = await openPrivate('/private');
  });
  afterAll(() => scene.close());

  async function openPrivate(path: string): Promise<Page> {
    scene.site.set(path, { title: `Secret ${path}`, html: `<h1>${path}</h1>` });
    const url = scene.site.url(path);
    await scene.options.evaluate(`chrome.windows.create({ incognito: true, url: ${JSON.stringify(url)} })`);
    const target = await until('the private window', () =>
      scene.running.browser.targets().find((one) => one.url() === url),
    );
    const page = await target.page();
    if (page === null) throw new Error('The private window has no page.');
    // A page that still loads takes the focus from the popup.
    await waitUntil('the page to load', () => isLoaded(page));
    return page;
  }

  /** Everything that was ever on the disk. */
  async function disk(): Promise<string> {
    const writes = await scene.options.evaluate<string[]>('globalThis.writes');
    const mirrored = await Promise.all(['links', 'items'].map((store) => mirrorOf(scene.options, store)));
    return [...writes, JSON.stringify(mirrored), JSON.stringify(await stored(scene.options))].join('\n');
  }

  it('writes no draft, link or job to the disk, and lists the link only in private windows', async () => {
    const popup = await openPopup(scene.running, tab);
    await waitForForm(popup);
    expect(
      await popup.evaluate(
        'chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => tab.incognito)',
      ),
    ).toBe(true);
    await popup.click('button', msgWithin('moreOptions'));
    await popup.fill('textbox', msg('alias'), 'secret-alias');
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    await waitUntil('the job to have ended', async () => (await unfinished(scene)).length === 0);
    const [link] = linksTo(scene, '/private');
    expect(link?.alias).toBe('secret-alias');
    for (const word of ['/private', 'secret-alias', 'Secret'])
      expect(await disk(), `"${word}" on the disk`).not.toContain(word);
    // Nor does a sync of the service's list add it.
    const listed = () => scene.service.store.requests('/api/urls').length;
    const before = listed();
    await waitUntil('the list to be read', async () => {
      await syncAll(scene.options);
      return listed() > before;
    });
    await waitForSync(scene.options);
    expect((await mirrorOf(scene.options, 'links')).length).toBe(scene.service.store.links().length - 1);
    for (const word of ['/private', 'secret-alias', 'Secret'])
      expect(await disk(), `"${word}" on the disk`).not.toContain(word);
    // Not even which texts it has shown.
    expect(await stored(scene.options)).not.toHaveProperty('words');

    const again = await openPopup(scene.running, tab);
    await waitUntil('the link to be shown', () =>
      again.evaluate(
        () => document.querySelector('.result .short-link')?.textContent?.includes('secret-alias') ?? false,
      ),
    );
    await again.close();
    const open = await scene.popupOn('/open');
    await waitForForm(open);
    expect(await open.all('button', /secret-alias/)).toEqual([]);
    await open.close();
  });

  it('holds waiting jobs in memory: they survive a killed worker, and the popup shows what they do not survive', async () => {
    scene.service.answerNext('POST /api/url/add', {
      status: 429,
      body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': 7 }),
    });
    const page = await openPrivate('/private-waits');
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', msgWithin('waitingForLimit', msgCounts('seconds', /\d+/)));
    await waitForText(popup, 'status', msg('privateLinkQueued'));
    await popup.close();
    expect(Object.keys(await stored(scene.options, 'session')).some((key) => key.startsWith('job:'))).toBe(
      true,
    );
    await killWorker(scene.running);
    await wakeWorker(scene.running);
    await waitUntil('the link to be made', () => linksTo(scene, '/private-waits').length === 1, 20_000);
    await waitUntil('the job to end', async () =>
      /"name":"done"/.test(JSON.stringify(await stored(scene.options, 'session'))),
    );
    for (const word of ['/private-waits', 'Secret']) expect(await disk()).not.toContain(word);
    expect(
      scene.service.store.requests('/api/url/add').filter(({ body }) => body.includes('/private-waits')),
    ).toHaveLength(2);
  });

  it('shows no such notice in an ordinary window', async () => {
    scene.service.answerNext('POST /api/url/add', {
      status: 429,
      body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': 6 }),
    });
    const popup = await scene.popupOn('/ordinary');
    await waitForForm(popup);
    await popup.press('Enter');
    expect(await waitForText(popup, 'status', msgWithin('waitingForLimit'))).not.toContain(
      msg('privateLinkQueued'),
    );
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    expect(await disk()).toContain('/ordinary');
  });

  it('shortens from the menu without a trace, too', async () => {
    const { running, site } = scene;
    const click = { menuItemId: 'shorten-link', linkUrl: site.url('/private-menu') };
    await evaluateInWorker(
      running,
      `chrome.tabs.query({}).then((tabs) => chrome.contextMenus.onClicked.dispatch(
        ${JSON.stringify(click)}, tabs.find(({ incognito }) => incognito)))`,
    );
    await waitUntil('the link to be made', () => linksTo(scene, '/private-menu').length === 1);
    await waitUntil('it to be listed', async () =>
      JSON.stringify(await stored(scene.options, 'session')).includes('/private-menu'),
    );
    expect(await disk()).not.toContain('/private-menu');
  });

  it('is assumed where the browser does not report the window of a menu click', async () => {
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-link', linkUrl: scene.site.url('/private-no-tab') },
      null,
    );
    await waitUntil('the link to be made', () => linksTo(scene, '/private-no-tab').length === 1);
    await waitUntil('it to be listed', async () =>
      JSON.stringify(await stored(scene.options, 'session')).includes('/private-no-tab'),
    );
    expect(await disk()).not.toContain('/private-no-tab');
  });

  it('is not shown by the Activity page of an ordinary window, nor stored on the disk', async () => {
    const activity = await drivePage(await scene.running.openTab(scene.running.url('manage.html#activity')));
    await waitUntil('the ordinary link to be listed', () =>
      activity.evaluate(() => document.body.innerText.includes('/ordinary')),
    );
    expect(await activity.evaluate(() => document.body.innerText)).not.toMatch(/private-|secret-/);
    await activity.click('button', msg('clearFinished'));
    await waitForText(activity, 'status', msg('cleared'));
    expect(await disk()).not.toMatch(/private-menu|private-waits|private-no-tab|secret-alias/);
    const left = Object.keys(await stored(scene.options, 'session'));
    expect(left.filter((key) => key.startsWith('job:'))).toEqual([]);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
