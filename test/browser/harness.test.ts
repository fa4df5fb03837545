// The basis of every other browser test: the built extension runs in the real browsers, and the harness reports its
// state correctly. Features that the build lacks are tested on a small extension made here.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allowHost,
  axeViolations,
  dispatchMenu,
  evaluateInWorker,
  installWarnings,
  killWorker,
  launchExtension,
  launchFirefox,
  openExtensionPage,
  openedSettings,
  openPopup,
  readClipboard,
  removeFolder,
  runningWorker,
  startSite,
  temporaryFolder,
  until,
  wakeWorker,
  withdrawHost,
  writeClipboard,
  type RunningExtension,
  type Site,
} from './harness/index.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ '/article': { title: 'An article', html: '<h1>Article</h1>' } });
});
afterAll(() => site.close());

describe('the production build in Chromium', () => {
  let running: RunningExtension;
  beforeAll(async () => {
    running = await launchExtension();
    await openedSettings(running);
  });
  afterAll(() => running.close());

  it('opens its popup from the toolbar, with content', async () => {
    const popup = await openPopup(running, await running.openTab(site.url('/article')));
    const shown = await until('the popup to show something', async () => {
      const text = await popup.evaluate(() => document.body.innerText.trim());
      return text === '' ? undefined : text;
    });
    expect(shown).not.toBe('');
    expect(await popup.outline()).not.toBe('');
    await popup.close();
    expect(popup.isOpen()).toBe(false);
  });

  it('wakes its worker again after a kill', async () => {
    await wakeWorker(running);
    for (let round = 0; round < 3; round++) {
      await killWorker(running);
      expect(runningWorker(running)).toBeUndefined();
      await wakeWorker(running);
      expect(await evaluateInWorker(running, 'chrome.runtime.id')).toBe(running.id);
    }
  });

  it('runs without an error or a policy violation', () => {
    running.assertClean();
  });
});

describe('the production build in Firefox', () => {
  it('installs, and shows its popup page', async () => {
    await using firefox = await launchFirefox();
    const page = await firefox.openTab(firefox.url('popup.html'));
    await until('the page to show something', async () => {
      const text = await page.evaluate(() => document.body.innerText.trim());
      return text === '' ? undefined : text;
    });
  });
});

const fixture = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Harness fixture',
    version: '1',
    permissions: ['storage', 'activeTab', 'contextMenus'],
    optional_host_permissions: ['*://*/*'],
    background: { service_worker: 'worker.js' },
    action: { default_popup: 'popup.html' },
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types 'none'",
    },
  }),
  'worker.js': `
    chrome.contextMenus.onClicked.addListener((info, tab) => chrome.storage.local.set({ menu: info.linkUrl + ' in ' + tab.id }));
    chrome.runtime.onMessage.addListener((message, sender, reply) => { reply('pong'); return true; });
  `,
  'popup.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fixture</title></head><body>
    <main><h1>Fixture</h1><label>Short code <input id="code"></label>
    <button id="copy">Copy</button><button disabled>Never</button><button id="ask">Allow</button>
    <button id="throw">Throw</button><button id="violate">Violate</button><output></output><p><button id="move">Move</button></p></main>
    <script src="popup.js"></script></body></html>`,
  'popup.js': `
    const out = document.querySelector('output');
    const on = (id, run) => document.getElementById(id).addEventListener('click', run);
    chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => { document.querySelector('h1').textContent = tab.title ?? 'no title'; });
    on('copy', async () => { await navigator.clipboard.writeText(document.getElementById('code').value); out.textContent = 'Copied'; });
    on('ask', async () => { out.textContent = 'granted: ' + await chrome.permissions.request({ origins: ['http://127.0.0.1/*'] }); });
    on('throw', () => { throw new Error('on purpose'); });
    on('move', () => { out.textContent = 'clicked'; });
    document.getElementById('move').addEventListener('pointerenter', ({ target }) => { target.style.marginTop = '60px'; }, { once: true });
    on('violate', () => { fetch('http://example.invalid/').catch(() => { out.textContent = 'refused'; }); });
  `,
};

describe('the harness, on an extension of its own', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await temporaryFolder('fixture');
    for (const [name, text] of Object.entries(fixture)) await writeFile(path.join(dir, name), text);
  });
  afterAll(() => removeFolder(dir));

  it('reads and operates a popup by its accessibility tree, down to the real clipboard', async () => {
    await using running = await launchExtension({ dir });
    await writeClipboard(running, 'from before');
    expect(await readClipboard(running)).toBe('from before');

    const popup = await openPopup(running, await running.openTab(site.url('/article')));
    // The press on the toolbar gives activeTab: the title is visible without the tabs permission.
    await popup.waitFor('heading', 'An article');
    await popup.fill('textbox', 'Short code', 'grüße-7 B');
    expect(await popup.value('textbox', 'Short code')).toBe('grüße-7 B');
    expect(await popup.focused()).toEqual({ role: 'textbox', name: 'Short code' });
    await popup.fill('textbox', 'Short code', 'second');
    expect(await popup.value('textbox', /short/i)).toBe('second');
    await popup.press('Tab');
    await popup.press('Enter');
    await until('the response', async () => ((await popup.text('status')) === 'Copied' ? true : undefined));
    await expect(popup.click('button', 'Never', { timeout: 200 })).rejects.toThrow('Waited 200 ms in vain');
    expect(popup.isOpen()).toBe(true);

    // A popup goes as soon as another tab comes to the front.
    expect(await readClipboard(running)).toBe('second');
    expect(popup.isOpen()).toBe(false);
    running.assertClean();
  });

  it('clicks an element that moves away from the pointer, not what was around it', async () => {
    await using running = await launchExtension({ dir });
    const popup = await openPopup(running, await running.openTab(site.url('/article')));
    await popup.click('button', 'Move');
    expect(await popup.text('status')).toBe('clicked');
    running.assertClean();
  });

  it('records uncaught errors and policy violations', async () => {
    await using running = await launchExtension({ dir });
    const popup = await openPopup(running, await running.openTab(site.url('/article')));
    await popup.click('button', 'Throw');
    await until('the error', () => running.faults.find(({ text }) => text.includes('on purpose')));
    await popup.click('button', 'Violate');
    await until('the violation', () => running.faults.find(({ kind }) => kind === 'policy violation'));
    expect(() => running.assertClean()).toThrow('on purpose');

    const worker = running.faults.length;
    await evaluateInWorker(running, `void setTimeout(() => { throw new Error('in the worker'); })`);
    await until('the error in the worker', () => running.faults[worker]);
  });

  it('grants a host, and withdraws it', async () => {
    await using running = await launchExtension({ dir });
    const options = await openExtensionPage(running, 'popup.html');
    await allowHost(running);
    await options.page.bringToFront();
    await options.click('button', 'Allow');
    await until('the grant', async () =>
      (await options.text('status')) === 'granted: true' ? true : undefined,
    );

    const held = `chrome.permissions.contains({ origins: ['http://127.0.0.1/*'] })`;
    expect(await options.evaluate(held)).toBe(true);
    await withdrawHost(running);
    expect(await options.evaluate(held)).toBe(false);
  });

  it('dispatches a menu click to a stopped worker', async () => {
    await using running = await launchExtension({ dir });
    await wakeWorker(running);
    await killWorker(running);
    await dispatchMenu(running, { menuItemId: 'x', linkUrl: 'https://example.org/' }, { id: 7 });
    await until('the click to arrive', async () => {
      const stored = await evaluateInWorker(
        running,
        `chrome.storage.local.get('menu').then(({ menu }) => menu ?? '')`,
      );
      return stored === 'https://example.org/ in 7' ? true : undefined;
    });
  });

  it('finds the same profile again after a crash', async () => {
    const userDataDir = await temporaryFolder('profile');
    try {
      const first = await launchExtension({ dir, userDataDir });
      await evaluateInWorker(first, `chrome.storage.local.set({ stored: 1 })`);
      await first.kill();
      await using second = await launchExtension({ dir, userDataDir });
      expect(second.id).toBe(first.id);
      expect(await evaluateInWorker(second, `chrome.storage.local.get('stored')`)).toEqual({ stored: 1 });
    } finally {
      await removeFolder(userDataDir);
    }
  });

  it('runs axe under the strict policy, takes a screenshot, and reads install warnings', async () => {
    await using running = await launchExtension({ dir });
    const tab = await openExtensionPage(running, 'popup.html');
    expect(await axeViolations(tab)).toEqual([]);
    await tab.evaluate(() =>
      document.querySelector('label')?.replaceWith(...document.querySelectorAll('input')),
    );
    const rules = (await axeViolations(tab)).map(({ theme, rule }) => `${theme} ${rule}`);
    expect(rules).toEqual(['light label', 'dark label']);

    const pictures = path.join(dir, '..', `${path.basename(dir)}-pictures`);
    await mkdir(pictures);
    await tab.screenshot(path.join(pictures, 'dark.png'), { theme: 'dark', width: 400, zoom: 2, dir: 'rtl' });
    await rm(pictures, { recursive: true });

    const warningsFor = (permissions: string[]): Promise<string[]> =>
      installWarnings(running, JSON.stringify({ manifest_version: 3, name: 'x', version: '1', permissions }));
    expect(await warningsFor(['storage', 'alarms', 'activeTab'])).toEqual([]);
    expect(await warningsFor(['tabs'])).toEqual(['Read your browsing history']);
  });

  it('runs an extension in Firefox', async () => {
    const firefoxDir = await temporaryFolder('fixture-firefox');
    try {
      await writeFile(
        path.join(firefoxDir, 'popup.html'),
        '<!doctype html><title>Fixture</title><h1>Hello</h1>',
      );
      await writeFile(
        path.join(firefoxDir, 'manifest.json'),
        JSON.stringify({
          manifest_version: 3,
          name: 'Harness fixture',
          version: '1',
          browser_specific_settings: { gecko: { id: 'fixture@curtail.test' } },
        }),
      );
      await using firefox = await launchFirefox({ dir: firefoxDir });
      const page = await firefox.openTab(firefox.url('popup.html'));
      await until('the page to load', async () =>
        (await page.evaluate(() => document.querySelector('h1')?.textContent ?? '')) === 'Hello'
          ? true
          : undefined,
      );
    } finally {
      await removeFolder(firefoxDir);
    }
  });
});
