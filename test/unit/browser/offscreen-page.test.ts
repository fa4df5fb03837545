/** The offscreen document confirms a local change only when it is stored: the background asks for all else again. */
import { expect, it, vi } from 'vitest';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import { sampleResult, shortenCommand } from '../../support/samples.ts';

type Listener = (message: unknown, sender: object, reply: (done?: boolean) => void) => unknown;

const page = vi.hoisted(() => ({ listeners: [] as Listener[] }));
const handled: SyncCommand[] = [];

vi.stubGlobal('location', { origin: 'chrome-extension://curtail' });
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: { id: 'curtail', onMessage: { addListener: (one: Listener) => page.listeners.push(one) } },
  },
}));
vi.mock('../../../lib/sync-host/sync-host.ts', () => ({
  createSyncHost: () => async (command: SyncCommand) => void handled.push(command),
}));

const change = (scope: unknown) => ({
  task: 'local-change',
  scope,
  ended: { command: shortenCommand(1, { private: true }), result: sampleResult(1), at: 5 },
});

/** @returns its reply */
async function send(task: unknown): Promise<unknown> {
  if (page.listeners.length === 0) await import('../../../entrypoints/offscreen/main.ts');
  return new Promise((reply) =>
    page.listeners.forEach((listener) =>
      listener(
        { target: 'offscreen', task },
        { id: 'curtail', url: 'chrome-extension://curtail/background.js' },
        reply,
      ),
    ),
  );
}

it('confirms a local change that is stored', async () => {
  expect(await send(change('here'))).toBe(true);
  expect(handled).toMatchObject([change('here')]);
});

it('confirms no local change that it can’t read', async () => {
  handled.length = 0;
  expect(await send(change(7))).toBeUndefined();
  expect(handled).toEqual([]);
  expect(await send(change('here'))).toBe(true);
});

it('confirms no local change while the sync host can’t be loaded', async () => {
  vi.resetModules();
  page.listeners.length = handled.length = 0;
  vi.doMock('../../../entrypoints/offscreen/offscreen-host.ts', () => {
    throw new Error('not found');
  });
  expect(await send(change('here'))).toBeUndefined();
  vi.doUnmock('../../../entrypoints/offscreen/offscreen-host.ts');
  expect(await send(change('here'))).toBe(true);
  expect(handled).toMatchObject([change('here')]);
});

it('confirms a sync at once, which reports its end itself', async () => {
  expect(await send({ task: 'sync' })).toBe(true);
});
