import type { Target } from 'puppeteer-core';
import { evaluate, type EvaluateOptions } from './evaluate.ts';
import type { RunningExtension } from './launch.ts';
import { until } from './wait.ts';

function isWorker(target: Target): boolean {
  // Puppeteer's enum of types exists only as a type, so the plain word is compared.
  const type: string = target.type();
  return type === 'service_worker';
}

/** Targets of workers that have ended. Puppeteer may still list one that ended while it was being attached to. */
const gone = new WeakSet<Target>();

type Home = Pick<RunningExtension, 'browser' | 'url'>;

const workers = ({ browser, url }: Home): Target[] =>
  browser
    .targets()
    .filter((target) => isWorker(target) && target.url().startsWith(url('')) && !gone.has(target));

/** The background worker if it runs now. */
export const runningWorker = (running: Home): Target | undefined => workers(running)[0];

/** The same where a new instance may have the target of one that had ended: then the browser's own list decides. */
export async function presentWorker(
  running: Home & Pick<RunningExtension, 'workerSessions'>,
): Promise<Target | undefined> {
  const worker = runningWorker(running);
  if (worker || (await running.workerSessions.running(running.url(''))).length === 0) return worker;
  for (const target of running.browser.targets()) gone.delete(target);
  return runningWorker(running);
}

// The message needs no reply; its delivery is enough.
const wakeMessage = `Promise.race([
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
    await settings.evaluate(wakeMessage);
    return awake();
  }
  const page = await running.browser.newPage();
  try {
    // A file that runs none of the extension's code, but may use its API.
    await page.goto(running.url('manifest.json'));
    await page.evaluate(wakeMessage);
    return await awake();
  } finally {
    await page.close();
  }
}

/** Evaluates in the worker, with a short timeout: one that is just ending may never answer. */
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

/** Stops the worker as the browser does after idling, and resolves when it has really ended. */
export const killWorker = (running: RunningExtension): Promise<void> =>
  unstopped(running, async () => void (await stopWorker(running)));

/**
 * With STOP_WORKER=1 no message stops the worker meanwhile: for tests with a session of their own on it, which a stop would
 * end. And of two concurrent stops each would mistake the other's end for its own.
 */
export const unstopped = <T>(
  { stops }: RunningExtension,
  work: () => Promise<Awaited<T>>,
): Promise<Awaited<T>> => (stops ? stops.without(work) : work());

/**
 * The same for a caller that knows of no other stop in progress.
 *
 * @param may evaluated in the worker instance that is about to be stopped; false cancels the stop
 * @returns whether it has ended
 */
export async function stopWorker(
  running: Pick<RunningExtension, 'browser' | 'url' | 'faultWatch' | 'workerSessions'>,
  may = 'true',
): Promise<boolean> {
  const target = await presentWorker(running);
  if (!target) return true;
  // A page that waits for a response wakes the worker again immediately, and the browser may give it the same target:
  // so each instance gets a mark, which distinguishes the next one from it.
  const instance = Math.random().toString(36);
  const response = await evaluateIn(target, `globalThis.harnessInstance = '${instance}'; ${may}`).catch(
    () => true,
  );
  if (response === false) return false;
  // With a session of ours still open the worker would never end completely.
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
    // The next instance has another target, or there is none and the list is outdated.
    if (
      workers(running).some((one) => one !== target) ||
      (await running.workerSessions.running(running.url(''))).length === 0
    ) {
      gone.add(target);
      return true;
    }
    // Attaching to one that is about to end would keep it alive.
    if (performance.now() - closed < retryAfterMs) return undefined;
    const now = await evaluateIn(target, 'globalThis.harnessInstance').catch(() => instance);
    if (now !== instance) return true;
    // On a busy machine that has happened: then it is closed again, with a longer wait.
    retryAfterMs *= 2;
    await close();
    return undefined;
  });
  return true;
}

/** An instance that was stopped before, and is still listed on a busy machine, ends its session so soon. */
const staleMs = 200;

/** Runs in the worker, waking it first; its session is closed again, so a later kill is clean. */
export async function evaluateInWorker<T>(
  running: RunningExtension,
  // eslint-disable-next-line typescript/no-explicit-any -- the function declares its arguments
  script: string | ((...args: any[]) => T),
  options?: EvaluateOptions,
): Promise<Awaited<T>> {
  let attachedAt = Infinity;
  const run = (): Promise<Awaited<T>> =>
    unstopped(running, async (): Promise<Awaited<T>> => {
      const target = await wakeWorker(running);
      const session = await target.createCDPSession();
      attachedAt = performance.now();
      try {
        return await evaluate(session, script, options);
      } finally {
        await session.detach().catch(() => undefined);
      }
    });
  try {
    return await run();
  } catch (fault) {
    // Nothing has run in the stopped instance, and the next one gets the script.
    const isStale =
      fault instanceof Error && fault.name === 'TargetCloseError' && performance.now() - attachedAt < staleMs;
    if (!isStale) throw fault;
    return run();
  }
}

const dispatch = async (
  running: RunningExtension,
  event: string,
  ...args: readonly unknown[]
): Promise<void> => {
  await running.stops?.stopForEvent();
  const list = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
  await evaluateInWorker(running, `void chrome.${event}.dispatch(${list})`);
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

/** A tab of an ordinary window: the browser sets `incognito` on every tab that it passes to a listener. */
const inOrdinaryWindow = (tab: Partial<TabLike> = {}) => ({ id: 1, incognito: false, ...tab });

/**
 * As if the user had chosen an item of the context menu.
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

/** As if the user had pressed the shortcut of a command. */
export const dispatchCommand = (running: RunningExtension, name: string, tab?: TabLike): Promise<void> =>
  dispatch(running, 'commands.onCommand', name, inOrdinaryWindow(tab));

/** As if the user had typed our keyword and `text` in the address bar and pressed Enter. */
export const dispatchOmnibox = (running: RunningExtension, text: string): Promise<void> =>
  dispatch(running, 'omnibox.onInputEntered', text, 'currentTab');
