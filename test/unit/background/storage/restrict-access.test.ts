/** Restricting access to storage where the browser supports it, without delaying the start. */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { restrictStorage } from '../../../../entrypoints/background/storage/restrict-access.ts';
import { browser } from '../../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

const local: typeof browser.storage.local & { setAccessLevel?: (level: unknown) => Promise<void> } =
  browser.storage.local;
afterEach(() => void delete local.setAccessLevel);

it('restricts access to the extension’s own contexts, from Chromium 140 on', async () => {
  const setAccessLevel = vi.fn<(level: unknown) => Promise<void>>(async () => {});
  local.setAccessLevel = setAccessLevel;
  await restrictStorage();
  expect(setAccessLevel).toHaveBeenCalledWith({ accessLevel: 'TRUSTED_CONTEXTS' });
});

it.each([
  ['an older Chromium, which rejects it', () => Promise.reject(new Error('not available'))],
  [
    'a browser that throws',
    () => {
      throw new Error('not available');
    },
  ],
  ['Firefox, which has none', undefined],
])('is harmless in %s', async (_, setAccessLevel) => {
  if (setAccessLevel !== undefined) local.setAccessLevel = setAccessLevel;
  await expect(restrictStorage()).resolves.toBeUndefined();
});

it('does not delay the start', async () => {
  const lifecycle = await readFile('entrypoints/background/lifecycle.ts', 'utf8');
  expect(lifecycle).toContain('void restrictStorage();');
  expect(lifecycle).not.toContain('setAccessLevel');
});

// Injected scripts must not read storage even where they could: their input is passed as arguments.
it('no script injected into a page uses the extension’s API', async () => {
  const script = await readFile('lib/browser/injected-scripts.ts', 'utf8');
  const code = script.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
  expect(code).not.toMatch(/\b(?:chrome|browser|native|storage|import)\b/u);
});
