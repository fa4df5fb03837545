// Notifications: the permission is requested when they are turned on; real ones from then on, for the menu's links alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dispatchMenu, evaluateInWorker, openExtensionPage, openPopup } from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startScene,
  stored,
  type Scene,
} from './setup/connected.ts';
import { startPersistentProfile, type PersistentProfile } from './setup/persistent-profile.ts';
import { msg } from '../support/texts.ts';

const box = msg('notifications');
const wanted = async ({ options }: Scene) =>
  JSON.stringify((await stored(options))['preferences'] ?? '').includes('"notify":true');

describe('turned on in the settings', () => {
  let browser: PersistentProfile;
  const scene = (): Scene => browser.scene();
  explainFailures(scene);
  beforeAll(async () => {
    browser = await startPersistentProfile({}, ['notifications']);
  });
  afterAll(() => browser[Symbol.asyncDispose]());

  const allowed = () =>
    scene().options.evaluate<boolean>(`chrome.permissions.contains({ permissions: ['notifications'] })`);
  /** The notifications that the browser shows now; it reports only their number. */
  const shown = async () =>
    Object.keys(
      await evaluateInWorker<Record<string, true>>(scene().running, 'chrome.notifications?.getAll() ?? {}'),
    );
  const click = (linkUrl: string) =>
    dispatchMenu(scene().running, { menuItemId: 'shorten-link', linkUrl }, { id: 1 });
  const isMade = (address: string) =>
    waitUntil(`${address} to be made`, () =>
      scene()
        .made()
        .some(({ longurl }) => longurl === address),
    );

  it('requests no permission and shows none before that', async () => {
    expect(await allowed()).toBe(false);
    await click('https://example.com/quiet');
    await isMade('https://example.com/quiet');
    expect(await shown()).toEqual([]);
  });

  it('requests the permission in the press, and shows a notification for each link of the menu', async () => {
    await scene().options.click('checkbox', box);
    await waitUntil('the choice to be stored', () => wanted(scene()));
    expect(await allowed()).toBe(true);
    await click('https://example.com/notified');
    await waitUntil('the notification', async () => (await shown()).length === 1);
    scene().service.answerNext('POST /api/url/add', {
      status: 400,
      body: '{"error":1,"message":"Not today"}',
    });
    await click('https://example.com/refused');
    await waitUntil('the notification of the failure', async () => (await shown()).length === 2);
  });

  it('shows none for a link of the popup', async () => {
    const { running, site } = scene();
    const popup = await openPopup(running, await running.openTab(site.url('/in-the-popup')));
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    expect(await shown()).toHaveLength(2);
  });

  it('shows none once they are turned off', async () => {
    await scene().options.page.bringToFront();
    await scene().options.click('checkbox', box);
    await waitUntil('the choice to be stored', async () => !(await wanted(scene())));
    await click('https://example.com/quiet-again');
    await isMade('https://example.com/quiet-again');
    expect(await shown()).toHaveLength(2);
    scene().running.assertClean();
  });
});

it('without the user’s permission nothing is turned on', async () => {
  await using scene = await startScene();
  // Its prompt stays unanswered.
  const settings = await openExtensionPage(scene.running, 'options.html');
  await settings.click('checkbox', box);
  expect(await settings.evaluate(`chrome.permissions.contains({ permissions: ['notifications'] })`)).toBe(
    false,
  );
  expect(await wanted({ ...scene, options: settings })).toBe(false);
  scene.running.assertClean();
});
