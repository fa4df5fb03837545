// Allowed senders of messages to the background, in the real browsers: this extension's own pages, with valid messages. Web pages,
// frames, other extensions and injected scripts all try, and no request reaches the service.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protocol, type MessageKind } from '../../lib/messages/protocol.ts';
import { startService } from '../service/start.ts';
import { requests } from '../unit/messages/runtime.ts';
import {
  chromeBuild,
  evaluateInWorker,
  launchFirefox,
  openExtensionPage,
  removeFolder,
  startSite,
  temporaryFolder,
  pause,
  until,
  type PageDriver,
} from './harness/index.ts';
import { startConnected, stored, type Scene } from './setup/connected.ts';

/** Every valid message, as an attacker who knows the source would send it. */
const good = Object.entries(requests).map(([kind, request]) => ({ target: 'background', kind, request }));

async function writeExtension(folder: string, manifest: object, files: Record<string, string> = {}) {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries({ 'manifest.json': JSON.stringify(manifest), ...files }))
    await writeFile(path.join(folder, name), text);
  return folder;
}

/**
 * Runs in a page, a frame or a script that has some `chrome.runtime`: sends all, and returns the replies. A listener that
 * never replies shows no event, so 3 s without a reply are "nothing".
 */
const sendAll = (to: string | null, messages: readonly object[]): string => `
  Promise.all(${JSON.stringify(messages)}.map((message) => Promise.race([
    Promise.resolve().then(() => chrome.runtime.sendMessage(...${JSON.stringify(to === null ? [] : [to])}, message))
      .then((reply) => reply === undefined || reply === null ? 'nothing' : 'answered ' + JSON.stringify(reply), (error) => 'refused ' + error.message),
    new Promise((resolve) => setTimeout(resolve, 3000, 'nothing')),
  ])))`;

/** The same with a port. */
const connectTo = (to: string, message: object): string => `
  new Promise((resolve) => {
    const port = chrome.runtime.connect(${JSON.stringify(to)});
    port.onMessage.addListener((reply) => resolve('answered ' + JSON.stringify(reply)));
    port.onDisconnect.addListener(() => resolve('refused ' + chrome.runtime.lastError?.message));
    port.postMessage(${JSON.stringify(message)});
  })`;

const refused = 'refused Could not establish connection. Receiving end does not exist.';

/** An extension that accepts any sender: its replies prove that the attempts below can work. */
const openToAll = (site: string) => ({
  manifest_version: 3,
  name: 'Open to all',
  version: '1',
  externally_connectable: { ids: ['*'], matches: [`${site}/*`] },
  background: { service_worker: 'worker.js' },
});
const openWorker = `
  chrome.runtime.onMessageExternal.addListener((message, sender, reply) => reply('heard'));
  chrome.runtime.onConnectExternal.addListener((port) => port.postMessage('heard'));`;

/** The actions of a script injected into pages under our id: send, and write and read the storage. */
const injected = `
  const publish = (text) => Object.assign(document.documentElement.dataset, text);
  ${sendAll(null, good)}.then((responses) => publish({ responses: JSON.stringify(responses) }));
  const tries = ['local', 'session'].flatMap((area) => [
    () => chrome.storage[area].get(null),
    () => chrome.storage[area].set({ 'intent:stranger': { id: 'x' } }),
  ]);
  Promise.all(tries.map((attempt) => Promise.resolve().then(attempt).then(() => 'done', () => 'refused')))
    .then((responses) => publish({ storage: JSON.stringify(responses) }));`;

describe('in Chromium', () => {
  let scene: Scene;
  let folder: string;
  let before: Record<string, unknown>;
  const others: Record<string, string> = {};

  beforeAll(async () => {
    folder = await temporaryFolder('strangers');
    // The build itself, and one script that it injects into every page: so the sender has our id, and not our origin.
    const dir = path.join(folder, 'ours');
    await cp(chromeBuild, dir, { recursive: true });
    const manifest = JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8')) as object;
    await writeExtension(
      dir,
      {
        ...manifest,
        content_scripts: [{ matches: ['http://127.0.0.2/injected*'], js: ['injected.js'], all_frames: true }],
      },
      { 'injected.js': injected },
    );
    scene = await startConnected({ launch: { dir } });
    const { browser } = scene.running;
    others['stranger'] = await browser.installExtension(
      await writeExtension(path.join(folder, 'stranger'), {
        manifest_version: 3,
        name: 'Stranger',
        version: '1',
      }),
    );
    others['open'] = await browser.installExtension(
      await writeExtension(path.join(folder, 'open'), openToAll('http://127.0.0.2'), {
        'worker.js': openWorker,
      }),
    );
    // A listener for external messages, which the extension itself lacks: now only the manifest blocks them.
    await evaluateInWorker(
      scene.running,
      `chrome.runtime.onMessageExternal.addListener((message, sender, reply) => reply('heard'));
       chrome.runtime.onConnectExternal.addListener((port) => port.postMessage('heard'));
       0`,
    );
    await settled();
    before = await storedState();
    scene.service.clearLog();
  });
  afterAll(async () => {
    await scene.close();
    await removeFolder(folder);
  });

  /** The storage, without the parts that change without a message. */
  async function storedState(): Promise<Record<string, unknown>> {
    const { 'lane-memory': _pace, ...rest } = await stored(scene.options);
    return rest;
  }

  /** Waits for two equal states: the work after connecting has ended. */
  async function settled(): Promise<void> {
    let last = '';
    await until('the storage to come to rest', async () => {
      const now = JSON.stringify([await storedState(), scene.service.counts().seen]);
      if (now === last) return true;
      last = now;
      await pause(200);
      return undefined;
    });
  }

  async function nothingHappened(): Promise<void> {
    expect(scene.service.store.requests('/api/')).toEqual([]);
    expect(await storedState()).toEqual(before);
  }

  const messageFrom = (page: Page, to: string, messages: readonly object[]) =>
    page.evaluate(sendAll(to, messages)) as Promise<string[]>;

  it('a web page reaches other extensions, and not ours', async () => {
    const page = await scene.visit('/stranger');
    expect(await messageFrom(page, others['open'] ?? '', good.slice(0, 1))).toEqual(['answered "heard"']);
    expect(await messageFrom(page, scene.running.id, good)).toEqual(good.map(() => refused));
    expect(await page.evaluate(connectTo(others['open'] ?? '', {}))).toBe('answered "heard"');
    for (const message of good)
      expect(await page.evaluate(connectTo(scene.running.id, message))).toBe(refused);
    await page.close();
    await nothingHappened();
  });

  it('a frame of a web page does not reach the extension either', async () => {
    scene.site.set('/inner', { title: 'Inner' });
    scene.site.set('/outer', { title: 'Outer', html: '<iframe src="/inner"></iframe>' });
    const page = await scene.running.openTab(scene.site.url('/outer'));
    const frame = await until('the frame', () => page.frames().find((one) => one.url().endsWith('/inner')));
    expect(await frame.evaluate(sendAll(others['open'] ?? '', good.slice(0, 1)))).toEqual([
      'answered "heard"',
    ]);
    expect(await frame.evaluate(sendAll(scene.running.id, good))).toEqual(good.map(() => refused));
    await page.close();
    await nothingHappened();
  });

  it.each(['popup.html', 'options.html', 'manifest.json'])(
    'no page can embed %s in a frame',
    async (file) => {
      const address = scene.running.url(file);
      scene.site.set(`/framing-${file}`, { title: 'Framing', html: `<iframe src="${address}"></iframe>` });
      const page = await scene.running.openTab(scene.site.url(`/framing-${file}`));
      const frame = await until('the frame', () => page.frames()[1]);
      await until('the frame to be refused', () =>
        frame.url().startsWith('chrome-error:') ? true : undefined,
      );
      await page.close();
      await nothingHappened();
    },
  );

  it('another extension reaches other extensions, and not ours', async () => {
    const page = await scene.running.openTab(`chrome-extension://${others['stranger']}/manifest.json`);
    expect(await messageFrom(page, others['open'] ?? '', good.slice(0, 1))).toEqual(['answered "heard"']);
    expect(await page.evaluate(connectTo(others['open'] ?? '', {}))).toBe('answered "heard"');
    expect(await messageFrom(page, scene.running.id, good)).toEqual(good.map(() => refused));
    for (const message of good)
      expect(await page.evaluate(connectTo(scene.running.id, message))).toBe(refused);
    await page.close();
    await nothingHappened();
  });

  it('a script injected into a page and its frame under our id gets no reply and no storage', async () => {
    scene.site.set('/injected-inner', { title: 'Inner' });
    scene.site.set('/injected', { title: 'Injected', html: '<iframe src="/injected-inner"></iframe>' });
    const page = await scene.running.openTab(scene.site.url('/injected'));
    const inner = await until('the frame', () => page.frames()[1]);
    for (const frame of [page.mainFrame(), inner]) {
      const said = await until('the replies to the script', async () => {
        const { responses, storage } = await frame.evaluate(() => ({ ...document.documentElement.dataset }));
        return responses !== undefined && storage !== undefined ? [responses, storage] : undefined;
      });
      const [responses = '', storage = ''] = said;
      expect(JSON.parse(responses)).toEqual(good.map(() => 'nothing'));
      expect(JSON.parse(storage)).toEqual(['refused', 'refused', 'refused', 'refused']);
    }
    await page.close();
    await nothingHappened();
  });

  describe('a page of the extension', () => {
    let page: PageDriver;
    beforeAll(async () => {
      page = await openExtensionPage(scene.running, 'manifest.json');
    });
    afterAll(() => page.close());

    it('gets a reply, so the missing replies above are no accident', async () => {
      const ping = { target: 'background', kind: 'ping', request: {} };
      expect(await page.evaluate(sendAll(null, [ping]))).toEqual(['answered {"ok":true,"value":null}']);
      await settled();
      before = await storedState();
      scene.service.clearLog();
    });

    it('changes nothing by 1,000 generated invalid messages', async () => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];
      const kinds = Object.keys(requests);
      const wrong = fc
        .record({
          target: fc.constantFrom('background', 'background', 'background', 'offscreen', null),
          kind: fc.oneof(fc.constantFrom(...kinds), fc.constantFrom(...kinds, ...names), fc.jsonValue()),
          request: fc.oneof(
            fc.jsonValue(),
            fc.constantFrom(...Object.values(requests)),
            fc.constant('x'.repeat(50_000)),
          ),
        })
        .filter(({ target, kind, request }) => target !== 'background' || !fits(kind, request));
      const seed = Date.now() % 1_000_000;
      const messages = fc.sample(wrong, { numRuns: 1_000, seed });
      const responses = (await page.evaluate(sendAll(null, messages))) as string[];
      const allowed = new Set(['nothing', 'answered {"ok":false,"problem":"bad-request"}']);
      const odd = messages.filter((_, n) => !allowed.has(responses[n] ?? ''));
      expect(odd, `seed ${seed}`).toEqual([]);
      expect(new Set(responses)).toEqual(allowed);
      await nothingHappened();
      scene.running.assertClean();
    });
  });
});

function fits(kind: unknown, request: unknown): boolean {
  return (
    typeof kind === 'string' &&
    Object.hasOwn(protocol, kind) &&
    protocol[kind as MessageKind].safeParse(request).success
  );
}

describe('in Firefox', () => {
  it('another extension reaches other extensions, and not ours', async () => {
    await using service = await startService({ demo: true });
    await using site = await startSite();
    await using firefox = await launchFirefox();
    const folder = await temporaryFolder('strangers');
    const extension = (name: string, script: string) =>
      writeExtension(
        path.join(folder, name),
        {
          manifest_version: 2,
          name,
          version: '1',
          permissions: [`${site.origin.replace(/:\d+$/, '')}/*`],
          background: { scripts: ['background.js'] },
          browser_specific_settings: { gecko: { id: `${name}@example.com` } },
        },
        { 'background.js': script },
      );
    try {
      await firefox.browser.installExtension(await extension('open', openWorker));
      // Its pages have unknown addresses, so it reports the replies to the site.
      await firefox.browser.installExtension(
        await extension(
          'stranger',
          // Under this name Firefox has promises.
          `{ const chrome = browser; Promise.all([
            ${sendAll('open@example.com', good.slice(0, 1))},
            ${connectTo('open@example.com', {})},
            ${sendAll(firefox.id, good)},
            ${connectTo(firefox.id, good[0] ?? {})},
          ]).then((replies) => fetch('${site.url('/report')}?' + encodeURIComponent(JSON.stringify(replies)))); }`,
        ),
      );
      const report = await until('the report', () =>
        site.requests.find((asked) => asked.startsWith('/report?')),
      );
      const [open, openPort, ours, ourPort] = JSON.parse(
        decodeURIComponent(report.slice('/report?'.length)),
      ) as unknown[];
      expect([open, openPort]).toEqual([['answered "heard"'], 'answered "heard"']);
      expect(ours).toEqual(good.map(() => refused));
      expect(ourPort).toMatch(/^refused /);
      expect(service.store.requests('/api/')).toEqual([]);
    } finally {
      await removeFolder(folder);
    }
  });
});
