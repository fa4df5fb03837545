// The popup, opened from the toolbar: from one Enter to every option of a link, and every result.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OddResponse } from '../service/odd-response.ts';
import {
  drivePage,
  openPopup,
  readClipboard,
  until,
  writeClipboard,
  type Accessible,
  type Driver,
} from './harness/index.ts';
import {
  choose,
  errorPage,
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  startScene,
  stored,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { anyOf, msg, msgCounts, msgPattern, msgWithin } from '../support/texts.ts';

/** The service's links to a page of the site, and the fields that were sent for it. */
const linksTo = (scene: Scene, path: string) =>
  scene.made().filter(({ longurl }) => longurl === scene.site.url(path));
const creates = ({ service }: Scene, path = '') =>
  service.store
    .requests('/api/url/add')
    .filter(({ body }) => (JSON.parse(body) as { url: string }).url.endsWith(path));
const short = ({ service }: Scene, alias: string | undefined): string => `${service.address}/${alias}`;
const shown = (address: string): string => address.replace('http://', '');
const idOf = (list: { id: number; name: string }[], name: string): number | undefined =>
  list.find((one) => one.name === name)?.id;

const isCopied = (form: Driver): Promise<true> =>
  waitUntil('"Copied"', () =>
    form.evaluate((words: string) => document.body.innerText.includes(words), { args: [msg('copied')] }),
  );

/** The options of the open list; a native select has others. */
const offeredBy = (form: Driver): Promise<(string | null)[]> =>
  form.evaluate(() =>
    Array.from(
      document.querySelectorAll('[role="listbox"] [role="option"]'),
      ({ textContent }) => textContent,
    ),
  );

async function shortened(popup: Driver): Promise<void> {
  await waitForForm(popup);
  await popup.press('Enter');
  await waitForText(popup, 'status', msg('copied'));
}

describe('before a service is connected', () => {
  it('shows that in one sentence, and "Open settings" opens them', async () => {
    await using scene = await startScene();
    await scene.options.page.close();
    const popup = await scene.popupOn('/page');
    await popup.waitFor('button', msg('openSettings'));
    const sentences = [msg('connectHeading'), msg('connectHint'), msg('notConnectedStatus')];
    // The status bar loads its text on its own.
    await waitUntil('the sentences to be shown', async () => {
      const text = await popup.evaluate(() => document.body.innerText);
      return sentences.every((sentence) => text.includes(sentence));
    });
    expect(await popup.focused()).toEqual({ role: 'button', name: msg('openSettings') });
    await popup.press('Enter');
    await waitUntil('the settings to open', () =>
      scene.running.browser.targets().some((target) => target.url().endsWith('/options.html')),
    );
    await waitUntil('the popup to close', () => !popup.isOpen());
    expect(scene.service.store.requests('/api/')).toEqual([]);
    scene.running.assertClean();
  });
});

describe('the popup of a connected account', () => {
  let scene: Scene;
  let popup: Driver | undefined;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterEach(async () => {
    await popup?.close();
    popup = undefined;
  });
  afterAll(() => scene.close());
  const openOn = async (path: string, title?: string): Promise<Driver> => {
    popup = await scene.popupOn(path, title);
    await waitForForm(popup);
    return popup;
  };

  it('shortens the page in front by one Enter, copies the link and confirms that', async () => {
    await writeClipboard(scene.running, 'from before');
    const form = await openOn('/first?q=1&r=ü');
    expect(await form.focused()).toEqual({ role: 'button', name: msg('shorten') });
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    const [link, ...others] = scene.made();
    expect(others).toEqual([]);
    expect(link?.longurl).toBe(new URL(scene.site.url('/first?q=1&r=ü')).href);
    expect((await liveTexts(form, 'status')).join()).toContain(shown(short(scene, link?.alias)));
    for (const name of [msg('copy'), msg('open'), msg('moreActions')]) await form.waitFor('button', name);
    expect(await readClipboard(scene.running)).toBe(short(scene, link?.alias));
    expect(form.isOpen()).toBe(false);
  });

  it('has a menu beside “Settings”, by keyboard too, with the choice of several tabs', async () => {
    const form = await openOn('/menu');
    const [opener, item] = [
      { role: 'button', name: msg('popupMenu') },
      { role: 'button', name: msg('bulkAllTabs') },
    ];
    await form.click(opener.role, opener.name);
    await form.waitFor(item.role, item.name);
    expect(await form.focused()).toEqual(item);
    await form.press('Escape');
    await form.waitGone(item.role, item.name);
    expect([form.isOpen(), await form.focused()]).toEqual([true, opener]);
    await form.press('Enter');
    await form.waitFor(item.role, item.name);
    await form.press('Enter');
    await waitUntil('the choice of tabs to open', () =>
      scene.running.browser.targets().some((target) => target.url().includes('/manage.html')),
    );
    await waitUntil('the popup to close', () => !form.isOpen());
  });

  it('keeps its height for a moment after the press: what is below does not move under a second click', async () => {
    const form = await openOn('/height');
    const height = () =>
      form.evaluate(() => document.querySelector<HTMLElement>('.stage')?.offsetHeight ?? 0);
    const before = await height();
    expect(before).toBeGreaterThan(100);
    await form.evaluate(() =>
      addEventListener('submit', () => {
        const end = performance.now() + 500;
        let lowest = Infinity;
        const look = (now: number): void => {
          lowest = Math.min(lowest, document.querySelector<HTMLElement>('.stage')?.offsetHeight ?? 0);
          if (now < end) requestAnimationFrame(look);
          else document.body.dataset['lowest'] = String(lowest);
        };
        requestAnimationFrame(look);
      }),
    );
    await form.press('Enter');
    const lowest = () => form.evaluate(() => document.body.dataset['lowest']);
    expect(Number(await until('the first moment to pass', lowest))).toBeGreaterThanOrEqual(before);
    await waitForText(form, 'status', msg('copied'));
    await waitUntil('no empty space to be left', async () => (await height()) < before);
  });

  it('sends what was chosen and nothing else: no optional field is sent empty', async () => {
    await shortened(await openOn('/plain'));
    const [request] = creates(scene, '/plain');
    expect(JSON.parse(request?.body ?? '')).toEqual({ url: scene.site.url('/plain') });
    expect(request?.breaches).toEqual([]);
  });

  it('takes campaign, channel and pixels by keyboard, found by typing, and sends their ids', async () => {
    const form = await openOn('/chosen');
    await choose(form, msg('campaign'), 'conf');
    expect(await form.value('combobox', msg('campaign'))).toBe('Conference 2026');
    await choose(form, msg('channel'), 'part');
    expect(await form.value('combobox', msg('channel'))).toBe('Partners');
    await choose(form, msg('pixels'), 'hiring');
    await form.type('autumn');
    await form.press('Enter');
    await form.press('Escape');
    await form.waitFor('button', msg('removeChoice', 'Hiring page'));
    await form.waitFor('button', msg('removeChoice', 'Autumn audience'));
    await form.click('button', msg('shorten'));
    await waitForText(form, 'status', msg('copied'));
    const { campaigns, channels, pixels } = scene.service.store;
    const [request] = creates(scene, '/chosen');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      url: scene.site.url('/chosen'),
      campaign: idOf(campaigns(), 'Conference 2026'),
      channel: idOf(channels(), 'Partners'),
      pixels: [idOf(pixels(), 'Hiring page'), idOf(pixels(), 'Autumn audience')],
    });
    expect(linksTo(scene, '/chosen')[0]).toMatchObject({
      campaign: idOf(campaigns(), 'Conference 2026'),
      channels: [idOf(channels(), 'Partners')],
    });
  });

  it('has one tab stop for each picker, whether or not something is chosen', async () => {
    const form = await openOn('/stops');
    await choose(form, msg('pixels'), 'hiring');
    await form.type('autumn');
    await form.press('Enter');
    await form.press('Escape');
    await form.press('ArrowLeft');
    expect(await form.focused()).toEqual({ role: 'button', name: msg('removeChoice', 'Autumn audience') });
    await form.press('Enter');
    expect(await form.focused()).toMatchObject({ role: 'combobox', name: msg('pixels') });
    expect(await form.all('button', msg('removeChoice', 'Autumn audience'))).toEqual([]);
    await form.press('Shift+Tab');
    expect(await form.focused()).toMatchObject({ role: 'combobox', name: msg('channel') });
    await form.close();
  });

  it('offers recently used options first', async () => {
    const form = await openOn('/recent-first');
    await form.click('combobox', msg('campaign'));
    await form.waitFor('listbox', msg('campaign'));
    // A worker that ended before it had stored the choice stores it at its next start, after the first paint.
    await waitUntil(
      'that campaign to be first',
      async () => (await offeredBy(form))[0] === 'Conference 2026',
    );
    await form.press('Escape');
  });

  it('moves in a list by arrows, wrapping around, and clears a choice by Backspace', async () => {
    const form = await openOn('/arrows');
    const picker = await form.waitFor('combobox', msg('channel'));
    await form.session.send('DOM.focus', { backendNodeId: picker.backendNodeId });
    await form.press('ArrowDown');
    await form.waitFor('listbox', msg('channel'));
    const names = await offeredBy(form);
    await form.press('ArrowDown');
    await form.press('ArrowDown');
    await form.press('ArrowUp');
    await form.press('Enter');
    expect(await form.value('combobox', msg('channel'))).toBe(names[1]);
    await form.press('Backspace');
    expect(await form.value('combobox', msg('channel'))).toBe('');
    await form.press('ArrowDown');
    await form.press('ArrowUp');
    await form.press('Enter');
    expect(await form.value('combobox', msg('channel'))).toBe(names.at(-1));
  });

  it('a name that was typed and not chosen stops “Shorten”, until it is created', async () => {
    const form = await openOn('/half-typed');
    await choose(form, msg('campaign'), 'Hiring');
    await form.fill('combobox', msg('campaign'), 'Black Friday');
    await form.click('button', msg('shorten'));
    await waitUntil(
      'the picker to have the focus',
      async () => (await form.focused())?.name === msg('campaign'),
    );
    await form.waitFor('option', msg('createNamed', 'Black Friday'));
    expect(await form.evaluate(() => document.body.innerText)).toContain(
      msg('chooseOrCreate', 'Black Friday'),
    );
    expect(linksTo(scene, '/half-typed')).toEqual([]);
    await form.press('Escape');
    expect(await form.value('combobox', msg('campaign'))).toBe('Hiring');
    await form.fill('combobox', msg('campaign'), 'Black Friday');
    await form.press('Tab');
    expect(await form.value('combobox', msg('campaign'))).toBe('Black Friday');
    await form.click('button', msg('shorten'));
    await form.waitFor('option', msg('createNamed', 'Black Friday'));
    // The list takes the first Enter, the form the second one.
    await form.press('Enter');
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    const { campaigns } = scene.service.store;
    expect(creates(scene, '/half-typed').map(({ body }) => JSON.parse(body))).toMatchObject([
      { campaign: idOf(campaigns(), 'Black Friday') },
    ]);
  });

  it('creates a campaign, a channel and a pixel in place, and chooses them', async () => {
    const form = await openOn('/created');
    await choose(form, msg('campaign'), 'Made in the popup');
    await waitUntil(
      'the campaign to be chosen',
      async () => (await form.value('combobox', msg('campaign'))) === 'Made in the popup',
    );
    await choose(form, msg('channel'), 'Made here too');
    await waitUntil(
      'the channel to be chosen',
      async () => (await form.value('combobox', msg('channel'))) === 'Made here too',
    );
    await choose(form, msg('pixels'), 'My pixel');
    await form.waitFor('group', msg('newPixel', 'My pixel'));
    await form.fill('combobox', msg('type'), 'fbpixel');
    await form.fill('textbox', msg('pixelTag'), '1234567890');
    await form.press('Enter');
    await form.waitFor('button', msg('removeChoice', 'My pixel'));
    expect(linksTo(scene, '/created')).toEqual([]);
    await form.click('button', msg('shorten'));
    await waitForText(form, 'status', msg('copied'));
    const { campaigns, channels, pixels } = scene.service.store;
    expect(pixels().find(({ name }) => name === 'My pixel')).toMatchObject({
      type: 'fbpixel',
      tag: '1234567890',
    });
    expect(JSON.parse(creates(scene, '/created')[0]?.body ?? '')).toEqual({
      url: scene.site.url('/created'),
      campaign: idOf(campaigns(), 'Made in the popup'),
      channel: idOf(channels(), 'Made here too'),
      pixels: [idOf(pixels(), 'My pixel')],
    });
  });

  it('names its controls', async () => {
    const form = await openOn('/names');
    await form.click('button', msgWithin('moreOptions'));
    await form.waitFor('textbox', msg('note'));
    const names: string[] = [];
    for (const role of ['button', 'combobox', 'textbox'])
      names.push(...(await form.all(role)).map(({ name }) => name));
    expect(names).toEqual(
      expect.arrayContaining([
        msg('campaign'),
        msg('channel'),
        msg('pixels'),
        msg('moreOptions'),
        msg('alias'),
        msg('domain'),
        msg('shorten'),
        msg('settings'),
      ]),
    );
  });

  it('shows a taken alias in the service’s words, and leaves the form as typed', async () => {
    const taken = scene.service.store.links()[0]?.alias ?? '';
    const tab = await scene.visit('/taken');
    popup = await openPopup(scene.running, tab);
    await choose(popup, msg('campaign'), 'Hiring');
    let form = popup;
    await form.click('button', msgWithin('moreOptions'));
    await form.fill('textbox', msg('alias'), taken);
    await form.press('Enter');
    await waitForText(form, 'alert', msgWithin('aliasRefused'));
    // The same at the next opening.
    await form.close();
    form = popup = await openPopup(scene.running, tab);
    const words = await waitForText(form, 'alert', msgWithin('aliasRefused'));
    const [field] = await form.all('textbox', msg('alias'));
    expect(field?.description).toBe(words);
    await form.waitFor('button', `${taken}-2`);
    expect(linksTo(scene, '/taken')).toEqual([]);
    await form.waitFor('button', msg('shorten'));
    expect(await form.value('combobox', msg('campaign'))).toBe('Hiring');
    expect(await form.value('textbox', msg('alias'))).toBe(taken);
    await form.fill('textbox', msg('alias'), 'not-taken');
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    expect(linksTo(scene, '/taken')).toMatchObject([{ alias: 'not-taken' }]);
  });

  it('lets the address be edited, and shows its errors', async () => {
    const form = await openOn('/edited');
    await form.click('button', msgWithin('editUrl'));
    await form.fill('textbox', msg('destinationUrl'), 'file:///etc/hosts');
    expect((await form.waitFor('button', msg('shorten'))).states['disabled']).toBe(true);
    await waitUntil('the reason', () =>
      form.evaluate((words: string) => document.body.innerText.includes(words), {
        args: [msg('urlNotWeb')],
      }),
    );
    await form.fill('textbox', msg('destinationUrl'), 'example.com/by-hand');
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    expect(scene.made().filter(({ longurl }) => longurl === 'https://example.com/by-hand')).toHaveLength(1);
  });

  it.each(['about:blank', 'chrome://version/'])(
    'says why %s can’t be shortened, and takes another address',
    async (page) => {
      popup = await openPopup(scene.running, await scene.running.openTab(page));
      await popup.waitFor('textbox', msg('destinationUrl'));
      expect(await popup.evaluate(() => document.body.innerText)).toMatch(
        anyOf(msg('pageHidden'), msg('pageNotWeb')),
      );
      expect(await popup.focused()).toEqual({ role: 'textbox', name: msg('destinationUrl') });
      const wanted = `https://example.com/instead-of-${page.slice(0, 5)}`;
      await popup.fill('textbox', msg('destinationUrl'), wanted);
      await popup.press('Enter');
      await waitForText(popup, 'status', msg('copied'));
      expect(scene.made().filter(({ longurl }) => longurl === wanted)).toHaveLength(1);
    },
  );

  it('stores a draft when it is closed, until the link is made', async () => {
    const tab = await scene.visit('/draft');
    const first = await openPopup(scene.running, tab);
    await choose(first, msg('campaign'), 'Hiring');
    await first.click('button', msgWithin('moreOptions'));
    await first.fill('textbox', msg('alias'), 'draft-alias');
    await first.close();

    popup = await openPopup(scene.running, tab);
    expect(await popup.value('textbox', msg('alias'))).toBe('draft-alias');
    expect(await popup.value('combobox', msg('campaign'))).toBe('Hiring');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    // A popup that closes before the worker has heard so shows the link again the next time.
    await waitUntil('the link to be known as seen', async () => {
      const jobs = Object.entries(await stored(scene.options)).filter(([key]) => key.startsWith('job:'));
      return jobs.some(([, job]) => {
        const { command, seen } = job as { command: { link?: { address: string } }; seen: boolean };
        return seen && command.link?.address === scene.site.url('/draft');
      });
    });
    await popup.close();

    popup = await openPopup(scene.running, tab);
    await popup.click('button', msg('createAnother'));
    await popup.waitFor('button', msg('shorten'));
    expect(await popup.value('combobox', msg('campaign'))).toBe('');
    expect(await popup.value('textbox', msg('alias'))).toBe('');
    expect(JSON.stringify(await stored(popup))).not.toContain('"alias":"draft-alias","at"');
  });

  it('creates one link however often Enter is pressed', async () => {
    scene.service.setLatency(150);
    try {
      const form = await openOn('/pressed-twice');
      for (let press = 0; press < 5; press++) await form.press('Enter');
      await waitForText(form, 'status', msg('copied'));
    } finally {
      scene.service.setLatency(0);
    }
    expect(creates(scene, '/pressed-twice')).toHaveLength(1);
  });

  it('creates another link for the same page only by "Create another"', async () => {
    const form = await openOn('/another');
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    await form.click('button', msg('moreActions'));
    await form.click('button', msg('createAnother'));
    await form.waitFor('button', msg('shorten'));
    expect(await form.focused()).toEqual({ role: 'button', name: msg('shorten') });
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    expect(linksTo(scene, '/another')).toHaveLength(2);
  });

  it('shows the whole result where the form was scrolled', async () => {
    const form = await openOn('/scrolled');
    await form.press('Enter');
    await waitForText(form, 'status', msg('copied'));
    await form.click('button', msg('moreActions'));
    await form.click('button', msg('createAnother'));
    await form.click('button', msg('moreOptions'));
    await form.waitFor('textbox', msg('note'));
    // Most of them are below the window's end, so their heading goes to its top.
    const heading = '[aria-controls=more]';
    expect(
      await form.evaluate<number>(`document.querySelector('${heading}').getBoundingClientRect().top`),
    ).toBeLessThan(8);
    await form.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await form.evaluate(() => scrollY)).toBeGreaterThan(100);
    await form.click('button', msg('shorten'));
    await waitForText(form, 'status', msg('copied'));
    const top = await form.evaluate<number>(
      'document.querySelector(".short-link").getBoundingClientRect().top',
    );
    expect(top).toBeGreaterThan(0);
  });

  it('opens the short link', async () => {
    const form = await openOn('/opened');
    await shortened(form);
    await form.click('button', msg('open'));
    const [link] = linksTo(scene, '/opened');
    await waitUntil('the tab to arrive at the page', async () =>
      (await scene.running.browser.pages()).some((page) => page.url() === scene.site.url('/opened')),
    );
    await waitUntil(
      'the click to be counted',
      () => (scene.service.store.link(link?.alias ?? '')?.clicks ?? 0) > 0,
    );
  });

  it('reads its texts from the browser once, until the catalog or the language changes', async () => {
    const storedWords = async (): Promise<object> => {
      const { words = {} } = (await stored(scene.options)) as { words?: object };
      return words;
    };
    const storeWords = (words: object) =>
      scene.options.evaluate(`chrome.storage.local.set({ words: ${JSON.stringify(words)} })`);
    const mainButton = async () => {
      popup = await scene.popupOn('/words');
      const form = popup;
      const shown = () => form.evaluate(() => document.querySelector('button.main')?.textContent ?? '');
      const text = await until('the main button', async () => (await shown()) || undefined);
      await form.close();
      return text;
    };
    popup = await scene.popupOn('/words');
    await waitUntil('the texts to be stored', async () => 'shorten' in (await storedWords()));
    await popup.close();
    const words = await storedWords();
    expect(words).toMatchObject({ shorten: msg('shorten'), editUrl: msg('editUrl', '$1', '$2') });
    await storeWords({ ...words, shorten: 'As it was stored' });
    expect(await mainButton()).toBe('As it was stored');
    await storeWords({ ...words, shorten: 'Of another catalog', '': 'another en' });
    expect(await mainButton()).toBe(msg('shorten'));
    await storeWords(words);
  });

  it('lists recent links, newest first, and copies one again by a click, or by arrows and Enter', async () => {
    await shortened(await openOn('/older'));
    await popup?.close();
    await shortened(await openOn('/newer'));
    await popup?.close();
    const [older, newer] = ['/older', '/newer'].map((path) => short(scene, linksTo(scene, path)[0]?.alias));

    await writeClipboard(scene.running, 'something else');
    const form = await openOn('/recents');
    const wanted = [newer, older].map((link) => msg('copyLink', shown(link ?? '')));
    // A worker that ended before it had stored the view stores it at its next start, after the first paint.
    await waitUntil('the two links in the order of their creation', async () => {
      const names = (await form.all('button', msgPattern('copyLink', /127.*/))).map(({ name }) => name);
      return names.slice(0, 2).join() === wanted.join();
    });
    await form.click('button', msg('copyLink', shown(newer ?? '')));
    await isCopied(form);
    expect(await readClipboard(scene.running)).toBe(newer);

    const again = await openOn('/recents');
    const row = await again.waitFor('button', msg('copyLink', shown(newer ?? '')));
    await again.session.send('DOM.focus', { backendNodeId: row.backendNodeId });
    await again.press('ArrowDown');
    await again.press('Enter');
    await isCopied(again);
    expect(await readClipboard(scene.running)).toBe(older);
  });

  it('shows the recent links that fit; a press shows the others, and moves the focus to the first of them', async () => {
    for (const path of ['/one', '/two', '/three', '/four', '/five']) {
      await shortened(await openOn(path));
      await popup?.close();
    }
    const form = await openOn('/many-recents');
    const rows = async () =>
      (await form.all('button', msgPattern('copyLink', /127.*/))).map(({ name }) => name);
    await form.waitFor('button', msgPattern('showMore', /\d+/));
    // Three at most. The warning about the site's private host takes the space of one.
    await waitUntil('those that do not fit to go', async () => (await rows()).length === 2);
    await form.click('button', msgPattern('showMore', /\d+/));
    await form.waitGone('button', msgPattern('showMore', /\d+/));
    const [, , third, ...others] = await rows();
    expect((await form.focused())?.name).toBe(third);
    expect(others.length).toBeGreaterThan(0);
    const scrolls = await form.evaluate(() => {
      const list = document.querySelector('.recent');
      return list === null || list.scrollHeight > list.clientHeight;
    });
    expect(scrolls).toBe(false);
  });

  describe('before the deferred code has loaded', () => {
    /** The popup in a tab that paints, and loads the rest only when it is let. */
    async function painted() {
      const page = await scene.running.browser.newPage();
      await page.evaluateOnNewDocument(() => {
        const waiting: FrameRequestCallback[] = [];
        const request = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (call) => waiting.push(call);
        Object.assign(window, {
          letLoad() {
            window.requestAnimationFrame = request;
            for (const call of waiting) request(call);
          },
        });
      });
      await page.goto(scene.running.url('popup.html'));
      await page.bringToFront();
      const form = await drivePage(page);
      popup = form;
      const [newest, older] = await until<[Accessible, Accessible]>('the recent links', async () => {
        const [one, two] = await form.all('button', msgPattern('copyLink', /127.*/));
        return one && two ? [one, two] : undefined;
      });
      return {
        form,
        newest,
        older,
        letLoad: () => form.evaluate(() => (window as unknown as { letLoad: () => void }).letLoad()),
      };
    }
    it('moves by an arrow key to the row that Enter copies', async () => {
      await writeClipboard(scene.running, 'something else');
      const { form, newest, older, letLoad } = await painted();
      await form.session.send('DOM.focus', { backendNodeId: newest.backendNodeId });
      await form.press('ArrowDown');
      expect((await form.focused())?.name).toBe(older.name);
      await form.press('Enter');
      await letLoad();
      await isCopied(form);
      expect(msg('copyLink', shown(await readClipboard(scene.running)))).toBe(older.name);
    });

    it('opens “Manage links” by a press, once that code has loaded', async () => {
      const { form, letLoad } = await painted();
      await form.click('button', msg('manageLinks'));
      await letLoad();
      const opened = await until('the page to open', () =>
        scene.running.browser.targets().find((target) => target.url().includes('/manage.html')),
      );
      await (await opened.page())?.close();
    });
  });

  it('opens the details of a created link in Manage', async () => {
    const form = await openOn('/details');
    await shortened(form);
    await form.click('button', msg('moreActions'));
    await form.click('button', msg('linkDetails'));
    const { id } = scene.service.store.links().find(({ longurl }) => longurl.endsWith('/details')) ?? {};
    const opened = await until('the page to open', () =>
      scene.running.browser.targets().find((target) => target.url().endsWith(`/manage.html#links/${id}`)),
    );
    await waitUntil('the popup to close', () => !form.isOpen());
    await (await opened.page())?.close();
  });

  it('ends a long title of a recent link with an ellipsis, on one line', async () => {
    await shortened(await openOn('/long-recent', `The beginning ${'of a very long title '.repeat(12)}`));
    await popup?.close();
    const form = await openOn('/recents');
    const row = await form.evaluate(() => {
      const title = document.querySelector('.about bdi');
      if (!title) return null;
      return {
        text: title.textContent,
        isCut: title.scrollWidth > title.clientWidth,
        ellipsis: getComputedStyle(title).textOverflow,
        height: title.getBoundingClientRect().height,
      };
    });
    expect(row).toEqual({
      text: expect.stringContaining('The beginning of a very long title'),
      isCut: true,
      ellipsis: 'ellipsis',
      height: 16,
    });
  });

  it('cuts long titles and addresses in the middle, and shows them whole on hover', async () => {
    const title = `The beginning ${'of a very long title '.repeat(12)}and its end`;
    const path = `/${'long/'.repeat(40)}end-of-address`;
    const form = await openOn(path, title);
    const heading = await form.evaluate(() => {
      const element = document.querySelector('h1');
      return { text: element?.innerText ?? '', title: element?.title };
    });
    expect(heading.title).toBe(title);
    expect(heading.text).toMatch(/^The beginning.*….*its end$/);
    const address = await form.evaluate(() => {
      const element = document.querySelector<HTMLElement>('button.address');
      return { text: element?.innerText ?? '', title: element?.title };
    });
    expect(address.title).toBe(scene.site.url(path));
    expect(address.text).toMatch(/^127\.0\.0\.2.*….*of-address/);
    expect(
      await form.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  });

  it('requests the lists at most once when it is opened five times, and never before it has painted', async () => {
    scene.service.clearLog();
    const tab = await scene.visit('/opened-often');
    for (let time = 0; time < 5; time++) {
      const one = await openPopup(scene.running, tab);
      await one.waitFor('button', msg('shorten'));
      await waitUntil('the first paint', () =>
        one.evaluate(() => performance.getEntriesByType('paint').length > 0),
      );
      await one.close();
    }
    const lists = scene.service.store.requests('/api/').filter(({ method }) => method === 'GET');
    const paths = lists.map(({ path }) => path);
    expect(paths.length).toBe(new Set(paths).size);
    expect(paths.length).toBeLessThanOrEqual(6);
  });

  it('shortens in two popups of two windows in parallel, one link each', async () => {
    const pages = ['/left', '/right'] as const;
    const forms: Driver[] = [];
    for (const path of pages) {
      scene.site.set(path, { title: path });
      const page = await scene.running.browser.newPage({ type: 'window' });
      await page.goto(scene.site.url(path));
      const form = await openPopup(scene.running, page);
      await waitForForm(form);
      forms.push(form);
    }
    await Promise.all(forms.filter((form) => form.isOpen()).map((form) => form.press('Enter')));
    await Promise.all(
      forms.map((form) =>
        waitUntil(
          'the end',
          async () => !form.isOpen() || (await form.all('button', msg('open'))).length === 1,
        ),
      ),
    );
    for (const [index, path] of pages.entries())
      expect(linksTo(scene, path)).toHaveLength(forms[index]?.isOpen() ? 1 : linksTo(scene, path).length);
    expect(forms.some((form) => form.isOpen())).toBe(true);
    for (const form of forms) await form.close();
  });

  it('has domain and alias in one row, which does not move when its fields have loaded', async () => {
    const form = await openOn('/more');
    await form.waitFor('combobox', msg('domain'));
    const height = await form.evaluate(
      () => document.querySelector('.link-row')?.getBoundingClientRect().height,
    );
    expect(height).toBe(40);
    await form.fill('textbox', msg('alias'), ' my-alias ');
    const domain = await form.waitFor('combobox', msg('domain'));
    await form.session.send('DOM.focus', { backendNodeId: domain.backendNodeId });
    await form.type('go');
    await waitUntil(
      'the domain to be chosen',
      async () => (await form.value('combobox', msg('domain'))) === 'https://go.example.com',
    );
    await form.click('button', msg('shorten'));
    await waitForText(form, 'status', msg('copied'));
    expect((await liveTexts(form, 'status')).join()).toContain('go.example.com/my-alias');
    expect(JSON.parse(creates(scene, '/more')[0]?.body ?? '')).toEqual({
      url: scene.site.url('/more'),
      custom: 'my-alias',
      domain: 'https://go.example.com',
    });
  });

  it('follows the contract in every request, without an error or a policy violation', () => {
    for (const { method, path, breaches } of scene.service.store.requests('/api/'))
      expect([method, path, breaches]).toEqual([method, path, []]);
    scene.running.assertClean();
  });
});

describe('failures of a link', () => {
  let scene: Scene;
  let popup: Driver | undefined;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterEach(async () => {
    // A failure is shown in every popup until it is dismissed. One press each: thousands of messages would follow else.
    for (let left = await dismissButtons(); left.length > 0; left = await dismissButtons()) {
      const { length: before } = left;
      await popup?.session.send('DOM.focus', { backendNodeId: left[0]?.backendNodeId ?? 0 });
      await popup?.press('Enter');
      await waitUntil('the failure to be dismissed', async () => (await dismissButtons()).length < before);
    }
    await popup?.close();
  });
  afterAll(() => scene.close());
  const dismissButtons = async () => (popup?.isOpen() ? popup.all('button', msg('dismiss')) : []);

  it.each<[string, OddResponse, RegExp]>([
    [
      'a refusal',
      { status: 400, body: '{"error":1,"message":"Not on this plan"}' },
      msgWithin('failureRejectedBecause', 'Not on this plan'),
    ],
    ['a firewall', errorPage(403), msgWithin('failureBlocked')],
    [
      'an unreadable response',
      { status: 200, body: '{"error":0,"nothing":true}' },
      msgWithin('failureUnreadable'),
    ],
  ])(
    '%s is shown in an alert, nothing is copied, and the form is unchanged',
    async (name, response, sentence) => {
      const path = `/fails-${name.replaceAll(' ', '-')}`;
      scene.service.answerNext('POST /api/url/add', response);
      popup = await scene.popupOn(path);
      await choose(popup, msg('campaign'), 'Hiring');
      await popup.click('button', msg('shorten'));
      await waitForText(popup, 'alert', sentence);
      expect((await liveTexts(popup, 'alert')).filter((text) => sentence.test(text))).toHaveLength(1);
      expect((await liveTexts(popup, 'status')).join()).not.toContain(msg('copied'));
      expect(linksTo(scene, path)).toEqual([]);
      await popup.waitFor('button', msg('shorten'));
      expect(await popup.value('combobox', msg('campaign'))).toBe('Hiring');
    },
  );

  it.each<[string, OddResponse, RegExp]>([
    ['a refused key', { status: 401, body: '{"error":1,"message":"Bad key"}' }, msgWithin('failureKey')],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: '' }, msgWithin('failureMoved')],
    [
      'a challenge',
      { status: 503, headers: { 'cf-mitigated': 'challenge' }, body: 'x' },
      msgWithin('failureChallenge'),
    ],
  ])('%s stops all sending, and "Try again now" makes the link once', async (name, response, sentence) => {
    const path = `/stops-${name.replaceAll(' ', '-')}`;
    scene.service.answerNext('POST /api/url/add', response);
    const form = (popup = await scene.popupOn(path));
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', sentence);
    await waitForText(popup, 'alert', msg('sendingPaused'));
    await waitForText(popup, 'status', msg('jobPaused'));
    expect(linksTo(scene, path)).toEqual([]);
    expect(creates(scene, path)).toHaveLength(1);
    await popup.click('button', msg('tryAgainNow'));
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(scene, path)).toHaveLength(1);
    expect(creates(scene, path)).toHaveLength(2);
    await waitUntil('nothing to be stopped', async () =>
      (await liveTexts(form, 'alert')).every((text) => !text.includes(msg('sendingPaused'))),
    );
  });

  it('returns to the form by "Cancel" while sending is stopped, and every link waits', async () => {
    scene.service.answerNext('POST /api/url/add', { status: 401, body: '{"error":1,"message":"Bad key"}' });
    popup = await scene.popupOn('/stopped-and-cancelled');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', msgWithin('failureKey'));
    await popup.click('button', msg('cancel'));
    await popup.waitFor('button', msg('shorten'));
    await popup.close();
    popup = await scene.popupOn('/stopped');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('jobPaused'));
    await waitForText(popup, 'alert', msgWithin('failureKey'));
    expect(creates(scene, '/stopped')).toEqual([]);
    await popup.click('button', msg('tryAgainNow'));
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(scene, '/stopped')).toHaveLength(1);
    expect(linksTo(scene, '/stopped-and-cancelled')).toEqual([]);
  });

  it('creates the link once when it is submitted again after a refusal', async () => {
    scene.service.answerNext('POST /api/url/add', errorPage(403));
    popup = await scene.popupOn('/tried-again');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', msgWithin('failureBlocked'));
    await popup.click('button', anyOf(msgPattern('tryAgain'), msgPattern('shorten')));
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(scene, '/tried-again')).toHaveLength(1);
  });

  it('shows a failure again at the next opening on the same page, with the draft behind it', async () => {
    scene.service.answerNext('POST /api/url/add', { status: 400, body: '{"error":1,"message":"Not today"}' });
    const tab = await scene.visit('/shown-again');
    popup = await openPopup(scene.running, tab);
    await popup.click('button', msgWithin('moreOptions'));
    await popup.fill('textbox', msg('alias'), 'typed-before');
    await popup.press('Enter');
    await waitForText(popup, 'alert', 'Not today');
    await popup.close();
    popup = await openPopup(scene.running, tab);
    await waitForText(popup, 'alert', 'Not today');
    await popup.waitFor('button', msg('shorten'));
    expect(await popup.value('textbox', msg('alias'))).toBe('typed-before');
  });

  // Last: nothing more goes out of this browser for two hours.
  it('shows the end of a limit that is hours away', async () => {
    scene.service.answerNext('POST /api/url/add', { status: 429, body: '{"error":429,"Retry-After":7200}' });
    popup = await scene.popupOn('/hours-away');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', msgWithin('failureLimit', msgCounts('minutes', /1[12]\d/)));
    expect(linksTo(scene, '/hours-away')).toEqual([]);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('waiting for the service’s limit', () => {
  const slowDown = (seconds: number): OddResponse => ({
    status: 429,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': seconds }),
  });

  it('shows the seconds, and continues automatically', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/url/add', slowDown(6));
    const popup = await scene.popupOn('/waits');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msgWithin('waitingForLimit', msgCounts('seconds', /[1-7]/)));
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(scene, '/waits')).toHaveLength(1);
    scene.running.assertClean();
  });

  it('creates nothing when the wait is canceled, and the form is unchanged', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/url/add', slowDown(8));
    const popup = await scene.popupOn('/cancelled');
    await choose(popup, msg('campaign'), 'Hiring');
    await popup.click('button', msg('shorten'));
    await popup.click('button', msg('cancel'));
    await popup.waitFor('button', msg('shorten'));
    expect(await popup.value('combobox', msg('campaign'))).toBe('Hiring');
    // A canceled link would have been sent before a later one: that one is sent, and is the only one.
    await popup.close();
    const later = await scene.popupOn('/after-cancelled');
    await later.click('button', msg('shorten'));
    await waitForText(later, 'status', msg('copied'));
    expect(linksTo(scene, '/cancelled')).toEqual([]);
    expect(creates(scene, '/cancelled').length).toBeLessThanOrEqual(1);
    scene.running.assertClean();
  });

  it('queues a second link behind the first, with seconds and "Cancel"', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/url/add', slowDown(9));
    const first = await scene.popupOn('/first-of-two');
    await first.click('button', msg('shorten'));
    await waitUntil('the first to be refused', () => creates(scene, '/first-of-two').length > 0);
    await first.close();
    const second = await scene.popupOn('/second-of-two');
    await second.click('button', msg('shorten'));
    await waitForText(second, 'status', msgWithin('waitingForLimit', msgCounts('seconds', /(?:[1-9]|10)/)));
    await second.click('button', msg('cancel'));
    await second.waitFor('button', msg('shorten'));
    await waitUntil('the first to be made', () => linksTo(scene, '/first-of-two').length === 1);
    expect(linksTo(scene, '/second-of-two')).toEqual([]);
    expect(creates(scene, '/second-of-two')).toEqual([]);
  });

  it('creates a link after its new campaign, with the popup closed', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/campaign/add', slowDown(4));
    const popup = await scene.popupOn('/with-new-campaign');
    await choose(popup, msg('campaign'), 'Held back');
    await popup.click('button', msg('shorten'));
    await popup.waitGone('button', msg('shorten'));
    expect(await popup.text('list', msg('whatWasSet'))).toContain('Held back');
    await popup.close();
    expect(creates(scene, '/with-new-campaign')).toEqual([]);
    await waitUntil('the link to be made', () => linksTo(scene, '/with-new-campaign').length === 1);
    expect(JSON.parse(creates(scene, '/with-new-campaign')[0]?.body ?? '')).toEqual({
      url: scene.site.url('/with-new-campaign'),
      campaign: idOf(scene.service.store.campaigns(), 'Held back'),
    });
    scene.running.assertClean();
  });

  it('has the new campaign chosen still after it was closed, and the link waits for it', async () => {
    await using scene = await startConnected();
    const tab = await scene.visit('/closed-while-adding');
    scene.service.answerNext('POST /api/campaign/add', slowDown(6));
    const popup = await openPopup(scene.running, tab);
    await waitForForm(popup);
    await choose(popup, msg('campaign'), 'Slowly added');
    const isShown = (form: Driver) =>
      waitUntil(
        'the campaign to be shown',
        async () => (await form.value('combobox', msg('campaign'))) === 'Slowly added',
      );
    await isShown(popup);
    await popup.close();
    const again = await openPopup(scene.running, tab);
    await isShown(again);
    await waitForForm(again);
    await again.press('Enter');
    await waitForText(again, 'status', msg('copied'));
    expect(JSON.parse(creates(scene, '/closed-while-adding')[0]?.body ?? '')).toEqual({
      url: scene.site.url('/closed-while-adding'),
      campaign: idOf(scene.service.store.campaigns(), 'Slowly added'),
    });
    scene.running.assertClean();
  });

  it('creates no link without the campaign that the service refuses, and returns to the form', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/campaign/add', {
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: 1, message: 'The plan allows no more campaigns.' }),
    });
    const popup = await scene.popupOn('/without-campaign');
    scene.service.setLatency(1_500);
    await choose(popup, msg('campaign'), 'Too many');
    await popup.click('button', msg('shorten'));
    await popup.waitGone('button', msg('shorten'));
    scene.service.setLatency(0);
    await waitForText(popup, 'alert', msg('failureRecordMissing'));
    await waitForForm(popup);
    expect(linksTo(scene, '/without-campaign')).toEqual([]);
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    expect(creates(scene, '/without-campaign')).toHaveLength(1);
    scene.running.assertClean();
  });

  it('continues with the popup closed; the link is shown at the next opening, uncopied, and in Recent elsewhere', async () => {
    await using scene = await startConnected();
    await writeClipboard(scene.running, 'copied meanwhile');
    scene.service.answerNext('POST /api/url/add', slowDown(11));
    const tab = await scene.visit('/closed-meanwhile');
    const popup = await openPopup(scene.running, tab);
    await popup.click('button', msg('shorten'));
    await waitUntil('the request', () => creates(scene, '/closed-meanwhile').length === 1);
    await popup.close();
    await waitUntil('the link to be made', () => linksTo(scene, '/closed-meanwhile').length === 1, 20_000);
    // Later than 10 s after the press: the link never replaces what the user has copied since.
    await waitUntil('the link to be stored', async () =>
      JSON.stringify((await stored(scene.options))['recent-links'] ?? '').includes('/closed-meanwhile'),
    );
    expect(await readClipboard(scene.running)).toBe('copied meanwhile');
    const [link] = linksTo(scene, '/closed-meanwhile');
    const again = await openPopup(scene.running, tab);
    await again.waitFor('button', msg('moreActions'));
    expect((await liveTexts(again, 'status')).join()).toContain(shown(short(scene, link?.alias)));
    expect((await liveTexts(again, 'status')).join()).not.toContain(msg('copied'));
    await again.close();
    const elsewhere = await openPopup(scene.running, await scene.visit('/elsewhere'));
    await elsewhere.waitFor('button', msg('copyLink', shown(short(scene, link?.alias))));
    scene.running.assertClean();
  });
});
