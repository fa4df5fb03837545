// Pressed again while the first request is in progress: shortcut, menu, address bar and popup join it, and get its link.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dispatchCommand,
  dispatchMenu,
  dispatchOmnibox,
  openPopup,
  pause,
  readClipboard,
} from './harness/index.ts';
import { waitUntil, waitForForm, waitForText, startConnected, type Scene } from './setup/connected.ts';
import { setUpTriggers, tabAt } from './setup/triggers.ts';
import { msg } from '../support/texts.ts';

describe('pressed again while the answer takes 3 s', () => {
  let scene: Scene;
  let slow: { cancel(): void };
  beforeAll(async () => {
    scene = await startConnected();
    slow = scene.service.answerNext(
      'POST /api/url/add',
      async ({ pass }) => {
        const answer = await pass();
        await pause(3_000);
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

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
