/** From Enter on "Shorten" to the link on the clipboard, over the time that the service itself took to answer. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cp } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { removeFolder, type Site } from '../browser/harness/index.ts';
import { startChromium } from './chromium.ts';
import { openPopup } from './popup.ts';
import type { Subject } from './prepare.ts';

export interface Copying {
  /** From the key to the resolved write. */
  readonly whole: number;
  /** From the request's arrival at the service to its whole reply. */
  readonly service: number;
  readonly overhead: number;
  /** Its two parts, by the clocks of two processes: from the key to the arrival at the service, and back from there. */
  readonly there: number;
  readonly back: number;
}

interface Response {
  readonly arrived: number;
  readonly replied: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** The arrival of each request for a new link at this process, the service, and of its response. Epoch ms. */
function watchResponses(): { readonly responses: readonly Response[]; stop(): void } {
  const arrived = new WeakMap<IncomingMessage, number>();
  const responses: Response[] = [];
  const creation = (message: unknown): IncomingMessage | undefined => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return undefined;
    const { request } = message;
    return request instanceof IncomingMessage && request.url === '/api/url/add' ? request : undefined;
  };
  const onStart = (message: unknown): void => {
    const request = creation(message);
    if (request) arrived.set(request, now());
  };
  const onFinish = (message: unknown): void => {
    const request = creation(message);
    if (request) responses.push({ arrived: arrived.get(request) ?? Number.NaN, replied: now() });
  };
  subscribe('http.server.request.start', onStart);
  subscribe('http.server.response.finish', onFinish);
  return {
    responses,
    stop() {
      unsubscribe('http.server.request.start', onStart);
      unsubscribe('http.server.response.finish', onFinish);
    },
  };
}

/** Runs before the popup's own first line. */
function watchCopy(): void {
  let pressed = 0;
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter') pressed = event.timeStamp;
    },
    true,
  );
  const { clipboard } = navigator;
  const write = clipboard.writeText.bind(clipboard);
  const copied = new Promise((resolve) => {
    clipboard.writeText = async (text) => {
      await write(text);
      resolve({ origin: performance.timeOrigin, pressed, copied: performance.now(), text });
    };
  });
  Object.assign(globalThis, { benchCopied: copied });
}

const seenSchema = z.object({
  origin: z.number(),
  pressed: z.number(),
  copied: z.number(),
  text: z.string(),
});

/** The worker is awake and the popup has been open for a moment, each time on another page. */
export async function measureCopying(
  { dir, profile, host }: Subject,
  site: Site,
  samples: number,
): Promise<Copying[]> {
  const copy = path.join(path.dirname(profile), 'copying-profile');
  await cp(profile, copy, { recursive: true });
  const chromium = await startChromium(copy);
  const watch = watchResponses();
  const results: Copying[] = [];
  try {
    const id = await chromium.install(dir);
    if (host !== null) await chromium.allow(id, host);
    for (let sample = -1; sample < samples; sample++) {
      await chromium.onlyTab(site.url(`/copy/${sample + 1}`));
      const popup = await openPopup(chromium, id, site.origin, (sessionId) =>
        Promise.all([
          chromium.send('Page.enable', {}, sessionId),
          chromium.send(
            'Page.addScriptToEvaluateOnNewDocument',
            { source: `(${watchCopy.toString()})()` },
            sessionId,
          ),
        ]),
      );
      const { sessionId } = popup;
      await sleep(1000);
      const before = watch.responses.length;
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
      const copied = chromium.evaluate(sessionId, 'benchCopied');
      await chromium.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key }, sessionId);
      const seen = seenSchema.parse(await copied);
      await chromium.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }, sessionId);
      const [response, ...more] = watch.responses.slice(before);
      if (response === undefined || more.length > 0 || !seen.text.startsWith('http') || seen.pressed <= 0)
        throw new Error(
          `One press made ${watch.responses.length - before} links and copied "${seen.text}", not one.`,
        );
      const whole = seen.copied - seen.pressed;
      const took = response.replied - response.arrived;
      const there = response.arrived - (seen.origin + seen.pressed);
      const overhead = whole - took;
      // The first one meets code that has never run in this browser.
      if (sample >= 0) results.push({ whole, service: took, overhead, there, back: overhead - there });
      await popup.close();
    }
  } finally {
    watch.stop();
    await chromium.close();
    await removeFolder(copy);
  }
  return results;
}
