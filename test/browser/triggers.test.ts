// The ways to shorten besides the popup's form: menus, shortcut, address bar, one-click mode. And what they have in
// common: a page that has a short link already gets that one, without a request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeViolations,
  dispatchCommand,
  dispatchMenu,
  dispatchOmnibox,
  drivePage,
  evaluateInWorker,
  killWorker,
  openPopup,
  readClipboard,
  until,
  writeClipboard,
} from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  savePresets,
  startConnected,
  stored,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { openPopupPage, picture } from './setup/popup-page.ts';
import { setUpTriggers, tabAt } from './setup/triggers.ts';
import { msg, msgCount } from '../support/texts.ts';

describe('ways to shorten', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());
  explainFailures(() => scene);
  const { linksTo, shortUrlOf, waitForBadge } = setUpTriggers(() => scene);
  const creations = () => scene.service.store.requests('/api/url/add').length;
  const asked = () => scene.service.store.requests('/api/').length;

  /** Checks or unchecks a box of the settings, and waits until that is stored. */
  async function tick(box: string, preference: string): Promise<void> {
    await scene.options.click('checkbox', box);
    await waitUntil(`${preference} to be stored`, async () =>
      JSON.stringify((await stored(scene.options))['preferences'] ?? '').includes(preference),
    );
  }

  describe('a page that has a short link', () => {
    it('is shown on opening, with "Copy" one key away and without a request', async () => {
      const page = await scene.visit('/twice', 'Twice');
      const first = await openPopup(scene.running, page);
      await waitForForm(first);
      await first.press('Enter');
      await waitForText(first, 'status', msg('copied'));
      // Otherwise the next opening shows the job, and not the page.
      await waitUntil('it to be known as seen', async () => {
        const items = await stored(scene.options);
        const isSeen = ([key, job]: [string, unknown]) =>
          !key.startsWith('job:') || JSON.stringify(job).includes('"seen":true');
        return (
          Object.entries(items).every(isSeen) && JSON.stringify(items['popup-view']).includes('"jobs":[]')
        );
      });
      await first.close();
      const short = shortUrlOf(scene.site.url('/twice'));
      await waitUntil('the link to be known', async () =>
        Object.keys(await stored(scene.options)).some((key) => key === `short:${scene.site.url('/twice')}`),
      );
      await writeClipboard(scene.running, 'from before');
      const before = asked();
      const again = await openPopup(scene.running, page);
      await waitUntil('the focus to be on "Copy"', async () => (await again.focused())?.name === msg('copy'));
      await again.press('Enter');
      await waitForText(again, 'status', msg('copied'));
      // "Create another" follows the other actions on the link.
      await again.waitFor('button', msg('moreActions'));
      for (const name of [msg('open'), msg('qrCode'), msg('share'), msg('moreActions')]) {
        await again.press('Tab');
        expect((await again.focused())?.name).toBe(name);
      }
      await again.press('Tab');
      expect((await again.focused())?.name).toBe(msg('createAnother'));
      await again.close();
      expect(await readClipboard(scene.running)).toBe(short);
      expect(asked()).toBe(before);
    });

    it('shows its clicks once a list has reported them', async () => {
      const key = `short:${scene.site.url('/twice')}`;
      await scene.options.evaluate(
        `chrome.storage.local.get('${key}').then((items) => chrome.storage.local.set({ '${key}': { ...items['${key}'], clicks: 12 } }))`,
      );
      const popup = await openPopup(scene.running, await scene.visit('/twice', 'Twice'));
      await popup.waitFor('button', msg('copy'));
      const short = shortUrlOf(scene.site.url('/twice')).replace('http://', '');
      const words = `${msg('alreadyShortened')} ${msgCount('clicks', 12)} ${short}`;
      const shown = () =>
        popup.evaluate(
          () =>
            document
              .querySelector<HTMLElement>('#known')
              ?.innerText.replaceAll(/[^\S\u00A0]+/gu, ' ')
              .trim() ?? '',
        );
      await waitUntil('its clicks', async () => (await shown()) === words);
      await popup.close();
    });

    it('is accessible: in both themes, with its name read out', async () => {
      const page = await openPopupPage(scene, scene.site.url('/twice'), 'Twice');
      const copy = await page.waitFor('button', msg('copy'));
      expect(copy.states['focused']).toBe(true);
      await page.click('button', msg('copy'));
      await waitForText(page, 'status', msg('copied'));
      await picture(page, 'popup-known', 380);
      expect(await axeViolations(page)).toEqual([]);
      await page.close();
      await picture(scene.options, 'settings-ways', 600);
      expect(await axeViolations(scene.options)).toEqual([]);
    });

    it('gets another link by "Create another"', async () => {
      const popup = await openPopup(scene.running, await scene.visit('/twice', 'Twice'));
      await popup.click('button', msg('createAnother'));
      await popup.click('button', msg('shorten'));
      await waitForText(popup, 'status', msg('copied'));
      await popup.close();
      expect(linksTo(scene.site.url('/twice'))).toHaveLength(2);
    });
  });

  describe('the menu', () => {
    it('shortens an image’s address, and a selected address', async () => {
      await dispatchMenu(
        scene.running,
        { menuItemId: 'shorten-image', srcUrl: 'https://example.com/a.png' },
        tabAt('https://example.com/'),
      );
      await waitForBadge('✓');
      expect(await readClipboard(scene.running)).toBe(shortUrlOf('https://example.com/a.png'));
      await waitForBadge('');
      await dispatchMenu(
        scene.running,
        { menuItemId: 'shorten-selection', selectionText: ' example.com/selected ' },
        tabAt('https://example.com/'),
      );
      await waitForBadge('✓');
      expect(await readClipboard(scene.running)).toBe(shortUrlOf('https://example.com/selected'));
    });

    it('shows an error for a selection that is no address, and sends nothing', async () => {
      const before = asked();
      await dispatchMenu(
        scene.running,
        { menuItemId: 'shorten-selection', selectionText: 'some <b>words</b>' },
        tabAt('https://example.com/'),
      );
      await waitForBadge('!');
      const popup = await scene.popupOn('/elsewhere');
      expect(await waitForText(popup, 'alert', msg('failureInvalidUrl'))).toContain('some <b>words</b>');
      await popup.click('button', msg('dismiss'));
      await waitUntil('the alert to go', async () => (await liveTexts(popup, 'alert')).length === 0);
      await popup.close();
      expect(asked()).toBe(before);
      expect(await readClipboard(scene.running)).toBe('from before');
    });

    it('of the toolbar button shortens and copies the page in front, and opens the links', async () => {
      await dispatchMenu(
        scene.running,
        { menuItemId: 'shorten-and-copy' },
        tabAt('https://example.com/in-front'),
      );
      await waitForBadge('✓');
      expect(await readClipboard(scene.running)).toBe(shortUrlOf('https://example.com/in-front'));
      await dispatchMenu(scene.running, { menuItemId: 'manage-links' }, tabAt('https://example.com/'));
      const manage = await until('the page to open', async () =>
        (await scene.running.browser.pages()).find(
          (page) => page.url() === scene.running.url('manage.html#links'),
        ),
      );
      await manage.close();
    });

    it('copies the existing link, with ✓ and without a request; also after the worker was stopped', async () => {
      const address = 'https://example.com/in-front';
      const before = asked();
      await killWorker(scene.running);
      await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: address }, tabAt(address));
      await waitForBadge('✓');
      expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
      expect([asked(), linksTo(address).length]).toEqual([before, 1]);
    });

    it('creates a new link where the settings choose that', async () => {
      const address = 'https://example.com/in-front';
      await tick(msg('reuse'), '"reuse":false');
      await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: address }, tabAt(address));
      await waitForBadge('✓');
      expect(linksTo(address)).toHaveLength(2);
      await tick(msg('reuse'), '"reuse":true');
    });

    it('has every item in the real menu, each once, and presets as long as there are any', async () => {
      const isThere = (id: string) =>
        evaluateInWorker<string>(
          scene.running,
          `new Promise((done) => chrome.contextMenus.update('${id}', {}, () => done(chrome.runtime.lastError?.message ?? 'there')))`,
        );
      for (const id of [
        'shorten-link',
        'shorten-page',
        'shorten-image',
        'shorten-selection',
        'shorten-and-copy',
        'manage-links',
        'cancel-waiting',
      ])
        expect([id, await isThere(id)]).toEqual([id, 'there']);
      expect(await isThere('presets')).toContain('Cannot find');
      await savePresets(scene.options, [
        { id: 'p1', name: 'Press & more', sites: [], fields: { alias: 'from-{host}' } },
      ]);
      await waitUntil('the preset to be offered', async () => (await isThere('preset:p1')) === 'there');
      await dispatchMenu(
        scene.running,
        { menuItemId: 'preset:p1', pageUrl: 'https://preset.example/x' },
        tabAt('https://preset.example/x'),
      );
      await waitForBadge('✓');
      expect(linksTo('https://preset.example/x')).toMatchObject([{ alias: 'from-preset-example' }]);
      await savePresets(scene.options, []);
      await waitUntil('it to go', async () => (await isThere('preset:p1')) !== 'there');
    });
  });

  describe('the shortcut', () => {
    it('shortens and copies the page in front', async () => {
      await dispatchCommand(scene.running, 'shorten-page', tabAt('https://example.com/by-key', 'By key'));
      await waitForBadge('✓');
      expect(await readClipboard(scene.running)).toBe(shortUrlOf('https://example.com/by-key'));
    });

    it('shows that a page can’t be shortened', async () => {
      const before = creations();
      await dispatchCommand(scene.running, 'shorten-page', tabAt('chrome://settings/'));
      await waitForBadge('!');
      const popup = await scene.popupOn('/elsewhere');
      await waitForText(popup, 'alert', msg('failureInvalidUrl'));
      await popup.click('button', msg('dismiss'));
      await waitForBadge('');
      await popup.close();
      expect(creations()).toBe(before);
    });

    it('is listed in the settings as the browser has bound it', async () => {
      const bound =
        await scene.options.evaluate<{ name: string; shortcut: string }[]>('chrome.commands.getAll()');
      expect(bound.map(({ name, shortcut }) => [name, shortcut])).toEqual([
        ['_execute_action', 'Alt+Shift+L'],
        ['shorten-page', 'Alt+Shift+S'],
      ]);
      const words = await scene.options.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLElement>('.shortcuts li'), ({ textContent }) => textContent),
      );
      expect(words).toEqual([
        `${msg('commandOpenPopup')} Alt+Shift+L`,
        `${msg('commandShortenPage')} Alt+Shift+S`,
      ]);
      await scene.options.click('button', msg('changeShortcuts'));
      await waitUntil('the browser’s page to open', async () =>
        (await scene.running.browser.pages()).some((page) => page.url() === 'chrome://extensions/shortcuts'),
      );
    });
  });

  describe('the address bar', () => {
    it('shortens an address, and finds its link by words: copied, without a request', async () => {
      await dispatchOmnibox(scene.running, 'example.com/typed-there');
      await waitForBadge('✓');
      const short = shortUrlOf('https://example.com/typed-there');
      expect(await readClipboard(scene.running)).toBe(short);
      await waitForBadge('');
      const before = asked();
      for (const text of ['TYPED there', short]) {
        await writeClipboard(scene.running, 'from before');
        await dispatchOmnibox(scene.running, text);
        await waitForBadge('✓');
        expect(await readClipboard(scene.running)).toBe(short);
        await waitForBadge('');
      }
      expect(asked()).toBe(before);
    });

    it('searches all links for words that no recent link has', async () => {
      const before = creations();
      await dispatchOmnibox(scene.running, 'no such words');
      const found = await until('the manage page to open', async () =>
        (await scene.running.browser.pages()).find((page) => page.url().includes('manage.html#links/search')),
      );
      const manage = await drivePage(found);
      await waitUntil(
        'the search',
        async () => (await manage.value('searchbox', msg('searchLinks'))) === 'no such words',
      );
      await found.close();
      expect(creations()).toBe(before);
      await waitForBadge('');
    });

    it('suggests text that the browser accepts, for titles with any characters', async () => {
      const key = 'short:https://example.com/hostile';
      const link = {
        id: '1',
        shortUrl: 'https://sho.rt/hostile',
        title: '<match>&"\u0000\u202e</match>',
        clicks: null,
        at: 1,
      };
      await scene.options.evaluate(
        `chrome.storage.local.set({ ${JSON.stringify(key)}: ${JSON.stringify(link)} })`,
      );
      // The browser itself checks the suggestions that the worker passes on. A list that was read for an earlier key
      // serves the next ones for 5 s, and this link was written past the background.
      let suggested: { content: string; description: string }[] = [];
      await waitUntil('the link to be suggested', async () => {
        suggested = await evaluateInWorker(
          scene.running,
          `new Promise((done) => chrome.omnibox.onInputChanged.dispatch('hostile', done))`,
        );
        return suggested.length > 0;
      });
      expect(suggested).toEqual([
        {
          content: 'https://sho.rt/hostile',
          description: 'sho.rt/hostile · &#60;match&#62;&#38;&#34;  &#60;/match&#62;',
        },
      ]);
      const refused = await evaluateInWorker<string>(
        scene.running,
        `chrome.omnibox.setDefaultSuggestion({ description: ${JSON.stringify(suggested[0]?.description)} })
          .then(() => 'taken', (error) => error.message)`,
      );
      expect(refused).toBe('taken');
    });
  });

  describe('one-click mode', () => {
    it('shortens and copies on opening, and the next time copies the same link', async () => {
      await tick(msg('oneClick'), '"oneClick":true');
      await waitUntil('the popup to hear of it', async () =>
        JSON.stringify((await stored(scene.options))['popup-view'] ?? '').includes('"oneClick":true'),
      );
      const page = await scene.visit('/one-click', 'One click');
      const popup = await openPopup(scene.running, page);
      await waitForText(popup, 'status', msg('copied'));
      await popup.close();
      const address = scene.site.url('/one-click');
      expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
      await waitUntil('the link to be known', async () =>
        Object.hasOwn(await stored(scene.options), `short:${address}`),
      );
      await writeClipboard(scene.running, 'from before');
      const before = asked();
      const again = await openPopup(scene.running, page);
      await waitForText(again, 'status', msg('copied'));
      await again.close();
      expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
      expect([asked(), linksTo(address).length]).toEqual([before, 1]);
      await tick(msg('oneClick'), '"oneClick":false');
    });
  });

  it('deletes the known links of pages with the account', async () => {
    const known = async () =>
      Object.keys(await stored(scene.options)).filter((key) => key.startsWith('short:'));
    expect((await known()).length).toBeGreaterThan(3);
    await scene.options.click('button', msg('disconnect'));
    await scene.options.click('button', msg('disconnect'));
    await waitUntil('them to be forgotten', async () => (await known()).length === 0);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
