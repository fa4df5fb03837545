/**
 * A screen of its own for one test (Xvfb) with a window manager. Keys and mouse come from the X server, so browser and
 * toolkit can't distinguish them from real ones.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { findOnPath, screenTools } from '../../tools/find-browser.mjs';
import { until } from './wait.ts';

const run = promisify(execFile);
/** xclip waits without a timeout for a program that owns the clipboard and does not answer. */
const commandOptions = { timeout: 5_000 };

/** Why there can be no screen here; `undefined` where there can be one. */
export function whyNoScreen(): string | undefined {
  if (process.platform !== 'linux') return 'real windows are driven under Linux only';
  const missing = screenTools.filter((tool) => findOnPath(tool) === undefined);
  return missing.length === 0
    ? undefined
    : `real windows need ${missing.join(', ')} (Debian and Ubuntu: apt-get install ${screenTools.map((tool) => tool.toLowerCase()).join(' ')})`;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Screen extends AsyncDisposable {
  /** For programs that are to open their windows here. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Presses keys as xdotool names them: `alt+shift+l`, `Return`. */
  press(...keys: readonly string[]): Promise<void>;
  moveTo(point: Point): Promise<void>;
  click(button?: 1 | 3): Promise<void>;
  /** The windows that can be seen, menus and popups among them. */
  windows(): Promise<readonly string[]>;
  /** The text that another program pastes; empty when there is none. */
  clipboard(): Promise<string>;
  setClipboard(text: string): Promise<void>;
  /** For the investigation of a failure. */
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

const size = '1280x1000x24';

async function startServer(): Promise<{ server: ChildProcess; display: string }> {
  // The server chooses a free number and writes it to the file descriptor.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [, , , numbers] = server.stdio;
  if (!numbers || !('setEncoding' in numbers)) throw new Error('Xvfb has no file descriptor 3.');
  numbers.setEncoding('utf8');
  const failed = once(server, 'exit').then(() => {
    throw new Error('Xvfb ended before its screen was there.');
  });
  let display = '';
  const announced = (async () => {
    for await (const part of numbers) {
      display += String(part);
      if (display.endsWith('\n')) return;
    }
  })();
  await Promise.race([announced, failed]);
  failed.catch(() => undefined);
  return { server, display: `:${display.trim()}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

export async function startScreen(): Promise<Screen> {
  const { server, display } = await startServer();
  const env = {
    ...process.env,
    DISPLAY: display,
    // Otherwise browsers and toolkits open their windows on the screen of this machine.
    WAYLAND_DISPLAY: undefined,
    XAUTHORITY: undefined,
    GDK_BACKEND: 'x11',
    MOZ_ENABLE_WAYLAND: '0',
  };
  const manager = spawn('openbox', [], { env, stdio: 'ignore' });
  const close = async (): Promise<void> => {
    await end(manager);
    await end(server);
  };
  const xdotool = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('xdotool', args, { env, ...commandOptions });
    return stdout;
  };
  try {
    // Answered by a window manager alone.
    await until('the window manager', () =>
      xdotool('get_desktop').then(
        () => true,
        () => undefined,
      ),
    );
  } catch (fault) {
    await close();
    throw fault;
  }
  return {
    env,
    press: async (...keys) => void (await xdotool('key', '--clearmodifiers', ...keys)),
    moveTo: async ({ x, y }) =>
      void (await xdotool('mousemove', String(Math.round(x)), String(Math.round(y)))),
    click: async (button = 1) => void (await xdotool('click', String(button))),
    windows: async () =>
      (await xdotool('search', '--onlyvisible', '--name', '').catch(() => '')).split('\n').filter(Boolean),
    clipboard: () =>
      run('xclip', ['-o', '-selection', 'clipboard'], { env, ...commandOptions }).then(
        ({ stdout }) => stdout,
        () => '',
      ),
    setClipboard: (text) =>
      new Promise((resolve, reject) => {
        // It continues in the background, and ends when another program takes the clipboard over.
        const child = spawn('xclip', ['-i', '-selection', 'clipboard'], {
          env,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        child.once('error', reject);
        child.once('exit', () => resolve());
        child.stdin.end(text);
      }),
    picture: async (file) => void (await run('import', ['-window', 'root', file], { env })),
    close,
    [Symbol.asyncDispose]: close,
  };
}
