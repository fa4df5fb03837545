// Actions on a created link, in the popup itself: its QR code read again from what is drawn, and what
// a paste yields after "Copy as".
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paintSvg, readCode } from '../unit/components/read-code.ts';
import { axeViolations, openExtensionPage, readClipboard, type Driver } from './harness/index.ts';
import {
  choose,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { openPopupPage } from './setup/popup-page.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { gate } from '../support/gate.ts';
import { msg, msgPattern, msgWithin } from '../support/texts.ts';

const isMatch = (data: object | undefined, wanted: object): boolean =>
  JSON.stringify({ ...data, ...wanted }) === JSON.stringify(data);

const waitForShown = (page: Driver, text: string): Promise<unknown> =>
  waitUntil(text, async () => (await page.evaluate<string>('document.body.innerText')).includes(text));

const title = 'A [page] of <b>mine</b> | & more';

describe('a link that is made', () => {
  let scene: Scene;
  let popup: Driver | undefined;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterEach(async () => {
    await popup?.close();
    popup = undefined;
  });
  afterAll(() => scene.close());

  async function make(path: string): Promise<{ page: Driver; shortUrl: string }> {
    popup = await scene.popupOn(path, title);
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    const link = scene.made().find(({ longurl }) => longurl === scene.site.url(path));
    return { page: popup, shortUrl: `${scene.service.address}/${link?.alias}` };
  }

  /** The paths of the one drawing, and how many squares it has on each side. */
  const drawn = (page: Driver): Promise<{ side: number; paths: { fill: string; d: string }[] }> =>
    page.evaluate(() => {
      const svg = document.querySelector('svg[role=img]');
      const paths = Array.from(svg?.querySelectorAll('path') ?? [], (path) => ({
        fill: path.getAttribute('fill') ?? '',
        d: path.getAttribute('d') ?? '',
      }));
      return { side: Number(svg?.getAttribute('viewBox')?.split(' ')[3]), paths };
    });

  /** Waits until this is among the preferences: anything that takes the focus closes the popup. */
  const waitForPreferences = (wanted: object): Promise<unknown> =>
    waitUntil('the format to be stored', async () => {
      const { data } = ((await stored(scene.options))['preferences'] ?? {}) as { data?: object };
      return isMatch(data, wanted);
    });

  it('shows a QR code that reads as the link, dark on light, and closes it again', async () => {
    const { page, shortUrl } = await make('/code');
    expect(await page.all('button', msg('qrCode'))).toHaveLength(1);
    await page.click('button', msg('qrCode'));
    await page.waitFor('image', msg('qrCodeOf', shortUrl.replace('http://', '')));
    const { side, paths } = await drawn(page);
    expect(paths.map(({ fill }) => fill)).toEqual(['#fff', '#000']);
    expect(readCode(paintSvg(side, paths, 4))).toBe(shortUrl);
    for (const name of [msg('copyImage'), msg('downloadSvg'), msg('downloadPng')])
      await page.waitFor('button', name);
    await page.click('button', msg('qrCode'));
    await page.waitGone('image', msgPattern('qrCodeOf'));
    scene.running.assertClean();
  });

  it('copies the code’s picture to the clipboard', async () => {
    const { page } = await make('/picture');
    await page.click('button', msg('qrCode'));
    await page.click('button', msg('copyImage'));
    // Said only after the write has returned.
    await waitUntil('the picture to be copied', async () =>
      page.evaluate(
        (words: string) =>
          Array.from(
            document.querySelectorAll('[role=group] [role=status]'),
            (one) => one.textContent,
          ).includes(words),
        { args: [msg('copied')] },
      ),
    );
    // A text field takes no picture.
    expect(await readClipboard(scene.running)).toBe('');
    scene.running.assertClean();
  });

  it('copies as Markdown and as HTML, escaped, and remembers the last format for Enter', async () => {
    const { page, shortUrl } = await make('/formats');
    await page.click('button', msg('moreActions'));
    await page.click('button', msg('markdown'));
    await waitForText(page, 'status', msg('copiedAs', msg('markdown')));
    await waitForPreferences({ copyFormat: 'markdown' });
    expect(await readClipboard(scene.running)).toBe(
      `[A \\[page\\] of \\<b>mine\\</b> | & more](${shortUrl})`,
    );

    await page.close();
    const next = await make('/formats-again');
    await next.page.click('button', msg('moreActions'));
    await waitUntil('the focus to be on the last format', async () => {
      return (await next.page.focused())?.name === msg('markdown');
    });
    await next.page.press('Enter');
    await waitForText(next.page, 'status', msg('copiedAs', msg('markdown')));
    expect(await readClipboard(scene.running)).toContain(`](${next.shortUrl})`);
    scene.running.assertClean();
  });

  it('moves among the actions by arrow keys: under the result, in the footer, and on the Activity page', async () => {
    const { page, shortUrl } = await make('/arrows');
    const waitForFocus = (driver: Driver, name: string) =>
      waitUntil(`the focus on "${name}"`, async () => (await driver.focused())?.name === name);
    await page.click('button', msg('moreActions'));
    await waitUntil('the formats', async () => (await page.all('button', msg('copyPlain'))).length > 0);
    await page.press('Home');
    await waitForFocus(page, msg('copyPlain'));
    await page.press('ArrowDown');
    await waitForFocus(page, msg('markdown'));
    await page.press('Escape');
    await page.click('button', msg('popupMenu'));
    await waitForFocus(page, msg('bulkAllTabs'));
    await page.press('ArrowDown');
    await waitForFocus(page, msg('activity'));
    await page.press('ArrowDown');
    await waitForFocus(page, msg('bulkAllTabs'));
    await page.close();
    const manage = await openExtensionPage(scene.running, 'manage.html#activity');
    const shown = shortUrl.replace('http://', '');
    await manage.click('button', msg('moreActionsNamed', shown));
    await manage.press('ArrowDown');
    await waitForFocus(manage, msg('qrCodeNamed', shown));
    await manage.press('End');
    await waitForFocus(manage, msg('addToNamed', shown));
    await manage.close();
    scene.running.assertClean();
  });

  it('copies by the user’s own template, and remembers it', async () => {
    const { page, shortUrl } = await make('/template');
    await page.click('button', msg('moreActions'));
    await page.click('button', msg('copyTemplate'));
    await page.fill('textbox', msg('copyTemplate'), '{short} <- {url}');
    await page.click('button', msg('markdown'));
    await waitForText(page, 'status', msg('copiedAs', msg('markdown')));
    await page.click('button', msg('copyTemplate'));
    await waitForText(page, 'status', msg('copiedAs', msg('copyTemplate')));
    await waitForPreferences({ copyFormat: 'own', copyTemplate: '{short} <- {url}' });
    expect(await readClipboard(scene.running)).toBe(`${shortUrl} <- ${scene.site.url('/template')}`);
    const next = await make('/template-again');
    await next.page.click('button', msg('moreActions'));
    await next.page.click('button', msg('copyTemplate'));
    expect(await next.page.value('textbox', msg('copyTemplate'))).toBe('{short} <- {url}');
    scene.running.assertClean();
  });

  it('offers a mail, and shows once that a link can’t be changed', async () => {
    const { page } = await make('/share');
    const text = await page.evaluate(() => document.body.innerText);
    expect(text.split(msg('linksNotEditable'))).toHaveLength(2);
    await page.click('button', msg('share'));
    await page.waitFor('link', msg('shareByEmail'));
    const shares = await page.all('link', msgPattern('shareOn'));
    expect(shares.map(({ name }) => name)).toEqual(
      ['WhatsApp', 'Telegram', 'LinkedIn', 'X'].map((name) => msg('shareOn', name)),
    );
    scene.running.assertClean();
  });

  it('files the link under a campaign and a channel, once each, though the response is lost', async () => {
    const { page } = await make('/assigned');
    const { campaigns, channels } = scene.service.store;
    const link = scene.made().find(({ longurl }) => longurl.endsWith('/assigned'));
    const spring = campaigns().find(({ name }) => name === 'Hiring');
    const press = channels().find(({ name }) => name === 'Press');
    scene.service.answerNext(`POST /api/channel/${press?.id}/assign/links/${link?.id}`, async (exchange) => {
      await exchange.pass();
      return 'destroy' as const;
    });
    await page.click('button', msg('addTo'));
    await choose(page, msg('campaign'), 'Hiring');
    await choose(page, msg('channel'), 'Press');
    await page.click('button', msg('add'));
    await waitForText(page, 'status', msg('addedTo', 'Hiring'));
    await waitForText(page, 'status', msg('addedTo', 'Press'));
    const now = scene.made().find(({ longurl }) => longurl.endsWith('/assigned'));
    expect(now).toMatchObject({ campaign: spring?.id, channels: [press?.id] });
    scene.running.assertClean();
  });

  it('says before it is moved which campaign it is in: in the popup and on the Activity page', async () => {
    const link = scene.made().find(({ longurl }) => longurl.endsWith('/assigned'));
    const shown = `${scene.service.address}/${link?.alias}`.replace('http://', '');
    const page = await openPopupPage(scene, scene.site.url('/assigned'), 'Assigned');
    await page.click('button', msg('moreActions'));
    await page.click('button', msg('addTo'));
    await waitForShown(page, msg('addToMoves', isolate('Hiring')));
    const other = scene.service.store.campaigns().find(({ name }) => name !== 'Hiring')?.name ?? '';
    await choose(page, msg('campaign'), other);
    await page.click('button', msg('add'));
    await waitForText(page, 'status', msg('movedTo', 'Hiring', other));
    await page.close();
    const manage = await openExtensionPage(scene.running, 'manage.html#activity');
    await manage.click('button', msg('moreActionsNamed', shown));
    await manage.click('button', msg('addToNamed', shown));
    await waitForShown(manage, msg('addToMoves', isolate(other)));
    await manage.close();
    scene.running.assertClean();
  });

  it('is added to a campaign that is created for it', async () => {
    const { page } = await make('/new-campaign');
    await page.click('button', msg('addTo'));
    await choose(page, msg('campaign'), 'Made for this link');
    await page.click('button', msg('add'));
    await waitForText(page, 'status', msg('addedTo', 'Made for this link'));
    const campaign = scene.service.store.campaigns().find(({ name }) => name === 'Made for this link');
    const link = scene.made().find(({ longurl }) => longurl.endsWith('/new-campaign'));
    expect(link?.campaign).toBe(campaign?.id);
    scene.running.assertClean();
  });

  it('is added to it although the popup is closed before it exists', async () => {
    const { page } = await make('/closed-early');
    const held = gate();
    let isSent = false;
    scene.service.answerNext('POST /api/campaign/add', async (exchange) => {
      isSent = true;
      await held.passed;
      return exchange.pass();
    });
    await page.click('button', msg('addTo'));
    await choose(page, msg('campaign'), 'Made later');
    await page.click('button', msg('add'));
    await waitUntil('the campaign to be sent', () => isSent);
    await page.close();
    held.open();
    const link = () => scene.made().find(({ longurl }) => longurl.endsWith('/closed-early'));
    await waitUntil('the link to be in it', () => link()?.campaign != null);
    const campaign = scene.service.store.campaigns().find(({ name }) => name === 'Made later');
    expect(link()?.campaign).toBe(campaign?.id);
    scene.running.assertClean();
  });

  it('shows why it could not be assigned', async () => {
    const { page } = await make('/not-assigned');
    const press = scene.service.store.channels().find(({ name }) => name === 'Press');
    scene.service.answerNext(new RegExp(`/api/channel/${press?.id}/assign/`), {
      status: 200,
      body: JSON.stringify({ error: 1, message: 'Not on this plan' }),
    });
    await page.click('button', msg('addTo'));
    await page.click('button', msg('add'));
    await waitForText(page, 'status', msg('addToNothingChosen'));
    await choose(page, msg('channel'), 'Press');
    await page.click('button', msg('add'));
    await waitForText(page, 'status', msgWithin('addToFailed', 'Press', /.*Not on this plan.*/));
    scene.running.assertClean();
  });

  it('offers the same on the Activity page, each button named after its link', async () => {
    const { shortUrl } = await make('/activity');
    const manage = await openExtensionPage(scene.running, 'manage.html#activity');
    const shown = shortUrl.replace('http://', '');
    await manage.click('button', msg('moreActionsNamed', shown));
    await manage.click('button', msg('qrCodeNamed', shown));
    await manage.waitFor('image', msg('qrCodeOf', shown));
    const { side, paths } = await drawn(manage);
    expect(readCode(paintSvg(side, paths, 4))).toBe(shortUrl);
    expect(await axeViolations(manage)).toEqual([]);
    await manage.click('button', msg('copyAsNamed', shown));
    await manage.click('button', msg('copyPlain'));
    await waitForText(manage, 'status', msg('copiedAs', msg('copyPlain')));
    expect(await axeViolations(manage)).toEqual([]);
    expect(await readClipboard(scene.running)).toBe(shortUrl);
    await manage.close();
    scene.running.assertClean();
  });
});
