/** The links: synced completely from services of every kind, at one request per page, and resumed after a kill. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../lib/api/failure.ts';
import { openOrCreate } from '../../../../lib/mirror/database.ts';
import { createMirrorReader } from '../../../../lib/mirror/mirror-reader.ts';
import { verifyNextMissing } from '../../../../lib/mirror/sync/deletion-scan.ts';
import { initialLinksState } from '../../../../lib/mirror/sync/links-state.ts';
import type { SyncContext } from '../../../../lib/mirror/sync/sync-results.ts';
import {
  AnyService,
  dayMs,
  expected,
  killableSync,
  live,
  offline,
  rowsOf,
  listedFields,
  type Manner,
} from '../any-service.ts';
import { anyScope, fill, linkRow } from '../../../support/link-rows.ts';

const minute = 60_000;

async function filled(count: number, manner: Partial<Manner> = {}) {
  const service = new AnyService(manner);
  service.make(count);
  const { scope, start, offered } = killableSync(service);
  const mirrorSync = start();
  const left = await mirrorSync.run({ force: true });
  return { service, scope, mirrorSync, start, left, offered };
}

const expectSame = async (service: AnyService, scope: string) =>
  expect((await rowsOf(scope)).map(listedFields)).toEqual(expected(service));

describe('the first fill', () => {
  it('syncs every link, a request for each page and one to learn its size', async () => {
    const { service, scope, left } = await filled(1_234);
    await expectSame(service, scope);
    expect(service.pages().map(({ page, limit }) => [page, limit])).toEqual([
      [1, 1_000],
      [1, 200],
      ...Array.from({ length: 12 }, (_, place) => [place + 2, 100]),
    ]);
    expect(left).toEqual({ left: 'later', at: expect.any(Number), failure: null });
    const view = createMirrorReader(() => scope);
    expect((await view.freshness()).links).toEqual({
      count: 1_234,
      total: 1_234,
      complete: true,
      at: expect.any(Number),
      pageSize: 100,
      newestFrom: String(1_234 - 99),
      wholeAt: expect.any(Number),
    });
  });

  it.each<[string, number, Partial<Manner>]>([
    ['honors a thousand', 3, { most: 5_000 }],
    ['answers its own number where too many are asked for', 100 + 6, { most: 25, beyond: 'own' }],
    ['takes no notice of the limit', 167 + 1, { most: 15 }],
    ['refuses a large limit', 50 + 4, { most: 50, beyond: 'refused' }],
    ['answers a large limit with what can’t be read', 50 + 4, { most: 50, beyond: 'unreadable' }],
    ['is too slow for a large limit', 25 + 4, { most: 100, beyond: 'timed-out' }],
  ])('of 2,500 links by a service that %s takes %i requests', async (_name, requests, manner) => {
    const { service, scope } = await filled(2_500, manner);
    await expectSame(service, scope);
    expect(service.pages().length).toBeLessThanOrEqual(requests);
  });

  it.each<Failure>([
    { kind: 'unreachable', status: 504, message: null },
    { kind: 'unreachable', status: 502, message: null },
    // A response that breaks off.
    offline,
  ])('of 1,234 links behind a gateway that times out on large pages ($status) is whole', async (failure) => {
    const service = new AnyService({ most: 5_000 });
    service.make(1_234);
    service.fate = ({ path, limit }) => (path === '/api/urls' && (limit ?? 0) > 200 ? failure : 'answered');
    const { scope, start } = killableSync(service);
    expect(await start().run()).toMatchObject({ left: 'later' });
    await expectSame(service, scope);
    expect(service.pages().map(({ limit }) => limit)).toEqual([
      1_000,
      100,
      250,
      ...Array.from({ length: 12 }, () => 100),
    ]);
  });

  it('is as large afterwards as before an outage, which costs few requests', async () => {
    const { service, scope, mirrorSync } = await filled(3_000, { most: 5_000 });
    const { fate } = service;
    service.fate = () => ({ kind: 'unreachable', status: 503, message: null });
    service.now += dayMs;
    for (let run = 0; run < 3; run++) {
      service.asked.length = 0;
      await mirrorSync.run({ force: true });
      expect(service.pages()).toHaveLength(3);
    }
    service.fate = fate;
    service.make(1);
    service.asked.length = 0;
    await mirrorSync.run({ force: true });
    await expectSame(service, scope);
    expect(new Set(service.pages().map(({ limit }) => limit))).toEqual(new Set([1_000]));
  });

  it('of an account that has outgrown its gateway is smaller from then on', async () => {
    const { service, scope, mirrorSync } = await filled(600, { most: 5_000 });
    service.make(600);
    service.fate = ({ path, limit }) =>
      path === '/api/urls' && (limit ?? 0) > 200
        ? { kind: 'unreachable', status: 504, message: null }
        : 'answered';
    service.now += dayMs;
    await live(service, mirrorSync, 1);
    await expectSame(service, scope);
  });

  it.each<[string, Partial<Manner>]>([
    ['rises', { order: 'ascending' }],
    ['rises and tells no last page', { order: 'ascending', maxpage: false }],
    ['rises and tells neither last page nor total', { order: 'ascending', maxpage: false, result: 'none' }],
    ['counts the page under `result`', { result: 'page' }],
    ['tells no total', { result: 'none', maxpage: false }],
    ['tells too large a total', { result: 'too many' }],
    ['writes its next page as text', { nextpage: 'text' }],
    ['names no next page', { nextpage: 'none' }],
    ['names no next page, and only its total', { nextpage: 'none', maxpage: false }],
    ['always names a next page', { nextpage: 'endless', maxpage: false, result: 'none' }],
    [
      'repeats its last page for ever',
      { nextpage: 'endless', maxpage: false, result: 'none', after: 'repeats' },
    ],
    [
      'refuses a page beyond its last',
      { result: 'too many', nextpage: 'none', maxpage: false, after: 'refused' },
    ],
    ['has null for a list', { nextpage: 'endless', maxpage: false, after: 'null' }],
  ])('of a list that %s is whole', async (_name, manner) => {
    const { service, scope } = await filled(345, { most: 30, ...manner });
    await expectSame(service, scope);
    const { links } = await createMirrorReader(() => scope).freshness();
    expect(links).toMatchObject({ count: 345, complete: true });
    expect(service.pages().length).toBeLessThanOrEqual(Math.ceil(345 / 30) + 3);
  });

  it('passes over records that can’t be read', async () => {
    const { service, scope } = await filled(200, { most: 20, bad: 10 });
    expect(await rowsOf(scope)).toHaveLength(180);
    expect(service.pages().length).toBeLessThanOrEqual(12);
    expect((await createMirrorReader(() => scope).freshness()).links).toMatchObject({
      count: 180,
      complete: true,
    });
  });

  it('of an empty account is one request', async () => {
    const { service, scope } = await filled(0);
    expect(service.pages()).toHaveLength(1);
    expect((await createMirrorReader(() => scope).freshness()).links).toMatchObject({
      count: 0,
      complete: true,
    });
  });

  it('without any response is retried later, and reports when and why', async () => {
    const service = new AnyService();
    service.make(10);
    service.fate = () => offline;
    const { scope, start } = killableSync(service);
    expect(await start().run({ force: true })).toEqual({
      left: 'more',
      at: service.now + 5 * minute,
      failure: offline,
    });
    expect(service.asked).toHaveLength(1);
    service.fate = () => 'answered';
    await start().run();
    await expectSame(service, scope);
  });
});

describe('a later sync', () => {
  it('the newest are read until what is known is reached, at most once in five minutes', async () => {
    const { service, scope, mirrorSync } = await filled(500);
    service.asked.length = 0;
    service.make(130);
    await mirrorSync.run();
    expect(service.pages()).toEqual([]);
    service.now += 5 * minute;
    await mirrorSync.run();
    expect(service.pages().map(({ page }) => page)).toEqual([1, 2]);
    await expectSame(service, scope);
    await mirrorSync.run({ force: true });
    expect(service.pages().map(({ page }) => page)).toEqual([1, 2, 1]);
  });

  it('of a list in ascending order, too', async () => {
    const { service, scope, mirrorSync } = await filled(500, { order: 'ascending' });
    service.asked.length = 0;
    service.make(130);
    await mirrorSync.run({ force: true });
    expect(service.pages().map(({ page }) => page)).toEqual([5, 7, 6, 5]);
    await expectSame(service, scope);
  });

  it('an interrupted sync of new links leaves no gap', async () => {
    const { service, scope, mirrorSync, start } = await filled(300, { most: 20 });
    service.make(100);
    let pages = 0;
    service.fate = ({ path }) => (path === '/api/urls' && ++pages > 2 ? 'killed before' : 'answered');
    void mirrorSync.run({ force: true });
    await expect.poll(() => pages).toBe(3);
    service.fate = () => 'answered';
    service.make(50);
    service.asked.length = 0;
    await start().run({ force: true });
    await expectSame(service, scope);
    expect(service.pages().length).toBeLessThanOrEqual(8);
  });

  it('clicks that have grown are seen on the newest page, and passed on', async () => {
    const { service, scope, mirrorSync, offered } = await filled(10);
    offered.length = 0;
    const link = service.links.at(-1);
    if (link) link.clicks = 99;
    await mirrorSync.run({ force: true });
    await expectSame(service, scope);
    expect(offered.flatMap(({ clicks = [] }) => clicks)).toContainEqual({
      id: '10',
      shortUrl: 'https://sho.rt/a10',
      longUrl: 'https://example.com/10?x=1&amp;y=2',
      clicks: 99,
      date: '2026-01-01 00:00:00',
    });
  });
});

describe('a kill', () => {
  it.each(['killed before', 'killed after'] as const)(
    'at every page re-reads at most that page: %s the service has counted it',
    async (killed) => {
      const service = new AnyService();
      service.make(1_000);
      const { scope, start } = killableSync(service);
      let kills = 0;
      for (let instance = 0; instance < 50; instance++) {
        let requests = 0;
        service.fate = ({ path }) => {
          if (path !== '/api/urls' || requests++ < instance % 2) return 'answered';
          kills++;
          return killed;
        };
        const before = kills;
        let ended = false;
        void start()
          .run()
          .then(() => (ended = true));
        await expect.poll(() => ended || kills > before, { interval: 1 }).toBe(true);
      }
      service.fate = () => 'answered';
      await start().run();
      await expectSame(service, scope);
      expect(kills).toBeGreaterThan(20);
      const read = service.pages();
      // Ten pages, one to learn their size, and what a kill has cost.
      expect(read.length).toBeLessThanOrEqual(11 + (killed === 'killed after' ? kills : 0));
    },
  );
});

describe('what was deleted elsewhere', () => {
  it('between two pages leaves no gap if the service reports its total', async () => {
    const service = new AnyService({ most: 20 });
    service.make(400);
    service.between = () => {
      if (service.pages().length === 8) service.remove(...service.links.slice(-30).map(({ id }) => id));
    };
    const { scope, start } = killableSync(service);
    await start().run({ force: true });
    const rows = await rowsOf(scope);
    const missing = service.links.filter(({ id }) => !rows.some((row) => row.id === String(id)));
    expect(missing).toEqual([]);
  });

  it.each([
    ['in its turn', 20 * minute, false],
    ['immediately when a sync is forced', minute, true],
  ])('is found by the sweep that the total calls for, %s, and asked for first', async (_when, ms, force) => {
    const { service, scope, mirrorSync } = await filled(300);
    service.now += ms;
    service.remove(7, 150, 300);
    service.asked.length = 0;
    await mirrorSync.run({ force });
    await expectSame(service, scope);
    // Each is followed by a link that is listed.
    expect(service.asked.flatMap(({ path }) => /^\/api\/url\/(\d+)/.exec(path)?.[1] ?? []).sort()).toEqual([
      '150',
      '299',
      '299',
      '299',
      '300',
      '7',
    ]);
  });

  it('is reported as gone before it is taken out, and again where the report was lost', async () => {
    const service = new AnyService();
    service.make(30);
    const reports: unknown[] = [];
    let isLost = false;
    const { scope, start } = killableSync(service, {
      async reportSync({ gone = [] }) {
        if (gone.length === 0) return;
        const rows = await rowsOf(scope);
        reports.push(...gone.map(({ id, shortUrl }) => [id, shortUrl, rows.some((row) => row.id === id)]));
        if (isLost) throw new Error('The background does not answer');
      },
    });
    await start().run({ force: true });
    service.now += minute;
    service.remove(7, 30);
    isLost = true;
    await start().run({ force: true });
    expect([reports.length, (await rowsOf(scope)).length]).toEqual([1, 30]);
    isLost = false;
    reports.length = 0;
    service.now += 20 * minute;
    await start().run({ force: true });
    await expectSame(service, scope);
    expect(new Set(reports)).toEqual(
      new Set([
        ['30', 'https://sho.rt/a30', true],
        ['7', 'https://sho.rt/a7', true],
      ]),
    );
    expect(reports).toHaveLength(2);
  });

  it('is found within a day when no total is reported', async () => {
    const { service, scope, mirrorSync } = await filled(300, { result: 'none' });
    service.remove(7, 150, 300);
    await live(service, mirrorSync, 2);
    await expectSame(service, scope);
  });

  it('in great numbers is removed when two deletion scans have not seen it', async () => {
    const { service, scope, mirrorSync, offered } = await filled(300, { most: 50 });
    const removed = service.links.slice(100, 200).map(({ id }) => id);
    service.remove(...removed);
    await live(service, mirrorSync, 4);
    await expectSame(service, scope);
    const gone = offered.flatMap(({ gone: links = [] }) => links);
    expect(new Set(gone)).toEqual(
      new Set(removed.map((id) => ({ id: String(id), shortUrl: `https://sho.rt/a${id}` }))),
    );
    expect(gone).toHaveLength(100);
    expect(service.asked.filter(({ path }) => path.startsWith('/api/url/')).length).toBeLessThanOrEqual(40);
  });

  it('is not assumed for a link that a list only hides', async () => {
    const { service, scope, mirrorSync, offered } = await filled(60, { result: 'none' });
    const hidden = service.links.splice(20, 10);
    const { read } = service;
    service.fate = ({ path }) => {
      // Still there, when asked for singly.
      const one = /^\/api\/url\/(\d+)$/.exec(path);
      const link = hidden.find(({ id }) => String(id) === one?.[1]);
      if (link) service.links.push(link);
      return 'answered';
    };
    expect(read).toBeTypeOf('function');
    await live(service, mirrorSync, 2);
    expect(await rowsOf(scope)).toHaveLength(60);
    expect(offered.flatMap(({ gone = [] }) => gone)).toEqual([]);
  });

  it.each([
    { kind: 'key', status: 403, message: null },
    { kind: 'blocked', status: 403 },
    // As for one that does not exist.
    { kind: 'refused', status: 400, message: null },
  ] as const)(
    'is not known where the service gives no single link ($kind), and nothing waits for that',
    async (failure) => {
      const { service, scope, mirrorSync } = await filled(60, { result: 'none' });
      service.links.splice(20, 3);
      service.fate = ({ path }) => (path.startsWith('/api/url/') ? failure : 'answered');
      service.now += dayMs;
      expect(await mirrorSync.run()).toMatchObject({ left: 'later', failure: null });
      expect(await rowsOf(scope)).toHaveLength(60);
      service.asked.length = 0;
      service.now += dayMs;
      await mirrorSync.run();
      // A scan again: the newest page, and one that reads to the end.
      expect(service.pages()).toHaveLength(2);
    },
  );

  it.each([
    ['2030-01-01 00:00:00', undefined],
    ['0000-00-00 00:00:00', true],
  ])(
    'but was only hidden, and has the expiration %s by its details, is open-ended: %s',
    async (expiry, openEnded) => {
      const service = new AnyService();
      service.make(3);
      const scope = anyScope();
      await fill(scope, [linkRow(9, { openEnded: true })]);
      const { start } = killableSync(service, {
        scope,
        read: async (call) =>
          call.path === '/api/url/9'
            ? { ok: true, value: call.read({ error: 0, details: { id: 9, expiry } }), date: null }
            : service.read(call),
      });
      await live(service, start(), 1);
      const found = (await rowsOf(scope)).find(({ id }) => id === '9');
      expect([found?.sweep === 1, found?.openEnded || undefined]).toEqual([false, openEnded]);
    },
  );
});

it('at most 20 requests of a scan go at once, also where each refusal is confirmed', async () => {
  const { service, scope, mirrorSync } = await filled(100, { result: 'none' });
  service.remove(...service.links.slice(20, 35).map(({ id }) => id));
  service.now += dayMs;
  service.asked.length = 0;
  await mirrorSync.run();
  expect(service.asked.filter(({ path }) => path.startsWith('/api/url/')).length).toBeLessThanOrEqual(20);
  await live(service, mirrorSync, 1);
  await expectSame(service, scope);
});

describe('a missing link that is requested by its id', () => {
  const row = linkRow(9);
  const details = {
    id: 9,
    shorturl: row.shortUrl,
    longurl: row.longUrl,
    title: row.title,
    clicks: row.clicks,
  };

  it.each([
    ['as it was', {}, []],
    ['with another title', { title: 'New' }, ['links']],
  ] as const)('%s makes pages read it again: %s', async (_how, change, announced) => {
    const scope = anyScope();
    await fill(scope, [row]);
    const database = await openOrCreate(scope);
    const changes: string[] = [];
    const context = {
      database,
      read: async (call) => ({
        ok: true,
        value: call.read({ error: 0, details: { ...details, ...change } }),
        date: null,
      }),
      reportSync: async () => {},
      now: () => 5,
      changed: (what) => void changes.push(what),
    } satisfies SyncContext;
    const deletionScan = { ...initialLinksState.deletionScan, missingIds: ['9'] };
    await verifyNextMissing(context, { ...initialLinksState, deletionScan }, 5);
    database.close();
    expect(changes).toEqual(announced);
  });
});

it('a forced scan continues immediately, though others request a sync at every step', async () => {
  const { service, scope, mirrorSync } = await filled(300, { most: 50 });
  service.now += minute;
  service.remove(1, 101, 201);
  service.fate = () => {
    void mirrorSync.run();
    return 'answered';
  };
  await mirrorSync.run({ force: true });
  await expectSame(service, scope);
});

it('links that are deleted all day do not cause one deletion scan after the other', async () => {
  const { service, scope, mirrorSync } = await filled(1_000, { most: 20 });
  service.asked.length = 0;
  for (let minutes = 0; minutes < 240; minutes += 12) {
    service.now += 12 * minute;
    service.remove(service.links[500]?.id ?? 0);
    await mirrorSync.run({ force: true });
  }
  // Fifty pages take three parts of twenty, and as much time again before the next.
  const swept = service.pages().length - 20;
  expect(swept).toBeGreaterThan(100);
  expect(swept).toBeLessThan(300);
  await live(service, mirrorSync, 3);
  await expectSame(service, scope);
});

it('a deletion scan makes twenty requests in ten minutes, once a day', async () => {
  const { service, scope, mirrorSync } = await filled(1_000, { most: 20 });
  service.asked.length = 0;
  service.now += dayMs;
  await mirrorSync.run();
  // The lists and the newest page apart.
  expect(service.pages().length).toBeLessThanOrEqual(21);
  for (let tried = 0; tried < 5; tried++) await mirrorSync.run();
  expect(service.pages().length).toBeLessThanOrEqual(21);
  service.asked.length = 0;
  await live(service, mirrorSync, 1);
  await expectSame(service, scope);
  const between = service.pages().length;
  expect(between).toBeGreaterThan(30);
  expect(between).toBeLessThan(30 + 18 + 10);
});
