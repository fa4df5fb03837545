import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, type Browser, type Extension, type Page } from 'puppeteer-core';
import { requireBrowser } from '../../tools/find-browser.mjs';
import { Faults, type Fault } from './faults.ts';
import type { Screen } from './screen.ts';
import { until } from './wait.ts';
import { WorkerSessions } from './worker-sessions.ts';
import { copyForStops, stopsWorker, WorkerStops } from './worker-stops.ts';
import { evaluateIn, presentWorker, stopWorker } from './worker.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** The folder of the builds; tests can use a copy, so that a new build does not replace it under them. */
const output = process.env['CURTAIL_OUTPUT'] ?? path.join(root, '.output');
export const chromeBuild = path.join(output, 'chrome-mv3');
export const firefoxBuild = path.join(output, 'firefox-mv3');

export interface LaunchOptions {
  /** The unpacked extension; the production build if omitted. */
  readonly dir?: string;
  /** Keeps the profile here after closing, so that a later launch finds it. If omitted: a fresh one, removed on close. */
  readonly userDataDir?: string;
  /** The id of the extension that this profile has already (see `profile.ts`): the browser starts it automatically. */
  readonly installed?: string;
  /** More unpacked extensions beside ours. */
  readonly others?: readonly string[];
  readonly args?: readonly string[];
  /** The language of the browser, such as `de`. */
  readonly language?: string;
  readonly headless?: boolean;
  /** The display of its windows, if it has any. */
  readonly screen?: Pick<Screen, 'env'>;
  /** Allowed in private windows from the start: changed later, the browser would turn the extension off. */
  readonly inPrivate?: boolean;
  /** False leaves the button in the menu of extensions, as after installation: there the popup opens automatically for results. */
  readonly isPinned?: boolean;
  /** With STOP_WORKER=1: before this has settled, no message stops the worker. */
  readonly unstopped?: Promise<void>;
}

export interface RunningExtension extends AsyncDisposable {
  readonly browser: Browser;
  readonly extension: Extension;
  readonly id: string;
  /** The address of one of its pages. */
  url(page: string): string;
  /** A new tab in front, loaded. */
  openTab(url: string): Promise<Page>;
  readonly faults: readonly Fault[];
  readonly faultWatch: Faults;
  readonly workerSessions: WorkerSessions;
  /** With STOP_WORKER=1 only. */
  readonly stops: WorkerStops | undefined;
  /** Throws if anything went wrong on its own in the extension so far. */
  assertClean(): void;
  close(): Promise<void>;
  /** As a crash or a power cut: no chance to write anything. */
  kill(): Promise<void>;
}

const chromeArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export const temporaryFolder = (name: string): Promise<string> =>
  mkdtemp(path.join(tmpdir(), `curtail-${name}-`));

/** Chromium lets go of its profile a moment after it has ended. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

// In the profile: from the path the browser makes the id, which a later launch has to find again.
const installedFolder = ({ dir, profile }: { dir: string; profile: string }): string =>
  stopsWorker ? path.join(profile, 'with-stops') : dir;

/** As the user does by the pin in the menu of extensions; the browser reads it at the first start of a profile only. */
export async function pinExtension(folders: { dir: string; profile: string }): Promise<void> {
  const preferences = path.join(folders.profile, 'Default', 'Preferences');
  if (existsSync(preferences)) return;
  // Of an unpacked extension: the first half of the path's hash, with letters for digits.
  const hash = createHash('sha256').update(installedFolder(folders)).digest('hex').slice(0, 32);
  const id = hash.replaceAll(/./gu, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
  await mkdir(path.dirname(preferences), { recursive: true });
  await writeFile(preferences, JSON.stringify({ extensions: { pinned_extensions: [id] } }));
}

async function install(
  browser: Browser,
  { dir, profile, inPrivate }: { dir: string; profile: string; inPrivate: boolean },
): Promise<string> {
  const installed = installedFolder({ dir, profile });
  if (stopsWorker) await copyForStops(dir, installed);
  return await browser.installExtension(installed, { enabledInIncognito: inPrivate });
}

export async function launchExtension(options: LaunchOptions = {}): Promise<RunningExtension> {
  const { dir = chromeBuild, others = [], args = [], language, inPrivate = false, screen } = options;
  const profile = options.userDataDir ?? (await temporaryFolder('profile'));
  if (options.isPinned ?? true) await pinExtension({ dir, profile });
  const browser = await launch({
    executablePath: requireBrowser('chromium'),
    headless: options.headless ?? screen === undefined,
    pipe: true,
    enableExtensions: true,
    defaultViewport: null,
    userDataDir: profile,
    args: [...chromeArgs, ...(language === undefined ? [] : [`--lang=${language}`]), ...args],
    env: { ...(screen?.env ?? process.env), ...(language === undefined ? {} : { LANGUAGE: language }) },
  });

  const tidy = async (): Promise<void> => {
    if (options.userDataDir === undefined) await removeFolder(profile);
  };
  try {
    // Watching begins before the extension is loaded, so nothing of its first start is missed.
    const faultWatch = new Faults(browser);
    const workerSessions = await WorkerSessions.of(browser);
    const id = options.installed ?? (await install(browser, { dir, profile, inPrivate }));
    for (const other of others) await browser.installExtension(other);
    const extension = await until('the extension to be listed', async () =>
      (await browser.extensions()).get(id),
    );
    const origin = `chrome-extension://${id}/`;
    const url = (page: string): string => origin + page;
    const worker = { browser, url, faultWatch, workerSessions };
    const stops = stopsWorker
      ? new WorkerStops({
          browser,
          worker: () => presentWorker(worker),
          ask: evaluateIn,
          // The worker is frozen since that check: one that is not is a new worker instance, and may have begun to send.
          kill: () => stopWorker(worker, 'globalThis.harnessIsFrozen?.()'),
        })
      : undefined;
    const { unstopped } = options;
    if (stops && unstopped) void stops.without(() => unstopped);
    let ended = false;
    const close = async (): Promise<void> => {
      if (ended) return;
      ended = true;
      faultWatch.stop();
      stops?.end();
      await browser.close();
      await tidy();
    };

    return {
      browser,
      extension,
      id,
      url,
      async openTab(address) {
        const page = await browser.newPage();
        await page.goto(address, { waitUntil: 'load' });
        await page.bringToFront();
        return page;
      },
      get faults() {
        return faultWatch.of(origin);
      },
      faultWatch,
      workerSessions,
      stops,
      assertClean() {
        const faults = faultWatch.of(origin);
        if (faults.length === 0) return;
        throw new Error(faults.map(({ kind, where, text }) => `${kind} in ${where}:\n  ${text}`).join('\n'));
      },
      close,
      async kill() {
        if (ended) return;
        ended = true;
        faultWatch.stop();
        stops?.end();
        const child = browser.process();
        const gone = new Promise((resolve) => child?.once('exit', resolve));
        // The whole process group together: nothing more of its helper processes reaches the disk or the network.
        if (child?.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
        else child?.kill('SIGKILL');
        await gone;
        await tidy();
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (fault) {
    await browser.close();
    await tidy();
    throw fault;
  }
}
