// A minute after the last work nothing of the extension is left: no hidden document, no worker, no alarm that would wake it.
// Checked by the browser's own list of targets, over the bare protocol: a session of Puppeteer would keep a worker alive.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startChromium, type Chromium } from '../bench/chromium.ts';
import { openPopup } from '../bench/popup.ts';
import { chromeBuild, pause, removeFolder, stopsWorker, temporaryFolder, until } from './harness/index.ts';
import { startConnected, type Scene } from './setup/connected.ts';

const hidden = '/offscreen.html';

/** The extension's targets beside its pages. */
async function alive({ targets }: Chromium, id: string): Promise<string[]> {
  return (await targets())
    .filter(({ type, url }) => type !== 'page' && url.includes(id))
    .map(({ url }) => new URL(url).pathname);
}

/** @returns the seconds after which nothing was left */
async function untilNothing(chromium: Chromium, id: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const left = await alive(chromium, id);
    const seconds = (performance.now() - since) / 1000;
    if (left.length === 0) return seconds;
    if (seconds > 60) throw new Error(`A minute after the last work there is still: ${left.join(', ')}`);
    await pause(500);
  }
}

const viewSchema = z.object({
  'popup-view': z.object({ jobs: z.array(z.object({ subject: z.string(), copied: z.boolean() })) }),
  keeper: z.object({ data: z.object({ more: z.boolean() }) }),
});

/** A page of ours that runs none of our code, so that looking wakes nothing. */
async function openLook(chromium: Chromium, id: string) {
  const raw = await chromium.send('Target.createTarget', { url: `chrome-extension://${id}/manifest.json` });
  const sessionId = await chromium.attach(z.object({ targetId: z.string() }).parse(raw).targetId);
  const ask = (expression: string) => chromium.evaluate(sessionId, expression);
  await until('the page to load', async () =>
    (await ask('typeof chrome.storage').catch(() => '')) === 'object' ? true : undefined,
  );
  return {
    stored: async () => viewSchema.parse(await ask('chrome.storage.local.get(null)')),
    /** Requests a sync of the lists, as a page does. */
    sync: () =>
      ask(`chrome.runtime.sendMessage({ target: 'background', kind: 'sync', request: { force: true } })`),
    alarms: () => ask('chrome.alarms.getAll().then((all) => all.map(({ name }) => name))'),
  };
}

/** Enter in the popup, which is closed before the response: the hidden document copies the link. */
async function shortenAndLeave(chromium: Chromium, id: string, scene: Scene, path: string): Promise<void> {
  const before = scene.made().length;
  scene.site.set(path, { title: path, html: `<h1>${path}</h1>` });
  scene.service.setLatency(1_000);
  await chromium.onlyTab(scene.site.url(path));
  const popup = await openPopup(chromium, id, scene.site.origin, () => Promise.resolve());
  await until('the focus to be on "Shorten"', async () =>
    (await chromium.evaluate(popup.sessionId, `document.activeElement?.matches('button.main') ?? false`)) ===
    true
      ? true
      : undefined,
  );
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await chromium.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key }, popup.sessionId);
  await until('the link to be asked for', async () =>
    scene.service.store.requests('/api/url/add').length > before ? true : undefined,
  );
  await popup.close();
  await until('the link to be made', async () => (scene.made().length > before ? true : undefined));
  scene.service.setLatency(0);
}

// The harness that stops the worker is attached to it, which keeps the next one alive.
it.skipIf(stopsWorker)(
  'leaves neither document, worker nor alarm a minute after the last work; the next work reopens them',
  async () => {
    const profile = await temporaryFolder('idle');
    try {
      await using scene = await startConnected({ launch: { userDataDir: profile } });
      await scene.running.close();
      scene.service.clearLog();
      const chromium = await startChromium(profile);
      try {
        const id = await chromium.install(chromeBuild);
        await chromium.allow(id, 'http://127.0.0.1/*');
        for (const path of ['/one', '/two']) {
          await shortenAndLeave(chromium, id, scene, path);
          const look = await openLook(chromium, id);
          const { length: before } = scene.service.store.requests('/api/channels');
          const isSynced = () => scene.service.store.requests('/api/channels').length > before;
          // The sync host runs in the hidden document, too, with an alarm in case that it ends.
          await look.sync();
          await until('the link to be copied and the sync host to finish', async () => {
            const { 'popup-view': view, keeper } = await look.stored();
            const isCopied = view.jobs.some(({ subject, copied }) => subject.endsWith(path) && copied);
            return (isCopied && isSynced() && !keeper.data.more) || undefined;
          });
          expect(await alive(chromium, id)).toContain(hidden);
          const seconds = await untilNothing(chromium, id);
          console.log(`Chromium: nothing of the extension is left after ${seconds.toFixed(1)} s`);
          expect(await look.alarms()).toEqual([]);
        }
        // Longer than the shortest alarm, to show that nothing wakes it.
        const requests = scene.service.store.requests('/api/').length;
        for (let seconds = 0; seconds < 35; seconds++) {
          await pause(1_000);
          expect(await alive(chromium, id)).toEqual([]);
        }
        expect(scene.service.store.requests('/api/')).toHaveLength(requests);
      } finally {
        await chromium.close();
      }
    } finally {
      await removeFolder(profile);
    }
  },
  240_000,
);
