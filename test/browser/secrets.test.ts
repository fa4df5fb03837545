// A canary for a key: after everything that can happen to a key, it is in the connection's record and in the
// Authorization header towards the service, and in no other readable place.
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allowHost,
  dispatchMenu,
  openExtensionPage,
  removeFolder,
  temporaryFolder,
  until,
  type Driver,
  type PageDriver,
} from './harness/index.ts';
import { Consoles, errorListOf, guisesOf, readSent, requestsOf } from './setup/leak-detector.ts';
import {
  submitConnection,
  connect,
  waitUntil,
  waitForText,
  startScene,
  stored,
  type Scene,
} from './setup/connected.ts';
import { mirrorOf } from './setup/mirror.ts';
import { msg, msgCount, msgWithin } from '../support/texts.ts';

const firstKey = 'canary-Erste7Kq+/=9';
const secondKey = 'canary-Zweite4Xw+/=2';
const wrongKey = 'canary-Falsche8Vb+/=5';
const keys = [firstKey, secondKey, wrongKey];

const found = (text: string): string[] => keys.flatMap(guisesOf).filter((guise) => text.includes(guise));

/** Another place on this machine, which the browser's permission covers as well: hosts are granted without a port. */
async function startOtherPlace() {
  const heard: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = `${request.method} ${request.url} ${request.rawHeaders.join('\n')}\n`;
    request.on('data', (part: Buffer) => (text += part.toString('latin1')));
    request.on('end', () => {
      heard.push(text);
      response.end('{"error":0,"id":1,"shorturl":"https://other.example/x"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The other place has no port.');
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    heard,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('the key', () => {
  let scene: Scene;
  let other: Awaited<ReturnType<typeof startOtherPlace>>;
  let folder: string;
  let netLog: string;
  let consoles: Consoles;
  let listener: PageDriver;
  /** The text of pages, by the moment. */
  const shown: [string, string][] = [];

  const look = async (moment: string, page: Driver): Promise<void> => {
    const text = await page.evaluate<string>(
      `document.documentElement.outerHTML + Array.from(document.querySelectorAll('input, textarea'), ({ value }) => value).join(' ')`,
    );
    shown.push([moment, text]);
  };

  /** Presses "Shorten" in the popup and waits for its end. */
  async function shorten(at: string, role: 'status' | 'alert', wanted: string | RegExp): Promise<void> {
    const popup = await scene.popupOn(at);
    await popup.click('button', msg('shorten'));
    await waitForText(popup, role, wanted);
    await look(`popup on ${at}`, popup);
    await popup.close();
  }

  beforeAll(async () => {
    folder = await temporaryFolder('net-log');
    netLog = path.join(folder, 'net.json');
    other = await startOtherPlace();
    scene = await startScene({
      service: { key: firstKey },
      launch: { args: [`--log-net-log=${netLog}`, '--net-log-capture-mode=Everything'] },
    });
    const { service, running, options } = scene;
    consoles = new Consoles(running);
    listener = await openExtensionPage(running, 'manifest.json');
    await listener.evaluate(`
      globalThis.heard = [];
      globalThis.written = [];
      chrome.runtime.onMessage.addListener((message) => void heard.push(message));
      chrome.storage.onChanged.addListener((changes, area) => {
        for (const [key, change] of Object.entries(changes)) written.push([area, key, JSON.stringify(change)]);
      });`);
    await allowHost(running);

    // A wrong key, which the service repeats in its refusal.
    service.setQuirks(['echo-key']);
    await submitConnection(options, service.address, wrongKey);
    await waitForText(options, 'alert', msg('connectFailureKey'));
    await options.fill('textbox', msg('apiKey'), '');
    await look('settings after a wrong key', options);
    service.setQuirks([]);

    // The account's picture is at another origin.
    service.answerNext('GET /api/account', async (exchange) => {
      const response = await exchange.pass();
      return {
        ...response,
        body: response.body.replace(/"avatar":"[^"]*"/, `"avatar":"${other.origin}/me.png"`),
      };
    });
    await connect(scene);
    await look('settings after connecting', options);

    await shorten('/made', 'status', msg('copied'));

    // A hostile service: it repeats the key, and redirects the request elsewhere.
    service.setQuirks(['echo-key']);
    service.answerNext('POST /api/url/add', {
      status: 400,
      body: JSON.stringify({ error: 1, message: `Refused for key ${service.key}.` }),
    });
    await shorten('/refused', 'alert', 'Refused for key');
    service.setQuirks([]);
    for (const status of [302, 307]) {
      service.answerNext('POST /api/url/add', {
        status,
        headers: { location: `${other.origin}/steal?from=${status}` },
      });
      await shorten(`/moved-${status}`, 'alert', msg('failureMoved'));
      // Nothing more is sent until the user resumes.
      const popup = await scene.popupOn(`/moved-${status}`);
      await popup.click('button', msg('tryAgainNow'));
      await popup.waitFor('button', msg('moreActions'));
      await popup.close();
    }

    await dispatchMenu(
      running,
      { menuItemId: 'shorten-link', linkUrl: 'https://example.com/from-menu' },
      { id: 1 },
    );
    await waitUntil('the link from the menu', () =>
      scene.made().some(({ longurl }) => longurl === 'https://example.com/from-menu'),
    );

    // The key is replaced by a new one.
    service.setKey(secondKey);
    service.setQuirks(['echo-key']);
    await shorten('/key-refused', 'alert', /key/i);
    service.setQuirks([]);
    const settings = await openExtensionPage(running, 'options.html');
    await look('settings with a refused key', settings);
    await settings.close();
    await submitConnection(options, service.address, secondKey);
    await waitUntil('the new key to be the connection', async () =>
      JSON.stringify((await stored(options))['connection']).includes(secondKey),
    );
    await waitForText(options, 'status', msg('keyReplaced'));
    await look('settings after the new key', options);
    await shorten('/made-again', 'status', msg('copied'));
  });
  afterAll(async () => {
    await scene.close();
    await other.close();
    await removeFolder(folder);
  });

  it('was shown on no page', () => {
    expect(shown.length).toBeGreaterThanOrEqual(9);
    expect(shown.map(([moment, text]) => [moment, found(text)])).toEqual(
      shown.map(([moment]) => [moment, []]),
    );
    expect(shown.map(([, text]) => text).join(' ')).toContain('Refused for key ***');
  });

  it('was in no message', async () => {
    const heard = await listener.evaluate<unknown[]>('heard');
    expect(heard.length).toBeGreaterThan(0);
    expect(found(JSON.stringify(heard))).toEqual([]);
  });

  it('is stored only under "connection" in storage.local', async () => {
    const { connection, ...rest } = await stored(scene.options);
    expect(JSON.stringify(connection)).toContain(secondKey);
    expect(found(JSON.stringify(connection))).not.toContain(firstKey);
    expect(found(JSON.stringify(rest))).toEqual([]);
    for (const area of ['session', 'sync', 'managed']) {
      const items = await scene.options.evaluate(`chrome.storage.${area}.get(null).catch(() => ({}))`);
      expect([area, found(JSON.stringify(items))]).toEqual([area, []]);
    }
    // The popup's view, from which messages to the user would come.
    expect(rest['popup-view']).toBeDefined();
  });

  it('was never stored under another key, except the intent to connect', async () => {
    const written = await listener.evaluate<[string, string, string][]>('written');
    const holding = written
      .filter(([, , change]) => found(change).length > 0)
      .map(([area, key]) => `${area} ${key.replace(/^intent:.*/, 'intent:*')}`);
    expect([...new Set(holding)].sort()).toEqual(['local connection', 'local intent:*']);
    expect(Object.keys(await stored(scene.options)).filter((key) => key.startsWith('intent:'))).toEqual([]);
  });

  it('is in no other store of the browser that a page can open', async () => {
    const items = await scene.options.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookie: document.cookie,
      address: location.href,
      history: history.state as unknown,
      name: window.name,
    }));
    expect(found(JSON.stringify(items))).toEqual([]);
  });

  it('is in no exported file, nor in the mirror', async () => {
    const stores = ['links', 'campaigns', 'channels', 'pixels', 'domains', 'items', 'bulks', 'rows'];
    await waitUntil('the last link to be stored', async () =>
      JSON.stringify(await mirrorOf(scene.options, 'links')).includes('/made-again'),
    );
    const items = await Promise.all(stores.map((store) => mirrorOf(scene.options, store)));
    expect(items[0]?.length).toBeGreaterThan(100);
    expect(found(JSON.stringify(items))).toEqual([]);

    const page = await openExtensionPage(scene.running, 'manage.html#links');
    await page.session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    // A file holds what has been read until then.
    await waitForText(page, 'status', msgCount('linksCount', items[0]?.length ?? 0));
    await page.click('button', msg('exportLinks'));
    await page.click('button', msg('downloadCsv'));
    await waitForText(page, 'status', msgWithin('exported_other'));
    await page.click('button', msg('downloadJson'));
    const files = await until('the files to be there', async () => {
      const names = (await readdir(folder)).filter((name) => /links.*\.(csv|json)$/.test(name));
      return names.length === 2 ? names : undefined;
    });
    for (const name of files) {
      const text = await readFile(path.join(folder, name), 'utf8');
      expect([name, text.includes('/made-again'), found(text)]).toEqual([name, true, []]);
    }
    await look('Links after an export', page);
    expect(found(shown.at(-1)?.[1] ?? '')).toEqual([]);
    await page.close();
  });

  it('is in neither the diagnostics nor the exported settings, nor is a URL', async () => {
    const { options, service } = scene;
    await options.click('button', msg('copyDiagnostics'));
    await waitForText(options, 'status', msg('diagnosticsCopied'));
    const report = await options.evaluate<string>(`document.querySelector('.disclosure pre').textContent`);
    expect(report).toMatch(/^- refused, status 400, \/api\/url\/add, \d{4}-/mu);
    expect(found(report)).toEqual([]);
    for (const text of [
      'http:',
      'https:',
      new URL(service.address).host,
      'from-menu',
      '/made',
      'Refused for key',
    ])
      expect([text, report.includes(text)]).toEqual([text, false]);

    await options.session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await options.click('button', msg('settingsExport'));
    const name = await until('the file to be there', async () =>
      (await readdir(folder)).find((one) => /settings.*\.json$/.test(one)),
    );
    const text = await readFile(path.join(folder, name), 'utf8');
    expect([text.includes('"preferences"'), text.includes('/made'), found(text)]).toEqual([true, false, []]);
  });

  it('is in no console and in no list of errors', async () => {
    expect((await consoles.heardEverywhere(scene)).filter((line) => found(line).length > 0)).toEqual([]);
    expect(found(await errorListOf(scene))).toEqual([]);
    expect(found(JSON.stringify(scene.running.faults))).toEqual([]);
  });

  it('reached neither the other origin, by a redirect or a picture, nor the site', () => {
    expect(other.heard).toEqual([]);
    expect(scene.site.requests.length).toBeGreaterThan(0);
    expect(found(scene.site.requests.join(' '))).toEqual([]);
  });

  it('reached the service only in the Authorization header', () => {
    const requests = scene.service.store.requests('/');
    expect(requests.length).toBeGreaterThan(10);
    for (const { path: to, search, body, headers } of requests) {
      const { authorization, ...rest } = headers;
      expect(found(to + search + body + JSON.stringify(rest))).toEqual([]);
      if (to.startsWith('/api/')) expect(keys.map((key) => `Bearer ${key}`)).toContain(authorization);
      else expect(authorization).toBeUndefined();
    }
  });

  // The last two tests close what the others read.
  it('is deleted everywhere by "Disconnect"', async () => {
    const { options } = scene;
    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await waitUntil('the record to be gone', async () => (await stored(options))['connection'] === undefined);
    for (const area of ['local', 'session', 'sync'])
      expect(found(JSON.stringify(await options.evaluate(`chrome.storage.${area}.get(null)`)))).toEqual([]);
    await look('settings after leaving', options);
    expect(found(shown.at(-1)?.[1] ?? '')).toEqual([]);
  });

  it('left the browser only in the Authorization header to the service’s origin', async () => {
    await scene.running.close();
    const { notes, sockets } = await readSent(netLog);
    const host = new URL(scene.service.origin).host;
    const elsewhere: string[] = [];
    let inHeaders = 0;
    /** The header at its place taken out; what is left must hold no key. */
    const withoutHeader = (text: string): string =>
      keys.reduce((left, key) => left.replaceAll(`Authorization: Bearer ${key}`, ''), text);

    for (const { name, params } of notes) {
      const text = JSON.stringify(params);
      if (found(text).length === 0) continue;
      inHeaders += 1;
      // Before the wire the address stands in place of the host's header.
      const to = params['url'] ?? /"Host: ([^"]+)"/.exec(text)?.[1];
      const right = to === undefined || to === host || String(to).startsWith(`${scene.service.origin}/`);
      if (!right || found(withoutHeader(text)).length > 0) elsewhere.push(`${name} ${text}`);
    }
    expect(elsewhere).toEqual([]);
    expect(inHeaders).toBeGreaterThan(0);

    let requests = 0;
    for (const sent of sockets) {
      if (found(sent).length === 0) continue;
      expect(found(withoutHeader(sent))).toEqual([]);
      for (const request of requestsOf(sent)) {
        if (found(request).length === 0) continue;
        requests += 1;
        expect(request).toContain(`\r\nHost: ${host}\r\n`);
      }
    }
    expect(requests).toBeGreaterThan(10);
    expect(other.heard).toEqual([]);
  });
});
