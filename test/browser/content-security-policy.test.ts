// The security properties of the build, checked in the running extension: its policy, its warnings, the targets of its
// requests, and where the key is.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chromeBuild,
  dispatchMenu,
  evaluateInWorker,
  installWarnings,
  openExtensionPage,
  removeFolder,
  temporaryFolder,
  wakeWorker,
} from './harness/index.ts';
import { choose, waitUntil, waitForText, startConnected, stored, type Scene } from './setup/connected.ts';
import { msg } from '../support/texts.ts';

describe('a whole visit: connecting, popup, creating, menu, failures', () => {
  let scene: Scene;
  let folder: string;
  let netLog: string;
  /** Everything that any page of the extension showed or received. */
  let seen: string;

  beforeAll(async () => {
    folder = await temporaryFolder('net-log');
    netLog = path.join(folder, 'net.json');
    scene = await startConnected({
      launch: { args: [`--log-net-log=${netLog}`, '--net-log-capture-mode=Everything'] },
    });
    const listener = await openExtensionPage(scene.running, 'manifest.json');
    await listener.evaluate(`
      globalThis.heard = [];
      chrome.runtime.onMessage.addListener((message) => void heard.push(message));`);
    const popup = await scene.popupOn('/whole-visit');
    await choose(popup, msg('campaign'), 'Made on the visit');
    await waitUntil(
      'the campaign to be chosen',
      async () => (await popup.value('combobox', msg('campaign'))) === 'Made on the visit',
    );
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    seen = await popup.evaluate('document.documentElement.outerHTML');
    await popup.close();
    // The service repeats the key in its refusal, as some do.
    scene.service.setQuirks(['echo-key']);
    scene.service.answerNext('POST /api/url/add', {
      status: 400,
      body: JSON.stringify({ error: 1, message: `Refused for key ${scene.service.key}.` }),
    });
    const refused = await scene.popupOn('/refused');
    await refused.click('button', msg('shorten'));
    await waitForText(refused, 'alert', 'Refused for key');
    seen += await refused.evaluate('document.documentElement.outerHTML');
    await refused.close();
    scene.service.setQuirks([]);
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-link', linkUrl: 'https://example.com/x' },
      { id: 1 },
    );
    await waitUntil('the link from the menu', () =>
      scene.made().some(({ longurl }) => longurl === 'https://example.com/x'),
    );
    const again = await openExtensionPage(scene.running, 'options.html');
    await again.waitFor('button', msg('disconnect'));
    seen += await again.evaluate<string>('document.documentElement.outerHTML');
    seen += JSON.stringify(await listener.evaluate('heard'));
    expect(await listener.evaluate('heard.length')).toBeGreaterThan(0);
  });
  afterAll(async () => {
    await scene.close();
    await removeFolder(folder);
  });

  it('stores the key in one record, and shows it nowhere', async () => {
    const { connection, ...rest } = await stored(scene.options);
    expect(JSON.stringify(connection)).toContain(scene.service.key);
    expect(JSON.stringify(rest)).not.toContain(scene.service.key);
    expect(JSON.stringify(await stored(scene.options, 'session'))).not.toContain(scene.service.key);
    expect(JSON.stringify(await scene.options.evaluate('chrome.storage.sync.get(null)'))).toBe('{}');
    expect(seen).not.toContain(scene.service.key);
    expect(seen).toContain('Made on the visit');
  });

  it('denies page scripts access to the storage', async () => {
    await wakeWorker(scene.running);
    // The level itself can't be read; setting it again shows that the call exists and is allowed.
    expect(
      await evaluateInWorker(
        scene.running,
        `chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' }).then(() => 'set')`,
      ),
    ).toBe('set');
  });

  it('evaluates no string as code or markup, in pages and in the worker', async () => {
    const page = await openExtensionPage(scene.running, 'popup.html');
    // Asked for by the page itself, in a timer: what the harness evaluates is not bound by the policy.
    const judged = await page.evaluate(async () => {
      const responses: string[] = [];
      try {
        document.createElement('p').innerHTML = '<b>x</b>';
        responses.push('markup');
      } catch {
        responses.push('refused');
      }
      const frame = await fetch('http://example.invalid/').then(
        () => 'sent',
        () => 'refused',
      );
      return [...responses, frame];
    });
    expect(judged).toEqual(['refused', 'refused']);
    await page.close();
  });

  it('has exactly one install warning', async () => {
    expect(
      await installWarnings(scene.running, await readFile(path.join(chromeBuild, 'manifest.json'), 'utf8')),
    ).toEqual(['Modify data you copy and paste']);
  });

  it('has reported no violation and no error in any page or in the worker', () => {
    // The two that the test before provoked are its own.
    const faults = scene.running.faults.filter(
      ({ kind, text }) =>
        !(kind === 'policy violation' && /example\.invalid|TrustedTypes|innerHTML/i.test(text)),
    );
    expect(faults).toEqual([]);
  });

  it('has sent every request to the service, and none anywhere else', async () => {
    const { service, site, running } = scene;
    await scene.options.page.close();
    await running.browser.close();
    const log = await readFile(netLog, 'utf8');
    // An event a line; the browser's own traffic (updates, its start page) has other initiators.
    const ours = log
      .split('\n')
      .filter((line) => line.includes(`"initiator":"chrome-extension://${running.id}"`));
    const asked = ours.flatMap((line) => /"url":"([a-z]+:\/\/[^/"]+)/.exec(line)?.[1] ?? []);
    // The attempts of the policy's test were blocked before they became requests.
    expect([...new Set(asked)]).toEqual([service.origin]);
    expect(site.requests.filter((request) => request.includes(service.key))).toEqual([]);
    for (const { path: to, search, headers } of service.store.requests('/')) {
      expect(to + search).not.toContain(service.key);
      if (to.startsWith('/api/')) expect(headers.authorization).toBe(`Bearer ${service.key}`);
      else expect(headers.authorization).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
      expect(headers.referer).toBeUndefined();
    }
  });
});
