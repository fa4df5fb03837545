/** A script in the active tab: its result, or `null` where it gives none in time. */
import { beforeEach, expect, it, vi } from 'vitest';

const address = 'https://example.com/';
const tab = { id: 1, url: address };
let run: () => Promise<readonly { readonly result: unknown }[]>;
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    tabs: { query: async () => [tab] },
    scripting: { executeScript: () => run() },
  },
}));
const { executeInTab } = await import('../../../lib/browser/execute-script.ts');
const execute = (url = address) => executeInTab(url, () => 'text');

beforeEach(() => void (run = async () => [{ result: 'text' }]));

it('returns the result of the script', async () => {
  expect(await execute()).toBe('text');
});

it('is null where the script can’t run, and in a tab that has navigated', async () => {
  expect(await execute('https://example.com/other')).toBeNull();
  run = () => Promise.reject(new Error('Cannot access'));
  expect(await execute()).toBeNull();
});

it('is null for a page that does not answer', async () => {
  vi.useFakeTimers();
  try {
    run = () => new Promise(() => undefined);
    const result = execute();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
