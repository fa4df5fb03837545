// The Firefox build in real Firefox: the whole path from the settings to a link on the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type LocalService } from '../service/start.ts';
import { launchFirefox, until, type RunningFirefox } from './harness/index.ts';
import { connectFirefox, reads, shortenInFirefox, there } from './setup/firefox-page.ts';
import { msgWithin } from '../support/texts.ts';

describe('the production build in Firefox', () => {
  let service: LocalService;
  let firefox: RunningFirefox;
  let before: number;
  beforeAll(async () => {
    service = await startService({ demo: true, limit: 1000 });
    firefox = await launchFirefox({ firstUrl: 'data:text/html,A page' });
    before = service.store.links().length;
  });
  afterAll(async () => {
    await firefox.close();
    await service.close();
  });

  it('opens its settings after installing', async () => {
    // The driver does not list tabs that an extension opened: the extension itself lists them. Not in a new tab: empty at
    // first, it would be taken for the settings.
    const page = firefox.first;
    await page.goto(firefox.url('manifest.json'), { waitUntil: [] });
    await until('the page to reach the extension', async () =>
      (await page.evaluate('typeof browser?.tabs').catch(() => '')) === 'object' ? true : undefined,
    );
    const tabs = () =>
      page.evaluate(
        `browser.tabs.query({}).then((all) => all.map(({ url, status }) => [status, url].join(' ')))`,
      );
    await until(
      'the settings',
      async () => (String(await tabs()).includes(firefox.url('options.html')) ? true : undefined),
      {},
      async () => String(await tabs()),
    );
    await page.close();
  });

  it('connects, with the browser’s access to one origin', async () => {
    const options = await connectFirefox(firefox, service);
    await reads(options, /robin/);
    expect(await options.evaluate(`browser.permissions.getAll().then(({ origins }) => origins)`)).toEqual([
      'http://127.0.0.1/*',
    ]);
    await until(
      'the lists to come',
      () => (service.store.requests('/api/domains').some(({ status }) => status === 200) ? true : undefined),
      {},
      async () => {
        const sent = service.store.requests('/api/').map(({ path, status }) => `${path} ${status}`);
        const sync: unknown = await options.evaluate(
          `browser.storage.local.get('keeper').then(JSON.stringify)`,
        );
        return `sent: ${sent.join(', ')}; sync: ${String(sync)}`;
      },
    );
    await options.close();
  });

  it('rejects the update of a menu item that is not there, as the background expects', async () => {
    const page = await firefox.openTab(firefox.url('manifest.json'));
    const update = (id: string) =>
      page.evaluate(
        `browser.contextMenus.update('${id}', { visible: false }).then(() => 'updated', () => 'rejected')`,
      );
    expect(await update('cancel-waiting')).toBe('updated');
    expect(await update('no-such-item')).toBe('rejected');
    await page.close();
  });

  it('opens its settings by the menu of its button', async () => {
    const page = await firefox.openTab(firefox.url('manifest.json'));
    const shows = (id: string) =>
      page.evaluate(`browser.contextMenus.update('${id}', {}).then(() => true, () => false)`);
    expect(await shows('settings')).toBe(true);
    const open = () =>
      page.evaluate(`browser.tabs.query({}).then((all) =>
        all.filter(({ url }) => url?.startsWith('${firefox.url('options.html')}')).map(({ id }) => id))`);
    await page.evaluate(`browser.tabs.query({}).then((all) =>
      browser.tabs.remove(all.filter(({ url }) => url?.includes('/options.html')).map(({ id }) => id)))`);
    expect(await open()).toEqual([]);
    await firefox.dispatchMenu({ menuItemId: 'settings' }, 'regular');
    await until('the settings', async () => (String(await open()) === '' ? undefined : true));
    await page.close();
  });

  it('shortens an address typed into the popup’s page', async () => {
    const popup = await shortenInFirefox(firefox, 'https://example.com/from-firefox?ü=1');
    const [link, ...others] = service.store.links().filter(({ id }) => id > before);
    expect(others).toEqual([]);
    expect(link?.longurl).toBe('https://example.com/from-firefox?%C3%BC=1');
    expect(await popup.evaluate(() => document.querySelector('.short-link')?.textContent)).toBe(
      `${service.address}/${link?.alias}`.replace('http://', ''),
    );
    await reads(popup, msgWithin('copied'));
  });

  it('has no page that leaves a warning or an error in the browser’s console', async () => {
    const system = await firefox.openSystemTab();
    for (const name of ['options', 'popup', 'link', 'preset', 'manage']) {
      const page = await firefox.openTab(firefox.url(`${name}.html`));
      await there(page, 'main button');
      await page.close();
    }
    const messages = await system.evaluate(`
      Services.console.getMessageArray()
        .filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith('moz-extension:'))
        .map(({ errorMessage }) => errorMessage)
        // A page that is closed in the middle of a message.
        .filter((text) => !/^Promise (?:resolved|rejected) after context unloaded/u.test(text))`);
    await system.close();
    expect(messages).toEqual([]);
  });

  it('has an icon in the tab of each page, which Firefox takes from the page alone', async () => {
    const system = await firefox.openSystemTab();
    for (const name of ['options', 'link', 'preset', 'manage']) {
      const page = await firefox.openTab(firefox.url(`${name}.html`));
      await until('the icon', async () =>
        (await system.evaluate(`
          [...Services.wm.getEnumerator('navigator:browser')].some(({ gBrowser }) =>
            gBrowser.tabs.some((tab) => tab.linkedBrowser.currentURI.spec.includes('/${name}.html') && gBrowser.getIcon(tab)))`)) ===
        true
          ? true
          : undefined,
      );
      await page.close();
    }
    await system.close();
  });

  it('lists the link at the next opening, and has followed the contract in every request', async () => {
    const popup = await firefox.openTab(firefox.url('popup.html'));
    await reads(popup, msgWithin('recent'));
    for (const { method, path, breaches } of service.store.requests('/api/'))
      expect([method, path, breaches]).toEqual([method, path, []]);
  });
});
