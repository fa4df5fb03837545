// Metadata of the page below: read in the real popup by a press, suggested, shown, and never more than text.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPopup, startSite, until, type Driver, type Site, type SitePage } from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  type Scene,
} from './setup/connected.ts';
import { isolateLeftToRight } from '../../lib/text/isolate.ts';
import { msg } from '../support/texts.ts';

let scene: Scene;
let elsewhere: Site;
const open: Driver[] = [];
const picture = readFileSync(path.resolve(import.meta.dirname, '../../public/icon/128.png'));
explainFailures(() => scene);
beforeAll(async () => {
  scene = await startConnected();
  elsewhere = await startSite();
  scene.site.set('/card.png', { body: picture, headers: { 'content-type': 'image/png' } });
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});
afterAll(async () => {
  await scene.close();
  await elsewhere.close();
});

const meta = (name: string, content: string): string =>
  `<meta property="${name}" content="${content.replaceAll('"', '&quot;')}">`;

/** The popup over that page, with "More options" unfolded. */
async function optionsOn(where: string, page: SitePage, before = ''): Promise<Driver> {
  scene.site.set(where.split('?')[0] ?? where, page);
  const tab = await scene.running.openTab(scene.site.url(where));
  if (before !== '') await tab.evaluate(before);
  const popup = await openPopup(scene.running, tab);
  open.push(popup);
  await waitForForm(popup);
  await popup.click('button', msg('moreOptions'));
  await popup.waitFor('textbox', msg('note'));
  return popup;
}

async function unfold(page: Driver, name: string): Promise<void> {
  const summary = new RegExp(`^${name}`, 'u');
  const role = await until(`the section ${name}`, async () => {
    for (const one of ['DisclosureTriangle', 'DisclosureTriangleGrouped'])
      if ((await page.all(one, summary)).length === 1) return one;
    return undefined;
  });
  await page.click(role, summary);
  await page.waitFor('group', name);
}

const shownPicture = (popup: Driver): Promise<string> =>
  popup.evaluate(() => {
    const image = document.querySelector<HTMLImageElement>('figure img');
    return image === null ? 'none' : `${image.naturalWidth} ${image.src.slice(0, 22)}`;
  });

describe('a page with tags', () => {
  it('fills the card by one press, shows it, and creates the link with it', async () => {
    const popup = await optionsOn('/tagged', {
      title: 'The title in the tab',
      head:
        meta('og:title', 'Said to networks') +
        '<meta name="description" content="What it is about">' +
        meta('og:image', '/card.png'),
    });
    await unfold(popup, msg('linkPreview'));
    await popup.click('button', msg('fillFromPage'));
    await popup.waitFor('figure', msg('linkPreviewFigure'));
    expect(await popup.value('textbox', msg('fieldTitle'))).toBe('Said to networks');
    expect(await popup.value('textbox', msg('fieldDescription'))).toBe('What it is about');
    expect(await popup.value('textbox', msg('linkPreviewImage'))).toBe(scene.site.url('/card.png'));
    await waitUntil(
      'the picture to be shown',
      async () => (await shownPicture(popup)) === '128 data:image/jpeg;base64',
    );
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    const [body] = scene.service.store.requests('/api/url/add').map(({ body: sent }) => JSON.parse(sent));
    expect(body).toEqual({
      url: scene.site.url('/tagged'),
      metatitle: 'Said to networks',
      metadescription: 'What it is about',
      metaimage: scene.site.url('/card.png'),
    });
  });

  it('leaves typed text, and replaces it only by a second press', async () => {
    const popup = await optionsOn('/typed', { title: 'In the tab', head: meta('og:description', 'Said') });
    await unfold(popup, msg('linkPreview'));
    await popup.fill('textbox', msg('fieldTitle'), 'Typed');
    await popup.click('button', msg('fillFromPage'));
    await waitForText(popup, 'status', msg('linkPreviewKept'));
    expect(await popup.value('textbox', msg('fieldTitle'))).toBe('Typed');
    expect(await popup.value('textbox', msg('fieldDescription'))).toBe('Said');
    await popup.click('button', msg('usePageMetadata'));
    await waitUntil(
      'the title to be the page’s',
      async () => (await popup.value('textbox', msg('fieldTitle'))) === 'In the tab',
    );
  });

  it('suggests aliases from the title and from the selection', async () => {
    const popup = await optionsOn(
      '/marked',
      { title: 'A long read | Example', html: '<p>Not <b id="x">Marked Wörds</b> here</p>' },
      `getSelection().selectAllChildren(document.querySelector('#x'))`,
    );
    await popup.click('button', msg('suggestedAliases'));
    await popup.waitFor('group', msg('suggestedAliases'));
    await popup.waitFor('button', 'a-long-read');
    await popup.click('button', 'marked-words');
    expect(await popup.value('textbox', msg('alias'))).toBe('marked-words');
    expect((await popup.focused())?.name).toBe(msg('alias'));
  });

  it('suggests the addresses of its app', async () => {
    const popup = await optionsOn('/app', {
      title: 'With an app',
      head: '<meta name="apple-itunes-app" content="app-id=12345">' + meta('al:android:package', 'com.a.b'),
    });
    await unfold(popup, msg('deepLink'));
    await popup.click('button', 'https://apps.apple.com/app/id12345');
    await popup.click('button', 'https://play.google.com/store/apps/details?id=com.a.b');
    expect(await popup.value('textbox', msg('appStore'))).toBe('https://apps.apple.com/app/id12345');
    expect(await popup.value('textbox', msg('googlePlay'))).toBe(
      'https://play.google.com/store/apps/details?id=com.a.b',
    );
  });

  it('shows a picture of another site where that site allows reading it, and its address in any case', async () => {
    elsewhere.set('/closed.png', { body: picture, headers: { 'content-type': 'image/png' } });
    elsewhere.set('/open.png', {
      body: picture,
      headers: { 'content-type': 'image/png', 'access-control-allow-origin': '*' },
    });
    for (const [name, shown] of [
      ['open', '128 data:image/jpeg;base64'],
      ['closed', 'none'],
    ] as const) {
      const popup = await optionsOn(`/picture-${name}`, {
        title: 'A picture',
        head: meta('og:image', elsewhere.url(`/${name}.png`)),
      });
      await unfold(popup, msg('linkPreview'));
      await popup.click('button', msg('fillFromPage'));
      await popup.waitFor('figure', msg('linkPreviewFigure'));
      await waitUntil('the picture to be asked for', () => elsewhere.requests.includes(`/${name}.png`));
      await waitUntil(`${name} to be ${shown}`, async () => (await shownPicture(popup)) === shown);
      expect(await popup.value('textbox', msg('linkPreviewImage'))).toBe(elsewhere.url(`/${name}.png`));
      await popup.close();
    }
  });
});

describe('the page’s canonical address', () => {
  it('is offered beside “Shorten” where the page has another address, and applied by a press', async () => {
    scene.site.set('/whole', { title: 'Whole' });
    scene.site.set('/copy', { title: 'A copy', head: '<link rel="canonical" href="/whole">' });
    const tab = await scene.running.openTab(scene.site.url('/copy'));
    const popup = await openPopup(scene.running, tab);
    open.push(popup);
    await waitForForm(popup);
    // The press before has granted the right to read: no other is needed.
    await waitForText(popup, 'status', scene.site.url('/whole'));
    await popup.click('button', msg('lintFixOtherPage'));
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    expect(scene.made().map(({ longurl }) => longurl)).toContain(scene.site.url('/whole'));
  });

  it('is a step of the clean-up where the settings enable it, besides the other enabled steps', async () => {
    const { options, running, site } = scene;
    await options.click('checkbox', msg('cleanUpCanonical'));
    await options.click('checkbox', msg('cleanUpHash'));
    await waitForText(options, 'status', msg('saved'));
    site.set('/copy-2', { title: 'A copy', head: '<link rel="canonical" href="/whole">' });
    const tab = await running.openTab(site.url('/copy-2?fbclid=1#top'));
    const popup = await openPopup(running, tab);
    open.push(popup);
    await waitForForm(popup);
    await waitForText(
      popup,
      'status',
      msg('setTo', msg('cleanUpCanonical'), isolateLeftToRight(site.url('/whole#top'))),
    );
    await waitForText(popup, 'status', msg('cleanUpResult', isolateLeftToRight(site.url('/whole'))));
    await popup.click('button', msg('cleanUpAll'));
    await popup.waitGone('button', msg('cleanUpAll'));
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    const links = scene.made().map(({ longurl }) => longurl);
    expect(links.filter((link) => link === site.url('/whole'))).toHaveLength(2);
  });

  it('of another site is ignored', async () => {
    const popup = await optionsOn(
      '/stolen',
      {
        title: 'Stolen',
        head: `<link rel="canonical" href="${elsewhere.url('/')}">`,
        html: '<b>Marked words</b>',
      },
      `getSelection().selectAllChildren(document.querySelector('b'))`,
    );
    // By now it was read.
    await popup.click('button', msg('suggestedAliases'));
    await popup.waitFor('button', 'marked-words');
    expect(await popup.all('button', msg('lintFixOtherPage'))).toEqual([]);
  });
});

describe('a hostile page', () => {
  const million = 'A'.repeat(1_000_000);
  it.each<[string, SitePage, string]>([
    [
      'markup',
      { title: '<img src=x onerror=alert(1)>', head: meta('og:description', '<script>alert(1)</script>') },
      '<img src=x onerror=alert(1)>',
    ],
    ['a script as its picture', { title: 'S', head: meta('og:image', 'javascript:alert(1)') }, 'S'],
    [
      'a document as its picture',
      { title: 'D', head: meta('og:image', 'data:text/html,<script>alert(1)</script>') },
      'D',
    ],
    ['a megabyte', { title: 'M', head: meta('og:title', million) + meta('og:image', `/${million}`) }, ''],
    [
      'a form in the document’s place',
      {
        title: 'F',
        html: '<form name="querySelectorAll"></form><form name="querySelector"></form><form name="title"></form>',
      },
      '',
    ],
    [
      'ten thousand tags',
      { title: 'T', head: Array.from({ length: 10_000 }, (_, n) => meta(`x${n}`, 'y')).join('') },
      'T',
    ],
    ['marks that turn the text', { title: '\u202Egnp.exe\u2066', head: '' }, '\u202Egnp.exe\u2066'],
  ])('with %s: text at most, and no longer than a card takes', async (name, page, title) => {
    const popup = await optionsOn(`/hostile-${name.replaceAll(/\W/gu, '-')}`, page);
    await unfold(popup, msg('linkPreview'));
    await popup.click('button', msg('fillFromPage'));
    await waitUntil('a response', () =>
      popup.evaluate(() => document.querySelector('figure, .card-preview, [role="status"] .hint') !== null),
    );
    const filled = await popup.value('textbox', msg('fieldTitle'));
    if (title !== '') expect(filled).toBe(title);
    expect(filled.length).toBeLessThanOrEqual(500);
    expect(await popup.value('textbox', msg('linkPreviewImage'))).toBe('');
    expect(await shownPicture(popup)).toBe('none');
  });
});

it('requested no permission but for reading, and ran without an error', async () => {
  const granted = await scene.options.evaluate<{ permissions: string[]; origins: string[] }>(
    'chrome.permissions.getAll()',
  );
  expect(granted.permissions).toContain('scripting');
  expect(granted.origins).toEqual(['http://127.0.0.1/*']);
  scene.running.assertClean();
});
