// Plain JavaScript without dependencies: the bootstrap runs this before anything is installed.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const browserCache = path.join(root, '.cache', 'browsers');

const kinds = {
  chromium: {
    variable: 'CHROME_PATH',
    commands: [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'microsoft-edge-stable',
      'msedge',
    ],
    places: {
      darwin: [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      ],
      win32: [
        'C:/Program Files/Google/Chrome/Application/chrome.exe',
        'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
        'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
      ],
      linux: ['/usr/bin/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
    },
    // Executables inside a downloaded build, as @puppeteer/browsers unpacks them.
    downloaded: ['chrome', 'chrome.exe', 'Google Chrome for Testing'],
    advice:
      'Install Chrome, Chromium or Edge (Debian and Ubuntu: apt-get install chromium), or set CHROME_PATH to its executable.',
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    commands: ['firefox-esr', 'firefox'],
    places: {
      darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
      win32: ['C:/Program Files/Mozilla Firefox/firefox.exe'],
      linux: ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/snap/bin/firefox'],
    },
    downloaded: ['firefox', 'firefox.exe'],
    advice: 'Install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its executable.',
  },
};

/** The requirements of the tests in real windows: a screen, a window manager, keys and mouse, the clipboard. */
export const screenTools = ['Xvfb', 'openbox', 'xdotool', 'xclip'];

const isFile = (file) => existsSync(file) && statSync(file).isFile();

export function findOnPath(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe'] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.join(folder, command + ending);
      if (isFile(file)) return file;
    }
  }
  return undefined;
}

/** Looks a few levels down: <browser>/<platform-build>/<unpacked folder>/…/<executable>. */
function inCache(names, folder, depth = 7) {
  if (depth === 0 || !existsSync(folder)) return undefined;
  const entries = readdirSync(folder, { withFileTypes: true });
  const hit = entries.find((entry) => entry.isFile() && names.includes(entry.name));
  if (hit) return path.join(folder, hit.name);
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const found = inCache(names, path.join(folder, entry.name), depth - 1);
    if (found) return found;
  }
  return undefined;
}

export function findBrowser(kind) {
  const { variable, commands, places, downloaded } = kinds[kind];
  const named = process.env[variable];
  if (named) {
    if (isFile(named)) return named;
    throw new Error(`${variable} is ${named}, but there is no such file.`);
  }
  for (const command of commands) {
    const found = findOnPath(command);
    if (found) return found;
  }
  return (places[process.platform] ?? []).find(isFile) ?? inCache(downloaded, path.join(browserCache, kind));
}

export const howToInstall = (kind) => kinds[kind].advice;

export function requireBrowser(kind) {
  const found = findBrowser(kind);
  if (!found)
    throw new Error(
      `No ${kind === 'firefox' ? 'Firefox' : 'Chrome or Chromium'} found. ${howToInstall(kind)}`,
    );
  return found;
}
