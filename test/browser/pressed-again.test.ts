// Pressed again while the first request is in progress: shortcut, menu, address bar and popup join it, and get its link.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  dispatchCommand,
  dispatchMenu,
  dispatchOmnibox,
  openPopup,
  pause,
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

describe('pressed again while the answer takes 3 s', () => {
  let scene: Scene;
  let slow: { cancel(): void };
  /** A response waits until this has ended, instead of 3 s. */
  let held: Gate | null = null;
  beforeAll(async () => {
    scene = await startConnected();
    slow = scene.service.answerNext(
      'POST /api/url/add',
      async ({ pass }) => {
        const answer = await pass();
        await (held?.passed ?? pause(3_000));
        return answer;
      },
      Number.POSITIVE_INFINITY,
    );
  });
  afterAll(async () => {
    slow.cancel();
    await scene.close();
  });
  const { linksTo, shortUrlOf, waitForBadge } = setUpTriggers(() => scene);

  it('creates one link for three presses of the shortcut, and copies it', async () => {
    const address = 'https://example.com/three-presses';
    for (let press = 0; press < 3; press++) {
      await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
      await pause(700);
    }
    await waitForBadge('✓');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
    await waitForBadge('');
    // Time for an answer to each press, to show that no further link is created.
    await pause(3_000);
    expect(linksTo(address)).toHaveLength(1);
  });

  it('creates one link for menu, address bar and shortcut, one right after the other', async () => {
    const address = 'https://example.com/all-at-once';
    await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: address }, tabAt(address));
    await dispatchOmnibox(scene.running, address);
    await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
    await waitForBadge('✓');
    await waitForBadge('');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
  });

  it('joins the popup to the shortcut’s job, and shows the link', async () => {
    const address = scene.site.url('/joined');
    const page = await scene.visit('/joined', 'Joined');
    await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await popup.press('Enter');
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
    await waitUntil('the request to be sent', () => linksTo(address).length > 0);
    await popup.close();
    await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
    await waitForBadge('✓');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
    await waitForBadge('');
  });

  describe('by every trigger before the answer', () => {
    beforeEach(() => {
      held = gate();
    });
    afterEach(() => {
      held?.open();
      held = null;
    });

    const jobsFor = async (address: string) =>
      Object.entries(await stored(scene.options))
        .filter(([key, job]) => key.startsWith('job:') && JSON.stringify(job).includes(`"${address}"`))
        .map(([, job]) => job as { joined?: unknown });

    const isSent = (address: string) =>
      waitUntil('the request to be sent', () => linksTo(address).length > 0);

    /** Presses for a link in progress, and waits until its job has the press. */
    async function pressAgain<T>(address: string, press: () => Promise<T>): Promise<T> {
      const joined = async () => JSON.stringify((await jobsFor(address)).map((job) => job.joined));
      const before = await joined();
      const pressed = await press();
      await waitUntil('the press to be stored', async () => (await joined()) !== before);
      return pressed;
    }

    const one = { links: 1, jobs: 1 };

    /** Lets the service answer, and counts once the link is shown in the popup and on the clipboard. */
    async function linksCopied(address: string, popup: Driver) {
      held?.open();
      await waitForText(popup, 'status', msg('copied'));
      await popup.close();
      expect(await readClipboard(scene.running)).toBe(shortUrlOf(address));
      return { links: linksTo(address).length, jobs: (await jobsFor(address)).length };
    }

    it('with a preset: by shortcut, menu and toolbar', async () => {
      const address = scene.site.url('/preset/pressed');
      const page = await scene.visit('/preset/pressed', 'Preset');
      const { host } = new URL(address);
      const fields = { extras: { note: 'For {host}', expiry: '+7d' } };
      await savePresets(scene.options, [
        { id: 'pressed', name: 'Pressed', sites: [`${host}/preset`], fields },
      ]);
      await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
      await isSent(address);
      const chosen = { menuItemId: 'preset:pressed', pageUrl: address };
      await pressAgain(address, () => dispatchMenu(scene.running, chosen, tabAt(address)));
      await pressAgain(address, () => dispatchCommand(scene.running, 'shorten-page', tabAt(address)));
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
        await isSent(address);
        await first.close();
        const inMenu = { menuItemId: 'shorten-page', pageUrl: address };
        await pressAgain(address, () => dispatchCommand(scene.running, 'shorten-page', tabAt(address)));
        await pressAgain(address, () => dispatchMenu(scene.running, inMenu, tabAt(address)));
        const again = await openPopup(scene.running, page);
        await waitForText(again, 'status', msg('shortening'));
        expect(await linksCopied(address, again)).toEqual(one);
      });

      it('by shortcut and toolbar', async () => {
        const address = scene.site.url('/one-click-later');
        const page = await scene.visit('/one-click-later', 'One click');
        await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
        await isSent(address);
        const popup = await pressAgain(address, () => openPopup(scene.running, page));
        expect(await linksCopied(address, popup)).toEqual(one);
      });
    });
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
