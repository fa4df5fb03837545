// "Expiration" in the service's own time: its zone is learned from a link that was made here and a list of links that is read
// anyway.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fromStamp } from '../service/stamp.ts';
import type { Driver } from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { syncAll } from './setup/mirror.ts';
import { setExpiry } from './setup/link-options.ts';
import { durationText, msg } from '../support/texts.ts';

/** Five hours and three quarters ahead of UTC, a rarely tested offset. */
const zone = 345;
const minute = 60_000;

let scene: Scene;
const open: Driver[] = [];
explainFailures(() => scene);
beforeAll(async () => {
  scene = await startConnected({ service: { utcOffsetMinutes: zone } });
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});
afterAll(() => scene.close());

async function optionsOn(path: string): Promise<Driver> {
  const popup = await scene.popupOn(path);
  open.push(popup);
  await waitForForm(popup);
  await popup.click('button', msg('moreOptions'));
  await popup.waitFor('textbox', msg('note'));
  return popup;
}

const saidOfExpiry = async (popup: Driver) =>
  (await popup.all('DateTime', msg('expires')))[0]?.description ?? '';

const expirySays = (popup: Driver, words: string) =>
  waitUntil(`the field to say "${words}"`, async () => (await saidOfExpiry(popup)).includes(words));

/** As the service's clock shows it, some minutes from now. */
const inService = (minutes: number): string =>
  new Date(Date.now() + (zone + minutes) * minute).toISOString().slice(0, 16);

const view = async () => (await stored(scene.options))['popup-view'] as { zone?: number };

it('is only called service time as long as the zone is unknown', async () => {
  const popup = await optionsOn('/first');
  await setExpiry(popup, '2099-02-03T04:05');
  await expirySays(popup, msg('expiresHint'));
  // Past by the service's clock, and not yet everywhere: that is left to the service.
  await setExpiry(popup, inService(-5));
  await popup.click('button', msg('shorten'));
  await waitForText(popup, 'status', msg('copied'));
  expect((await view()).zone).toBeUndefined();
});

it('is learned from an own link, once a list of links has been read', async () => {
  const popup = await scene.popupOn('/own');
  open.push(popup);
  await waitForForm(popup);
  await popup.press('Enter');
  await waitForText(popup, 'status', msg('copied'));
  await popup.close();
  const asked = scene.service.store.requests('/api/').length;
  await syncAll(scene.options);
  await waitUntil('the zone to be known', async () => (await view()).zone === zone);
  // Without a request of its own: nothing but lists was read.
  const since = scene.service.store.requests('/api/').slice(asked);
  expect(new Set(since.map(({ method }) => method))).toEqual(new Set(['GET']));
});

it('is then shown in the user’s own time, and past dates are refused in place', async () => {
  const popup = await optionsOn('/known');
  await setExpiry(popup, '2099-02-03T04:05');
  const words = await popup.evaluate<string>(
    `new Intl.DateTimeFormat(chrome.i18n.getUILanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(Date.UTC(2099, 1, 2, 22, 20))`,
  );
  await expirySays(popup, msg('expiresHere', words));
  await setExpiry(popup, inService(-5));
  await expirySays(popup, msg('problemExpiryOver'));
  expect((await popup.waitFor('button', msg('shorten'))).states['disabled']).toBe(true);
  await setExpiry(popup, inService(5));
  await waitUntil('the field to be content', async () => !(await saidOfExpiry(popup)).includes('past'));
  await popup.click('button', durationText(1, 'day'));
  const before = Date.now();
  await popup.click('button', msg('shorten'));
  await waitForText(popup, 'status', msg('copied'));
  const [link] = scene.made().filter(({ longurl }) => longurl === scene.site.url('/known'));
  const ends = fromStamp(link?.expiry ?? '', zone) ?? 0;
  expect(Math.abs(ends - before - 24 * 60 * minute)).toBeLessThan(2 * minute);
});

it('runs without an error or a policy violation', () => {
  scene.running.assertClean();
});
