/** Connecting: what is tried, what is kept of it, and that one key has one lane. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBatchedWrites } from '../../../entrypoints/background/batched-writes.ts';
import { createConnections } from '../../../entrypoints/background/connection.ts';
import { openItems } from '../../../entrypoints/background/items.ts';
import { uuid } from '../outbox/samples.ts';
import { browser, fresh, StorageArea } from './extension.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));

const { local } = browser.storage;

beforeEach(() => {
  fresh();
  vi.stubGlobal('fetch', async () => account());
  return () => void vi.unstubAllGlobals();
});

function start() {
  const opened: unknown[] = [];
  const items = openItems(() => {});
  const connections = createConnections(items, {
    disk: createBatchedWrites(local),
    onDamaged: () => {},
    onOtherAccount: async () => {},
    onGateway: (gateway) => void opened.push(gateway),
    onConnected: () => {},
  });
  const connect = async (n: number, key: string) => {
    ask(n, key);
    await connections.connect(uuid(n));
    return connections.gateway();
  };
  return { connections, items, connect, opened };
}

/** As the settings page does: on disk before anything else. */
function ask(n: number, key: string): void {
  const asked = { id: uuid(n), at: n, kind: 'connect', address: 'https://sho.rt', key };
  local.kept.set(`intent:${asked.id}`, asked);
}

const account = () => Response.json({ error: 0, data: { id: 1, email: 'a@example.com' } });
const refusal = () => Response.json({ error: 1, message: 'no such key' }, { status: 403 });

test('again with the same key goes on with the lane that there is; another key has its own', async () => {
  const { connect, opened } = start();
  const first = await connect(1, 'one-key');
  expect(first).not.toBeNull();
  expect(await connect(2, 'one-key')).toBe(first);
  const other = await connect(3, 'other-key');
  expect(other).not.toBe(first);
  expect(opened).toEqual([first, other]);
});

describe('the end of an attempt is told, wherever the worker is killed', () => {
  test.each([
    ['connected', account],
    ['failed', refusal],
  ])('%s', async (end, answer) => {
    vi.stubGlobal('fetch', async () => answer());
    for (let killedAt = 1; ; killedAt++) {
      fresh();
      ask(1, 'a-key');
      // Of this life, everything from this write on never ends, nor does it reach the disk.
      let writes = 0;
      const held = <T>(work: () => Promise<T>) =>
        ++writes >= killedAt ? new Promise<never>(() => undefined) : work();
      const set = vi.spyOn(local, 'set');
      const remove = vi.spyOn(local, 'remove');
      const { set: write, remove: drop } = StorageArea.prototype;
      set.mockImplementation((items) => held(() => write.call(local, items)));
      remove.mockImplementation((keys) => held(() => drop.call(local, keys)));
      const life = start();
      const done = life.connections.connect(uuid(1)).then(() => true);
      const ended = await Promise.race([
        done,
        new Promise<false>((resolve) => setTimeout(resolve, 20, false)),
      ]);
      set.mockRestore();
      remove.mockRestore();
      // The next life takes up what is there, as the page's repeated message does.
      const next = start();
      await next.connections.connect(uuid(1));
      expect((await next.items.accountView.read()).attempt).toMatchObject({ id: uuid(1), state: end });
      expect(local.keys('intent:')).toEqual([]);
      if (ended) {
        expect(killedAt).toBeGreaterThan(3);
        break;
      }
    }
  });
});

test('a picture that an earlier life did not bring is brought by the next one, and asked for once', async () => {
  const picture = 'https://sho.rt/picture/1.png';
  const asked: string[] = [];
  let dies = true;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== picture) return Response.json({ error: 0, data: { id: 1, avatar: picture } });
    asked.push(address);
    if (dies) return new Promise(() => undefined);
    return new Response(new Uint8Array([137, 80]), { headers: { 'content-type': 'image/png' } });
  });
  const first = start();
  const before = await Promise.race([first.connect(1, 'a-key'), vi.waitUntil(() => asked.length === 1)]);
  expect(before).toBe(true);
  const [second, third] = [start(), start()];
  expect((await second.items.accountView.read()).account?.avatar).toBeNull();
  dies = false;
  await second.connections.bringPicture();
  expect((await second.items.accountView.read()).account?.avatar).toMatch(/^data:image\/png/);
  await third.connections.bringPicture();
  expect(asked).toHaveLength(2);
});

test('disconnecting forgets what was asked for and has not begun, with the key that was to be tried', async () => {
  const { connections, connect } = start();
  await connect(1, 'a-key');
  ask(2, 'another-key');
  await connections.disconnect();
  expect(local.keys('intent:')).toEqual([]);
  expect(JSON.stringify([...local.kept])).not.toContain('another-key');
});
