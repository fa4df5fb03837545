// Links that are delayed before they are sent, because afterwards none can be deleted: canceled in time, nothing is sent;
// otherwise each is created once, even if popup and worker end meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dispatchMenu,
  evaluateInWorker,
  killWorker,
  openExtensionPage,
  openPopup,
  stopsWorker,
  type Driver,
} from './harness/index.ts';
import {
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { waitForBadgeOf } from './setup/triggers.ts';
import { inOrder, msg, msgCount, msgCounts, msgWithin } from '../support/texts.ts';

const holdSeconds = 5;
const select = msg('creationDelay');

let scene: Scene;
beforeAll(async () => {
  scene = await startConnected();
});
afterAll(() => scene.close());

const creates = (path: string) =>
  scene.service.store
    .requests('/api/url/add')
    .filter(({ body }) => (JSON.parse(body) as { url: string }).url === scene.site.url(path));
const madeOf = (path: string) => scene.made().filter(({ longurl }) => longurl === scene.site.url(path));
const waitForBadge = (text: string) => waitForBadgeOf(scene, text);

const reminders = () =>
  scene.options.evaluate<Promise<{ name: string; scheduledTime: number }[]>>('chrome.alarms.getAll()');

/** Asks for a link in the real popup, and leaves that open. */
async function ask(path: string): Promise<Driver> {
  const popup = await scene.popupOn(path);
  await waitForForm(popup);
  await popup.press('Enter');
  await waitForText(popup, 'status', msgWithin('creatingIn', msgCounts('seconds', /[1-5]/)));
  return popup;
}

/** The same in the menu, which takes less time. */
const askInMenu = (path: string) =>
  dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl: scene.site.url(path) });

async function choose(seconds: number): Promise<void> {
  await scene.options.page.select('#hold', String(seconds));
  await waitUntil('the choice to be stored', async () =>
    JSON.stringify((await stored(scene.options))['preferences'] ?? '').includes(`"holdSeconds":${seconds}`),
  );
}

describe('links that are delayed before they are sent', () => {
  it('are off until that is chosen in the settings', async () => {
    expect(await scene.options.value('combobox', select)).toBe('0');
    const { description } = await scene.options.waitFor('combobox', select);
    expect(description).toContain(msg('creationDelayHint'));
    const popup = await scene.popupOn('/not-held');
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    await choose(holdSeconds);
    await waitForText(scene.options, 'status', msg('saved'));
  });

  it('are created once with the popup closed and the worker killed, and not before their time', async () => {
    const asked = Date.now();
    const popup = await ask('/left-alone');
    await popup.close();
    await waitForBadge('1');
    await waitUntil('the worker to set itself a reminder', async () => (await reminders()).length === 1);
    await killWorker(scene.running);
    const [reminder] = await reminders();
    // Each worker instance sets it again.
    expect((reminder?.scheduledTime ?? Infinity) - Date.now()).toBeLessThanOrEqual(30_000);
    // Moved forward, to save half a minute; nothing else wakes the worker.
    await scene.options.evaluate(
      `chrome.alarms.create(${JSON.stringify(reminder?.name)}, { when: ${asked} + 4500 })`,
    );
    await waitUntil('the link to be made', () => madeOf('/left-alone').length > 0);
    await waitForBadge('');
    const [request, ...more] = creates('/left-alone');
    expect(more).toEqual([]);
    expect(request?.time).toBeGreaterThanOrEqual(asked + holdSeconds * 1000);
    expect(madeOf('/left-alone')).toHaveLength(1);
    await waitUntil('the reminder to go', async () => (await reminders()).length === 0);
  });

  it('bring back the existing link of the page when another one is canceled', async () => {
    const popup = await scene.popupOn('/not-held');
    await popup.click('button', msg('createAnother'));
    await popup.click('button', msg('shorten'));
    await popup.click('button', msg('cancel'));
    await waitForText(popup, 'status', msg('linkCanceled'));
    expect(await popup.focused()).toEqual({ role: 'button', name: msg('copy') });
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    expect(madeOf('/not-held')).toHaveLength(1);
  });

  it('leave no trace on the service when canceled in time, in popup or menu; others are sent automatically', async () => {
    scene.service.clearLog();
    const popup = await ask('/cancelled');
    await popup.click('button', msg('cancel'));
    await popup.waitFor('button', msg('shorten'));
    expect(await popup.focused()).toEqual({ role: 'button', name: msg('shorten') });
    await waitForBadge('');
    await popup.close();

    const paths = ['/given-up-1', '/given-up-2', '/given-up-3'];
    for (const path of paths) await askInMenu(path);
    await waitForBadge('3');
    await dispatchMenu(scene.running, { menuItemId: 'cancel-waiting' });
    await waitForBadge('');

    // Delayed later than those, and created: by then any of them would have been sent.
    const later = await ask('/counted-down');
    await waitForText(later, 'status', msg('creatingIn', msgCount('seconds', 3)));
    await waitForBadge('1');
    expect(scene.service.store.requests('/api/')).toEqual([]);
    await waitForText(later, 'status', msg('copied'));
    await later.close();
    await waitForBadge('');
    expect(madeOf('/counted-down')).toHaveLength(1);
    expect(scene.service.store.requests('/api/').map(({ path }) => path)).toEqual(['/api/url/add']);
    expect(creates('/counted-down')).toHaveLength(1);
    expect(Object.keys(await stored(scene.options)).filter((key) => key.startsWith('intent:'))).toEqual([]);
  });

  it('are created before their time on “Create now”, in the popup or in Activity', async () => {
    scene.service.clearLog();
    await choose(30);
    const popup = await scene.popupOn('/at-once');
    await waitForForm(popup);
    await popup.press('Enter');
    await popup.waitFor('button', msg('createNow'));
    const pressed = Date.now();
    await popup.click('button', msg('createNow'));
    await waitForText(popup, 'status', msg('copied'));
    // Within the delay: it was not only waited for.
    expect(Date.now() - pressed).toBeLessThan(15_000);
    await popup.close();

    await askInMenu('/at-once-too');
    await askInMenu('/still-delayed');
    await waitForBadge('2');
    const manage = await openExtensionPage(scene.running, 'manage.html#activity');
    const shown = scene.site.url('/at-once-too').replace('http://', '');
    await manage.click('button', msg('createNowNamed', shown));
    await waitUntil('the link to be made', () => madeOf('/at-once-too').length > 0);
    await waitForBadge('1');
    await manage.click('button', msg('cancelAllQueued'));
    await waitForBadge('');
    await manage.close();
    expect([creates('/at-once').length, creates('/at-once-too').length]).toEqual([1, 1]);
    expect(creates('/still-delayed')).toEqual([]);
    await choose(holdSeconds);
  });

  // With STOP_WORKER=1 a listener in one worker instance would be missing in the next.
  it.skipIf(stopsWorker)(
    'put "Cancel everything in the queue" into the toolbar button’s menu only while they wait',
    async () => {
      // The browser has no call that lists the visible items, so the changes are recorded.
      await evaluateInWorker(
        scene.running,
        `(() => {
        const { contextMenus } = chrome;
        const real = contextMenus.update.bind(contextMenus);
        globalThis.menuChanges = [];
        contextMenus.update = (id, changes, ...rest) => {
          if ('visible' in changes) globalThis.menuChanges.push([id, changes.visible]);
          return real(id, changes, ...rest);
        };
      })()`,
      );
      const changes = () => evaluateInWorker<[string, boolean][]>(scene.running, 'globalThis.menuChanges');
      const isVisible = async (wanted: boolean) => {
        const [id, visible] = (await changes()).at(-1) ?? [];
        return id === 'cancel-waiting' && visible === wanted;
      };
      await askInMenu('/menu-item');
      await waitUntil('the item to be shown', () => isVisible(true));
      await dispatchMenu(scene.running, { menuItemId: 'cancel-waiting' });
      await waitUntil('the item to go', () => isVisible(false));
      expect((await changes()).length).toBeLessThanOrEqual(3);
    },
  );

  it('can be canceled from a popup over another page', async () => {
    const first = await ask('/from-elsewhere');
    await first.close();
    const other = await openPopup(scene.running, await scene.visit('/elsewhere'));
    await waitForText(other, 'status', msgCount('jobsQueued', 1));
    const line = inOrder(msgCount('linksQueued', 1), msgWithin('nextIn', msgCounts('seconds', /[1-5]/)));
    await waitUntil('the time until it is sent', async () =>
      line.test(await other.evaluate(() => document.querySelector<HTMLElement>('.notices')?.innerText ?? '')),
    );
    await other.click('button', msg('cancelNamed', scene.site.url('/from-elsewhere').replace('http://', '')));
    await waitUntil(
      'the line to go',
      async () =>
        !(await liveTexts(other, 'status')).some((text) => text.includes(msgCount('jobsQueued', 1))),
    );
    await other.waitFor('button', msg('shorten'));
    await other.close();
    await waitForBadge('');
    expect(creates('/from-elsewhere')).toEqual([]);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
