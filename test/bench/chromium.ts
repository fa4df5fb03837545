/**
 * Chromium by its bare protocol. Puppeteer would switch on more in a measured page than is wanted there, and gives no
 * way to put something into a popup before its first line runs.
 */
import { spawn } from 'node:child_process';
import { Writable, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requireBrowser } from '../tools/find-browser.mjs';

/** Most pages that people shorten are public; one on a private host would be warned of. */
export const pageHost = 'pages.example';
export const namedPages = `MAP ${pageHost} 127.0.0.2`;

const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--headless=new',
  '--remote-debugging-pipe',
  '--enable-unsafe-extension-debugging',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--password-store=basic',
  '--window-size=1280,900',
  '--lang=en-US',
  // Nothing leaves this machine.
  `--host-resolver-rules=${namedPages} , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE 127.0.0.2`,
];

const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});

export interface ProtocolEvent {
  readonly method: string;
  readonly params: unknown;
  readonly sessionId: string | undefined;
}

const targetSchema = z.object({ targetId: z.string(), type: z.string(), url: z.string() });
export type TargetInfo = z.infer<typeof targetSchema>;

const targetsSchema = z.object({ targetInfos: z.array(targetSchema) });
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string().optional() }).optional() })
    .optional(),
});

const answerWithinMs = 15_000;

export type Chromium = Awaited<ReturnType<typeof startChromium>>;

export async function startChromium(profile: string) {
  const child = spawn(requireBrowser('chromium'), [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , out, fromBrowser] = child.stdio;
  if (!(out instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new Error('Chromium has no pipe.');
  const toBrowser: Writable = out;

  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (fault: Error) => void }>();
  const listeners = new Set<(event: ProtocolEvent) => void>();
  let last = 0;

  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      for (const { reject: refuse } of waiting.values()) refuse(new Error('Chromium has ended.'));
      waiting.clear();
      resolve();
    });
  });
  // Awaited when closing; until then a rejection without a handler is no fault.
  exited.catch(() => undefined);
  toBrowser.on('error', () => undefined);

  function receive(text: string): void {
    const { id, method, params, result, error, sessionId } = messageSchema.parse(JSON.parse(text));
    if (id === undefined) {
      for (const listener of listeners) listener({ method: method ?? '', params, sessionId });
      return;
    }
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }

  let rest = '';
  fromBrowser.setEncoding('utf8');
  fromBrowser.on('data', (part: string) => {
    const texts = (rest + part).split('\0');
    rest = texts.pop() ?? '';
    for (const text of texts) receive(text);
  });

  function send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no response.`)), answerWithinMs);
      waiting.set(id, {
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        reject: (fault) => {
          clearTimeout(timer);
          reject(new Error(`${method}: ${fault.message}`));
        },
      });
      toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  const targets = async (): Promise<TargetInfo[]> =>
    targetsSchema.parse(await send('Target.getTargets')).targetInfos;

  async function attach(targetId: string): Promise<string> {
    const raw = await send('Target.attachToTarget', { targetId, flatten: true });
    return z.object({ sessionId: z.string() }).parse(raw).sessionId;
  }

  /** A promise is awaited; the value comes as JSON. */
  async function evaluate(sessionId: string, expression: string): Promise<unknown> {
    const raw = await send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: true },
      sessionId,
    );
    const { result, exceptionDetails } = evaluatedSchema.parse(raw);
    if (exceptionDetails)
      throw new Error(`In the browser: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Resolves when it has really closed. */
  async function closeTarget(targetId: string): Promise<void> {
    await send('Target.closeTarget', { targetId }).catch(() => undefined);
    const end = Date.now() + answerWithinMs;
    while ((await targets()).some((one) => one.targetId === targetId)) {
      if (Date.now() > end) throw new Error('A page did not close.');
      await sleep(20);
    }
  }

  async function load(sessionId: string, url: string): Promise<void> {
    await send('Page.navigate', { url }, sessionId);
    const end = Date.now() + answerWithinMs;
    // The page may just be replaced by another.
    for (let at: unknown; at !== `${url} complete`;) {
      if (Date.now() > end) throw new Error(`${url} did not load: ${String(at)}`);
      await sleep(20);
      at = await evaluate(sessionId, `location.href + ' ' + document.readyState`).catch(String);
    }
  }

  async function opened(url: string): Promise<void> {
    const end = Date.now() + answerWithinMs;
    while (!(await targets()).some((target) => target.url === url)) {
      if (Date.now() > end) throw new Error(`${url} did not open by itself.`);
      await sleep(20);
    }
  }

  async function inTab(url: string, expression: string): Promise<unknown> {
    const raw = await send('Target.createTarget', { url: 'about:blank' });
    const { targetId } = z.object({ targetId: z.string() }).parse(raw);
    const sessionId = await attach(targetId);
    await load(sessionId, url);
    const value = await evaluate(sessionId, expression);
    await closeTarget(targetId);
    return value;
  }

  await send('Browser.getVersion');

  return {
    send,
    targets,
    attach,
    evaluate,
    closeTarget,
    on(listener: (event: ProtocolEvent) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Its storage in this profile is available again, but not its permissions. */
    async install(dir: string): Promise<string> {
      return z.object({ id: z.string() }).parse(await send('Extensions.loadUnpacked', { path: dir })).id;
    },
    /** The extension requests it, in a gesture, and the answer is "Allow". Its settings open automatically first. */
    async allow(id: string, pattern: string): Promise<void> {
      const quoted = JSON.stringify(pattern);
      // It takes over an empty tab, so none may be in use before.
      await opened(`chrome-extension://${id}/options.html`);
      await inTab(
        'chrome://extensions/',
        `chrome.developerPrivate.addHostPermission(${JSON.stringify(id)}, ${quoted})`,
      );
      // A file of the extension that runs none of its code.
      const granted = await inTab(
        `chrome-extension://${id}/manifest.json`,
        `chrome.permissions.request({ origins: [${quoted}] })`,
      );
      if (granted !== true) throw new Error(`${pattern} could not be allowed.`);
    },
    /** Loads a page in the first tab and closes all others. */
    async onlyTab(url: string): Promise<string> {
      const pages = async () => (await targets()).filter(({ type }) => type === 'page');
      const tab = (await pages())[0];
      if (!tab) throw new Error('Chromium has no tab.');
      const sessionId = await attach(tab.targetId);
      await load(sessionId, url);
      await send('Target.detachFromTarget', { sessionId });
      for (const { targetId } of await pages()) if (targetId !== tab.targetId) await closeTarget(targetId);
      await send('Target.activateTarget', { targetId: tab.targetId });
      return tab.targetId;
    },
    async close(): Promise<void> {
      await send('Browser.close').catch(() => undefined);
      const ended = await Promise.race([exited.then(() => true), sleep(5000, false)]);
      if (!ended) child.kill('SIGKILL');
      await exited;
    },
  };
}
