// Accessibility of popup, settings and manage page: with a keyboard alone, with a screen reader, in both themes, enlarged,
// and from right to left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allowHost,
  axeViolations,
  openExtensionPage,
  unstopped,
  wakeWorker,
  withdrawHost,
  type PageDriver,
} from './harness/index.ts';
import {
  waitUntil,
  waitForText,
  startConnected,
  startScene,
  liveTexts,
  submitConnection,
  waitForForm,
  type Scene,
} from './setup/connected.ts';
import { askFor } from './setup/kill-points.ts';
import { openPopupPage, picture } from './setup/popup-page.ts';
import { everyLook, fits, tabOrder } from './setup/layout-checks.ts';
import { anyOf, msg, msgCount, msgCounts, msgPattern, msgWithin } from '../support/texts.ts';

const longTitle = `Everything about ${'the very long way to say a simple thing, '.repeat(6)}and its end`;
const longAddress = `https://www.a-rather-long-host-name.example.com/${'section/'.repeat(20)}the-end?and=more`;

describe('the popup', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
    scene.site.set('/p', { title: longTitle });
  });
  afterAll(() => scene.close());

  it('is accessible as a form: axe, enlarged, right to left', async () => {
    const page = await openPopupPage(scene, longAddress, longTitle);
    await page.waitFor('button', msg('shorten'));
    await picture(page, 'popup-form', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.click('button', msgWithin('moreOptions'));
    await page.waitFor('textbox', msg('note'));
    await picture(page, 'popup-more', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.close();
  });

  it('opens at its top with “Shorten” in sight, where it is higher than its window', async () => {
    const page = await openPopupPage(scene, longAddress, longTitle);
    // As in a real popup at 200 %.
    await page.look({ width: 380, height: 300 });
    await page.page.reload();
    await waitForForm(page);
    expect(
      await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [button, footer] = [box('.main'), box('footer')];
        return {
          scrolled: scrollY,
          isHigher: document.documentElement.scrollHeight > innerHeight,
          isInSight: button !== undefined && footer !== undefined && button.bottom <= footer.top,
          footer: footer?.bottom,
        };
      }),
    ).toEqual({ scrolled: 0, isHigher: true, isInSight: true, footer: 300 });
    await page.close();
  });

  it('is accessible with a list open, and with choices made', async () => {
    const page = await openPopupPage(scene, longAddress, longTitle);
    await page.click('combobox', msg('campaign'));
    await page.waitFor('listbox', msg('campaign'));
    await page.press('ArrowDown');
    await picture(page, 'popup-list', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.press('Enter');
    await page.click('combobox', msg('pixels'));
    for (let choice = 0; choice < 4; choice++) {
      for (let row = 0; row < choice; row++) await page.press('ArrowDown');
      await page.press('Enter');
    }
    await page.press('Escape');
    await picture(page, 'popup-chosen', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.fill('combobox', msg('pixels'), 'A pixel that is new');
    await page.press('Enter');
    await page.waitFor('button', msg('addPixel'));
    await picture(page, 'popup-pixel', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    // The form for a new pixel is restored after the first paint, and would move the button that the next test clicks.
    await page.click('button', msg('cancel'));
    await page.waitGone('button', msg('addPixel'));
    await page.close();
  });

  it('is accessible when the link is made, waits, and fails', async () => {
    const page = await openPopupPage(scene, longAddress, longTitle);
    await page.click('button', msg('shorten'));
    await waitForText(page, 'status', msg('copied'));
    await picture(page, 'popup-done', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.click('button', msg('addDelay', msgCount('seconds', 5)));
    await waitForText(page, 'status', msg('delayAdded', msgCount('seconds', 5)));
    await picture(page, 'popup-delay-added', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await page.click('button', msg('delayTurnOff'));
    await page.waitFor('button', msg('addDelay', msgCount('seconds', 5)));
    await page.click('button', msg('moreActions'));
    await picture(page, 'popup-menu', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await page.press('Escape');
    await page.click('button', msg('qrCode'));
    await page.waitFor('image', msgPattern('qrCodeOf'));
    await picture(page, 'popup-qr', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.close();

    // Not endless: before its first reply a worker sends one request at a time.
    let goOn = (): void => undefined;
    const seen = new Promise<void>((resolve) => (goOn = resolve));
    scene.service.answerNext('POST /api/url/add', async (exchange) => {
      await seen;
      return exchange.pass();
    });
    const waiting = await openPopupPage(scene, `${longAddress}&waiting`, longTitle);
    await waiting.click('button', msg('shorten'));
    await waiting.waitGone('button', msg('shorten'));
    await picture(waiting, 'popup-waiting', 380);
    expect.soft(await axeViolations(waiting)).toEqual([]);
    await fits(waiting, 380, [...everyLook]);
    await waiting.close();
    goOn();

    scene.service.answerNext('POST /api/url/add', {
      status: 400,
      body: JSON.stringify({
        error: 1,
        message: 'This address can’t be shortened on the plan that you have chosen.',
      }),
    });
    const failed = await openPopupPage(scene, `${longAddress}&failed`, longTitle);
    await failed.click('button', msg('shorten'));
    await waitForText(failed, 'alert', msgWithin('failureRejectedBecause'));
    await picture(failed, 'popup-failed', 380);
    expect.soft(await axeViolations(failed)).toEqual([]);
    await fits(failed, 380, [...everyLook]);
    await failed.close();

    const elsewhere = await openPopupPage(scene, 'https://example.com/elsewhere', 'Another page');
    await waitForText(elsewhere, 'alert', /./);
    await picture(elsewhere, 'popup-trouble', 380);
    expect.soft(await axeViolations(elsewhere)).toEqual([]);
    await fits(elsewhere, 380, [...everyLook]);
    await elsewhere.close();
  });

  it('cuts nothing off where several links have failed: Activity is reached in the status bar', async () => {
    for (const n of [1, 2, 3]) {
      scene.service.answerNext('POST /api/url/add', {
        status: 400,
        body: '{"error":1,"message":"Not on this plan."}',
      });
      const failing = await openPopupPage(scene, `https://example.com/several-${n}`, longTitle);
      await failing.click('button', msg('shorten'));
      await waitForText(failing, 'alert', msgWithin('failureRejectedBecause'));
      await failing.close();
    }
    const attention = msgCounts('itemsNeedAttention', /\d+/);
    for (const [at, name] of [
      ['several-3', 'popup-failures'],
      ['none-failed', 'popup-failures-elsewhere'],
    ] as const) {
      const page = await openPopupPage(scene, `https://example.com/${at}`, longTitle);
      await page.waitFor('button', attention);
      await picture(page, name, 380);
      expect.soft(await axeViolations(page)).toEqual([]);
      await fits(page, 380, [...everyLook]);
      // As in a real popup, and as in one at 200 %.
      for (const height of [600, 300]) {
        await page.look({ width: 380, height });
        const shown = await page.evaluate(() => {
          const button = document.querySelector('footer .attention button');
          const text = button?.querySelector('span');
          const { bottom = NaN } = button?.getBoundingClientRect() ?? {};
          return { isInSight: bottom <= innerHeight, isWhole: text && text.scrollWidth <= text.clientWidth };
        });
        expect.soft({ height, ...shown }).toEqual({ height, isInSight: true, isWhole: true });
      }
      await page.close();
    }
  });

  it('is accessible on a page that can’t be shortened', async () => {
    const page = await openPopupPage(scene, '', '');
    await page.waitFor('textbox', msg('destinationUrl'));
    await picture(page, 'popup-hidden-page', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.close();
  });

  it('is accessible when the alias is refused, and takes a suggested one', async () => {
    const { alias } = scene.service.store.links()[0] ?? { alias: '' };
    const page = await openPopupPage(scene, 'https://example.com/refused', 'Tree count');
    await page.fill('textbox', msg('alias'), alias);
    await page.click('button', msg('shorten'));
    await waitForText(page, 'alert', msgWithin('aliasRefused', /.*/u));
    await picture(page, 'popup-alias', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.click('button', 'tree-count');
    await page.click('button', msg('shorten'));
    await waitForText(page, 'status', msg('copied'));
    await page.close();
  });

  it('shows suggested aliases below the link row, where nothing that floats has been opened before', async () => {
    const page = await openPopupPage(scene, 'https://example.com/suggested', 'Tree count volunteers');
    await page.waitFor('button', msg('suggestedAliases'));
    // By a script: a pointer that crosses a picker loads the look of its list.
    await page.evaluate(() => document.querySelector<HTMLButtonElement>('.link-row button')?.click());
    await page.waitFor('group', msg('suggestedAliases'));
    const { row, menu } = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return { row: box('.link-row')?.bottom ?? NaN, menu: box('.link-row .menu')?.top ?? NaN };
    });
    expect(menu).toBeGreaterThanOrEqual(row);
    await page.close();
  });

  it('is accessible as a page', async () => {
    const page = await openExtensionPage(scene.running, 'link.html');
    await page.fill('textbox', msg('destinationUrl'), longAddress);
    await page.waitFor('button', msg('shorten'));
    await picture(page, 'link-page', 1280);
    expect.soft(await axeViolations(page)).toEqual([]);
    for (const width of [320, 1280]) await fits(page, width, [...everyLook]);
    await page.close();
  });

  it('reaches every control by Tab, in the real popup', async () => {
    const popup = await scene.popupOn('/tabbed');
    await popup.click('button', msgWithin('moreOptions'));
    await popup.waitFor('textbox', msg('note'));
    const { all, reached } = await tabOrder(popup);
    expect(all.length).toBeGreaterThan(6);
    expect(all.filter((control) => !reached.includes(control))).toEqual([]);
    await popup.close();
  });

  it('closes an open list by Escape, and stays open itself', async () => {
    const popup = await scene.popupOn('/escaped');
    await popup.click('combobox', msg('campaign'));
    await popup.waitFor('listbox', msg('campaign'));
    expect((await popup.waitFor('combobox', msg('campaign'))).states['expanded']).toBe(true);
    await popup.press('Escape');
    await popup.waitGone('listbox', msg('campaign'));
    expect(popup.isOpen()).toBe(true);
    expect(await popup.focused()).toEqual({ role: 'combobox', name: msg('campaign') });
    expect((await popup.waitFor('combobox', msg('campaign'))).states['expanded']).toBe(false);
    await popup.close();
  });

  it('closes an open list when the focus leaves it, and names the active option', async () => {
    const popup = await scene.popupOn('/left');
    await popup.click('combobox', msg('channel'));
    await popup.waitFor('listbox', msg('channel'));
    const active = await popup.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(id)?.getAttribute('role');
    });
    expect(active).toBe('option');
    await popup.press('Tab');
    await popup.waitGone('listbox', msg('channel'));
    await popup.close();
  });

  it('creates a link with every choice by keyboard alone', async () => {
    const popup = await scene.popupOn('/keys-only');
    await popup.waitFor('button', msg('shorten'));
    for (let press = 0; press < 20 && (await popup.focused())?.name !== msg('campaign'); press++)
      await popup.press('Shift+Tab');
    await popup.type('hir');
    await popup.press('Enter');
    // Typed before the list has loaded, it chooses once it has.
    await waitUntil('the choice', async () => (await popup.value('combobox', msg('campaign'))) === 'Hiring');
    for (let press = 0; press < 20 && (await popup.focused())?.name !== msg('shorten'); press++)
      await popup.press('Tab');
    await popup.press('Space');
    await waitForText(popup, 'status', msg('copied'));
    expect(await popup.focused()).toEqual({ role: 'button', name: msg('copy') });
    await popup.close();
    expect(scene.made().find(({ longurl }) => longurl.endsWith('/keys-only'))?.campaign).not.toBeNull();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

/** A response that leaves the result open: a similar link was made, and the response can't be parsed. */
function respondUnclearly({ service }: Scene, address: string): void {
  service.answerNext('POST /api/url/add', async (exchange) => {
    await exchange.asOther('POST', '/api/url/add', { url: `${address}&session=2` });
    return { status: 200, body: '{"error":0,"nothing":true}' };
  });
}

const slowDown = { status: 429, body: '{"error":429,"message":"Too many requests.","Retry-After":90}' };

describe('the popup while something waits', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected({ secure: true });
  });
  afterAll(() => scene.close());

  async function isSound(page: PageDriver, name: string): Promise<void> {
    await picture(page, name, 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
  }

  it('is accessible when it asks: in front, and over another page', async () => {
    respondUnclearly(scene, longAddress);
    const asking = await openPopupPage(scene, longAddress, longTitle);
    await asking.click('button', msg('shorten'));
    await asking.waitFor('button', msg('createAnotherLink'));
    await isSound(asking, 'popup-question');
    await asking.close();
    const elsewhere = await openPopupPage(scene, 'https://example.com/elsewhere', 'Another page');
    await elsewhere.waitFor('button', msg('useThisLink'));
    await isSound(elsewhere, 'popup-question-elsewhere');
    await elsewhere.click('button', msg('useThisLink'));
    await elsewhere.waitGone('button', msg('useThisLink'));
    await elsewhere.close();
  });

  it('is accessible while sending is stopped', async () => {
    scene.service.answerNext('POST /api/url/add', { status: 401, body: '{"error":1,"message":"Bad key"}' });
    const page = await openPopupPage(scene, `${longAddress}&paused`, longTitle);
    await page.click('button', msg('shorten'));
    await waitForText(page, 'alert', msg('sendingPaused'));
    await isSound(page, 'popup-paused');
    await page.click('button', msg('tryAgainNow'));
    await waitForText(page, 'status', msg('copied'));
    await page.close();
  });

  it('is accessible without a network', () =>
    unstopped(scene.running, async () => {
      const session = await (await wakeWorker(scene.running)).createCDPSession();
      const network = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', { ...network, offline: true });
      const page = await openPopupPage(scene, `${longAddress}&offline`, longTitle);
      await page.click('button', msg('shorten'));
      await waitForText(page, 'status', msgCount('offlineLinks', 1));
      await isSound(page, 'popup-offline');
      await session.send('Network.emulateNetworkConditions', { ...network, offline: false });
      await waitForText(page, 'status', msg('copied'));
      await session.detach();
      await page.close();
    }));

  it('is accessible while links are delayed, and while others wait elsewhere', async () => {
    await scene.options.page.select('#hold', '30');
    await waitForText(scene.options, 'status', msg('saved'));
    const held = await openPopupPage(scene, `${longAddress}&held`, longTitle);
    await held.click('button', msg('shorten'));
    await waitForText(held, 'status', msgWithin('creatingIn', msgCounts('seconds', /\d+/)));
    await isSound(held, 'popup-held');
    await held.close();
    const one = await openPopupPage(scene, 'https://example.com/one', 'Another page');
    await waitForText(one, 'status', msgCount('jobsQueued', 1));
    await isSound(one, 'popup-elsewhere');
    await one.close();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('the Activity page', () => {
  let scene: Scene;
  let page: PageDriver;
  const longPath = `/${'section/'.repeat(20)}the-end?and=more`;
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#activity');
  });
  afterAll(() => scene.close());

  async function isSound(name: string): Promise<void> {
    await picture(page, name, 900);
    expect.soft(await axeViolations(page)).toEqual([]);
    for (const width of [320, 1280]) await fits(page, width, [...everyLook]);
  }
  const stands = (part: string, words: RegExp) =>
    waitUntil(`${String(words)} to stand under "${part}"`, async () =>
      (await page.all('region', part)).length === 1 ? words.test(await page.text('region', part)) : false,
    );

  it('is accessible while it is empty', async () => {
    await page.waitFor('meter');
    await isSound('activity-empty');
  });

  it('is accessible while sending is stopped', async () => {
    scene.service.answerNext('POST /api/url/add', { status: 401, body: '{"error":1,"message":"Bad key"}' });
    await askFor(scene, '/paused');
    await waitForText(page, 'alert', msg('sendingPaused'));
    await isSound('activity-paused');
    await page.click('button', msg('tryAgainNow'));
    await stands(msg('activityFinished'), /\/paused/);
    await page.waitFor('button', msgPattern('copyLink', /.+/));
  });

  it('is accessible with jobs in every state', async () => {
    const { service, site } = scene;
    const refusal = 'This address can’t be shortened on the plan that you have chosen.';
    service.answerNext('POST /api/url/add', {
      status: 400,
      body: JSON.stringify({ error: 1, message: refusal }),
    });
    await askFor(scene, `${longPath}&refused`);
    await stands(msg('activityFailed'), msgWithin('tryAgain'));
    respondUnclearly(scene, site.url(longPath));
    await askFor(scene, longPath);
    await stands(msg('activityNeedsDecision'), msgWithin('createAnotherLink'));
    service.answerNext('POST /api/url/add', {
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: 'x',
    });
    await askFor(scene, `${longPath}&looking`);
    await stands(msg('activityInProgress'), anyOf(msgWithin('checkingCreated'), msgWithin('checkingAgain')));
    service.answerNext('POST /api/url/add', slowDown);
    await askFor(scene, `${longPath}&waiting`);
    await stands(msg('activityInProgress'), msgWithin('waitingForLimit'));
    await askFor(scene, '/waiting-too');
    await askFor(scene, '/cancelled');
    await page.click('button', msgPattern('cancelNamed', /.*\/cancelled/));
    await stands(msg('activityFinished'), msgWithin('canceled'));
    const limits = new RegExp(msgWithin('waitingForLimit', msgCounts('seconds', /\d+/)), 'gu');
    expect((await page.text('region', msg('activityInProgress'))).match(limits)).toHaveLength(2);
    await isSound('activity-all');
  });

  it('names its parts, and each button after its object', async () => {
    expect((await page.all('region')).map(({ name }) => name)).toEqual([
      msg('activityNeedsDecision'),
      msg('activityInProgress'),
      msg('activityFailed'),
      msg('meterHeading'),
      msg('activityFinished'),
    ]);
    expect((await page.all('heading')).map(({ name }) => name)).toEqual([
      msg('extName'),
      msg('activity'),
      msg('activityNeedsDecision'),
      msg('activityInProgress'),
      msg('activityFailed'),
      msg('meterHeading'),
      msg('activityFinished'),
    ]);
    await page.waitFor('navigation', msg('manageNavigation'));
    const names = (await page.all('button')).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of [
      msgPattern('cancelNamed', /.+waiting-too/),
      msgPattern('tryAgainNamed', /.+refused/),
      msgPattern('copyLink', /\d.+/),
      msgPattern('openLink', /\d.+/),
    ])
      await page.waitFor('button', name);
    const { all, reached } = await tabOrder(page);
    expect(all.filter((control) => !reached.includes(control))).toEqual([]);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('the first sync', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene.close());

  it('shows its progress, and the links that it has read so far', async () => {
    const { service, running, options } = scene;
    const total = 250;
    service.addLinks(total - service.store.links().length);
    // The second page is sent once the pictures are taken.
    let send = (): void => undefined;
    const looked = new Promise<void>((resolve) => (send = resolve));
    service.answerNext(/^GET \/api\/urls.*page=2/u, async (exchange) => {
      await looked;
      return exchange.pass();
    });
    await allowHost(running, 'http://127.0.0.1/*');
    await submitConnection(options, service.address, service.key);
    await waitForText(options, 'status', msgPattern('connectedTo'));
    const page = await openExtensionPage(running, 'manage.html#links');
    await waitUntil('its progress', async () =>
      (await page.evaluate<string>('document.body.innerText')).includes(
        msgCount('linksSyncedOf', total, '100'),
      ),
    );
    await picture(page, 'links-sync', 1280);
    expect.soft(await axeViolations(page)).toEqual([]);
    for (const width of [320, 1280]) await fits(page, width, [...everyLook]);
    send();
    await waitForText(page, 'status', msgCount('linksCount', total));
    await page.close();
  });
});

describe('the sections of the manage page', () => {
  let scene: Scene;
  let page: PageDriver;
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#links');
    await waitForText(page, 'status', msgCount('linksCount', 200));
  });
  afterAll(() => scene.close());

  async function isSound(name: string): Promise<void> {
    await picture(page, `section-${name}`, 1080);
    expect.soft(await axeViolations(page)).toEqual([]);
    for (const width of [320, 1280]) await fits(page, width, [...everyLook]);
  }

  it('"Links" is accessible as a list, with search results, with filters and with no result', async () => {
    await isSound('links');
    await page.fill('searchbox', msg('searchLinks'), 'harbour night');
    await waitForText(page, 'status', msgCount('linksFound', 200, '7'));
    await page.click('button', msg('linkFilters'));
    await page.click('button', msg('exportLinks'));
    await isSound('links-found');
    await page.fill('searchbox', msg('searchLinks'), `${longTitle} ${longAddress}`);
    await waitForText(page, 'status', msgPattern('linksNone'));
    await isSound('links-none');
    await page.click('button', msg('showAllLinks'));
    await page.click('button', msg('exportLinks'));
    await page.click('button', msg('linkFilters'));
  }, 150_000);

  it('"Links" is accessible with a link open whose fields are all as long as possible', async () => {
    const [link] = scene.service.store.links();
    const names = [longTitle, 'شارع الحمرا', `<b>${'x'.repeat(300)}</b>`];
    scene.service.answerNext(`GET /api/url/${link?.id}`, {
      status: 200,
      body: JSON.stringify({
        error: 0,
        id: link?.id,
        details: {
          id: link?.id,
          shorturl: `https://sho.rt/${'a'.repeat(50)}`,
          longurl: longAddress,
          title: longTitle,
          description: `${longTitle} ${longAddress}`,
          location: Object.fromEntries(names.map((name) => [name, longAddress])),
          device: { iPhone: longAddress },
          expiry: '2030-01-01 00:00:00',
          date: '2026-01-01 00:00:00',
        },
        data: {
          clicks: Number.MAX_SAFE_INTEGER,
          uniqueClicks: 0,
          topCountries: Object.fromEntries(names.map((name, n) => [name, 10 ** (12 - 5 * n)])),
          topReferrers: Object.fromEntries(
            Array.from({ length: 40 }, (_, n) => [`host-${n}.example`, 40 - n]),
          ),
          topBrowsers: 7,
          topOs: [],
          socialCount: { facebook: 1, twitter: 0, google: 12_345 },
        },
      }),
    });
    await page.page.goto(scene.running.url(`manage.html#links/${link?.id}`));
    await waitUntil('its statistics to come', async () =>
      (await page.evaluate<string>('document.body.innerText')).includes(msg('statOthers', '34')),
    );
    await isSound('links-details');
    // Beside an open link, a short alias of the list is whole; the domain is cut instead.
    const cut = await page.evaluate<string[]>(() =>
      Array.from(document.querySelectorAll<HTMLElement>('.link-pane .short strong'))
        .filter(
          ({ scrollWidth, clientWidth, textContent }) => scrollWidth > clientWidth && textContent.length < 12,
        )
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    const { all, reached } = await tabOrder(page);
    // In a row, "Copy" is Ctrl+C.
    const inRows = new RegExp(`^button ${msgWithin('copyLink').source}$`, 'u');
    expect(all.filter((control) => !inRows.test(control) && !reached.includes(control))).toEqual([]);
    await page.click('button', msg('close'));
  });

  it.each([
    msg('campaigns'),
    msg('channels'),
    msg('pixels'),
    msg('domains'),
    msg('splashPages'),
    msg('overlays'),
    msg('activity'),
    msg('account'),
  ])('"%s" is accessible, and the focus is on its heading', async (section) => {
    await page.click('link', section);
    await page.waitFor('heading', section);
    await waitUntil('the focus to be on its name', async () => (await page.focused())?.name === section);
    expect(await page.page.title()).toBe(`${section} · ${msg('extName')}`);
    await isSound(section.toLowerCase().replaceAll(' ', '-'));
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('before anything is connected', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene.close());

  it('the popup is accessible', async () => {
    const page = await openPopupPage(scene, longAddress, longTitle);
    await page.waitFor('button', msg('openSettings'));
    await picture(page, 'popup-not-connected', 380);
    expect.soft(await axeViolations(page)).toEqual([]);
    await fits(page, 380, [...everyLook]);
    await page.close();
  });

  it('the Activity page is accessible', async () => {
    const page = await openExtensionPage(scene.running, 'manage.html#activity');
    await page.waitFor('button', msg('openSettings'));
    await picture(page, 'activity-not-connected', 900);
    expect.soft(await axeViolations(page)).toEqual([]);
    for (const width of [320, 1280]) await fits(page, width, [...everyLook]);
    await page.close();
  });

  it('the settings are accessible, also with an error', async () => {
    const { options } = scene;
    await picture(options, 'options-new', 900);
    expect.soft(await axeViolations(options)).toEqual([]);
    for (const width of [320, 640, 1280]) await fits(options, width, [...everyLook]);
    await options.fill('textbox', msg('serviceUrl'), 'no address at all');
    await options.click('button', msg('connect'));
    await waitForText(options, 'alert', msg('serviceUrlInvalid'));
    await picture(options, 'options-problem', 900);
    expect.soft(await axeViolations(options)).toEqual([]);
  });

  it('reaches every control of the settings by Tab, in their order', async () => {
    const { all, reached } = await tabOrder(scene.options);
    expect(all.filter((control) => !reached.includes(control))).toEqual([]);
  });
});

describe('the settings of a connected account', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('are accessible: axe, enlarged, narrow, right to left', async () => {
    const { options } = scene;
    await options.waitFor('image', msgPattern('avatarOf'));
    await picture(options, 'options-connected', 900);
    expect.soft(await axeViolations(options)).toEqual([]);
    for (const width of [320, 640, 1280]) await fits(options, width, [...everyLook]);
  });

  it('can be used by keyboard alone: a default is chosen and removed, a box is checked and unchecked', async () => {
    const { options } = scene;
    const { all, reached } = await tabOrder(options);
    expect(all.filter((control) => !reached.includes(control))).toEqual([]);
    const box = msg('autoCopy');
    for (let press = 0; press < 40 && (await options.focused())?.name !== box; press++)
      await options.press('Tab');
    await options.press('Space');
    await waitForText(options, 'status', msg('saved'));
    expect((await options.waitFor('checkbox', box)).states['checked']).toBe('false');
  });

  it('are accessible with a list open, while asking about "Disconnect", and without access', async () => {
    const { options } = scene;
    await options.click('combobox', msg('pixels'));
    await options.waitFor('listbox', msg('pixels'));
    await picture(options, 'options-list', 900);
    expect.soft(await axeViolations(options)).toEqual([]);
    await options.press('Escape');
    await options.click('button', msg('disconnect'));
    await options.waitFor('button', msg('stayConnected'));
    await withdrawHost(scene.running);
    await waitForText(options, 'alert', msgWithin('permissionMissing'));
    await picture(options, 'options-asking', 900);
    expect.soft(await axeViolations(options)).toEqual([]);
    for (const width of [320, 1280]) await fits(options, width, [...everyLook]);
  });

  it('move the focus to the question of "Disconnect", and back to the page afterwards', async () => {
    const { options } = scene;
    for (let press = 0; press < 40 && (await options.focused())?.name !== msg('stayConnected'); press++)
      await options.press('Tab');
    await options.press('Enter');
    await options.waitFor('button', msg('disconnect'));
    await waitUntil(
      'the focus to be on "Disconnect" again',
      async () => (await options.focused())?.name === msg('disconnect'),
      3_000,
    );
    await options.press('Enter');
    await options.waitFor('button', msg('stayConnected'));
    await waitUntil(
      'the focus to be in the question',
      async () => [msg('disconnect'), msg('stayConnected')].includes((await options.focused())?.name ?? ''),
      3_000,
    );
  });

  it('runs without an error or a policy violation', async () => {
    expect(await liveTexts(scene.options, 'status')).toBeDefined();
    scene.running.assertClean();
  });
});
