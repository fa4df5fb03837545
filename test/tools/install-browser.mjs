// Plain JavaScript without dependencies, as find-browser.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { browserCache, findBrowser, findOnPath, howToInstall, screenTools } from './find-browser.mjs';

const packages = { chromium: 'chromium', firefox: 'firefox-esr' };

function apt(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  let result = run('update');
  if (result.status === 0) result = run('install', '-y', '--no-install-recommends', ...names);
  return result.status === 0
    ? undefined
    : (result.stderr || String(result.error ?? '')).trim().split('\n').pop();
}

const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs the programs for the tests of real windows, where no prompt is needed; otherwise those are skipped, with the reason. */
export function ensureScreenTools({ say }) {
  if (process.platform !== 'linux') return;
  const missing = screenTools.filter((tool) => findOnPath(tool) === undefined);
  if (missing.length === 0 || !canUseApt()) return;
  say(`No ${missing.join(', ')} here: installing with apt-get …`);
  const fault = apt(...missing.map((tool) => tool.toLowerCase()));
  if (fault) say(`The tests of real windows will be skipped. apt-get: ${fault}`);
}

/** Makes sure that a browser exists: the installed one, apt's when this is a Debian as root, a download otherwise. */
export function ensureBrowser(kind, { node, root, say }) {
  const found = findBrowser(kind);
  if (found) return found;

  const reasons = [];
  if (canUseApt()) {
    say(`No ${kind} here: installing ${packages[kind]} with apt-get …`);
    const fault = apt(packages[kind]);
    if (fault) reasons.push(`apt-get: ${fault}`);
    const installed = findBrowser(kind);
    if (installed) return installed;
  }

  // Firefox is needed by the tests alone, so nothing is downloaded for it.
  if (kind === 'chromium') {
    say('No Chrome or Chromium here: downloading one into .cache/ …');
    const cli = path.join(root, 'node_modules/@puppeteer/browsers/lib/main-cli.js');
    const args = [cli, 'install', 'chrome@stable', '--path', path.join(browserCache, kind)];
    const result = spawnSync(node, args, { encoding: 'utf8' });
    if (result.status !== 0) reasons.push(`download: ${(result.stderr || '').trim().split('\n').pop()}`);
    const downloaded = findBrowser(kind);
    if (downloaded) return downloaded;
  }
  throw new Error([`No ${kind} could be made ready. ${howToInstall(kind)}`, ...reasons].join('\n  '));
}
