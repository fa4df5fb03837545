// A new version is installed while links wait, and their alarms are lost. Every waiting link is created exactly once; the
// stored data of the former version is migrated once.
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  chromeBuild,
  evaluateInWorker,
  killWorker,
  onExtensionsPage,
  openExtensionPage,
  removeFolder,
  runningWorker,
  stopsWorker,
  temporaryFolder,
  until,
  wakeWorker,
} from './harness/index.ts';
import { waitUntil, startConnected, stored, type Scene } from './setup/connected.ts';
import { census, comeToRest, type Asked } from './setup/kill-points.ts';

const links = 50;
const oldVersion = '0.0.9';

/** Puts the files of a version where the browser has its extension from. */
async function putVersion(dir: string, { version, before = '' }: { version?: string; before?: string }) {
  await cp(chromeBuild, dir, { recursive: true });
  if (version !== undefined) {
    const manifest = path.join(dir, 'manifest.json');
    const own: unknown = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify(Object.assign(own as object, { version })));
  }
  const worker = path.join(dir, 'background.js');
  await writeFile(worker, before + (await readFile(worker, 'utf8')));
}

/** Runs before the new version's worker: records its actions from its first moment on. */
const notes = `
  globalThis.notes = { installed: [], written: [] };
  chrome.runtime.onInstalled.addListener((details) => globalThis.notes.installed.push(details));
  {
    const real = chrome.storage.local.set.bind(chrome.storage.local);
    chrome.storage.local.set = (items, ...rest) => {
      globalThis.notes.written.push(...Object.keys(items));
      return real(items, ...rest);
    };
  }
`;
interface Notes {
  readonly installed: readonly { readonly reason: string; readonly previousVersion?: string }[];
  readonly written: readonly string[];
}
const notesOf = ({ running }: Scene): Promise<Notes> => evaluateInWorker<Notes>(running, 'globalThis.notes');

/** The stored items that no later start may change. */
const soundOf = (items: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(items).filter(([key]) => key === 'preferences' || key.startsWith('job:')),
  );
const sound = async ({ options }: Scene) => soundOf(await stored(options));

/** A queued job as version 1 of the journal stored it. */
const oldJob = ({ id, address }: Asked, scope: string) => ({
  ask: {
    id,
    at: Date.now(),
    private: false,
    kind: 'shorten',
    from: 'popup',
    link: { address, title: '', campaign: null, channel: null, pixels: [], alias: '', domain: '' },
  },
  scope,
  state: { name: 'queued' },
  seen: false,
});

const alarmsOf = ({ running }: Scene): Promise<readonly unknown[]> =>
  evaluateInWorker<readonly unknown[]>(running, 'chrome.alarms.getAll()');

// With STOP_WORKER=1 the browser runs a copy, in which no new version would appear.
it.skipIf(stopsWorker)(
  `a new version with ${links} links waiting and every alarm gone: each is made once, nothing is migrated twice`,
  async () => {
    await using opened = new AsyncDisposableStack();
    const dir = await temporaryFolder('versions');
    opened.defer(() => removeFolder(dir));
    await putVersion(dir, { version: oldVersion });
    const first = opened.use(await startConnected({ service: { limit: 100_000 }, launch: { dir } }));
    const { running, service, site } = first;

    // Elsewhere the browser does not load an unpacked extension again.
    await onExtensionsPage(
      running,
      'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })',
    );

    // The state after the old version: its worker has ended, and this page runs none of its code.
    const bare = await running.openTab(running.url('manifest.json'));
    const { connection } = (await stored(first.options)) as { connection: { data: { scope: string } } };
    await first.options.close();
    await killWorker(running);
    const asked: Asked[] = Array.from({ length: links }, (_, n) => ({
      id: crypto.randomUUID(),
      address: site.url(`/waiting-${n}`),
    }));
    const old = {
      ...Object.fromEntries(asked.map((one) => [`job:${one.id}`, oldJob(one, connection.data.scope)])),
      preferences: { version: 1, data: { campaign: null, channel: null, pixels: [], autoCopy: false } },
    };
    await bare.evaluate(`chrome.storage.local.set(${JSON.stringify(old)})`);
    await bare.evaluate('chrome.alarms.clearAll()');
    expect(runningWorker(running)).toBeUndefined();
    expect(first.made()).toEqual([]);

    // So that the request queue has to wait in the new version, too.
    service.answerNext('POST /api/url/add', {
      status: 429,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': 3 }),
    });
    await putVersion(dir, { before: notes });
    await onExtensionsPage(running, `chrome.developerPrivate.reload(${JSON.stringify(running.id)})`);
    await until('the new version to wake by itself', () => runningWorker(running));
    await waitUntil('its first request', () => service.store.requests('/api/url/add').length === 1);
    await waitUntil('its reminder to be there again', async () => (await alarmsOf(first)).length === 1);
    expect((await notesOf(first)).installed).toEqual([{ reason: 'update', previousVersion: oldVersion }]);
    expect((await running.browser.pages()).map((page) => page.url())).not.toContain(
      running.url('options.html'),
    );

    const everyOneOnce = JSON.stringify({ 1: links });
    await until(
      'every link to be made, with nothing opened',
      () => (JSON.stringify(census(first, asked)) === everyOneOnce ? true : undefined),
      { timeout: 60_000 },
      async () => JSON.stringify(census(first, asked)),
    );
    const second: Scene = { ...first, options: await openExtensionPage(running, 'options.html') };
    await comeToRest(second);
    const { written } = await notesOf(second);
    expect(written.filter((key) => key === 'preferences')).toHaveLength(1);
    const items = await stored(second.options);
    expect(items['preferences']).toEqual({
      version: 7,
      data: {
        campaign: null,
        channel: null,
        pixels: [],
        autoCopy: false,
        domain: '',
        holdSeconds: 0,
        markNote: false,
        unclear: 'ask',
        copyFormat: 'plain',
        copyTemplate: '{title}: {short}',
        cleanUp: ['tracking', 'session'],
        reuse: true,
        oneClick: false,
        notify: false,
        theme: 'system',
        expiry: '',
      },
    });
    for (const { id } of asked)
      expect(items[`job:${id}`]).toMatchObject({ version: 4, state: { name: 'done' }, noteTag: null });

    // Every worker that starts from here on finds everything in the new form.
    await killWorker(running);
    await wakeWorker(running);
    await comeToRest(second);
    expect(await notesOf(second)).toEqual({
      installed: [],
      written: expect.not.arrayContaining(['preferences']),
    });
    await waitUntil('its reminder to be gone', async () => (await alarmsOf(second)).length === 0);
    expect(await sound(second)).toEqual(soundOf(items));
    await killWorker(running);
    await onExtensionsPage(running, `chrome.developerPrivate.reload(${JSON.stringify(running.id)})`);
    // Until the extension is enabled again, the browser blocks its pages.
    const options = await until('the reloaded extension', () =>
      openExtensionPage(running, 'options.html').catch(() => undefined),
    );
    const third: Scene = { ...first, options };
    await comeToRest(third);
    expect((await notesOf(third)).written).not.toContain('preferences');
    expect(await sound(third)).toEqual(soundOf(items));
    expect(JSON.stringify(census(third, asked))).toBe(everyOneOnce);
    expect(service.store.requests('/api/url/add')).toHaveLength(links + 1);
    running.assertClean();
    console.log(
      `An update with ${links} links waiting: ${links + 1} creates (one refused for its pace), ${everyOneOnce} links`,
    );
  },
  120_000,
);
