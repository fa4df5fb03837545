import type { Target } from 'puppeteer-core';
import { evaluate, type EvaluateOptions } from './evaluate.ts';
import type { RunningExtension } from './launch.ts';
import { until } from './wait.ts';

function isWorker(target: Target): boolean {
  // Puppeteer's enum of types exists only as a type, so the plain word is compared.
  const type: string = target.type();
  return type === 'service_worker';
}

/** Targets of workers that have ended. Puppeteer may go on listing one that ended while it was being attached to. */
const gone = new WeakSet<Target>();

type Home = Pick<RunningExtension, 'browser' | 'url'>;

const workers = ({ browser, url }: Home): Target[] =>
  browser
    .targets()
    .filter((target) => isWorker(target) && target.url().startsWith(url('')) && !gone.has(target));

/** The background worker if it runs now. */
export const runningWorker = (running: Home): Target | undefined => workers(running)[0];

/** The same where a life may have come under the target of one that had ended: the browser itself is asked then. */
export async function presentWorker(
  running: Home & Pick<RunningExtension, 'workerSessions'>,
): Promise<Target | undefined> {
  const worker = runningWorker(running);
  if (worker || (await running.workerSessions.running(running.url(''))).length === 0) return worker;
  for (const target of running.browser.targets()) gone.delete(target);
  return runningWorker(running);
}

// Nobody need answer such a message; what counts is that it is delivered.
const nudge = `Promise.race([
  chrome.runtime.sendMessage({ name: 'wake' }).then(() => 0, () => 0),
  new Promise((resolve) => setTimeout(resolve, 5000)),
]).then(() => 0)`;

/**
 * Wakes the worker as a page of the extension would, and waits for it. Always by a message: a target that is listed
 * may belong to a worker that has just been stopped. An open settings page serves, so that no popup loses the focus.
 */
export async function wakeWorker(running: RunningExtension): Promise<Target> {
  const awake = () => until('the worker to wake', () => presentWorker(running));
  const settings = (await running.browser.pages()).find((page) => page.url() === running.url('options.html'));
  if (settings) {
    await settings.evaluate(nudge);
    return awake();
  }
  const page = await running.browser.newPage();
  try {
    // A file that runs none of the extension's code, but may use its API.
    await page.goto(running.url('manifest.json'));
    await page.evaluate(nudge);
    return await awake();
  } finally {
    await page.close();
  }
}

/** Looks into the worker, and gives up soon: of one that is just ending the answer may never come. */
export async function evaluateIn(target: Target, script: string): Promise<unknown> {
  const attached = target.createCDPSession();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The worker does not answer.')), 2_000);
  });
  try {
    return await Promise.race([attached.then((session) => evaluate(session, script)), late]);
  } finally {
    clearTimeout(timer);
    // A session left behind would keep it half alive.
    const detached = attached.then((session) => session.detach()).catch(() => undefined);
    await Promise.race([detached, new Promise((resolve) => setTimeout(resolve, 500))]);
  }
}

/** Stops the worker as the browser does after idling, and comes back when it is really gone. */
export const killWorker = (running: RunningExtension): Promise<void> =>
  unstopped(running, async () => void (await stopWorker(running)));

/**
 * With STOP_WORKER=1 no message stops the worker meanwhile: for tests with a session of their own on it, which a stop would
 * end. And two stops at once would each take the other's end for its own.
 */
export const unstopped = <T>(
  { stops }: RunningExtension,
  work: () => Promise<Awaited<T>>,
): Promise<Awaited<T>> => (stops ? stops.without(work) : work());

/**
 * The same for one who knows that nobody else is stopping it.
 *
 * @param may a question to the life that is about to be stopped; on false it is let be
 * @returns whether it has ended
 */
export async function stopWorker(
  running: Pick<RunningExtension, 'browser' | 'url' | 'faultWatch' | 'workerSessions'>,
  may = 'true',
): Promise<boolean> {
  const target = await presentWorker(running);
  if (!target) return true;
  // A page that waits for an answer wakes the worker again at once, and the browser may give it the same target:
  // so each life carries a mark, by which the next one is told from it.
  const life = Math.random().toString(36);
  const answer = await evaluateIn(target, `globalThis.harnessLife = '${life}'; ${may}`).catch(() => true);
  if (answer === false) return false;
  // With a session of ours still open the worker would hang on, half dead.
  await running.faultWatch.detach(target);
  let closed = 0;
  const close = async (): Promise<void> => {
    await running.workerSessions.close(running.url(''));
    closed = performance.now();
  };
  await close();
  let retryAfterMs = 500;
  await until('the worker to end', async () => {
    if (!running.browser.targets().includes(target)) return true;
    // The next life has come under another target, or none has and the list is old.
    if (
      workers(running).some((one) => one !== target) ||
      (await running.workerSessions.running(running.url(''))).length === 0
    ) {
      gone.add(target);
      return true;
    }
    // Attaching to one that is about to end would keep it.
    if (performance.now() - closed < retryAfterMs) return undefined;
    const now = await evaluateIn(target, 'globalThis.harnessLife').catch(() => life);
    if (now !== life) return true;
    // On a laden machine it was: then it is closed once more, and left alone for longer.
    retryAfterMs *= 2;
    await close();
    return undefined;
  });
  return true;
}

/** Runs in the worker, waking it first; its session is closed again, so a later kill is clean. */
export const evaluateInWorker = <T>(
  running: RunningExtension,
  // eslint-disable-next-line typescript/no-explicit-any -- the arguments are whatever the function declares
  script: string | ((...args: any[]) => T),
  options?: EvaluateOptions,
): Promise<Awaited<T>> =>
  unstopped(running, async (): Promise<Awaited<T>> => {
    const target = await wakeWorker(running);
    const session = await target.createCDPSession();
    try {
      return await evaluate(session, script, options);
    } finally {
      await session.detach().catch(() => undefined);
    }
  });

const dispatch = async (
  running: RunningExtension,
  event: string,
  ...args: readonly unknown[]
): Promise<void> => {
  await running.stops?.stopForEvent();
  const list = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
  const tell = () => evaluateInWorker(running, `void chrome.${event}.dispatch(${list})`);
  try {
    await tell();
  } catch (fault) {
    // On a laden machine the life that was stopped can still be listed: it took nothing with it, and the next one is told.
    if (!running.stops || !(fault instanceof Error && fault.name === 'TargetCloseError')) throw fault;
    await tell();
  }
};

export interface MenuClick {
  readonly menuItemId: string;
  readonly linkUrl?: string;
  readonly pageUrl?: string;
  readonly selectionText?: string;
  readonly srcUrl?: string;
  readonly editable?: boolean;
}

export interface TabLike {
  readonly id: number;
  readonly windowId?: number;
  readonly index?: number;
  readonly url?: string;
  readonly title?: string;
  readonly incognito?: boolean;
}

/** Of an ordinary window, as the browser says of every tab that it hands over. */
const inOrdinaryWindow = (tab: Partial<TabLike> = {}) => ({ id: 1, incognito: false, ...tab });

/**
 * As if the person had chosen an item of the context menu.
 *
 * @param tab `null` where the browser knows none, as in the menu of a panel
 */
export const dispatchMenu = (
  running: RunningExtension,
  info: MenuClick,
  tab?: TabLike | null,
): Promise<void> =>
  dispatch(
    running,
    'contextMenus.onClicked',
    { editable: false, ...info },
    tab === null ? undefined : inOrdinaryWindow(tab),
  );

/** As if the person had pressed the shortcut of a command. */
export const dispatchCommand = (running: RunningExtension, name: string, tab?: TabLike): Promise<void> =>
  dispatch(running, 'commands.onCommand', name, inOrdinaryWindow(tab));

/** As if the person had typed our keyword and `text` in the address bar and pressed Enter. */
export const dispatchOmnibox = (running: RunningExtension, text: string): Promise<void> =>
  dispatch(running, 'omnibox.onInputEntered', text, 'currentTab');
