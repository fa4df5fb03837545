/** The sync host: one account at a time, with a report to the background when it has finished. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncHost, unreadRetryMs, type SyncHostDeps } from '../../../lib/sync-host/sync-host.ts';
import { syncCommandSchema, type SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import { createBulk } from '../../../lib/bulk/store/create-bulk.ts';
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { createMirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { draft } from '../bulk/world.ts';
import { sampleResult, shortenCommand, uuid } from '../../support/samples.ts';
import { settled, withoutWaiting } from '../../support/flush.ts';

let scopes = 0;
let scope = '';
const links = [
  { id: 7, shorturl: 'https://sho.rt/a', longurl: 'https://example.com/', alias: 'a', clicks: 3 },
];

type Reply = (path: string) => ReplyOf<'api-get'> | Promise<ReplyOf<'api-get'>>;
const well: Reply = (path) => ({
  ok: true,
  body: {
    error: '0',
    data: { result: 1, currentpage: 1, nextpage: null, urls: path === '/api/urls' ? links : [] },
  },
  date: null,
});

/** A background with the given responses, and pauses that the test ends. */
function start(
  reply: Reply = well,
  rowEnds: Promise<unknown> = Promise.resolve(),
  row: ReplyOf<'submit'> = { state: 'done', result: sampleResult(1), failure: null },
  finished: () => Promise<null> = async () => null,
) {
  const errors: unknown[] = [];
  const heard: [string, unknown][] = [];
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const note =
    <T>(kind: string, reply: T) =>
    async (request: unknown): Promise<T> => {
      heard.push([kind, request]);
      return reply;
    };
  const deps: SyncHostDeps = {
    requests: {
      async 'api-get'(request) {
        heard.push(['api-get', request]);
        return reply(request.path);
      },
      'sync-results': note('sync-results', null),
      async 'sync-finished'(request) {
        heard.push(['sync-finished', request]);
        return finished();
      },
      async 'submit-row'(request) {
        heard.push(['submit-row', request]);
        await rowEnds;
        return row;
      },
      'job-status': note('job-status', null),
      cancel: note('cancel', true),
      retry: note('retry', { state: 'queued', result: null, failure: null } as const),
      acknowledge: note('acknowledge', null),
    },
    now: () => 1_000,
    newId: () => uuid(99),
    delay: (ms) => new Promise<void>((resolve) => pauses.push({ ms, end: resolve })),
    report: (error) => errors.push(error),
  };
  const requestsOf = (kind: string) => heard.filter(([one]) => one === kind).map(([, request]) => request);
  const take = createSyncHost(deps);
  const hasReported = () => until(() => requestsOf('sync-finished').length > 0);
  return { take, host: (task: SyncCommand) => void take(task), requestsOf, hasReported, pauses, errors };
}

async function until(hold: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !hold(); turn++) await settled();
  expect(hold()).toBe(true);
}

const syncCommand = (change: Partial<Extract<SyncCommand, { task: 'sync' }>> = {}): SyncCommand => ({
  task: 'sync',
  scope,
  force: false,
  requestNumber: 1,
  ...change,
});

/** A bulk of one row, which becomes the job `uuid(2)`. */
async function storeBulk(): Promise<void> {
  const database = await openOrCreate(scope);
  await createBulk(database, {
    id: uuid(1),
    name: 'Bulk',
    at: 1,
    rows: [{ link: draft('https://example.com/'), leftOut: null }],
    rotatorCampaign: null,
    newId: () => uuid(2),
  });
  database.close();
}

beforeEach(() => {
  scope = `https://sho.rt#host-${++scopes}`;
});

describe('a sync', () => {
  it('fetches the account, and reports that nothing is left', async () => {
    const { host, requestsOf, hasReported } = start();
    host(syncCommand());
    await hasReported();
    expect(requestsOf('sync-finished')).toMatchObject([{ scope, more: false }]);
    expect(requestsOf('api-get')).toSatisfy((all: { scope: string; priority: string }[]) =>
      all.every((one) => one.scope === scope && one.priority === 'background'),
    );
    expect(requestsOf('sync-results')).toContainEqual({
      scope,
      lists: { campaigns: [] },
      clicks: [],
      gone: [],
    });
    expect(await createMirrorReader(() => scope).newest(10)).toMatchObject([{ id: '7', clicks: 3 }]);
  });

  it('has priority for the lists and the newest links when it is forced', async () => {
    const { host, requestsOf, hasReported } = start();
    host(syncCommand({ force: true }));
    await hasReported();
    const priority = (path: string) =>
      (requestsOf('api-get') as { path: string; priority: string }[]).find((one) => one.path === path)
        ?.priority;
    expect([priority('/api/campaigns'), priority('/api/urls')]).toEqual(['user', 'user']);
  });

  it('is reported once after two commands', async () => {
    const { host, requestsOf, hasReported } = start();
    host(syncCommand());
    host(syncCommand());
    await hasReported();
    await settled();
    expect(requestsOf('sync-finished')).toHaveLength(1);
  });

  it('is reported with the highest number, regardless of which command arrives last', async () => {
    const { host, requestsOf, hasReported } = start();
    host(syncCommand({ requestNumber: 5 }));
    host(syncCommand({ force: true, requestNumber: 4 }));
    await hasReported();
    expect(requestsOf('sync-finished')).toMatchObject([{ scope, more: false, requestNumber: 5 }]);
  });

  it.each<[Failure, boolean]>([
    [{ kind: 'unreachable', status: null, message: null }, true],
    [{ kind: 'limit', until: 5_000, message: null }, true],
    [{ kind: 'key', status: 403, message: null }, false],
    [{ kind: 'no-permission', origin: 'https://sho.rt' }, false],
  ])('after %j is repeated automatically: %s', async (failure, more) => {
    const { host, requestsOf, hasReported } = start(() => ({ ok: false, failure }));
    host(syncCommand());
    await hasReported();
    expect(requestsOf('sync-finished')).toMatchObject([{ scope, more }]);
  });
});

describe('a bulk', () => {
  it('runs to its end before the report', async () => {
    await storeBulk();
    const ends = { end: () => {} };
    const { host, requestsOf, hasReported } = start(
      well,
      new Promise((resolve) => (ends.end = () => resolve(null))),
    );
    host(syncCommand());
    await until(() => requestsOf('submit-row').length > 0);
    await settled();
    expect([requestsOf('submit-row'), requestsOf('sync-finished')]).toMatchObject([
      [{ command: { id: uuid(2), from: 'bulk' } }],
      [],
    ]);
    ends.end();
    await hasReported();
    expect(requestsOf('acknowledge')).toEqual([{ id: uuid(2) }]);
  });

  it('ends its command while sending is blocked, and continues afterwards', async () => {
    await storeBulk();
    const waiting = { state: 'queued', result: null, failure: null, blocked: true } as const;
    const { take, requestsOf, pauses } = start(
      () => ({ ok: false, failure: { kind: 'key', status: 401, message: null } }),
      undefined,
      waiting,
    );
    let end = '';
    void take(syncCommand()).then(() => (end = 'settled'));
    await until(() => end !== '');
    expect(requestsOf('sync-finished')).toEqual([
      { scope, more: true, at: 0, waits: true, requestNumber: 1 },
    ]);
    expect(pauses).toEqual([]);
  });

  it('ends its command only when it is over: until then the document stays open', async () => {
    await storeBulk();
    const ends = { end: () => {} };
    const { take, requestsOf, hasReported } = start(
      well,
      new Promise((resolve) => (ends.end = () => resolve(null))),
    );
    let settledAt = '';
    void take(syncCommand()).then(() => (settledAt = 'sync ended'));
    await until(() => requestsOf('submit-row').length > 0);
    await settled();
    expect(settledAt).toBe('');
    ends.end();
    await hasReported();
    await settled();
    expect(settledAt).toBe('sync ended');
    await take({
      task: 'local-change',
      scope,
      ended: { command: shortenCommand(1), result: sampleResult(1), at: 5 },
    });
    await take({ task: 'stop' });
  });

  it('reports an error of the background', async () => {
    const error = new Error('failed');
    const { take, errors } = start(well, undefined, undefined, () => Promise.reject(error));
    await take(syncCommand());
    expect(errors).toEqual([error]);
    await take({ task: 'stop' });
  });

  it('is retried by the alarm, not by an opened page, when its database can’t be opened', async () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error', 'UnknownError');
    };
    try {
      const { host, requestsOf, pauses } = start();
      host(syncCommand());
      await withoutWaiting(async () => {
        while (requestsOf('sync-finished').length === 0) {
          for (const { end } of pauses) end();
          await settled();
        }
      });
      expect(requestsOf('sync-finished')).toMatchObject([{ scope, more: true, at: 1_000 + unreadRetryMs }]);
    } finally {
      IDBFactory.prototype.open = open;
    }
  });

  it('does not hold up the sync, which is retried meanwhile', async () => {
    await storeBulk();
    let failing = true;
    const failure: Failure = { kind: 'unreachable', status: null, message: null };
    const { host, requestsOf, pauses } = start(
      (path) => (failing ? { ok: false, failure } : well(path)),
      new Promise(() => {}),
    );
    host(syncCommand());
    await until(() => pauses.some(({ ms }) => ms >= 60_000));
    const before = requestsOf('api-get').length;
    failing = false;
    for (const { end } of pauses) end();
    await until(() => requestsOf('api-get').length > before);
    expect(requestsOf('sync-finished')).toEqual([]);
  });

  it('has a failing sync retried once at a time, however many commands have come', async () => {
    await storeBulk();
    const failure: Failure = { kind: 'unreachable', status: null, message: null };
    const { host, requestsOf, pauses } = start(() => ({ ok: false, failure }), new Promise(() => {}));
    const retries = () => pauses.filter(({ ms }) => ms >= 60_000);
    for (let command = 1; command <= 10; command++) host(syncCommand({ requestNumber: command }));
    await until(() => retries().length === 10);
    for (let time = 0; time < 3; time++) {
      const before = requestsOf('api-get').length;
      for (const { end } of pauses.splice(0)) end();
      await until(() => retries().length > 0);
      await settled();
      expect([retries().length, requestsOf('api-get').length - before]).toEqual([1, 1]);
    }
  });
});

describe('an account', () => {
  it('that was disconnected gets no more requests and reports', async () => {
    let reply = (_reply: ReplyOf<'api-get'>) => {};
    const { host, requestsOf } = start(() => new Promise((resolve) => (reply = resolve)));
    host(syncCommand());
    await until(() => requestsOf('api-get').length > 0);
    host({ task: 'stop' });
    reply({ ok: true, body: { error: 0, data: { campaigns: [] } }, date: null });
    await settled();
    expect([requestsOf('api-get').length, requestsOf('sync-finished')]).toEqual([1, []]);
  });

  it('is replaced by the next one', async () => {
    const { host, requestsOf, hasReported } = start();
    const other = `${scope}-other`;
    host(syncCommand());
    host(syncCommand({ scope: other }));
    await hasReported();
    await settled();
    expect(requestsOf('sync-finished')).toMatchObject([{ scope: other }]);
    expect(await createMirrorReader(() => other).newest(1)).toHaveLength(1);
    expect(await createMirrorReader(() => scope).newest(1)).toEqual([]);
  });
});

it('applies the result of a job immediately', async () => {
  const { host, hasReported } = start();
  host(syncCommand());
  await hasReported();
  host({
    task: 'local-change',
    scope,
    ended: { command: shortenCommand(1), result: sampleResult(1), at: 5 },
  });
  const view = createMirrorReader(() => scope);
  for (let turn = 0; turn < 50 && (await view.newest(9)).length < 2; turn++) await settled();
  expect((await view.newest(9)).map(({ shortUrl }) => shortUrl)).toContain('https://sho.rt/1');
});

it.each([
  [{ task: 'sync', scope: 'x', force: true, requestNumber: 1 }, true],
  [{ task: 'local-change', scope: 'x', ended: { command: shortenCommand(1), result: null, at: 5 } }, true],
  [{ task: 'stop' }, true],
  [{ task: 'sync', scope: 'x' }, false],
  [{ task: 'local-change', scope: 'x', ended: { command: { kind: 'shorten' }, result: null, at: 5 } }, false],
  [{ task: 'open' }, false],
  [null, false],
])('accepts %j as a command: %s', (task, is) => {
  expect(syncCommandSchema.safeParse(task).success).toBe(is);
});
