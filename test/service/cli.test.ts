import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');
const run = (...args: string[]) => spawn(process.execPath, [main, ...args], { stdio: 'pipe' });

async function addressAndKey(...args: string[]): Promise<{ address: string; key: string; status: number }> {
  const child = run('--port', '0', ...args);
  try {
    let said = '';
    for await (const part of child.stdout) {
      said += String(part);
      if (said.includes('Pages')) break;
    }
    const [, address = '', key = ''] = /^Address +(\S+)\nKey +(\S+)\n/.exec(said) ?? [];
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${address}/api/account`, { headers });
    return { address, key, status: response.status };
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

it('prints the address and a key, and stores the key in the data file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'service-'));
  try {
    const data = join(folder, 'links.db');
    const first = await addressAndKey('--data', data, '--demo', '--limit', '5', '--window', 'bucket');
    expect(first).toMatchObject({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      status: 200,
    });
    expect(first.key).toMatch(/^[0-9a-f]{32}$/);
    expect((await addressAndKey('--data', data)).key).toBe(first.key);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each([
  [['--quirks', 'bom,nonsense'], /Unknown quirk "nonsense".*late-commit/],
  [['--window', 'round'], /fixed, sliding, bucket/],
  [['--port', 'x'], /--port/],
])('refuses %j', async (args, expected) => {
  const child = run('--port', '0', ...args);
  expect(await text(child.stderr)).toMatch(expected);
});
