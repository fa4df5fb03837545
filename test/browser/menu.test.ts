// The context menu: it asks nothing, copies the link and shows the result on the badge.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dispatchMenu,
  drivePage,
  evaluateInWorker,
  openPopup,
  popupOpenedBy,
  readClipboard,
  until,
  writeClipboard,
  type TabLike,
} from './harness/index.ts';
import {
  choose,
  waitUntil,
  waitForText,
  startConnected,
  startScene,
  stored,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { setUpTriggers, waitForBadgeOf } from './setup/triggers.ts';
import { msg } from '../support/texts.ts';

const page: TabLike = {
  id: 1,
  index: 0,
  windowId: 1,
  title: 'The page clicked on',
  url: 'https://example.com/page',
};

const isOnToolbar = ({ options }: Scene) =>
  options.evaluate<boolean>('chrome.action.getUserSettings().then((all) => all.isOnToolbar)');

describe('the context menu', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());
  const { linksTo, waitForBadge } = setUpTriggers(() => scene);

  it('is tried with the button on the toolbar, where its badge is seen', async () => {
    expect(await isOnToolbar(scene)).toBe(true);
  });

  it('shortens a link: stored on the service, copied, ✓ on the badge for a moment', async () => {
    await writeClipboard(scene.running, 'from before');
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-link', linkUrl: 'https://example.com/a?b=c#d' },
      page,
    );
    await waitForBadge('✓');
    const [link, ...others] = linksTo('https://example.com/a?b=c#d');
    expect(others).toEqual([]);
    expect(await readClipboard(scene.running)).toBe(`${scene.service.address}/${link?.alias}`);
    await waitForBadge('');
  });

  it('shortens the page, and lists it with its title in the popup', async () => {
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-page', pageUrl: 'https://example.com/page' },
      page,
    );
    await waitForBadge('✓');
    const [link] = linksTo('https://example.com/page');
    expect(await readClipboard(scene.running)).toBe(`${scene.service.address}/${link?.alias}`);
    const popup = await scene.popupOn('/elsewhere');
    await popup.waitFor('button', msg('shorten'));
    const [recent] = await popup.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('.recent li'), ({ innerText }) => innerText),
    );
    expect(recent).toContain('The page clicked on');
    await popup.close();
  });

  it('uses the defaults of the settings', async () => {
    await choose(scene.options, msg('campaign'), 'Hiring');
    await choose(scene.options, msg('channel'), 'Press');
    await choose(scene.options, msg('pixels'), 'Recipes');
    await scene.options.press('Escape');
    await waitUntil('the defaults to be stored', async () =>
      JSON.stringify((await stored(scene.options))['preferences'] ?? '').includes('Recipes'),
    );
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-link', linkUrl: 'https://example.com/defaults' },
      page,
    );
    await waitForBadge('✓');
    const { campaigns, channels, pixels } = scene.service.store;
    expect(linksTo('https://example.com/defaults')).toMatchObject([
      {
        campaign: campaigns().find(({ name }) => name === 'Hiring')?.id,
        channels: [channels().find(({ name }) => name === 'Press')?.id],
        pixels: [pixels().find(({ name }) => name === 'Recipes')?.id],
      },
    ]);
  });

  it('creates on the default domain of the settings, and so does the popup', async () => {
    const domain = 'https://go.example.com';
    const chooseDomain = async (value: string) => {
      await scene.options.page.select('#default-domain', value);
      await waitUntil('the domain to be stored', async () =>
        JSON.stringify((await stored(scene.options))['popup-view'] ?? '').includes(`"domain":"${value}"`),
      );
    };
    await chooseDomain(domain);
    const linkUrl = 'https://example.com/on-domain';
    await waitForBadge('');
    await dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl }, page);
    await waitForBadge('✓');
    const popup = await scene.popupOn('/on-domain');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    const links = [...linksTo(linkUrl), ...linksTo(scene.site.url('/on-domain'))];
    expect(links.map((link) => link.domain)).toEqual([domain, domain]);
    await chooseDomain('');
  });

  it('a failed link is corrected by "Edit" in the popup', async () => {
    const address = 'https://example.com/corrected';
    scene.service.answerNext('POST /api/url/add', { status: 400, body: '{"error":1,"message":"Not today"}' });
    await dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl: address }, page);
    await waitForBadge('!');
    const popup = await scene.popupOn('/elsewhere');
    await popup.click('button', msg('editFailedNamed', address.replace('https://', '')));
    const form = await drivePage(
      await until('the form to open', async () =>
        (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
      ),
    );
    await form.waitFor('heading', msg('editFailedLink'));
    await waitForText(form, 'alert', 'Not today');
    expect(await form.value('textbox', msg('destinationUrl'))).toBe(address);
    await form.click('button', msg('shorten'));
    await until('the link', () => linksTo(address)[0]);
    await form.close();
    await waitForBadge('');
  });

  it.each([msg('tryAgain'), msg('dismiss')])(
    'marks a failure with ! and tells it in the popup, where "%s" works',
    async (act) => {
      const address = `https://example.com/${act === msg('dismiss') ? 'dismissed' : 'again'}`;
      scene.service.answerNext('POST /api/url/add', {
        status: 400,
        body: '{"error":1,"message":"Not today"}',
      });
      await dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl: address }, page);
      await waitForBadge('!');
      const popup = await scene.popupOn('/elsewhere');
      const words = await waitForText(popup, 'alert', 'Not today');
      expect(words).toContain(address.replace('https://', ''));
      // The form is shown as well.
      await popup.waitFor('button', msg('shorten'));
      const { backendNodeId } = await popup.waitFor('button', act);
      await popup.session.send('DOM.focus', { backendNodeId });
      await popup.press('Enter');
      await waitUntil('the alert to go', async () => (await liveTexts(popup, 'alert')).length === 0);
      // The focus is not lost with the row, and not on a button that another Enter would press.
      expect(await popup.focused()).toEqual({ role: 'heading', name: 'Page /elsewhere' });
      await popup.close();
      await waitForBadge('');
      expect(linksTo(address)).toHaveLength(act === msg('dismiss') ? 0 : 1);
    },
  );

  it('copies nothing when automatic copying is off', async () => {
    await scene.options.click('checkbox', msg('autoCopy'));
    await waitUntil('the choice to be stored', async () =>
      JSON.stringify((await stored(scene.options))['preferences'] ?? '').includes('"autoCopy":false'),
    );
    await writeClipboard(scene.running, 'copied by the user');
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-link', linkUrl: 'https://example.com/uncopied' },
      page,
    );
    await waitForBadge('✓');
    expect(linksTo('https://example.com/uncopied')).toHaveLength(1);
    expect(await readClipboard(scene.running)).toBe('copied by the user');
  });

  it('offers both items in the real menu, each once', async () => {
    // Creating them again is refused for each that exists.
    for (const id of ['shorten-link', 'shorten-page']) {
      const error = await evaluateInWorker(
        scene.running,
        `new Promise((done) => chrome.contextMenus.create({ id: '${id}', title: 'x' }, () => done(chrome.runtime.lastError?.message ?? 'created')))`,
      );
      expect(error).toContain('duplicate id');
    }
  });

  it('shows in the popup that it was used before anything was connected', async () => {
    await using fresh = await startScene();
    await dispatchMenu(
      fresh.running,
      { menuItemId: 'shorten-link', linkUrl: 'https://example.com/too-early' },
      page,
    );
    await waitForBadgeOf(fresh, '!');
    const popup = await openPopup(fresh.running, await fresh.visit('/p'));
    await popup.waitFor('button', msg('openSettings'));
    expect(fresh.service.store.requests('/api/')).toEqual([]);
    fresh.running.assertClean();
  });

  it('opens the popup for every result while the button is in the menu of extensions only', async () => {
    await using fresh = await startConnected({ launch: { isPinned: false } });
    expect(await isOnToolbar(fresh)).toBe(false);
    await fresh.visit('/in-front');
    fresh.service.answerNext('POST /api/url/add', { status: 400, body: '{"error":1,"message":"Not today"}' });
    const linkUrl = 'https://example.com/not-seen';
    const popup = await popupOpenedBy(fresh.running, () =>
      dispatchMenu(fresh.running, { menuItemId: 'shorten-link', linkUrl }, page),
    );
    expect(await waitForText(popup, 'alert', 'Not today')).toContain('example.com/not-seen');
    await waitForBadgeOf(fresh, '');
    await popup.close();
    const next = await popupOpenedBy(fresh.running, () =>
      dispatchMenu(fresh.running, { menuItemId: 'shorten-link', linkUrl: 'https://example.com/seen' }, page),
    );
    const copied = await waitForText(next, 'status', msg('copied'));
    // What was typed for the page must not create another link.
    const before = fresh.service.store.links().length;
    await next.press('Enter');
    await waitForText(next, 'status', msg('copied'));
    expect(fresh.service.store.links()).toHaveLength(before);
    await next.close();
    expect(copied).toContain((await readClipboard(fresh.running)).replace('http://', ''));
    fresh.running.assertClean();
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});
