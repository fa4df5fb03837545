// Warnings about an address before it becomes a short link: in the real popup, by role and name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExtensionPage, openPopup } from './harness/index.ts';
import {
  waitForForm,
  waitForText,
  waitUntil,
  startConnected,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { inOrder, msg, msgWithin } from '../support/texts.ts';

describe('warnings about an address', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('name click identifiers, and remove them by one press; “Shorten” stays one press', async () => {
    scene.site.set('/article', { title: 'An article' });
    const page = await scene.running.openTab(scene.site.url('/article?id=7&fbclid=IwAR0abc'));
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await waitForText(popup, 'status', inOrder('fbclid=IwAR0abc', msg('cleanUpTracking')));
    await popup.click('button', msg('cleanUp'));
    await waitUntil('the focus on “Shorten”', async () => (await popup.focused())?.name === msg('shorten'));
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    expect(scene.made().map(({ longurl }) => longurl)).toEqual([scene.site.url('/article?id=7')]);
    await popup.close();
  });

  it('on the full page: the focus goes to “Shorten”, too, once nothing is left to fix', async () => {
    const page = await openExtensionPage(scene.running, 'link.html');
    await page.fill('textbox', msg('destinationUrl'), 'https://example.com/article?fbclid=IwAR0abc');
    await page.click('button', msg('cleanUp'));
    await waitUntil('the focus on “Shorten”', async () => (await page.focused())?.name === msg('shorten'));
    await page.close();
  });

  it('are absent for a plain address, which is shortened unchanged', async () => {
    const popup = await scene.popupOn('/plain');
    await waitForForm(popup);
    expect((await liveTexts(popup, 'status')).join()).not.toMatch(msgWithin('cleanUpOffer'));
    await popup.close();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
