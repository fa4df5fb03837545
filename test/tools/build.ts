/** Makes a build for Chromium, as `npm run build` does, but quietly. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Rejects with the output of the build when it fails. */
export async function buildExtension(mode: 'production' | 'development' = 'production'): Promise<void> {
  const child = spawn(path.join(root, 'node_modules/.bin/wxt'), ['build', '--mode', mode], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
    // On Windows that is a command file, which needs a shell.
    shell: process.platform === 'win32',
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => said.push(part));
  child.stderr.on('data', (part: Buffer) => said.push(part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The build failed:\n${Buffer.concat(said).toString().trim()}`);
}
