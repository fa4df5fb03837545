/** Connecting: what is tried, what is kept of it, and that one key has one lane. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createBatchedWrites } from '../../../entrypoints/background/batched-writes.ts';
import { createConnections } from '../../../entrypoints/background/connection.ts';
import { openItems } from '../../../entrypoints/background/items.ts';
import { uuid } from '../outbox/samples.ts';
import { browser, fresh } from './extension.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));

const { local } = browser.storage;

beforeEach(() => {
  fresh();
  vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 1, email: 'a@example.com' } }));
  return () => void vi.unstubAllGlobals();
});

function start() {
  const opened: unknown[] = [];
  const connections = createConnections(
    openItems(() => {}),
    {
      disk: createBatchedWrites(local),
      onDamaged: () => {},
      onOtherAccount: async () => {},
      onGateway: (gateway) => void opened.push(gateway),
      onConnected: () => {},
    },
  );
  const connect = async (n: number, key: string) => {
    const ask = { id: uuid(n), at: n, kind: 'connect', address: 'https://sho.rt', key };
    local.kept.set(`intent:${ask.id}`, ask);
    await connections.connect(ask.id);
    return connections.gateway();
  };
  return { connect, opened };
}

test('again with the same key goes on with the lane that there is; another key has its own', async () => {
  const { connect, opened } = start();
  const first = await connect(1, 'one-key');
  expect(first).not.toBeNull();
  expect(await connect(2, 'one-key')).toBe(first);
  const other = await connect(3, 'other-key');
  expect(other).not.toBe(first);
  expect(opened).toEqual([first, other]);
});
