// Pressed again while the first answer is under way: shortcut, menu, address bar and popup join it, and get its link.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  dispatchCommand,
  dispatchMenu,
  dispatchOmnibox,
  openPopup,
  readClipboard,
  stopsWorker,
  wakeWorker,
  writeClipboard,
  type TabLike,
} from './harness/index.ts';
import { waitUntil, waitForForm, waitForText, startConnected, type Scene } from './setup/connected.ts';

const tab = (url: string): TabLike => ({ id: 1, index: 0, windowId: 1, title: 'In front', url });

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
  beforeEach(async () => {
    if (stopsWorker) await wakeWorker(scene.running);
    await badgeIs('');
    await writeClipboard(scene.running, 'from before');
  });
  const linksTo = (address: string) => scene.made().filter(({ longurl }) => longurl === address);
  const shortOf = (address: string) => `${scene.service.address}/${linksTo(address)[0]?.alias}`;
  const badge = () => scene.options.evaluate<string>('chrome.action.getBadgeText({})');
  const badgeIs = (text: string) =>
    waitUntil(`the badge to be "${text}"`, async () => (await badge()) === text);

  it('three presses of the shortcut are one link, which is copied', async () => {
    const address = 'https://example.com/three-presses';
    for (let press = 0; press < 3; press++) {
      await dispatchCommand(scene.running, 'shorten-page', tab(address));
      await pause(700);
    }
    await badgeIs('✓');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortOf(address));
    await badgeIs('');
    // Each has had time for an answer of its own.
    await pause(3_000);
    expect(linksTo(address)).toHaveLength(1);
  });

  it('menu, address bar and shortcut, one right after the other, are one link', async () => {
    const address = 'https://example.com/all-at-once';
    await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: address }, tab(address));
    await dispatchOmnibox(scene.running, address);
    await dispatchCommand(scene.running, 'shorten-page', tab(address));
    await badgeIs('✓');
    await badgeIs('');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortOf(address));
  });

  it('the popup joins the shortcut and shows the link', async () => {
    const address = scene.site.url('/joined');
    const page = await scene.visit('/joined', 'Joined');
    await dispatchCommand(scene.running, 'shorten-page', tab(address));
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', 'Copied');
    expect(linksTo(address)).toHaveLength(1);
    const shown = await popup.evaluate(() => document.querySelector<HTMLElement>('.short-link')?.title ?? '');
    expect(shown).toBe(shortOf(address));
    await popup.close();
    expect(await readClipboard(scene.running)).toBe(shortOf(address));
  });

  it('the shortcut joins the popup, which was closed meanwhile', async () => {
    const address = scene.site.url('/closed');
    const popup = await openPopup(scene.running, await scene.visit('/closed', 'Closed'));
    await waitForForm(popup);
    await popup.press('Enter');
    await waitUntil('the request to be sent', () => linksTo(address).length > 0);
    await popup.close();
    await dispatchCommand(scene.running, 'shorten-page', tab(address));
    await badgeIs('✓');
    expect(linksTo(address)).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe(shortOf(address));
    await badgeIs('');
  });

  it('threw nothing and broke no policy', () => {
    scene.running.assertClean();
  });
});
