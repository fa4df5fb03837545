// Every page in each translation, in an invented language with long words, and in one from right to left: no text is cut
// off, none covers another one, and each control can be pressed, also in narrow windows and enlarged. With PICTURES=FOLDER
// there is a picture of each in that folder: taking them is a third of the time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chromeBuild,
  openExtensionPage,
  removeFolder,
  temporaryFolder,
  type Look,
  type PageDriver,
} from './harness/index.ts';
import { connect, startScene, waitForText, type Scene } from './setup/connected.ts';
import { lookAt } from './setup/layout-checks.ts';
import { layoutFaults } from './setup/layout-faults.ts';
import { openPopupPage } from './setup/popup-page.ts';
import { copyWithMessages, pseudoMessages } from '../support/pseudo-locale.ts';
import { msg, msgCount, msgWithin, source, translations, useMessages } from '../support/texts.ts';

const pictures = process.env['PICTURES'];

const popupLooks: readonly Look[] = [{ width: 380 }, { width: 360 }, { width: 760, zoom: 2 }];
const pageLooks: readonly Look[] = [{ width: 1280 }, { width: 360 }, { width: 1280, zoom: 2 }];

const article = 'https://rail.example.org/journal/2026/11/night-trains-are-back?ref=front-page';
const title = 'Night trains are back, and the berths are full';

/**
 * Where the values of the pickers, of the options and of the fields in the folds begin: at one line. Selects in the folds
 * are below their names.
 */
const valueStarts = (page: PageDriver) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('#more .fold')) fold.open = true;
    const values = document.querySelectorAll(
      '.picker .field, #more .basics .control, #more .fold .control:not(:has(.select)), #more .fill-from-page svg',
    );
    const side = document.documentElement.dir === 'rtl' ? 'right' : 'left';
    return [
      ...new Set(Array.from(values, (value) => Math.round(value.getBoundingClientRect()[side] * 10) / 10)),
    ];
  });

describe.each([
  { name: 'long', lang: 'en', dir: 'ltr', messages: pseudoMessages(source, 'long') },
  { name: 'mirrored', lang: 'ar-EG', dir: 'rtl', messages: pseudoMessages(source, 'mirrored') },
  ...translations().map(({ lang, messages }) => ({ name: lang, lang, dir: 'ltr', messages })),
])('$name', ({ name: locale, lang, dir, messages }) => {
  let scene: Scene;
  let folder: string;
  beforeAll(async () => {
    useMessages(messages);
    folder = await temporaryFolder('languages');
    await copyWithMessages(chromeBuild, folder, messages);
    scene = await startScene({ launch: { dir: folder } });
  });
  afterAll(async () => {
    await scene.close();
    await removeFolder(folder);
  });

  async function isSound(page: PageDriver, name: string, looks: readonly Look[]): Promise<void> {
    expect
      .soft(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]))
      .toEqual([lang, dir]);
    for (const look of looks) {
      const { width = 0, zoom = 1 } = look;
      const height = width < 800 ? 600 * zoom : 800;
      await lookAt(page, { ...look, height });
      if (pictures !== undefined)
        await page.screenshot(`${pictures}/${locale}-${name}-${width / zoom}`, { ...look, height });
      expect.soft({ name, look, faults: await layoutFaults(page) }).toEqual({ name, look, faults: [] });
    }
    await page.look({ width: 1280, height: 800 });
  }
  const isSoundPopup = (page: PageDriver, name: string) => isSound(page, `popup-${name}`, popupLooks);
  const isSoundPage = (page: PageDriver, name: string) => isSound(page, name, pageLooks);

  it('before anything is connected', async () => {
    const popup = await openPopupPage(scene, article, title);
    await popup.waitFor('button', msg('openSettings'));
    await isSoundPopup(popup, 'not-connected');
    await popup.close();
    await isSoundPage(scene.options, 'settings-first');
  });

  it('the settings of a connected account', async () => {
    await connect(scene);
    expect(await scene.options.page.title()).toBe(msg('optionsTitle'));
    await isSoundPage(scene.options, 'settings');
  });

  it('the popup: form, options, result and failure', async () => {
    const popup = await openPopupPage(scene, article, title);
    await popup.waitFor('button', msg('shorten'));
    await isSoundPopup(popup, 'ready');
    await popup.click('button', msgWithin('moreOptions'));
    await popup.waitFor('textbox', msg('password'));
    await isSoundPopup(popup, 'more-options');
    await popup.look({ width: 380, height: 600 });
    expect.soft(await valueStarts(popup)).toHaveLength(1);
    await popup.click('button', msg('shorten'));
    await popup.waitFor('button', msg('moreActions'));
    await isSoundPopup(popup, 'result');
    await popup.close();
    const body = JSON.stringify({ error: 1, message: 'This URL can’t be shortened on your plan.' });
    scene.service.answerNext('POST /api/url/add', { status: 400, body });
    const failed = await openPopupPage(scene, `${article}&failed`, title);
    await failed.click('button', msg('shorten'));
    await waitForText(failed, 'alert', msgWithin('linkNotCreated'));
    await isSoundPopup(failed, 'failed');
    await failed.close();
  });

  it('the link page', async () => {
    const page = await openExtensionPage(scene.running, 'link.html');
    await page.waitFor('textbox', msg('alias'));
    await isSoundPage(page, 'link');
    await page.close();
  });

  it('the page of a preset', async () => {
    const page = await openExtensionPage(scene.running, 'preset.html');
    await page.waitFor('textbox', msg('alias'));
    await isSoundPage(page, 'preset');
    await page.close();
  });

  it('the manage page: a link, campaigns, activity, account and bulk', async () => {
    const page = await openExtensionPage(scene.running, 'manage.html#links');
    await waitForText(page, 'status', msgCount('linksCount', scene.service.store.links().length));
    await isSoundPage(page, 'links');
    await page.page.goto(scene.running.url(`manage.html#links/${scene.service.store.links()[0]?.id}`));
    await page.waitFor('button', msg('close'));
    await isSoundPage(page, 'link-details');
    for (const section of ['campaigns', 'activity', 'account', 'bulk'] as const) {
      await page.page.goto(scene.running.url(`manage.html#${section}`));
      await page.waitFor('heading', msg(section));
      await isSoundPage(page, section);
    }
    await page.close();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
