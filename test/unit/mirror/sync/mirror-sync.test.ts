/** The sync: one run at a time, requests first, one account only, and none after that is disconnected. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { databaseName } from '../../../../lib/mirror/database-name.ts';
import { createMirrorReader } from '../../../../lib/mirror/mirror-reader.ts';
import { settled, withoutWaiting } from '../../../support/flush.ts';
import { gate } from '../../../support/gate.ts';
import { sampleResult, shortenCommand } from '../../../support/samples.ts';
import { AnyService, expected, killableSync, rowsOf, listedFields } from '../any-service.ts';

/** Holds the service's responses back until it is let go. */
function held(service: AnyService, when: (page: number) => boolean) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const arrived = { count: 0 };
  const { read } = service;
  return {
    open,
    arrived,
    read: (async (call) => {
      if (call.path === '/api/urls' && when(Number(call.query?.['page']))) {
        arrived.count++;
        await opened;
      }
      return read(call);
    }) satisfies typeof read,
  };
}

describe('a request during a run', () => {
  it('for the newest goes before the old tail, in the same run', async () => {
    const service = new AnyService({ most: 10 });
    service.make(100);
    const { read, open, arrived } = held(service, (page) => page === 5);
    const { scope, start } = killableSync(service, { read });
    const mirrorSync = start();
    const first = mirrorSync.run();
    await expect.poll(() => arrived.count).toBe(1);
    service.make(3);
    const second = mirrorSync.run({ force: true });
    open();
    expect(await second).toEqual(await first);
    const paths = service.asked.map(({ path, page }) => path.replace('/api/', '') + page);
    // The page that was in progress, the lists, the newest, and on.
    expect(paths.slice(paths.indexOf('urls5') - 1)).toEqual([
      'urls4',
      'urls5',
      'campaigns1',
      'channels1',
      'pixels1',
      'splash1',
      'overlay1',
      'domains1',
      'urls1',
      ...[6, 7, 8, 9, 10, 11].map((page) => `urls${page}`),
    ]);
    expect((await rowsOf(scope)).map(listedFields)).toEqual(expected(service));
  });

  it('for stale data is covered by the next run alone', async () => {
    const service = new AnyService({ most: 10 });
    service.make(50);
    const { read, open, arrived } = held(service, (page) => page === 3);
    const mirrorSync = killableSync(service, { read }).start();
    const runs = [mirrorSync.run(), mirrorSync.run()];
    await expect.poll(() => arrived.count).toBe(1);
    runs.push(mirrorSync.run(), mirrorSync.run());
    open();
    await Promise.all(runs);
    expect(service.asked).toHaveLength(6 + 5 + 1);
  });

  it.each(['/api/campaigns', '/api/pixels', '/api/domains', '/api/urls'])(
    'gets all that was asked for when the sync is killed at %s, fresh as it was',
    async (last) => {
      const service = new AnyService();
      service.make(5);
      const { start, scope } = killableSync(service, {
        async read(call) {
          const response = await service.read(call);
          if (isAsked && call.path === last) killed.stop();
          return response;
        },
      });
      let isAsked = false;
      const killed = start();
      await killed.run();
      isAsked = true;
      service.make(3);
      service.asked.length = 0;
      await killed.run({ force: true });
      await start().run();
      expect(new Set(service.asked.map(({ path }) => path)).size).toBe(7);
      expect((await rowsOf(scope)).map(listedFields)).toEqual(expected(service));
    },
  );

  it('at the end of the run is not lost', async () => {
    const service = new AnyService();
    service.make(5);
    const mirrorSync = killableSync(service).start();
    const again: Promise<unknown>[] = [];
    await mirrorSync.run().then(() => again.push(mirrorSync.run({ force: true })));
    await Promise.all(again);
    expect(service.asked.filter(({ path }) => path === '/api/campaigns')).toHaveLength(2);
  });
});

describe('an account', () => {
  it('never has the data of another account’s sync', async () => {
    const [one, other] = [new AnyService(), new AnyService()];
    one.make(20);
    other.make(60);
    other.remove(...Array.from({ length: 40 }, (_, place) => place + 1));
    const [here, there] = [killableSync(one), killableSync(other)];
    await Promise.all([here.start().run({ force: true }), there.start().run({ force: true })]);
    expect((await rowsOf(here.scope)).map(listedFields)).toEqual(expected(one));
    expect((await rowsOf(there.scope)).map(listedFields)).toEqual(expected(other));
  });

  it('that is forgotten while a page is in flight is not created again', async () => {
    const service = new AnyService({ most: 10 });
    service.make(50);
    const { read, open, arrived } = held(service, (page) => page === 3);
    const { scope, start } = killableSync(service, { read });
    const mirrorSync = start();
    const run = mirrorSync.run({ force: true });
    await expect.poll(() => arrived.count).toBe(1);
    await deleteDB(databaseName(scope));
    open();
    expect(await run).toEqual({ left: 'nothing' });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseName(scope));
    const asked = service.asked.length;
    expect(asked).toBeLessThanOrEqual(6 + 4);
    // Connected again.
    await mirrorSync.run({ force: true });
    expect((await rowsOf(scope)).map(listedFields)).toEqual(expected(service));
  });

  it('that is stopped asks for nothing more, and writes nothing more', async () => {
    const service = new AnyService({ most: 10 });
    service.make(50);
    const { read, open, arrived } = held(service, (page) => page === 3);
    const { scope, start } = killableSync(service, { read });
    const mirrorSync = start();
    const run = mirrorSync.run({ force: true });
    await expect.poll(() => arrived.count).toBe(1);
    mirrorSync.stop();
    open();
    expect(await run).toEqual({ left: 'nothing' });
    expect(await rowsOf(scope)).toHaveLength(20);
    expect(await mirrorSync.run({ force: true })).toEqual({ left: 'nothing' });
    expect(await rowsOf(scope)).toHaveLength(20);
    // The next instance resumes where it was.
    service.asked.length = 0;
    await start().run();
    expect((await rowsOf(scope)).map(listedFields)).toEqual(expected(service));
    expect(service.pages().map(({ page }) => page)).toEqual([3, 4, 5]);
  });
});

it('lists that are being written when their account is left are not passed on', async () => {
  const service = new AnyService();
  const { start, offered } = killableSync(service);
  const mirrorSync = start();
  const { transaction } = IDBDatabase.prototype;
  const writes = vi.spyOn(IDBDatabase.prototype, 'transaction');
  writes.mockImplementation(function (this: IDBDatabase, ...given) {
    if ([...given[0]].includes('campaigns')) mirrorSync.stop();
    return transaction.apply(this, given);
  });
  expect(await mirrorSync.run()).toEqual({ left: 'nothing' });
  writes.mockRestore();
  expect([service.asked.length, offered]).toEqual([1, []]);
});

describe('what a sync catches', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['a bug is reported', new RangeError('bug'), 1],
    ['a failure of the database is not', new DOMException('full', 'QuotaExceededError'), 0],
  ])('%s; it is tried again later', async (_name, error, times) => {
    const service = new AnyService();
    service.make(1);
    const { start, reported } = killableSync(service, { reportSync: () => Promise.reject(error) });
    expect(await start().run()).toMatchObject({ left: 'more', failure: null });
    expect(reported).toEqual(Array(times).fill(error));
  });

  it('a bug in a local change is reported', async () => {
    const bug = new RangeError('bug');
    const { start, reported } = killableSync(new AnyService());
    const mirrorSync = start();
    await mirrorSync.run();
    const ended = { command: shortenCommand(1), at: 1, result: sampleResult(1) };
    Object.defineProperty(ended, 'result', {
      get() {
        throw bug;
      },
    });
    await mirrorSync.applyChange(ended);
    expect(reported).toEqual([bug]);
  });
});

describe('a private link whose exclusion the database refuses', () => {
  const ended = {
    command: shortenCommand(1, { private: true }),
    result: { ...sampleResult(1), id: '4', shortUrl: 'https://sho.rt/a4' },
    at: 1,
  };

  /** The next transaction fails, as on a full disk; pauses end when the test lets them. */
  async function failing(service: AnyService, read = service.read) {
    const pause = gate();
    const pauses: number[] = [];
    const delay = (ms: number): Promise<void> => {
      if (ms !== 250) pauses.push(ms);
      return pause.passed;
    };
    const { scope, start } = killableSync(service, { read, delay });
    const mirrorSync = start();
    const exclude = async (): Promise<void> => {
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      void mirrorSync.applyChange(ended);
      await expect.poll(() => pauses.length).toBe(1);
    };
    const ids = async () => (await rowsOf(scope)).map(({ id }) => id);
    return { mirrorSync, pause, exclude, ids };
  }

  afterEach(() => vi.restoreAllMocks());

  it('is excluded before a list is read', async () => {
    const service = new AnyService();
    service.make(3);
    const { mirrorSync, pause, exclude, ids } = await failing(service);
    await mirrorSync.run();
    await exclude();
    service.make(1);
    const run = mirrorSync.run({ force: true });
    pause.open();
    expect(await run).toMatchObject({ left: 'later' });
    expect(await ids()).toEqual(['3', '2', '1']);
  });

  it('is excluded before a page is stored that has been requested already', async () => {
    const service = new AnyService();
    service.make(4);
    const { read, open, arrived } = held(service, () => true);
    const { mirrorSync, pause, exclude, ids } = await failing(service, read);
    const run = mirrorSync.run();
    await expect.poll(() => arrived.count).toBe(1);
    await exclude();
    open();
    await settled();
    expect(await ids()).toEqual([]);
    pause.open();
    await run;
    expect(await ids()).toEqual(['3', '2', '1']);
  });
});

it('pages are notified of changes at most once per interval', async () => {
  const service = new AnyService({ most: 10 });
  service.make(200);
  const breaths: number[] = [];
  let breathe = () => {};
  const { scope, start } = killableSync(service, {
    delay: (ms) => {
      breaths.push(ms);
      return new Promise((resolve) => (breathe = resolve));
    },
  });
  const heard: string[] = [];
  const stop = createMirrorReader(() => scope).onChange((what) => heard.push(what));
  await start().run();
  await expect.poll(() => heard).toEqual(['lists']);
  expect(breaths).toEqual([250]);
  breathe();
  await expect.poll(() => heard.toSorted()).toEqual(['fresh', 'links', 'lists', 'lists']);
  expect(breaths).toEqual([250, 250]);
  stop();
});

it('a database that the browser closes is opened again later', async () => {
  const service = new AnyService({ most: 10 });
  service.make(50);
  const { read, open, arrived } = held(service, (page) => page === 3);
  const { scope, start } = killableSync(service, { read });
  const opened: IDBDatabase[] = [];
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    opened.push(this);
    return transaction.apply(this, given);
  });
  const mirrorSync = start();
  const run = mirrorSync.run();
  await expect.poll(() => arrived.count).toBe(1);
  vi.restoreAllMocks();
  for (const database of new Set(opened)) {
    // @ts-expect-error -- it takes an instance, and is declared to take the class
    forceCloseDatabase(database);
  }
  open();
  // Taken for a disconnected account, nothing would resume it until a page opens.
  expect(await run).toMatchObject({ left: 'more', failure: null });
  await mirrorSync.run();
  expect(await rowsOf(scope)).toHaveLength(50);
});

it('a database that can’t be written to is tried again later', async () => {
  const service = new AnyService();
  service.make(5);
  const { scope, start } = killableSync(service);
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    const first = start();
    const left = await withoutWaiting(() => first.run({ force: true }));
    expect(left).toMatchObject({ left: 'more', failure: null });
  } finally {
    indexedDB.open = open;
  }
  expect(service.asked).toEqual([]);
  await start().run({ force: true });
  expect(await rowsOf(scope)).toHaveLength(5);
});
