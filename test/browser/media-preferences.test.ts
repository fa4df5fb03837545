// Preferences of the user's system: forced colors leave every text and icon visible, and nothing moves under reduced motion.
// The pictures are in test/.out/media-preferences.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, openExtensionPage, type PageDriver } from './harness/index.ts';
import { startConnected, waitForText, waitUntil, type Scene } from './setup/connected.ts';
import { openPopupPage } from './setup/popup-page.ts';
import { msg, msgCount, msgCounts, msgWithin } from '../support/texts.ts';

const pictures = path.resolve(import.meta.dirname, '../.out/media-preferences');
mkdirSync(pictures, { recursive: true });
const article = 'https://rail.example.org/journal/2026/11/night-trains-are-back';
const title = 'Night trains are back, and the berths are full';

/** Icons that do not take the color of their words; charts keep colors of their own. */
const iconsOfOtherColor = (page: PageDriver) =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg[aria-hidden]')]
      .filter((icon) => icon.checkVisibility() && getComputedStyle(icon).forcedColorAdjust !== 'none')
      .filter((icon) => {
        const { color, backgroundColor } = getComputedStyle(icon);
        const words = icon.parentElement === null ? null : getComputedStyle(icon.parentElement);
        return color !== words?.color || color === backgroundColor;
      })
      .map((icon) => icon.parentElement?.outerHTML.slice(0, 120)),
  );
const animations = (page: PageDriver) => page.evaluate(() => document.getAnimations().length);

let scene: Scene;
beforeAll(async () => {
  scene = await startConnected();
});
afterAll(() => scene.close());

describe('with forced colors', () => {
  async function isSound(page: PageDriver, name: string, width: number): Promise<void> {
    // High enough for what is at the foot of the window to cover nothing.
    await page.look({ width, height: 1600 });
    expect.soft(await axeViolations(page, ['forced colors'])).toEqual([]);
    await page.screenshot(path.join(pictures, `forced-${name}`), { forcedColors: true, width, height: 600 });
    expect.soft(await iconsOfOtherColor(page)).toEqual([]);
    await page.look({ width: 1280, height: 800 });
  }

  it('the popup: form, options, result', async () => {
    const popup = await openPopupPage(scene, article, title);
    await popup.waitFor('button', msg('shorten'));
    await isSound(popup, 'popup', 380);
    await popup.click('button', msgWithin('moreOptions'));
    await popup.waitFor('textbox', msg('password'));
    await isSound(popup, 'popup-more-options', 380);
    await popup.click('button', msg('shorten'));
    await popup.waitFor('button', msg('moreActions'));
    await isSound(popup, 'popup-result', 380);
    await popup.close();
  });

  it('the settings', async () => {
    await isSound(scene.options, 'settings', 1280);
    expect(await scene.options.page.title()).toBe(msg('optionsTitle'));
  });

  it('the manage page: links with details, campaigns, bulk', async () => {
    const { id } = scene.service.store.links()[0] ?? {};
    const page = await openExtensionPage(scene.running, `manage.html#links/${id}`);
    await page.waitFor('button', msg('close'));
    await waitForText(page, 'status', msgCount('linksCount', scene.service.store.links().length));
    await isSound(page, 'links', 1280);
    for (const section of ['campaigns', 'bulk', 'activity'] as const) {
      await page.page.goto(scene.running.url(`manage.html#${section}`));
      await page.waitFor('heading', msg(section));
      await isSound(page, section, 1280);
    }
    await page.close();
  });
});

describe('under reduced motion', () => {
  it('nothing moves while a link waits', async () => {
    await scene.options.page.select('#hold', '30');
    await waitForText(scene.options, 'status', msg('saved'));
    const [moving, popup] = [
      await openPopupPage(scene, `${article}?moving`, title),
      await openPopupPage(scene, `${article}?waiting`, title),
    ];
    await popup.look({ reducedMotion: true, width: 380, height: 600 });
    const secondsLeft = async (page: PageDriver) =>
      Number(
        /\d+/.exec(
          await waitForText(page, 'status', msgWithin('creatingIn', msgCounts('seconds', /\d+/))),
        )?.[0],
      );
    for (const page of [moving, popup]) {
      await page.click('button', msg('shorten'));
      await secondsLeft(page);
    }
    await waitUntil('something to move without the preference', async () => {
      await moving.page.bringToFront();
      return (await animations(moving)) > 0;
    });
    await popup.page.bringToFront();
    const first = await secondsLeft(popup);
    await waitUntil('the popup to count down two seconds', async () => {
      expect(await animations(popup)).toBe(0);
      return (await secondsLeft(popup)) <= first - 2;
    });
    await popup.screenshot(path.join(pictures, 'reduced-popup-waiting'), {
      reducedMotion: true,
      width: 380,
      height: 600,
    });
    for (const page of [moving, popup]) {
      await page.click('button', msg('cancel'));
      await page.close();
    }
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
