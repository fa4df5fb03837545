// The settings page, from the first visit to "Disconnect".
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type LocalService } from '../service/start.ts';
import {
  allowHost,
  openExtensionPage,
  readClipboard,
  pause,
  until,
  withdrawHost,
  writeClipboard,
  type Driver,
  type PageDriver,
} from './harness/index.ts';
import {
  savePresets,
  submitConnection,
  choose,
  connect,
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  startScene,
  stored,
  waitForIntents,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { gate } from '../support/gate.ts';
import { msg, msgPattern, msgWithin } from '../support/texts.ts';

/** The origins that the browser lets the extension reach. */
const heldOrigins = (page: Driver): Promise<string[]> =>
  page.evaluate('chrome.permissions.getAll().then(({ origins }) => origins)');

const heldPermissions = (page: Driver): Promise<string[]> =>
  page.evaluate('chrome.permissions.getAll().then(({ permissions }) => permissions)');

/** No request has reached the service's API. */
const nothingSent = ({ service }: Scene): void => {
  expect(service.store.requests('/api/')).toEqual([]);
};

const connectedCard = (page: Driver): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLElement>('.account')?.innerText ?? '');

describe('before anything is connected', () => {
  let scene: Scene;
  let options: PageDriver;
  beforeAll(async () => {
    scene = await startScene();
    options = scene.options;
  });
  afterAll(() => scene.close());

  it('opens automatically after installing, with both fields and the button', async () => {
    expect(options.page.url()).toBe(scene.running.url('options.html'));
    await options.waitFor('textbox', msg('serviceUrl'));
    await options.waitFor('textbox', msg('apiKey'));
    await options.waitFor('button', msg('connect'));
    expect(await options.all('button', msg('disconnect'))).toEqual([]);
    expect(await options.focused()).toEqual({ role: 'textbox', name: msg('serviceUrl') });
  });

  it('hides the key while it is typed, until "Show" is pressed', async () => {
    const kind = () => options.evaluate<string>(`document.querySelector('#api-key').type`);
    await options.fill('textbox', msg('apiKey'), 'a-key');
    expect(await kind()).toBe('password');
    await options.click('button', msg('show'));
    expect(await kind()).toBe('text');
    await options.click('button', msg('hide'));
    expect(await kind()).toBe('password');
  });

  it.each([
    ['an empty address', '', msg('serviceUrlEmpty')],
    ['something that is no address', 'not an address', msg('serviceUrlInvalid')],
    ['a single word', 'shortlinks', msg('serviceUrlInvalid')],
    ['http to another machine', 'http://links.example.com', msg('serviceUrlScheme')],
    ['another scheme', 'ftp://links.example.com', msg('serviceUrlScheme')],
    ['a password in the address', 'https://me:secret@links.example.com', msg('serviceUrlCredentials')],
  ])('refuses %s with a sentence, and sends nothing', async (_, address, sentence) => {
    await submitConnection(options, address, scene.service.key);
    await waitForText(options, 'alert', sentence);
    expect(await options.value('textbox', msg('serviceUrl'))).toBe(address);
    nothingSent(scene);
  });

  it('asks for a key when there is none', async () => {
    await submitConnection(options, scene.service.address, ' ');
    await waitForText(options, 'alert', msg('keyMissing'));
    nothingSent(scene);
  });

  it('sends nothing when the user refuses access, and shows what to do', async () => {
    await options.evaluate(`chrome.permissions.request = () => Promise.resolve(false)`);
    await submitConnection(options, scene.service.address, scene.service.key);
    await waitForText(options, 'alert', msgWithin('permissionDenied'));
    expect(await options.value('textbox', msg('serviceUrl'))).toBe(scene.service.address);
    expect(JSON.stringify(await stored(options))).not.toContain(scene.service.key);
    nothingSent(scene);
    await options.page.reload();
    await options.waitFor('button', msg('connect'));
  });

  it('restores the typed address, and never the typed key, after a reload', async () => {
    await options.fill('textbox', msg('serviceUrl'), 'links.example.com/half-typed');
    await options.fill('textbox', msg('apiKey'), 'half-typed-key');
    await waitUntil('the address to be stored', async () =>
      JSON.stringify(await stored(options)).includes('half-typed'),
    );
    await options.page.reload();
    await options.waitFor('button', msg('connect'));
    expect(await options.value('textbox', msg('serviceUrl'))).toBe('links.example.com/half-typed');
    expect(await options.value('textbox', msg('apiKey'))).toBe('');
    expect(JSON.stringify(await stored(options))).not.toContain('half-typed-key');
  });

  // Last: the request stays open in this browser.
  it('asks the browser for exactly one origin and sends nothing while that is not answered', async () => {
    await options.evaluate(`
      globalThis.asked = [];
      const { request } = chrome.permissions;
      chrome.permissions.request = (wanted) => (asked.push(wanted), request.call(chrome.permissions, wanted));
      0`);
    await submitConnection(options, scene.service.address, scene.service.key);
    await waitUntil('the question', async () => (await options.evaluate('asked.length')) === 1);
    expect(await options.evaluate('asked')).toEqual([{ origins: ['http://127.0.0.1/*'] }]);
    expect(await options.evaluate('document.body.innerText')).toContain(msg('keyPrivacy'));
    expect(JSON.stringify(await stored(options))).not.toContain(scene.service.key);
    nothingSent(scene);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('connecting, with access granted', () => {
  explainFailures(() => scene);
  let scene: Scene;
  let options: PageDriver;
  beforeAll(async () => {
    scene = await startScene({ service: { basePath: '/links' } });
    options = scene.options;
    await allowHost(scene.running);
  });
  afterAll(() => scene.close());
  afterEach(() => scene.service.setQuirks([]));

  it.each([
    ['a wrong key', [], 'wrong-key', msgWithin('connectFailureKey')],
    ['an address that has moved', ['redirect'], null, msgWithin('connectFailureMoved')],
    ['a firewall', ['html-403'], null, msgWithin('failureBlocked')],
    ['a maintenance page', ['maintenance'], null, msgWithin('connectFailureNotAnApi')],
    ['a challenge page', ['challenge'], null, msgWithin('failureChallenge')],
    ['a server that is down', ['unavailable'], null, msgWithin('failureServer', '503')],
  ])('tells %s by a sentence of its own, and keeps the address', async (_, quirks, key, sentence) => {
    scene.service.setQuirks(quirks);
    await submitConnection(options, scene.service.address, key ?? scene.service.key);
    await waitForText(options, 'alert', sentence);
    expect(await liveTexts(options, 'alert')).toHaveLength(1);
    expect(await options.value('textbox', msg('serviceUrl'))).toBe(scene.service.address);
    expect(await options.all('button', msg('disconnect'))).toEqual([]);
    await waitForIntents(options);
    const items = JSON.stringify(await stored(options));
    expect(items).not.toContain(scene.service.key);
    expect(items).not.toContain('wrong-key');
    await waitUntil('access to be given back', async () => (await heldOrigins(options)).length === 0);
    expect(await options.all('button', msgPattern('removeAccessTo'))).toEqual([]);
  });

  it('follows an attempt after a reload, and shows its failure after another one', async () => {
    const response = gate();
    const tried = scene.service.store.requests('/api/account').length;
    scene.service.answerNext('GET /api/account', async ({ pass }) => {
      await response.passed;
      return pass();
    });
    await submitConnection(options, scene.service.address, 'wrong-key');
    await waitUntil('the key to be tried', () => scene.service.store.requests('/api/account').length > tried);
    await options.page.reload();
    await waitForText(options, 'status', msgPattern('connecting'));
    response.open();
    await waitForText(options, 'alert', msgWithin('connectFailureKey'));
    await options.page.reload();
    await waitForText(options, 'alert', msgWithin('connectFailureKey'));
    expect(await options.value('textbox', msg('serviceUrl'))).toBe(scene.service.address);
  });

  it('never follows a redirect with the key', async () => {
    scene.service.setQuirks(['redirect']);
    await submitConnection(options, scene.service.address, scene.service.key);
    await waitForText(options, 'alert', msg('connectFailureMoved'));
    expect(scene.service.store.requests().filter(({ path }) => path.includes('moved'))).toEqual([]);
  });

  it('reports a service that can’t be reached', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    await new Promise((resolve) => server.close(resolve));
    await submitConnection(options, `http://127.0.0.1:${port}`, scene.service.key);
    await waitForText(options, 'alert', msg('failureUnreachable'));
  });

  it('leads to the first link, right after connecting', async () => {
    await submitConnection(options, scene.service.address, scene.service.key);
    await waitForText(options, 'status', msgPattern('connectedTo', /127\.0\.0\.1.*/));
    expect(await options.evaluate('document.body.innerText')).toContain(msg('nextStep'));
    // Not in the field of the key, where the cursor would ask for another one.
    expect(await options.evaluate('document.activeElement.id')).toBe('next-step');
    // It is no control.
    expect(await options.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none');
  });

  it('leads there after a reload, too, until that is dismissed', async () => {
    await options.page.reload();
    await options.click('button', msg('dismiss'));
    await options.waitGone('button', msg('dismiss'));
    await waitUntil(
      'the focus to be in the form',
      async () => (await options.focused())?.name === msg('serviceUrl'),
    );
    await options.page.reload();
    await options.waitFor('button', msg('replaceKey'));
    expect(await options.evaluate('document.body.innerText')).not.toContain(msg('nextStep'));
  });

  it.each([
    ['spaces around it', (address: string) => `  ${address}  `],
    ['a slash at its end', (address: string) => `${address}/`],
    ['the address of the API', (address: string) => `${address}/api/url/add`],
    ['the address of the documentation', (address: string) => `${address}/developers#authentication`],
    ['no scheme', (address: string) => address.replace('http://', '')],
  ])('cleans an address with %s', async (_, spoil) => {
    await submitConnection(options, spoil(scene.service.address), ` ${scene.service.key} `);
    await waitForText(options, 'status', msg('keyReplaced'));
    await waitUntil(
      'the address to be shown clean',
      async () => (await options.value('textbox', msg('serviceUrl'))) === scene.service.address,
    );
    expect(scene.service.store.requests('/api/account').at(-1)).toMatchObject({ status: 200, breaches: [] });
  });

  it('shows whose account it is: name, e-mail, plan, expiry, and the picture without loading it from the network', async () => {
    const account = (await (
      await fetch(`${scene.service.address}/api/account`, {
        headers: { authorization: `Bearer ${scene.service.key}`, 'content-type': 'application/json' },
      })
    ).json()) as { data: Record<string, string> };
    const card = await connectedCard(options);
    for (const name of ['username', 'email']) expect(card).toContain(account.data[name]);
    expect(card.toLowerCase()).toContain(account.data['status']);
    const day = { dateStyle: 'medium', timeZone: 'UTC' } as const;
    expect(card).toContain(
      new Intl.DateTimeFormat('en', day).format(Date.parse(`${account.data['expires']?.slice(0, 10)}`)),
    );
    await options.waitFor('image', msgPattern('avatarOf'));
    expect(await options.evaluate(`document.querySelector('img.avatar').src`)).toMatch(/^data:image\//);
    const pictures = scene.service.store.requests('/').filter(({ path }) => path.includes('/picture/'));
    for (const { headers } of pictures) expect(headers.authorization).toBeUndefined();
    expect(pictures).not.toEqual([]);
  });

  it('shows both fields and the button on a later visit too, and never the stored key', async () => {
    await options.page.reload();
    await options.waitFor('button', msg('replaceKey'));
    expect(await options.value('textbox', msg('serviceUrl'))).toBe(scene.service.address);
    expect(await options.value('textbox', msg('apiKey'))).toBe('');
    await options.waitFor('button', msg('disconnect'));
    expect(await options.evaluate('document.documentElement.outerHTML')).not.toContain(scene.service.key);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('once connected', () => {
  let scene: Scene;
  let options: PageDriver;
  beforeAll(async () => {
    scene = await startConnected();
    options = scene.options;
  });
  afterAll(() => scene.close());

  it('saves defaults, confirms that, and the popup begins with them', async () => {
    await choose(options, msg('campaign'), 'Hiring');
    await choose(options, msg('channel'), 'Press');
    await choose(options, msg('pixels'), 'Recipes');
    await options.press('Escape');
    await waitForText(options, 'status', msg('saved'));
    const popup = await scene.popupOn('/defaults');
    await waitForForm(popup);
    expect(await popup.value('combobox', msg('campaign'))).toBe('Hiring');
    expect(await popup.value('combobox', msg('channel'))).toBe('Press');
    await popup.waitFor('button', msg('removeChoice', 'Recipes'));
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    const [link] = scene.made();
    const { campaigns, channels, pixels } = scene.service.store;
    expect(link).toMatchObject({
      campaign: campaigns().find(({ name }) => name === 'Hiring')?.id,
      channels: [channels().find(({ name }) => name === 'Press')?.id],
      pixels: [pixels().find(({ name }) => name === 'Recipes')?.id],
    });
    await popup.close();
  });

  it('saves a default expiration, which new links have', async () => {
    await options.page.select('#default-expiry', '+1w');
    await waitForText(options, 'status', msg('saved'));
    const popup = await scene.popupOn('/expires');
    await waitForForm(popup);
    await popup.press('Enter');
    await popup.waitFor('button', msg('open'));
    await popup.close();
    const link = scene.made().find(({ longurl }) => longurl.endsWith('/expires'));
    const daysLeft = (Date.parse(String(link?.expiry).replace(' ', 'T')) - Date.now()) / 86_400_000;
    expect(Math.round(daysLeft)).toBe(7);
    await options.page.select('#default-expiry', '');
    await waitUntil('the choice to be stored', async () =>
      JSON.stringify(await stored(options)).includes('"expiry":""'),
    );
  });

  it.each([1280, 360])('moves nothing when something is switched: %i px', async (width) => {
    const { options } = scene;
    await options.page.bringToFront();
    await options.look({ width, height: 900 });
    const preset = {
      id: 'p',
      name: 'A preset whose name is as long as a line of its list is',
      sites: [],
      fields: {},
    };
    await savePresets(options, [preset]);
    await options.waitFor('button', msg('presetsExport'));
    await options.evaluate(() => document.querySelector<HTMLElement>('.presets summary')?.click());
    const places = () =>
      options.evaluate(() =>
        Array.from(
          document.querySelectorAll(
            'main :is(h2, .card, .setting, .segments label, .row, summary, input, select, button)',
          ),
          (element) => {
            const { top, left } = element.getBoundingClientRect();
            return `${element.className} ${element.textContent.slice(0, 40)} ${Math.round(top + scrollY)} ${Math.round(left)}`;
          },
        ),
      );
    const controls =
      'main :is(.switch:not(#notify), .choices input, .segments input, .presets input[type=checkbox])';
    const count = await options.evaluate((all: string) => document.querySelectorAll(all).length, {
      args: [controls],
    });
    expect(count).toBeGreaterThan(8);
    const before = await places();
    for (let place = 0; place < count; place++) {
      // Says that the change is saved, unless it is none.
      const isReported = () =>
        options.evaluate(
          (all: string, at: number) =>
            document.querySelectorAll(all)[at]?.closest('section')?.querySelector('.saved')?.textContent !==
            '',
          { args: [controls, place] },
        );
      const isChange = await options.evaluate(
        (all: string, at: number) => {
          const control = document.querySelectorAll<HTMLInputElement>(all)[at];
          const isOn = control?.checked;
          control?.click();
          return control?.checked !== isOn;
        },
        { args: [controls, place] },
      );
      if (isChange) await waitUntil('“Saved”', isReported);
      expect.soft({ place, places: await places() }).toEqual({ place, places: before });
    }
    await savePresets(options, []);
    await options.look({ width: 1280, height: 900 });
  });

  it('copies nothing automatically once that is turned off, and "Copy" does', async () => {
    await options.click('checkbox', msg('autoCopy'));
    await waitForText(options, 'status', msg('saved'));
    await writeClipboard(scene.running, 'what the user had');
    const popup = await scene.popupOn('/not-copied');
    await waitForForm(popup);
    await popup.press('Enter');
    await popup.waitFor('button', msg('open'));
    expect((await liveTexts(popup, 'status')).join()).not.toContain(msg('copied'));
    expect(await readClipboard(scene.running)).toBe('what the user had');
    await popup.close();

    const link = scene.made().find(({ longurl }) => longurl.endsWith('/not-copied'));
    const shortUrl = `${scene.service.address}/${link?.alias}`;
    const again = await scene.popupOn('/not-copied');
    await again.click('button', msg('copy'));
    await popupSaysCopied(again);
    expect(await readClipboard(scene.running)).toBe(shortUrl);
  });

  it('copies automatically again once that is turned on', async () => {
    await options.click('checkbox', msg('autoCopy'));
    await waitUntil('the choice to be stored', async () =>
      JSON.stringify(await stored(options)).includes('"autoCopy":true'),
    );
    const popup = await scene.popupOn('/copied-again');
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
  });

  it('shows here and in the popup that access was withdrawn, and gets it back by "Allow access"', async () => {
    await withdrawHost(scene.running);
    await waitForText(options, 'alert', msgWithin('permissionMissing', /127\.0\.0\.1:\d+/));
    scene.service.clearLog();
    const popup = await scene.popupOn('/no-access');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', msgWithin('failurePermission', /127\.0\.0\.1.*/));
    await popup.waitFor('button', msg('openSettings'));
    await popup.close();
    nothingSent(scene);
    await options.page.bringToFront();
    await options.evaluate(`document.querySelector('[data-item=access] button').focus()`);
    await allowHost(scene.running);
    await withdrawAlertGone(options);
    await waitForText(options, 'status', msgWithin('connectedTo', /127\.0\.0\.1:\d+/));
    // Its button is gone: the focus is on what came of it.
    expect((await options.focused())?.role).toBe('status');
    // Jobs that waited for the access are sent automatically.
    const later = await scene.popupOn('/no-access');
    await later.waitFor('button', msg('moreActions'));
    expect(scene.made().filter(({ longurl }) => longurl.endsWith('/no-access'))).toHaveLength(1);
    await later.close();
  });

  it('marks the section that its URL leads to, though a high window can’t scroll that far', async () => {
    const current = () => options.evaluate<string>(`document.querySelector('[aria-current=location]')?.hash`);
    // The popup of the test before has covered it, and a tab that is covered gets no new size.
    await options.page.bringToFront();
    for (const id of ['shortcuts', 'appearance', 'privacy', 'defaults']) {
      await options.page.goto('about:blank');
      await options.look({ width: 1280, height: 1600 });
      await options.page.goto(scene.running.url(`options.html#${id}`));
      await waitUntil(`${id} to be marked`, async () => (await current()) === `#${id}`);
      // The page scrolls to it, and grows, after it has been drawn.
      await pause(300);
      expect(await current()).toBe(`#${id}`);
    }
    await options.evaluate(`location.hash = 'appearance'`);
    await waitUntil('the next to be marked', async () => (await current()) === '#appearance');
    await options.look({});
    await options.page.goto(scene.running.url('options.html'));
    await options.waitFor('button', msg('replaceKey'));
  });

  it('marks the section that has the focus, as long as it is in sight', async () => {
    const current = () => options.evaluate<string>(`document.querySelector('[aria-current=location]')?.hash`);
    const marks = (id: string) => waitUntil(`${id} to be marked`, async () => (await current()) === `#${id}`);
    await options.look({ width: 1280, height: 800 });
    await options.evaluate('scrollTo(0, 0)');
    await marks('connection');
    await options.evaluate(`document.querySelector('.presets button').focus({ preventScroll: true })`);
    await options.evaluate(`document.querySelector('.presets button').scrollIntoView({ block: 'end' })`);
    await marks('presets');
    await options.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await marks('privacy');
    await options.look({});
    await options.evaluate('scrollTo(0, 0)');
  });

  it('moves nothing in the navigation by marking a section: its name stays as wide', async () => {
    const widths = await options.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('.side nav a'), (item) => {
        const text = document.createRange();
        text.selectNodeContents(item.querySelector('span') ?? item);
        const mark = item.getAttribute('aria-current');
        const measured = [null, 'location'].map((value) => {
          if (value === null) item.removeAttribute('aria-current');
          else item.setAttribute('aria-current', value);
          return text.getBoundingClientRect().width;
        });
        if (mark === null) item.removeAttribute('aria-current');
        return measured;
      }),
    );
    expect(widths.length).toBeGreaterThan(3);
    for (const [plain, marked] of widths) expect(marked).toBe(plain);
  });

  it('shows the field that another page leads to', async () => {
    await options.evaluate(`scrollTo(0, document.documentElement.scrollHeight); location.hash = 'api-key'`);
    await waitUntil('the focus', async () => (await options.focused())?.name === msg('apiKey'));
    await options.evaluate(`location.hash = ''`);
  });

  it('replaces the key and keeps defaults and recent links', async () => {
    const before = await stored(options);
    scene.service.setKey('another-key-0123456789');
    await options.click('button', msg('replaceKey'));
    expect(await options.focused()).toEqual({ role: 'textbox', name: msg('apiKey') });
    await options.type('another-key-0123456789');
    await options.press('Enter');
    await waitForText(options, 'status', msg('keyReplaced'));
    const after = await stored(options);
    for (const key of ['preferences', 'recent-links']) expect(after[key]).toEqual(before[key]);
    const popup = await scene.popupOn('/with-new-key');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
  });

  it('lists permissions that are not needed any more, and removes them by a press', async () => {
    await allowHost(scene.running, 'http://localhost/*');
    await options.page.bringToFront();
    // As an attempt to connect leaves it that was killed between the question and the response.
    await options.evaluate(`chrome.permissions.request({ origins: ['http://localhost/*'] })`, {
      userGesture: true,
    });
    await options.waitFor('button', msg('removeAccessTo', 'http://localhost'));
    expect(await options.all('button', msgPattern('removeAccessTo'))).toHaveLength(1);
    await options.click('button', msg('removeAccessTo', 'http://localhost'));
    await waitForText(options, 'status', msg('accessRemoved', 'http://localhost'));
    await options.waitGone('button', msg('removeAccessTo', 'http://localhost'));
    expect((await options.focused())?.role).toBe('status');
    expect(await heldOrigins(options)).toEqual(['http://127.0.0.1/*']);
  });

  it('asks before it disconnects, and changes nothing when that is declined', async () => {
    const before = await stored(options);
    await options.click('button', msg('disconnect'));
    await options.waitFor('button', msg('disconnect'));
    await options.click('button', msg('stayConnected'));
    await options.waitFor('button', msg('disconnect'));
    expect((await stored(options))['connection']).toEqual(before['connection']);
  });

  it('deletes key, lists, recent links, drafts, defaults and permissions when it disconnects', async () => {
    const typed = await scene.popupOn('/draft-of-the-old-account');
    await choose(typed, msg('campaign'), 'Podcast');
    await waitUntil('the draft to be stored', async () =>
      JSON.stringify(await stored(options)).includes('Podcast'),
    );
    await typed.close();
    await options.evaluate(
      `chrome.storage.local.set({ 'target-names': { version: 1, countries: ['Old Bohemia'], devices: [] } })`,
    );
    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await options.waitGone('button', msg('replaceKey'));
    await waitForText(options, 'status', msg('accountDataRemoved'));
    await waitUntil(
      'the focus to be in the form',
      async () => (await options.focused())?.name === msg('serviceUrl'),
    );
    await waitUntil('the popup’s view to be empty', async () => {
      const view = (await stored(options))['popup-view'] as { connected: boolean; recents: unknown[] };
      return !view.connected && view.recents.length === 0;
    });
    // A view may repeat data after the first deletion; a later view does not.
    await waitUntil('nothing of the account to be left', async () => {
      const text = JSON.stringify(await stored(options));
      return ['Hiring', 'Press', 'Podcast', 'Recipes', '/with-new-key', 'go.example.com'].every(
        (name) => !text.includes(name),
      );
    });
    // The mark of a disconnect in progress is removed last.
    await waitUntil('the disconnect to end', async () => !('disconnecting' in (await stored(options))));
    const items = await stored(options);
    const text = JSON.stringify(items);
    expect(text).not.toContain('another-key');
    expect(text).not.toContain(scene.service.key);
    expect([items['connection'], items['target-names']]).toEqual([undefined, undefined]);
    // Settings, texts, and views that show nothing.
    const settings = ['first-steps', 'popup-view', 'preferences', 'presets', 'words'];
    // They have ended, and the next account does not show them again.
    expect(items['first-steps']).toBe(false);
    expect(Object.keys(items).filter((key) => !settings.includes(key))).toEqual([]);
    expect(Object.keys(await stored(options, 'session'))).toEqual(['filling', 'last-disconnect']);
    expect(text).not.toMatch(/127\.0\.0\.1|of-the-old-account/);
    await waitUntil('the list of links to be gone', async () =>
      options.evaluate<boolean>('indexedDB.databases().then((all) => all.length === 0)'),
    );
    expect(await heldOrigins(options)).toEqual([]);

    const popup = await scene.popupOn('/after');
    await popup.waitFor('button', msg('openSettings'));
    expect(await popup.all('button', msg('shorten'))).toEqual([]);
    await popup.close();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('the theme', () => {
  /** The themes of a page's frames: of the popup's once something is drawn, of the others' from the first on. */
  async function themesByFrame({ running }: Scene, name: string): Promise<string[]> {
    const page = await running.browser.newPage();
    await page.evaluateOnNewDocument(`
      globalThis.frameThemes = new Set();
      const note = () => {
        const isDrawn = document.body !== null && (${name !== 'popup.html'} || document.body.childElementCount > 0);
        if (isDrawn) frameThemes.add(document.documentElement.dataset.theme ?? 'none');
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);`);
    await page.goto(running.url(name));
    await page.waitForSelector('main');
    // The element may be there before the first frame that draws it.
    await page.waitForFunction('frameThemes.size > 0');
    const themes = (await page.evaluate('[...frameThemes]')) as string[];
    await page.close();
    return themes;
  }

  it('chosen here is shown by every page from its first frame on, and by a page that is open', async () => {
    await using scene = await startConnected();
    const { options, running } = scene;
    const background = (page: Driver) =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const open = await openExtensionPage(running, 'manage.html');
    const light = await background(open);
    await options.page.bringToFront();
    await options.click('radio', msg('themeDark'));
    await waitForText(options, 'status', msg('saved'));
    expect(await background(options)).not.toBe(light);
    await waitUntil('the open page to follow', async () => (await background(open)) !== light);
    for (const name of ['popup.html', 'manage.html', 'link.html', 'preset.html', 'options.html'])
      expect([name, await themesByFrame(scene, name)]).toEqual([name, ['dark']]);
    await options.page.bringToFront();
    await options.click('radio', msg('themeSystem'));
    await waitUntil('the open page to follow', async () => (await background(open)) === light);
    running.assertClean();
  });
});

describe('several settings pages', () => {
  it('show the same: one connects, the other follows', async () => {
    await using scene = await startScene();
    const second = await openExtensionPage(scene.running, 'options.html');
    await connect(scene);
    await second.page.bringToFront();
    await second.waitFor('button', msg('disconnect'));
    expect(await connectedCard(second)).toContain(new URL(scene.service.address).host);
    scene.running.assertClean();
  });
});

describe('"Disconnect" while "Connect" waits for its response', () => {
  it('ends the attempt: the key that was typed does not come back with a late response', async () => {
    await using scene = await startConnected();
    const { options, service } = scene;
    const late = 'late-key-0123456789';
    service.setKey(late);
    service.setLatency(2_000);
    await options.fill('textbox', msg('apiKey'), late);
    await options.click('button', msg('replaceKey'));
    await waitUntil('the key to be tried', () =>
      service.store.requests('/api/account').some(({ headers }) => headers.authorization?.includes(late)),
    );
    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await options.waitGone('button', msg('replaceKey'));
    // The late response comes within 2 s; that it changes nothing has no condition to wait for.
    await pause(3_000);
    const text = JSON.stringify(await stored(options));
    expect(text).not.toMatch(/late-key|127\.0\.0\.1/);
    expect(await stored(options)).not.toHaveProperty('connection');
    expect(await heldOrigins(options)).toEqual([]);
    scene.running.assertClean();
  });
});

it('asks before the key of another account replaces the connected one, and what waits for it', async () => {
  await using scene = await startConnected();
  await using other = await startService({ demo: true });
  const { options, service } = scene;
  service.answerNext('POST /api/url/add', {
    status: 429,
    body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': 5 }),
  });
  const popup = await scene.popupOn('/waits-for-the-answer');
  await waitForForm(popup);
  await popup.press('Enter');
  await waitUntil('the link to be sent', () => service.store.requests('/api/url/add').length === 1);
  await popup.close();
  await submitConnection(options, other.address, other.key);
  await options.waitFor('group', msg('replaceAccount'));
  expect(await options.focused()).toMatchObject({ name: msg('keepAccount') });
  expect(await options.text('group', msg('replaceAccount'))).toContain(new URL(other.address).host);
  expect(JSON.stringify(await stored(options))).not.toContain(other.key);
  await options.press('Enter');
  await options.waitGone('group', msg('replaceAccount'));
  await waitUntil(
    'the focus on the button of the form',
    async () => (await options.focused())?.name === msg('connect'),
  );
  // Nothing has changed: the link that waited is created.
  await waitUntil('the link to be made', () => scene.made().length === 1);
  expect(await connectedCard(options)).toContain(new URL(service.address).host);

  const fields = { campaign: { id: '1', name: 'Of that account' } };
  await savePresets(options, [{ id: 'p', name: 'Deleted', sites: [], fields }]);
  await options.waitFor('button', msg('presetsExport'));
  await options.evaluate(() => document.querySelector<HTMLElement>('.presets summary')?.click());
  await options.click('button', msg('delete'));
  await options.waitFor('button', msg('undo'));
  await options.click('button', msg('connect'));
  await options.click('button', msg('replaceAccount'));
  await waitForText(options, 'status', msgPattern('connectedTo', /\S+@\S+/));
  expect(JSON.stringify(await stored(options))).not.toContain(service.key);
  await options.click('button', msg('undo'));
  await waitUntil('the preset to be stored again', async () =>
    JSON.stringify((await stored(options))['presets']).includes('Deleted'),
  );
  expect(JSON.stringify((await stored(options))['presets'])).not.toContain('Of that account');
  scene.running.assertClean();
});

it('deletes settings, presets, account and address after one question, which a second Enter declines', async () => {
  await using scene = await startConnected();
  const { options } = scene;
  await options.evaluate(`chrome.permissions.request({ permissions: ['scripting'] })`);
  expect(await heldPermissions(options)).toContain('scripting');
  await allowHost(scene.running, 'http://localhost/*');
  await options.page.bringToFront();
  await options.evaluate(`chrome.permissions.request({ origins: ['http://localhost/*'] })`, {
    userGesture: true,
  });
  await options.waitFor('button', msg('removeAccessTo', 'http://localhost'));
  await options.click('button', msg('deleteEverythingOpen'));
  await options.waitFor('button', msg('keepEverything'));
  expect(await options.focused()).toMatchObject({ name: msg('keepEverything') });
  await options.press('Enter');
  await options.waitGone('button', msg('keepEverything'));
  expect(await stored(options)).toHaveProperty('connection');
  await options.click('button', msg('deleteEverythingOpen'));
  await options.click('button', msg('deleteEverything'));
  await waitForText(options, 'status', msg('everythingDeleted'));
  await waitUntil('the focus to be in the form', async () => {
    const focused = await options.focused();
    return focused?.name === msg('serviceUrl');
  });
  expect(await options.evaluate(() => document.querySelector('input')?.value)).toBe('');
  const { host } = new URL(scene.service.address);
  await waitUntil(
    'the address to be gone',
    async () => !JSON.stringify(await stored(options)).includes(host),
  );
  expect(await stored(options)).not.toHaveProperty('first-steps');
  await waitUntil('the permissions to be gone', async () => {
    const [held, origins] = [await heldPermissions(options), await heldOrigins(options)];
    return !held.includes('scripting') && origins.length === 0;
  });
  scene.running.assertClean();
});

describe('"Connect" pressed in two settings pages at once', () => {
  it.each(['before', 'after'] as const)(
    'connects to the service of the last press; the other’s response comes %s and is discarded',
    async (order) => {
      await using scene = await startScene();
      await using other = await startService({ demo: true });
      await allowHost(scene.running);
      const [first, last] = [scene.options, await openExtensionPage(scene.running, 'options.html')];
      const responses = [other, scene.service].map((service) => {
        const response = gate();
        service.answerNext('GET /api/account', async ({ pass }) => {
          await response.passed;
          return pass();
        });
        return response;
      });
      const isAsked = (service: LocalService) =>
        waitUntil('the key to be tried', () => service.store.requests('/api/account').length === 1);
      await submitConnection(first, other.address, other.key);
      await isAsked(other);
      await submitConnection(last, scene.service.address, scene.service.key);
      await isAsked(scene.service);
      await waitForText(first, 'alert', msg('connectReplaced', msg('connect')));
      for (const response of order === 'before' ? responses : responses.toReversed()) response.open();
      await waitForText(last, 'status', msgPattern('connectedTo'));
      await waitForIntents(last);
      // A link shows whose connection holds once both have answered.
      const popup = await scene.popupOn('/two-connects');
      await waitForForm(popup);
      await popup.press('Enter');
      await waitForText(popup, 'status', msg('copied'));
      expect(scene.made()).toHaveLength(1);
      expect(other.store.requests('/api/').map(({ path }) => path)).toEqual(['/api/account']);
      expect(JSON.stringify(await stored(first))).not.toMatch(new RegExp(`${other.key}|:${other.port}`, 'u'));
      expect(await connectedCard(first)).toContain(new URL(scene.service.address).host);
      scene.running.assertClean();
    },
  );
});

async function popupSaysCopied(popup: Driver): Promise<void> {
  const isShown = () =>
    popup.evaluate((words: string) => document.body.innerText.includes(words), { args: [msg('copied')] });
  await until(
    '"Copied" to be shown',
    async () => ((await isShown()) ? true : undefined),
    {},
    () => popup.outline(),
  );
}

async function withdrawAlertGone(options: PageDriver): Promise<void> {
  // The grant alone takes the warning away; where it is still there, its button does. It may go while we look at it.
  await options.click('button', msg('allowAccess'), { timeout: 1_000 }).catch(() => undefined);
  await waitUntil('the warning to go', async () =>
    (await liveTexts(options, 'alert')).every((text) => !msgWithin('permissionMissing').test(text)),
  );
}
