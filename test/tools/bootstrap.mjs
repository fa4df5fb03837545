// From a fresh clone to a running project: node test/tools/bootstrap.mjs start|test|pictures [args…]
// Plain JavaScript without dependencies that any Node from 20 on can run. It installs the packages (among them
// the Node that the project is pinned to), installs a browser if needed, and runs the script of that name beside it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, ensureScreenTools } from './install-browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const modules = path.join(root, 'node_modules');
const say = (line) => console.log(`· ${line}`);

class Stop extends Error {}

function packagesAreCurrent() {
  const installed = path.join(modules, '.package-lock.json');
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs;
}

function npm(args) {
  // Inside an npm script the very npm that runs it is known; on Windows a bare `npm` needs a shell.
  const script = process.env.npm_execpath;
  const [command, first] =
    script && /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
}

function installPackages() {
  if (packagesAreCurrent()) return;
  say(
    `${existsSync(modules) ? 'The lock file is newer than node_modules' : 'No node_modules yet'}: running npm ci …`,
  );
  const started = Date.now();
  // Build and test tools are all devDependencies, which NODE_ENV=production would skip.
  const result = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result.error) throw new Stop(`npm could not be started (${result.error.message}). Is npm installed?`);
  if (result.status !== 0) {
    const words = `${result.stderr}\n${result.stdout}`.trim().split('\n').slice(0, 25).join('\n');
    throw new Stop(`npm ci failed with exit code ${result.status}; its own words:\n${words}`);
  }
  say(`Packages installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}

const versionOf = (node) => {
  const result = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
};

function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = [path.join(modules, '.bin', name), path.join(modules, 'node', 'bin', name)];
  return places.find((place) => existsSync(place) && versionOf(place));
}

function chooseNode() {
  const pinned = pinnedNode();
  if (pinned) return pinned;

  // npm may be configured not to run install scripts; then the package `node` is empty.
  // From 22.18 on Node runs TypeScript as it is, so such a Node will do.
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;

  say('The pinned Node is missing (its install script was blocked): fetching it …');
  const result = spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: path.join(modules, 'node'),
    encoding: 'utf8',
  });
  const fetched = pinnedNode();
  if (fetched) return fetched;
  throw new Stop(
    `This is Node ${process.versions.node}; 22.18 or newer is needed, and the pinned one could not be fetched` +
      ` (${(result.stderr || '').trim().split('\n').pop()}). Install Node 24, or allow the install script of the package "node".`,
  );
}

async function handOver(node, script, args) {
  // Tools that are started by name (#!/usr/bin/env node) must meet the same Node.
  const PATH = [path.join(modules, '.bin'), path.dirname(node), process.env.PATH ?? ''].join(path.delimiter);
  const child = spawn(node, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  // Ctrl+C reaches the whole foreground group: the child cleans up, this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

const [task, ...args] = process.argv.slice(2);
try {
  if (!['start', 'test', 'pictures'].includes(task))
    throw new Stop('Usage: node test/tools/bootstrap.mjs start|test|pictures [args…]');
  const script = path.join(here, `${task}.ts`);
  if (!existsSync(script)) throw new Stop(`${path.relative(root, script)} is not there.`);
  installPackages();
  const node = chooseNode();
  ensureBrowser('chromium', { node, root, say });
  if (task === 'test') {
    // The Firefox tests themselves fail when it is missing; the other tests need not wait for that.
    try {
      ensureBrowser('firefox', { node, root, say });
    } catch (fault) {
      say(fault.message);
    }
    ensureScreenTools({ say });
  }
  process.exitCode = await handOver(node, script, args);
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
