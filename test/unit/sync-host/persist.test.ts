// The browser is asked not to delete the rows of a batch: where this costs no prompt, which is in Chromium.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInProcessHost } from '../../../entrypoints/background/sync/in-process-host.ts';
import { handle } from '../../../entrypoints/offscreen/offscreen-host.ts';
import { createBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { getBulk } from '../../support/sample-bulks.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { draft } from '../bulk/world.ts';
import { sampleResult, uuid } from '../../support/samples.ts';

vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

let scopes = 0;
let scope = '';
const persist = vi.fn<() => Promise<boolean>>();

/** The background: no list can be read, and each row is done at once. */
const reply = (kind: string): unknown => {
  if (kind === 'submit-row') return { state: 'done', result: sampleResult(1), failure: null };
  return kind === 'api-get' ? { ok: false, failure: { kind: 'not-connected' } } : null;
};
const sync = (): SyncCommand => ({ task: 'sync', scope, force: false, requestNumber: 1 });

async function read<T>(act: (database: Awaited<ReturnType<typeof openOrCreate>>) => Promise<T>): Promise<T> {
  const database = await openOrCreate(scope);
  try {
    return await act(database);
  } finally {
    database.close();
  }
}
const storeBulk = () =>
  read((database) =>
    createBulk(database, {
      id: uuid(1),
      name: 'Bulk',
      at: 1,
      rows: [{ link: draft('https://example.com/'), leftOut: null }],
      rotatorCampaign: null,
      newId: () => uuid(2),
    }),
  );
const isDone = () =>
  vi.waitFor(async () => expect((await read((one) => getBulk(one, uuid(1))))?.counts.done).toBe(1), 5_000);

beforeEach(() => {
  fresh();
  scope = `https://sho.rt#persist-${++scopes}`;
  persist.mockReset().mockResolvedValue(true);
  vi.stubGlobal('navigator', { storage: { persist } });
  vi.spyOn(browser.runtime, 'sendMessage').mockImplementation(async (...message: unknown[]) => {
    const [sent] = message;
    const kind = typeof sent === 'object' && sent !== null && 'kind' in sent ? String(sent.kind) : '';
    return { ok: true, value: reply(kind) };
  });
});
afterEach(async () => {
  await handle({ task: 'stop' });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('Chromium: asked with the first batch, not for the synced list alone', async () => {
  await read(async () => {});
  await handle(sync());
  expect(persist).not.toHaveBeenCalled();
  await storeBulk();
  await handle(sync());
  await isDone();
  expect(persist).toHaveBeenCalledTimes(1);
});

it.each([
  ['refuses', () => Promise.resolve(false)],
  ['fails', () => Promise.reject(new Error('no storage'))],
])('Chromium: a browser that %s stops no batch', async (_name, reply) => {
  persist.mockImplementation(reply);
  await storeBulk();
  await handle(sync());
  await isDone();
  expect(persist).toHaveBeenCalledTimes(1);
});

it('Firefox: never asked, since it would prompt', async () => {
  const replies = new Proxy({} as Handlers, { get: (_target, kind) => async () => reply(String(kind)) });
  const host = createInProcessHost(replies);
  await storeBulk();
  await host(sync());
  await isDone();
  expect(persist).not.toHaveBeenCalled();
  await host({ task: 'stop' });
});
