// The sections of the manage page beside "Links": every endpoint of the contract that they use, driven through the page and
// checked in the service; drafts outlive failure, worker and page; and each section is accessible.
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatServiceTime } from '../../lib/i18n/service-time.ts';
import { ask } from '../service/ask.ts';
import type { SeenRequest } from '../service/request-log.ts';
import {
  axeViolations,
  drivePage,
  killWorker,
  openExtensionPage,
  readClipboard,
  stopsWorker,
  until,
  type PageDriver,
} from './harness/index.ts';
import {
  connect,
  explainFailures,
  waitUntil,
  waitForText,
  startConnected,
  startScene,
  stored,
  type Scene,
} from './setup/connected.ts';
import { select } from './setup/link-options.ts';
import { picture } from './setup/popup-page.ts';
import { everyLook, fits, tabOrder } from './setup/layout-checks.ts';
import { anyOf, inOrder, msg, msgCount, msgWithin } from '../support/texts.ts';

let scene: Scene;
let page: PageDriver;

/** Opens a section by its name. */
async function enter(name: string): Promise<void> {
  await page.click('link', name);
  await waitUntil(`the section ${name}`, async () => (await page.text('heading', name)) === name);
}

/** The names of the rows, top to bottom. */
const rows = (): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>('.records > li .record-name bdi[title]'),
      ({ title }) => title,
    ),
  );

/** The timestamps of the section, as the service gave them. */
const times = (): Promise<string[]> =>
  page.evaluate(() => Array.from(document.querySelectorAll<HTMLElement>('main time'), ({ title }) => title));

/** The text of a row, without its buttons. */
const rowText = (name: string): Promise<string> =>
  page.evaluate(
    (wanted: string) =>
      Array.from(document.querySelectorAll<HTMLElement>('.records > li'))
        .find((row) => row.querySelector<HTMLElement>('.record-name bdi[title]')?.title === wanted)
        ?.innerText.replaceAll(/[^\S\u00A0]+/g, ' ') ?? '',
    { args: [name] },
  );

const stands = (name: string): Promise<true> =>
  waitUntil(`${name} to stand in the list`, async () => (await rows()).includes(name));
const isGone = (name: string): Promise<true> =>
  waitUntil(`${name} to be gone`, async () => !(await rows()).includes(name));

const requests = (method: string, path: RegExp): SeenRequest[] =>
  scene.service.store.requests('/api/').filter((seen) => seen.method === method && path.test(seen.path));

/** Syncs by the button, and waits for a record that another device has added. */
async function syncShows(path: RegExp, name: string): Promise<void> {
  expect(await rows()).not.toContain(name);
  const before = requests('GET', path).length;
  await page.click('button', msg('syncNow'));
  await stands(name);
  expect(requests('GET', path).length).toBeGreaterThan(before);
}

const campaign = (name: string) => scene.service.store.campaigns().find((one) => one.name === name);
const channel = (name: string) => scene.service.store.channels().find((one) => one.name === name);
const itemsOf = (id: number | undefined) =>
  scene.service.store.channelItems().filter((item) => item.channel === id);
const byName = (names: readonly string[]): string[] =>
  names.toSorted(new Intl.Collator('en', { numeric: true }).compare);

async function openSections(): Promise<void> {
  page = await openExtensionPage(scene.running, 'manage.html#campaigns');
  await stands('Hiring');
}

describe('the sections of an account', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    await openSections();
  });
  afterAll(() => scene.close());

  describe('campaigns', () => {
    it('GET /api/campaigns: all of them, by name, with what another device adds', async () => {
      expect(await rows()).toEqual(byName(scene.service.store.campaigns().map(({ name }) => name)));
      await ask(scene.service, 'POST /api/campaign/add', { name: 'From elsewhere' });
      await syncShows(/^\/api\/campaigns$/, 'From elsewhere');
    });

    it('POST /api/campaign/add: with a rotator, whose address is copied', async () => {
      await page.click('button', msg('openNewCampaign'));
      await waitUntil(
        'the focus to be in the form',
        async () => (await page.focused())?.name === msg('fieldName'),
      );
      await page.type('Summer');
      await page.fill('textbox', msg('rotatorAlias'), 'summer-26');
      await page.click('checkbox', msg('campaignPublic'));
      await page.click('button', msg('addCampaign'));
      await waitForText(page, 'status', msgWithin('addedNamed', /.?Summer.?/));
      expect(campaign('Summer')).toMatchObject({ slug: 'summer-26', public: true });
      // Fields that only the service knows arrive with its list.
      await page.click('button', msg('copyRotatorUrl', 'Summer'), { timeout: 20_000 });
      await waitForText(page, 'status', msg('copied'));
      expect(await readClipboard(scene.running)).toBe(`${scene.service.address}/r/summer-26`);
      await page.click('button', msg('copyListUrl', 'Summer'));
      await waitUntil('the list address on the clipboard', async () =>
        (await readClipboard(scene.running)).endsWith('/u/robin/summer-26'),
      );
    });

    it('shows of each URL what tells it from the others, and the whole in its tooltip', async () => {
      const urls = () =>
        page.evaluate(() =>
          Array.from(document.querySelectorAll<HTMLElement>('.fact-line .url-text'), (url) => {
            const [host, end] = url.children;
            return {
              title: url.title,
              end: end?.textContent ?? '',
              isEndCut: (end?.scrollWidth ?? 0) > (end?.clientWidth ?? 0),
              host: host && getComputedStyle(host).position !== 'absolute' ? host.clientWidth : null,
            };
          }),
        );
      for (const width of [1100, 1280, 1500]) {
        await page.look({ width, height: 800 });
        const shown = await urls();
        expect(shown.length).toBeGreaterThan(2);
        for (const { title, end, isEndCut, host } of shown) {
          expect(title).toMatch(/^http:/u);
          expect({ width, end, isEndCut }).toEqual({ width, end, isEndCut: false });
          expect(title.endsWith(end)).toBe(true);
          // Not shown, or long enough to be more than a letter.
          expect(host ?? 30).toBeGreaterThanOrEqual(30);
        }
      }
      await page.look({});
    });

    it('has its content at one place in “Links”, whose list scrolls itself, and in the others', async () => {
      const sides: unknown[] = [];
      for (const section of ['links', 'account', 'campaigns'] as const) {
        await enter(msg(section));
        sides.push(
          await page.evaluate(() => {
            const { left, right } = document.querySelector('main')?.getBoundingClientRect() ?? {};
            return `${left} to ${right}`;
          }),
        );
      }
      expect(new Set(sides).size).toBe(1);
    });

    it('POST /api/campaign/:campaignid/assign/:linkid: several in one step, found and pasted', async () => {
      const links = scene.service.store.links().filter((link) => link.campaign === null);
      const [first, second, third] = links;
      if (!first || !second || !third) throw new Error('The demo has too few links.');
      await page.click('button', msg('assignLinksTo', 'Summer'));
      await page.fill('searchbox', msg('searchLinks'), first.alias);
      await page.click('checkbox', new RegExp(`/${first.alias}$`));
      await page.fill(
        'textbox',
        msg('pasteLinks'),
        `${second.id} ${second.domain ?? scene.service.address}/${third.alias}`.replace(
          second.domain ?? scene.service.address,
          third.domain ?? scene.service.address,
        ),
      );
      await page.click('button', msg('assignTo', 'Summer'));
      await waitForText(page, 'status', msg('assignedOf', '3', '3'));
      const id = campaign('Summer')?.id;
      const assigned = scene.service.store.links().filter((link) => link.campaign === id);
      expect(new Set(assigned.map((link) => link.id))).toEqual(new Set([first.id, second.id, third.id]));
      expect(requests('POST', new RegExp(`^/api/campaign/${id}/assign/\\d+$`))).toHaveLength(3);
      // It stays marked and is counted; submitted again, nothing is sent.
      await page.waitFor(
        'checkbox',
        inOrder(`/${first.alias}`, anyOf(msg('assignedMark'), msg('assignedInCurtail'))),
      );
      await waitUntil('the links to be counted', async () =>
        (await rowText('Summer')).includes(msgCount('campaignLinkCount', 3)),
      );
      await page.click('button', msg('assignTo', 'Summer'));
      await waitUntil('that they are assigned', async () =>
        (await rowText('Summer')).includes(msgCount('assignAlready', 3)),
      );
      expect(requests('POST', new RegExp(`^/api/campaign/${id}/assign/\\d+$`))).toHaveLength(3);
      await page.fill('textbox', msg('pasteLinks'), '99999999');
      await page.click('button', msg('assignTo', 'Summer'));
      await waitForText(page, 'alert', inOrder(msg('namedById', '99999999'), 'The link does not exist'));
      await page.click('button', msg('closeAssign', 'Summer'));
    });

    it('PUT /api/campaign/:id/update: renamed, and its rotator taken away', async () => {
      await page.click('button', msg('editCampaign', 'Summer'));
      await page.fill('textbox', msg('fieldName'), 'Late summer');
      await page.fill('textbox', msg('rotatorAlias'), '');
      await page.click('button', msg('saveCampaign', 'Summer'));
      await waitForText(page, 'status', msgWithin('savedNamed', /.?Late summer.?/));
      expect(campaign('Late summer')).toMatchObject({ slug: null, public: true });
      await waitUntil(
        'the rotator to be gone',
        async () => !(await rowText('Late summer')).includes(msg('rotatorUrl')),
      );
    });

    it('DELETE /api/campaign/:id/delete: only after a question about what is deleted', async () => {
      await page.click('button', msg('deleteCampaignNamed', 'Late summer'));
      await waitUntil('the links to be counted', async () =>
        (await rowText('Late summer')).includes(msgCount('campaignDelete', 3)),
      );
      expect(campaign('Late summer')).toBeDefined();
      await page.click('button', msg('deleteCampaignNamed', 'Late summer'));
      await isGone('Late summer');
      expect(campaign('Late summer')).toBeUndefined();
      await waitForText(page, 'status', msgWithin('deletedNamed', /.?Late summer.?/));
    });

    it('shows a refusal beside the form, whose draft outlives it, a killed worker and the page', async () => {
      await page.click('button', msg('openNewCampaign'));
      await page.fill('textbox', msg('fieldName'), 'Second spring');
      await page.fill('textbox', msg('rotatorAlias'), 'spring');
      await page.click('button', msg('addCampaign'));
      await waitForText(page, 'alert', /This slug is already in use/);
      expect(await page.value('textbox', msg('rotatorAlias'))).toBe('spring');
      if (!stopsWorker) await killWorker(scene.running);
      await page.fill('textbox', msg('rotatorAlias'), 'spring-2');
      await waitUntil('it to be stored', async () => JSON.stringify(await stored(page)).includes('spring-2'));
      await page.close();
      await openSections();
      expect(await page.value('textbox', msg('rotatorAlias'))).toBe('spring-2');
      await page.click('button', msg('addCampaign'));
      // A message that the killed worker has swallowed is repeated after 23 s.
      await waitUntil(
        'it to stand in the list',
        async () => (await rows()).includes('Second spring'),
        40_000,
      );
      expect(scene.service.store.campaigns().filter(({ name }) => name === 'Second spring')).toHaveLength(1);
      await waitUntil(
        'the draft to be gone',
        async () => !('draft:manage:campaigns' in (await stored(page))),
      );
    });

    it('shows the result after a page was closed while it was sending', async () => {
      let goOn = (): void => undefined;
      const seen = new Promise<void>((resolve) => (goOn = resolve));
      let hasCome = false;
      scene.service.answerNext('POST /api/campaign/add', async (exchange) => {
        hasCome = true;
        await seen;
        return exchange.pass();
      });
      await page.click('button', msg('openNewCampaign'));
      await page.fill('textbox', msg('fieldName'), 'Asked and left');
      await page.click('button', msg('addCampaign'));
      await waitForText(page, 'status', msg('adding'));
      // Not by the log of requests, which has those of earlier tests, too.
      await waitUntil('it to be on its way', () => hasCome);
      await page.close();
      await openSections();
      expect(await page.value('textbox', msg('fieldName'))).toBe('Asked and left');
      goOn();
      await stands('Asked and left');
      await page.waitGone('button', msg('addCampaign'));
      expect(scene.service.store.campaigns().filter(({ name }) => name === 'Asked and left')).toHaveLength(1);
    });
  });

  describe('channels', () => {
    it('GET /api/channels: starred ones first, with what another device adds', async () => {
      await enter(msg('channels'));
      await stands('Social');
      const channels = scene.service.store.channels();
      const names = (starred: boolean) =>
        byName(channels.filter((one) => one.starred === starred).map(({ name }) => name));
      expect(await rows()).toEqual([...names(true), ...names(false)]);
      await ask(scene.service, 'POST /api/channel/add', { name: 'Radio' });
      await syncShows(/^\/api\/channels$/, 'Radio');
    });

    it('GET /api/channel/:id: its links, bio pages and QR codes', async () => {
      await page.click('button', msg('itemsOf', 'Social'));
      const held = itemsOf(channel('Social')?.id);
      // Their number is shown before they are loaded.
      await waitUntil('the items', async () =>
        (await rowText('Social')).includes(`Robin, all links ${msg('itemBioPage')}`),
      );
      expect(await rowText('Social')).toContain(msgCount('itemCount', held.length));
      // The list shown is stored; "Sync now" reads it again after the lists.
      const asked = new RegExp(`^/api/channel/${channel('Social')?.id}$`);
      await waitUntil('the service to be asked', () => requests('GET', asked).length > 0);
      await page.click('button', msg('itemsOf', 'Social'));
    });

    it('POST /api/channel/add: with a color and a star', async () => {
      await page.click('button', msg('openNewChannel'));
      await page.fill('textbox', msg('fieldName'), 'Shop window');
      await page.fill('textbox', msg('fieldDescription'), 'Codes to scan');
      await page.fill('textbox', msg('fieldColor'), 'red');
      await page.click('checkbox', msg('channelStarred'));
      await page.click('button', msg('addChannel'));
      await waitUntil('the error of the color', async () =>
        (await page.evaluate<string>('document.body.innerText')).includes(msg('problemColor')),
      );
      await page.fill('textbox', msg('fieldColor'), '#0B5F8A');
      await page.click('button', msg('addChannel'));
      await stands('Shop window');
      expect(channel('Shop window')).toMatchObject({
        description: 'Codes to scan',
        color: '#0B5F8A',
        starred: true,
      });
    });

    it('POST /api/channel/:channelid/assign/:type/:itemid: links, bio pages and QR codes', async () => {
      const [link] = scene.service.store.links();
      const id = channel('Shop window')?.id;
      await page.click('button', msg('assignItemsTo', 'Shop window'));
      await page.fill('textbox', msg('pasteLinks'), String(link?.id));
      await page.click('button', msg('assignTo', 'Shop window'));
      await waitForText(page, 'status', msg('assignedOf', '1', '1'));
      // Known from another channel that holds it.
      await select(page, msg('type'), 'bio');
      await page.fill('searchbox', msg('searchBioPages'), 'robin');
      await page.click('checkbox', /^Robin, all links/);
      await page.click('button', msg('assignTo', 'Shop window'));
      await waitForText(page, 'status', msg('assignedOf', '2', '2'));
      // In no list at all: by its id.
      await select(page, msg('type'), 'qr');
      await page.fill('textbox', msg('pasteIds'), '1');
      await page.click('button', msg('assignTo', 'Shop window'));
      await waitForText(page, 'status', msg('assignedOf', '3', '3'));
      expect(itemsOf(id)).toEqual([
        { channel: id, type: 'bio', item: 1 },
        { channel: id, type: 'links', item: link?.id },
        { channel: id, type: 'qr', item: 1 },
      ]);
      await page.click('button', msg('closeAssign', 'Shop window'));
    });

    it('PUT /api/channel/:id/update: its star by one press, the rest in its form', async () => {
      await page.click('button', msg('starChannel', 'Shop window'));
      await waitUntil('the star to go', () => channel('Shop window')?.starred === false);
      await page.click('button', msg('editChannel', 'Shop window'));
      await page.fill('textbox', msg('fieldDescription'), '');
      await page.fill('textbox', msg('fieldColor'), '#123456');
      await page.click('button', msg('saveChannel', 'Shop window'));
      await waitUntil('it to be changed', () => channel('Shop window')?.color === '#123456');
      await waitForText(page, 'status', msgWithin('savedNamed', /.?Shop window.?/));
      expect(channel('Shop window')).toMatchObject({ description: '', name: 'Shop window', starred: false });
      const sent = requests('PUT', /\/update$/).map(({ body }) => JSON.parse(body) as object);
      expect(sent.slice(-2)).toEqual([{ starred: false }, { description: '', color: '#123456' }]);
    });

    it('DELETE /api/channel/:id/delete: only after the items were counted', async () => {
      await page.click('button', msg('deleteChannelNamed', 'Shop window'));
      await waitUntil('the items to be counted', async () =>
        (await rowText('Shop window')).includes(msgCount('channelDelete', 3)),
      );
      await page.click('button', msg('cancelDeletingChannel', 'Shop window'));
      await page.click('button', msg('deleteChannelNamed', 'Shop window'));
      await page.click('button', msg('deleteChannelNamed', 'Shop window'));
      await isGone('Shop window');
      expect(channel('Shop window')).toBeUndefined();
    });
  });

  describe('pixels', () => {
    it('GET /api/pixels: with type, tag and date, and what another device adds', async () => {
      await enter(msg('pixels'));
      await stands('Hiring page');
      expect(await rowText('Hiring page')).toMatch(
        inOrder(`LinkedIn ${msg('pixelTag')} 0000421 `, /\w+ \d+, \d{4}/),
      );
      expect((await times())[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/);
      await ask(scene.service, 'POST /api/pixel/add', { type: 'bing', name: 'Second shop', tag: '77' });
      await syncShows(/^\/api\/pixels$/, 'Second shop');
    });

    it('POST /api/pixel/add: a type of the contract, proposed after those of the account', async () => {
      await page.click('button', msg('openNewPixel'));
      const offers = await page.evaluate(() =>
        Array.from(document.querySelectorAll('datalist option'), ({ textContent }) => textContent),
      );
      expect(offers.slice(0, 2)).toEqual(['bing', 'fbpixel']);
      expect(offers).toContain('provider13');
      await page.fill('textbox', msg('fieldName'), 'Campaign page');
      await page.fill('combobox', msg('type'), 'provider9');
      await page.fill('textbox', msg('pixelTag'), 'X-9');
      await page.click('button', msg('addPixel'));
      await stands('Campaign page');
      expect(scene.service.store.pixels().at(-1)).toMatchObject({
        type: 'provider9',
        name: 'Campaign page',
        tag: 'X-9',
      });
    });
  });

  describe('domains', () => {
    const domain = (name: string) => scene.service.store.domains().find((one) => one.domain === name);
    const own = 'https://short.bakery.test';

    it('GET /api/domains: with their redirects, and what another device adds', async () => {
      await enter(msg('domains'));
      await stands('https://go.example.com');
      expect(await rowText('https://go.example.com')).toContain(
        `${msg('redirectRoot')} https://www.example.com/`,
      );
      await ask(scene.service, 'POST /api/domain/add', { domain: 'https://else.example.com' });
      await syncShows(/^\/api\/domains$/, 'https://else.example.com');
    });

    it('POST /api/domain/add: scheme and host alone', async () => {
      await page.click('button', msg('openNewDomain'));
      await page.fill('textbox', msg('domain'), 'short.bakery.test');
      await page.fill('textbox', msg('redirectRoot'), 'https://bakery.test/');
      await page.click('button', msg('addDomain'));
      await waitUntil('the missing scheme to be shown', async () =>
        (await page.evaluate<string>('document.body.innerText')).includes(msg('problemDomainScheme')),
      );
      await page.fill('textbox', msg('domain'), `${own}/`);
      await page.click('button', msg('addDomain'));
      await stands(own);
      expect(domain(own)).toMatchObject({ redirectroot: 'https://bakery.test/', redirect404: '' });
    });

    it('PUT /api/domain/:id/update: one redirect taken away, the other set', async () => {
      await page.click('button', msg('editDomain', own));
      await page.fill('textbox', msg('redirectRoot'), '');
      await page.fill('textbox', msg('redirect404'), 'https://bakery.test/404');
      await page.click('button', msg('saveDomain', own));
      await waitForText(page, 'status', msgWithin('savedNamed'));
      expect(domain(own)).toMatchObject({ redirectroot: '', redirect404: 'https://bakery.test/404' });
    });

    it('DELETE /api/domain/:id/delete: with the short links that are under it', async () => {
      const under = scene.service.store.links().filter((link) => link.domain === 'https://go.example.com');
      await page.click('button', msg('deleteDomain', 'https://go.example.com'));
      await waitUntil('its links to be counted', async () =>
        (await rowText('https://go.example.com')).includes(msgCount('domainDelete', under.length)),
      );
      await page.click('button', msg('cancelDeletingDomain', 'https://go.example.com'));
      await page.click('button', msg('deleteDomain', own));
      await page.click('button', msg('deleteDomain', own));
      await isGone(own);
      expect(domain(own)).toBeUndefined();
    });
  });

  /** The form for a new link that has opened, with the type that was chosen. */
  async function openedForm(): Promise<PageDriver> {
    const found: Page = await until('the form to open', async () =>
      (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
    );
    const form = await drivePage(found);
    await form.waitFor('button', msg('shorten'));
    return form;
  }

  async function shortensWith(type: string, path: string): Promise<void> {
    const form = await openedForm();
    await form.fill('textbox', msg('destinationUrl'), scene.site.url(path));
    await form.click('button', msg('shorten'));
    await waitUntil('the link to be made', () => scene.made().some(({ longurl }) => longurl.endsWith(path)));
    const [sent] = requests('POST', /^\/api\/url\/add$/).slice(-1);
    expect(String((JSON.parse(sent?.body ?? '{}') as { type?: unknown }).type)).toBe(type);
    await form.close();
  }

  it('GET /api/splash: searched, and used for a new link', async () => {
    await enter(msg('splashPages'));
    await stands('Conference');
    const before = requests('GET', /^\/api\/splash$/).length;
    await page.click('button', msg('syncNow'));
    await waitUntil('it to be asked for', () => requests('GET', /^\/api\/splash$/).length > before);
    await page.fill('searchbox', msg('searchSplashPages'), 'CONF');
    await waitUntil('only what is searched', async () => (await rows()).join() === 'Conference');
    await page.click('button', msg('useSplashPage', 'Conference'));
    await shortensWith('2', '/through-splash');
  });

  it('GET /api/overlay: searched, and used for a new link unless a splash page has its number', async () => {
    await enter(msg('overlays'));
    await stands('Tree count');
    const before = requests('GET', /^\/api\/overlay$/).length;
    await page.click('button', msg('syncNow'));
    await waitUntil('it to be asked for', () => requests('GET', /^\/api\/overlay$/).length > before);
    // Shown once the splash pages are read, too.
    await waitUntil('the clash to be shown', async () =>
      (await rowText('Ask us')).includes(msg('overlayIdTaken')),
    );
    await page.fill('searchbox', msg('searchOverlays'), 'tree');
    await waitUntil('only what is searched', async () => (await rows()).join() === 'Tree count');
    await page.click('button', msg('useOverlay', 'Tree count'));
    await shortensWith('3', '/through-overlay');
  });

  describe('the account', () => {
    it('GET /api/account: the record as the service gives it', async () => {
      scene.service.clearLog();
      await enter(msg('account'));
      await waitUntil('the account to be asked for', () => requests('GET', /^\/api\/account$/).length === 1);
      const { body } = await ask(scene.service, 'GET /api/account');
      const { data } = body as { data: { expires: string; registered: string } };
      const shown = () => page.evaluate<string>('document.querySelector("main").innerText');
      await waitUntil('it to be shown', async () => (await times()).includes(data.registered));
      for (const fact of ['robin', 'robin@example.com', 'Pro']) expect(await shown()).toContain(fact);
      for (const time of [data.registered, data.expires]) {
        expect(await times()).toContain(time);
        expect(await shown()).toContain(formatServiceTime(time));
      }
    });

    it('PUT /api/account/update: the e-mail address, and the password typed twice and stored nowhere', async () => {
      await page.fill('textbox', msg('newEmail'), 'robin@bakery.test');
      await page.click('button', msg('saveEmail'));
      await waitForText(page, 'status', msg('emailSaved'));
      const shown = () => page.evaluate<string>('document.querySelector("main").innerText');
      await waitUntil('the new address', async () => (await shown()).includes('robin@bakery.test'));
      const secret = 'a very new password';
      await page.fill('textbox', msg('newPassword'), secret);
      await page.fill('textbox', msg('newPasswordAgain'), `${secret}!`);
      await page.click('button', msg('savePassword'));
      await waitUntil('the difference to be shown', async () =>
        (await shown()).includes(msg('problemPasswordDiffers')),
      );
      await page.fill('textbox', msg('newPasswordAgain'), secret);
      await page.click('button', msg('savePassword'));
      await waitUntil('both to be saved', () => requests('PUT', /^\/api\/account\/update$/).length === 2);
      const sent = requests('PUT', /^\/api\/account\/update$/).map(({ body }) => JSON.parse(body) as object);
      expect(sent).toEqual([{ email: 'robin@bakery.test' }, { password: secret }]);
      await waitUntil(
        'the fields to be empty',
        async () => (await page.value('textbox', msg('newPassword'))) === '',
      );
      for (const area of ['local', 'session'] as const)
        expect(JSON.stringify(await stored(page, area))).not.toContain(secret);
      expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toContain(secret);
    });
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('accessibility of the sections', () => {
  const long = `A name ${'that goes on and on, '.repeat(8)}to its end`;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    for (const [path, body] of [
      ['campaign', { name: long, slug: 'x'.repeat(50), public: true }],
      ['campaign', { name: 'חנות הקיץ של תל אביב' }],
      ['channel', { name: long, description: long, color: '#FFFFFF' }],
      ['channel', { name: 'קישורים לאתר', description: 'תיאור קצר' }],
      ['pixel', { type: 'tiktok', name: long, tag: '7'.repeat(120) }],
      [
        'domain',
        {
          domain: `https://${'a-long-label.'.repeat(6)}example.com`,
          redirectroot: `https://example.com/${'part/'.repeat(40)}`,
        },
      ],
    ] as const)
      await ask(scene.service, `POST /api/${path}/add`, body);
    page = await openExtensionPage(scene.running, 'manage.html#campaigns');
    await page.click('button', msg('syncNow'));
    await stands(long);
  });
  afterAll(() => scene.close());

  async function isSound(name: string): Promise<void> {
    await picture(page, `section-${name}`, 900);
    if (process.env['PICTURES'] !== undefined)
      await page.screenshot(`${process.env['PICTURES']}/section-${name}-360.png`, {
        width: 360,
        height: 560,
      });
    expect.soft(await axeViolations(page)).toEqual([]);
    for (const width of [320, 360, 1280]) await fits(page, width, [...everyLook]);
    await page.look({ width: 1280, height: 1000, dir: 'ltr' });
  }

  /** Buttons and fields without a name, or buttons with one that another has. */
  async function unnamed(): Promise<string[]> {
    const names: string[] = [];
    for (const role of ['button', 'textbox', 'searchbox', 'combobox', 'checkbox'])
      names.push(...(await page.all(role)).map(({ name }) => `${role} ${name}`));
    const buttons = names.filter((name) => name.startsWith('button'));
    return [
      ...names.filter((name) => name.endsWith(' ')),
      ...buttons.filter((name, at) => buttons.indexOf(name) !== at),
    ];
  }

  it('campaigns are accessible: listed, edited, asked about, assigned to, refused', async () => {
    await isSound('campaigns');
    await page.click('button', msg('openNewCampaign'));
    await page.fill('textbox', msg('rotatorAlias'), 'not a slug');
    await page.click('button', msg('addCampaign'));
    await page.click('button', msg('deleteCampaignNamed', 'Hiring'));
    await page.click('button', msg('assignLinksTo', 'Hiring'));
    await page.fill('searchbox', msg('searchLinks'), 'linen');
    await page.click('checkbox', /^Linen apron – guide/);
    await page.fill('textbox', msg('pasteLinks'), 'no-such');
    await page.click('button', msg('assignTo', 'Hiring'));
    await waitUntil('the unknown one to be shown', async () =>
      msgWithin('assignUnknown').test(await page.evaluate<string>('document.body.innerText')),
    );
    await isSound('campaigns-open');
    expect(await unnamed()).toEqual([]);
    await page.fill('textbox', msg('pasteLinks'), '99999999');
    await page.click('button', msg('assignTo', 'Hiring'));
    await waitForText(
      page,
      'status',
      msg('assignedWithFailures', msg('assignedOf', '1', '2'), msgCount('failedCount', 1)),
    );
    await page.fill('textbox', msg('fieldName'), 'Spring once more');
    await page.fill('textbox', msg('rotatorAlias'), 'spring');
    await page.click('button', msg('addCampaign'));
    await waitUntil('the refusal', async () => (await page.all('alert')).length === 2);
    scene.service.answerNext(/.*/, {
      status: 429,
      body: '{"error":429,"message":"Slow down","Retry-After":15}',
    });
    await page.click('button', msg('deleteCampaignNamed', 'Hiring'));
    await waitUntil('the wait to be shown', async () => (await rowText('Hiring')).includes('limit'));
    await isSound('campaigns-refused');
  });

  it('reaches every control of a section by Tab, and has no name twice', async () => {
    await enter(msg('channels'));
    await stands(long);
    await page.click('button', msg('openNewChannel'));
    await page.click('button', msg('editChannel', 'Print'));
    await page.click('button', msg('itemsOf', 'Social'));
    await page.click('button', msg('deleteChannelNamed', 'Press'));
    await isSound('channels-open');
    const { all, reached } = await tabOrder(page);
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter((control) => !reached.includes(control))).toEqual([]);
  });
  it.each([
    [msg('pixels'), msg('openNewPixel')],
    [msg('domains'), msg('openNewDomain')],
    [msg('splashPages'), ''],
    [msg('overlays'), ''],
    [msg('account'), ''],
  ])('%s are accessible as listed and with a form open', async (name, press) => {
    await enter(name);
    const file = name.toLowerCase().replaceAll(' ', '-');
    await isSound(file);
    if (press !== '') {
      await page.click('button', press);
      await isSound(`${file}-open`);
    }
    expect(await unnamed()).toEqual([]);
  });

  it('shows the refusal of a domain that points elsewhere beside its form, which stays as typed', async () => {
    await enter(msg('domains'));
    await page.fill('textbox', msg('domain'), 'https://nowhere.invalid');
    await page.click('button', msg('addDomain'));
    await waitForText(page, 'alert', /The domain does not point to our servers/);
    expect(await page.value('textbox', msg('domain'))).toBe('https://nowhere.invalid');
    await isSound('domains-refused');
  });

  it('warns ahead of the end of the plan, and shows why a password was refused', async () => {
    const expires = new Date(Date.now() + 9.1 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const data = { id: 1, email: 'robin@example.com', username: 'robin', status: 'pro', expires };
    // An earlier visit to the section may still be waiting for its response.
    const body = JSON.stringify({ error: 0, data });
    scene.service.answerNext('GET /api/account', { status: 200, body }, 3);
    await enter(msg('account'));
    await waitUntil('the warning', async () =>
      (await page.evaluate<string>('document.body.innerText')).includes(msgCount('planExpiresIn', 9)),
    );
    for (const field of [msg('newPassword'), msg('newPasswordAgain')])
      await page.fill('textbox', field, 'abc');
    await page.click('button', msg('savePassword'));
    await waitForText(page, 'alert', /at least 5 characters/);
    // The password is not on the disk.
    expect(await page.value('textbox', msg('newPassword'))).toBe('abc');
    await isSound('account-warned');
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('by keyboard alone', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#activity');
  });
  afterAll(() => scene.close());

  const focusOn = async (name: string): Promise<void> => {
    for (let press = 0; press < 80 && (await page.focused())?.name !== name; press++) await page.press('Tab');
    expect((await page.focused())?.name).toBe(name);
  };
  const focusIs = (name: string | RegExp): Promise<true> =>
    waitUntil(`the focus to be on ${String(name)}`, async () => {
      const focus = (await page.focused())?.name ?? '';
      return typeof name === 'string' ? focus === name : name.test(focus);
    });

  it('a campaign is created, changed, left, and deleted, and the focus is never lost', async () => {
    await focusOn(msg('campaigns'));
    await page.press('Enter');
    await focusIs(msg('campaigns'));
    await stands('Hiring');
    await focusOn(msg('openNewCampaign'));
    await page.press('Enter');
    await focusIs(msg('fieldName'));
    await page.press('Enter');
    await focusIs(msg('fieldName'));
    await page.type('By keys');
    await page.press('Enter');
    await stands('By keys');
    // The new row.
    await waitUntil('the focus to be on the new row', () =>
      page.evaluate(
        () =>
          document.activeElement?.matches('li') === true &&
          document.activeElement.textContent.includes('By keys'),
      ),
    );
    await focusOn(msg('editCampaign', 'By keys'));
    await page.press('Enter');
    await focusIs(msg('fieldName'));
    await page.press('Escape');
    await focusIs(msg('editCampaign', 'By keys'));
    await page.press('Enter');
    await page.press('Control+a');
    await page.type('By hand');
    await page.press('Enter');
    await stands('By hand');
    await focusOn(msg('deleteCampaignNamed', 'By hand'));
    await page.press('Enter');
    await focusIs(msg('cancelDeletingCampaign', 'By hand'));
    await page.press('Escape');
    await focusIs(msg('deleteCampaignNamed', 'By hand'));
    await page.press('Enter');
    await focusIs(msg('cancelDeletingCampaign', 'By hand'));
    await page.press('Shift+Tab');
    await focusIs(msg('deleteCampaignNamed', 'By hand'));
    await page.press('Enter');
    await isGone('By hand');
    expect(campaign('By hand')).toBeUndefined();
    await waitUntil('the focus to be in the section', () =>
      page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null),
    );
  });
});

describe('a form or question that a press opens', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#channels');
    await stands('Press');
  });
  afterAll(() => scene.close());

  /** Presses a button and returns the focused element after the next render: a clock renders the page each second. */
  const pressed = (name: string): Promise<string> =>
    page.evaluate(
      async (label: string) => {
        const button = document.querySelector<HTMLElement>(`button[aria-label="${label}"]`);
        button?.focus();
        button?.click();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? at?.id.replace(/-\d+$/, '') ?? 'nowhere';
      },
      { args: [name] },
    );

  it('has the focus immediately, however often', async () => {
    for (let time = 0; time < 5; time++) {
      expect(await pressed(msg('assignItemsTo', 'Press'))).toBe('assign-type');
      expect(await pressed(msg('closeAssign', 'Press'))).toBe(msg('assignItemsTo', 'Press'));
      expect(await pressed(msg('deleteChannelNamed', 'Press'))).toBe(msg('cancelDeletingChannel', 'Press'));
      expect(await pressed(msg('cancelDeletingChannel', 'Press'))).toBe(msg('deleteChannelNamed', 'Press'));
    }
  });
});

describe('an account with nothing in it', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startScene({ service: { demo: false } });
    // A service has a domain at least.
    await ask(scene.service, 'POST /api/domain/add', { domain: 'https://go.example.com' });
    await connect(scene);
    page = await openExtensionPage(scene.running, 'manage.html#campaigns');
  });
  afterAll(() => scene.close());

  it.each([
    [msg('campaigns'), msg('campaignsEmpty'), msg('campaignsEmptyHint')],
    [msg('channels'), msg('channelsEmpty'), msg('channelsEmptyHint')],
    [msg('pixels'), msg('pixelsEmpty'), msg('pixelsEmptyHint')],
    [msg('splashPages'), msg('splashPagesEmpty'), msg('splashPagesEmptyHint')],
    [msg('overlays'), msg('overlaysEmpty'), msg('overlaysEmptyHint')],
  ])('%s: explains how to add the first one', async (name, heading, hint) => {
    await enter(name);
    await waitUntil('that there are none', async () => {
      const text = await page.evaluate<string>('document.querySelector("main").innerText');
      return text.includes(heading) && text.includes(hint);
    });
    await picture(page, `empty-${name.toLowerCase().replaceAll(' ', '-')}`, 900);
    expect.soft(await axeViolations(page)).toEqual([]);
  });
});
