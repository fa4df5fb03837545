// Pressed again while the first request is in progress: shortcut, menu, address bar and popup join it, and get its link.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  dispatchCommand,
  dispatchMenu,
  dispatchOmnibox,
  openPopup,
  readClipboard,
  type Driver,
} from './harness/index.ts';
import {
  savePresets,
  startConnected,
  stored,
  waitForForm,
  waitForText,
  waitUntil,
  type Scene,
} from './setup/connected.ts';
import { setUpTriggers, tabAt } from './setup/triggers.ts';
import { gate, type Gate } from '../support/gate.ts';
import { msg } from '../support/texts.ts';

describe('pressed again before the response', () => {
  let scene: Scene;
  let slow: { cancel(): void };
  let response: Gate;
  beforeAll(async () => {
    scene = await startConnected();
    slow = scene.service.answerNext(
      'POST /api/url/add',
      async ({ pass }) => {
        const created = await pass();
        await response.passed;
        return created;
      },
      Number.POSITIVE_INFINITY,
    );
  });
  beforeEach(() => {
    response = gate();
  });
  afterEach(() => response.open());
  afterAll(async () => {
    slow.cancel();
    await scene.close();
  });
  const { linksTo, shortUrlOf, waitForBadge } = setUpTriggers(() => scene);

  const shortcut = (address: string) => dispatchCommand(scene.running, 'shorten-page', tabAt(address));
  const menu = (address: string, menuItemId = 'shorten-page') =>
    dispatchMenu(scene.running, { menuItemId, pageUrl: address }, tabAt(address));

  const jobsFor = async (address: string) =>
    Object.entries(await stored(scene.options))
      .filter(([key, job]) => key.startsWith('job:') && JSON.stringify(job).includes(`"${address}"`))
      .map(([, job]) => job as { joined?: readonly unknown[] });

  const waitForRequest = (address: string) =>
    waitUntil('the request to be sent', () => linksTo(address).length > 0);

  /** Presses for a link in progress, and waits until its job has the press. */
  async function pressAgain<T>(address: string, press: () => Promise<T>): Promise<T> {
    const joined = async () => JSON.stringify((await jobsFor(address)).map((job) => job.joined));
    const before = await joined();
    const pressed = await press();
    await waitUntil('the press to be stored', async () => (await joined()) !== before);
    return pressed;
  }

  /** What an earlier press still had to send would be at the service before a link that is requested later. */
  async function afterLaterLink(): Promise<void> {
    const later = `https://example.com/later-${crypto.randomUUID()}`;
    await shortcut(later);
    await waitForRequest(later);
  }

  const one = { links: 1, jobs: 1 };

  /** Lets the service answer, and counts once the link is shown in the popup and on the clipboard. */
  async function linksCopied(address: string, popup: Driver) {
    response.open();
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
    return { links: linksTo(address).length, jobs: (await jobsFor(address)).length };
  }

  it('creates one link for three presses of the shortcut, and copies it', async () => {
    const address = 'https://example.com/three-presses';
    await shortcut(address);
    await waitForRequest(address);
    for (let press = 0; press < 2; press++) await pressAgain(address, () => shortcut(address));
    response.open();
    await waitForBadge('✓');
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
    await waitForBadge('');
    await afterLaterLink();
    expect(linksTo(address)).toHaveLength(1);
  });

  it('creates one link for menu, address bar and shortcut, one right after the other', async () => {
    const address = 'https://example.com/all-at-once';
    await menu(address);
    await dispatchOmnibox(scene.running, address);
    // Of several presses the job stores the latest one.
    await pressAgain(address, () => shortcut(address));
    response.open();
    await waitForBadge('✓');
    await waitForBadge('');
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
    await afterLaterLink();
    expect(linksTo(address)).toHaveLength(1);
  });

  it('joins the popup to the shortcut’s job, and shows the link', async () => {
    const address = scene.site.url('/joined');
    const page = await scene.visit('/joined', 'Joined');
    await shortcut(address);
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await pressAgain(address, () => popup.press('Enter'));
    response.open();
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(address)).toHaveLength(1);
    const shown = await popup.evaluate(() => document.querySelector<HTMLElement>('.short-link')?.title ?? '');
    expect(shown).toBe(shortUrlOf(address));
    await popup.close();
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
  });

  it('joins the shortcut to the job of a popup that was closed meanwhile', async () => {
    const address = scene.site.url('/closed');
    const popup = await openPopup(scene.running, await scene.visit('/closed', 'Closed'));
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForRequest(address);
    await popup.close();
    await pressAgain(address, () => shortcut(address));
    response.open();
    await waitForBadge('✓');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
    await waitForBadge('');
  });

  it('with a preset: by shortcut, menu and toolbar', async () => {
    const address = scene.site.url('/preset/pressed');
    const page = await scene.visit('/preset/pressed', 'Preset');
    const { host } = new URL(address);
    const fields = { extras: { note: 'For {host}', expiry: '+7d' } };
    await savePresets(scene.options, [{ id: 'pressed', name: 'Pressed', sites: [`${host}/preset`], fields }]);
    await shortcut(address);
    await waitForRequest(address);
    await pressAgain(address, () => menu(address, 'preset:pressed'));
    await pressAgain(address, () => shortcut(address));
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await pressAgain(address, () => popup.press('Enter'));
    expect(await linksCopied(address, popup)).toEqual(one);
    expect(linksTo(address)[0]?.description).toMatch(/^For /u);
    await savePresets(scene.options, []);
  });

  describe('in one-click mode', () => {
    const setOneClick = async (on: boolean) => {
      await scene.options.click('checkbox', msg('oneClick'));
      await waitUntil('the popup to know it', async () => {
        const view = (await stored(scene.options))['popup-view'] as { oneClick?: boolean } | undefined;
        return (view?.oneClick ?? false) === on;
      });
    };
    beforeAll(() => setOneClick(true));
    afterAll(() => setOneClick(false));

    it('by toolbar, shortcut, menu and toolbar', async () => {
      const address = scene.site.url('/one-click');
      const page = await scene.visit('/one-click', 'One click');
      const first = await openPopup(scene.running, page);
      await waitForRequest(address);
      await first.close();
      await pressAgain(address, () => shortcut(address));
      await pressAgain(address, () => menu(address));
      const again = await openPopup(scene.running, page);
      await waitForText(again, 'status', msg('shortening'));
      expect(await linksCopied(address, again)).toEqual(one);
    });

    it('by shortcut and toolbar', async () => {
      const address = scene.site.url('/one-click-later');
      const page = await scene.visit('/one-click-later', 'One click');
      await shortcut(address);
      await waitForRequest(address);
      const popup = await pressAgain(address, () => openPopup(scene.running, page));
      expect(await linksCopied(address, popup)).toEqual(one);
    });
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
