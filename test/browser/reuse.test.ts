// A link that was made elsewhere may expire or ask for a password, which no list shows: it is never copied without a question.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dispatchCommand,
  dispatchMenu,
  openPopup,
  readClipboard,
  until,
  writeClipboard,
} from './harness/index.ts';
import {
  addLinkElsewhere,
  waitUntil,
  waitForSync,
  waitForText,
  startConnected,
  type Scene,
} from './setup/connected.ts';
import { mirrorLinks, syncAll } from './setup/mirror.ts';
import { unfold } from './setup/link-options.ts';
import { setUpTriggers, tabAt } from './setup/triggers.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { msg, msgWithin } from '../support/texts.ts';

describe('a link that was made here with UTM parameters', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());
  const triggers = setUpTriggers(() => scene);
  const { waitForBadge } = triggers;

  it('is shown with them in the popup, and neither the shortcut nor the menu copies it', async () => {
    const address = scene.site.url('/tagged');
    const linksTo = () => triggers.linksTo(address).length;
    const page = await scene.visit('/tagged', 'Tagged');
    const popup = await openPopup(scene.running, page);
    await popup.click('button', msgWithin('moreOptions'));
    await unfold(popup, msg('utmParameters'));
    await popup.fill('textbox', msg('utmSource'), 'poster');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    const tagged = await readClipboard(scene.running);
    await popup.close();
    const again = await openPopup(scene.running, page);
    await waitUntil('the note', async () =>
      (await again.evaluate(() => document.querySelector<HTMLElement>('#known')?.innerText ?? '')).includes(
        msg('linkTagged', isolate('poster')),
      ),
    );
    await again.close();
    await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
    await waitForBadge('✓');
    const copied = await readClipboard(scene.running);
    expect([linksTo(), copied === tagged]).toEqual([2, false]);
    await waitForBadge('');
    await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: address }, tabAt(address));
    await waitForBadge('✓');
    expect([linksTo(), await readClipboard(scene.running)]).toEqual([2, copied]);
    scene.running.assertClean();
  });
});

describe('a link that another user made with a password', () => {
  let scene: Scene;
  const paths = ['/theirs', '/theirs-too', '/theirs-by-click'] as const;
  beforeAll(async () => {
    scene = await startConnected();
    for (const path of paths)
      await addLinkElsewhere(scene.service, { url: scene.site.url(path), password: 'theirs' });
    await syncAll(scene.options);
    await waitForSync(scene.options);
  });
  afterAll(() => scene.close());
  const triggers = setUpTriggers(() => scene);
  const { waitForBadge } = triggers;
  const linksTo = (path: string) => triggers.linksTo(scene.site.url(path));
  const theirs = (path: string) =>
    `${scene.service.address}/${linksTo(path).toSorted((one, other) => one.id - other.id)[0]?.alias}`;

  it('is not copied by shortcut and menu, which create one', async () => {
    const address = scene.site.url('/theirs');
    await dispatchCommand(scene.running, 'shorten-page', tabAt(address));
    await waitForBadge('✓');
    expect(linksTo('/theirs')).toHaveLength(2);
    const copied = await readClipboard(scene.running);
    expect([copied.startsWith(scene.service.address), copied === theirs('/theirs')]).toEqual([true, false]);
    await waitForBadge('');
    // The one that was made here is reused.
    await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: address }, tabAt(address));
    await waitForBadge('✓');
    expect([linksTo('/theirs').length, await readClipboard(scene.running)]).toEqual([2, copied]);
  });

  it('is asked about in the popup', async () => {
    const page = await scene.visit('/theirs-too', 'Theirs');
    const popup = await openPopup(scene.running, page);
    await popup.waitFor('button', msg('copy'));
    // Its code loads once there is such a link.
    await waitUntil('the note', async () =>
      (await popup.evaluate(() => document.querySelector<HTMLElement>('#known')?.innerText ?? '')).includes(
        msg('linkUnchecked'),
      ),
    );
    await popup.click('button', msg('copy'));
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    expect(await readClipboard(scene.running)).toBe(theirs('/theirs-too'));
    expect(linksTo('/theirs-too')).toHaveLength(1);
    const again = await openPopup(scene.running, page);
    // The link is found after the form has been painted, and folds it.
    await again.waitFor('button', msg('copy'));
    await again.click('button', msg('createAnother'));
    await again.click('button', msg('shorten'));
    await waitForText(again, 'status', msg('copied'));
    await again.close();
    expect(linksTo('/theirs-too')).toHaveLength(2);
  });

  it('is asked about in one-click mode, too', async () => {
    await scene.options.click('checkbox', msg('oneClick'));
    await waitUntil('the popup to hear of it', async () =>
      scene.options.evaluate<boolean>(
        `chrome.storage.local.get('popup-view').then((items) => items['popup-view'].oneClick === true)`,
      ),
    );
    const popup = await openPopup(scene.running, await scene.visit('/theirs-by-click', 'Theirs'));
    await popup.waitFor('button', msg('copy'));
    expect([linksTo('/theirs-by-click').length, await readClipboard(scene.running)]).toEqual([
      1,
      'from before',
    ]);
    await popup.close();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('a link that was made here', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
    await syncAll(scene.options);
    await waitForSync(scene.options);
  });
  afterAll(() => scene.close());
  const triggers = setUpTriggers(() => scene);
  const { waitForBadge } = triggers;
  const linksTo = (path: string) => triggers.linksTo(scene.site.url(path));

  async function press(path: string, trigger: 'shortcut' | 'menu'): Promise<string> {
    const url = scene.site.url(path);
    await waitForBadge('');
    await writeClipboard(scene.running, 'from before');
    if (trigger === 'shortcut') await dispatchCommand(scene.running, 'shorten-page', tabAt(url));
    else await dispatchMenu(scene.running, { menuItemId: 'shorten-page', pageUrl: url }, tabAt(url));
    await waitForBadge('✓');
    return readClipboard(scene.running);
  }

  it.each(['shortcut', 'menu'] as const)(
    'and deleted at the service is replaced at the next press: %s',
    async (trigger) => {
      const path = `/deleted-${trigger}`;
      const first = await press(path, trigger);
      const pressed = Date.now();
      expect([first, await press(path, trigger)]).toEqual([triggers.shortUrlOf(scene.site.url(path)), first]);
      const [link] = linksTo(path);
      if (link === undefined) throw new Error('No link was made');
      scene.service.dropLinks([link.id]);
      await until(
        'the mirror to be without the link',
        async () => {
          await syncAll(scene.options);
          await waitForSync(scene.options);
          const rows = await mirrorLinks(scene.options);
          return rows.some(({ listed }) => listed.id === String(link.id)) ? undefined : true;
        },
        { timeout: 45_000 },
      );
      // Until then a link counts as just made.
      await waitUntil('ten seconds since the link was made', async () => Date.now() > pressed + 10_000);
      const second = await press(path, trigger);
      expect(second).not.toBe(first);
      expect([linksTo(path).length, second]).toEqual([1, triggers.shortUrlOf(scene.site.url(path))]);
      // The new one is reused.
      expect([await press(path, trigger), linksTo(path).length]).toEqual([second, 1]);
    },
    90_000,
  );
});
