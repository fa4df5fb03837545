// Every row is made once, despite kills and losses at any time, and when bulks are paused, cancelled or cleared.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxClaimed } from '../../../lib/bulk/bulk-runner.ts';
import { maxEqualRefusals } from '../../../lib/bulk/refusal-breaker.ts';
import { maxUndecided, rowStates, type Bulk, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import {
  cancelRow,
  retryRefused,
  setDesiredState,
  skipRefused,
} from '../../../lib/bulk/store/control-bulk.ts';
import { describeReasons } from '../../../entrypoints/manage/bulk/results.ts';
import { removeBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { listBulks, listRows } from '../../../lib/bulk/store/queries.ts';
import { getBulk } from '../../support/sample-bulks.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { drawn, rounds } from '../../support/fuzz.ts';
import { withoutWaiting } from '../../support/flush.ts';
import { good } from '../../support/samples.ts';
import { BulkWorld, draft, newRows, type Fate } from './world.ts';

/** A service that answers no one before it is opened. */
function shut() {
  let open = () => {};
  const shutUntil = (world: BulkWorld) => {
    world.open = new Promise((resolve) => (open = resolve));
  };
  return { shutUntil, open: () => open() };
}

async function begun(count: number, change: (world: BulkWorld) => void = () => {}) {
  const world = new BulkWorld();
  change(world);
  const id = await world.start(newRows(count));
  world.startWorker();
  world.startSyncHost();
  return { world, id };
}

/** The bulk's own numbers match its rows. */
async function agrees(world: BulkWorld, id: string): Promise<Bulk> {
  const [bulk, rows] = [await world.bulk(id), await world.rows(id)];
  const counted = Object.fromEntries(
    rowStates.map((state) => [state, rows.filter((row) => row.state === state).length]),
  );
  expect(bulk.counts).toEqual(counted);
  expect(bulk.out.toSorted((a, b) => a - b)).toEqual(
    rows.filter(({ state }) => state === 'out' || state === 'asks').map(({ n }) => n),
  );
  return bulk;
}

const addresses = (world: BulkWorld) => world.made.map(({ address }) => address).toSorted();
const wanted = (count: number) =>
  newRows(count)
    .map(({ link }) => link.address)
    .toSorted();

describe('a row with an existing link', () => {
  const summer = { id: '7', name: 'Summer' };
  const existing = { id: '31', shortUrl: 'https://sho.rt/k', errorText: '' };
  const row = { link: { ...draft('https://example.com/known'), campaign: summer }, leftOut: null, existing };

  it('adds that link to its campaign, and creates none', async () => {
    const world = new BulkWorld();
    const id = await world.start([row, ...newRows(1)]);
    world.startWorker();
    world.startSyncHost();
    expect(await world.over).toBe('nothing');
    expect(world.added).toEqual([['31', '7']]);
    expect(addresses(world)).toEqual(wanted(1));
    const [added] = await world.rows(id);
    expect(added).toMatchObject({ state: 'done', result: { shortUrl: 'https://sho.rt/k', existing: true } });
    expect((await agrees(world, id)).counts.done).toBe(2);
  });

  it('fails alone where it can’t be added, keeps its link, and can be retried', async () => {
    const world = new BulkWorld();
    world.fate = () => 'refused';
    const id = await world.start([row]);
    world.startWorker();
    world.startSyncHost();
    await world.over;
    expect((await world.rows(id))[0]).toMatchObject({
      state: 'refused',
      result: { shortUrl: 'https://sho.rt/k' },
    });
    world.fate = () => 'made';
    await world.page((database) => retryRefused(database, id, world.newId));
    await world.over;
    expect(world.added).toEqual([['31', '7']]);
    expect((await world.rows(id))[0]?.state).toBe('done');
    expect(world.made).toEqual([]);
  });
});

it.each([
  ['fails', () => Promise.reject(new Error('disk full'))],
  ['never ends', () => new Promise<void>(() => {})],
])(
  'the database is protected once per instance that has rows to run, and none waits while it %s',
  async (_, secure) => {
    const { world, id } = await begun(20, (made) => {
      made.secure = secure;
    });
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 20 });
    expect(world.secured).toBe(1);
    world.startSyncHost();
    await world.over;
    expect(world.secured).toBe(1);
  },
);

it('all rows are made, once each, never more than a few of them with the outbox', async () => {
  const { world, id } = await begun(100);
  await world.over;
  const bulk = await agrees(world, id);
  expect(bulk.counts).toMatchObject({ done: 100, waiting: 0, out: 0 });
  // No page has shown its end.
  expect(bulk.endUnread).toBe(true);
  expect(addresses(world)).toEqual(wanted(100));
  expect(world.mostUnderWay).toBeLessThanOrEqual(maxClaimed);
  for (const { result, link } of await world.rows(id))
    expect(world.made[Number(result?.id) - 1]?.address).toBe(link.address);
});

it('of two bulks the older one runs first, and both finish', async () => {
  const { world, id } = await begun(12);
  world.now += 1;
  const second = await world.start(newRows(20).slice(12));
  await world.page(listBulks);
  await world.over;
  expect((await agrees(world, id)).counts.done).toBe(12);
  expect((await agrees(world, second)).counts.done).toBe(8);
  expect(addresses(world)).toEqual(wanted(20));
});

describe('a bulk whose worker and sync host are killed', () => {
  it('at any moment, with responses lost and requests refused, has every link once and the right numbers', async () => {
    const fates: readonly Fate[] = [
      'made',
      'made',
      'made',
      'made',
      'refused',
      'response lost',
      'request lost',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.boolean()), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        async (count, kills, chances) => {
          const refused = new Set<string>();
          const { world, id } = await begun(count, (one) => {
            one.userRetries = true;
            one.fate = (address) => {
              if (refused.has(address)) return 'refused';
              const fate = fates[(chances.next().value ?? 0) % fates.length] ?? 'made';
              if (fate === 'refused') refused.add(address);
              return fate;
            };
          });
          for (const [turns, ofSyncHost] of kills) {
            await world.pass(turns);
            if (ofSyncHost) world.startSyncHost();
            else world.startWorker();
          }
          await world.over;
          // Sent as often as it may be: the user has it retried.
          for (let turn = 0; turn < 20 && (await world.bulk(id)).counts.asks > 0; turn++) {
            for (const row of await world.rows(id))
              if (row.state === 'asks') await world.decide(row.id, 'again');
            await world.over;
          }
          const { counts, unacknowledged } = await agrees(world, id);
          expect(unacknowledged).toEqual([]);
          expect(world.outbox.jobs().filter(({ acknowledged }) => !acknowledged)).toEqual([]);
          expect(counts.done + counts.refused).toBe(count);
          expect(counts.refused).toBe(refused.size);
          expect(addresses(world)).toEqual(wanted(count).filter((address) => !refused.has(address)));
        },
      ),
      drawn(rounds(60, 1_000)),
    );
  });

  it('while every finished job is pruned as soon as possible', async () => {
    const { world, id } = await begun(60);
    for (let at = 0; at < 60; at++) {
      await world.pass(at % 7);
      await world.outbox.clearFinished();
      if (at % 5 === 0) world.startSyncHost();
      if (at % 11 === 0) world.startWorker();
    }
    await world.over;
    await agrees(world, id);
    expect(addresses(world)).toEqual(wanted(60));
    // The end of each was acknowledged despite the kills; then it may be removed.
    expect((await world.bulk(id)).unacknowledged).toEqual([]);
    await world.outbox.clearFinished();
    expect(world.outbox.jobs()).toEqual([]);
  });
});

it('waits for a database that opens only after a while', async () => {
  const { world, id } = await begun(10, (one) => {
    one.failures = 4;
  });
  await world.over;
  expect((await agrees(world, id)).counts.done).toBe(10);
});

it('a database that fails for a while delays a bulk, and does not end it', async () => {
  const { open } = IDBFactory.prototype;
  let failures = 12;
  try {
    const world = new BulkWorld();
    const id = await world.start(newRows(10));
    IDBFactory.prototype.open = function openFailing(this: IDBFactory, ...given) {
      if (failures-- > 0) throw new DOMException('Internal error', 'UnknownError');
      return open.apply(this, given);
    };
    world.startWorker();
    await withoutWaiting(() => {
      world.startSyncHost();
      return world.over;
    });
    expect((await agrees(world, id)).counts.done).toBe(10);
  } finally {
    IDBFactory.prototype.open = open;
  }
});

it('a database that always fails is reported, so that the bulk is retried later', async () => {
  const { world, id } = await begun(10, (one) => {
    one.failures = Infinity;
  });
  expect(await world.over).toBe('unread');
  world.failures = 0;
  world.startSyncHost();
  expect(await world.over).toBe('nothing');
  expect((await agrees(world, id)).counts.done).toBe(10);
});

describe('blocked sending, as after a refused key', () => {
  const refusing = (world: BulkWorld) => {
    world.fate = () => 'wrong key';
  };

  /** Whether the runner rests within so many turns. */
  async function rests(world: BulkWorld): Promise<unknown> {
    return Promise.race([world.over, world.pass(2_000).then(() => 'goes on')]);
  }

  it('ends the run, and the bulk continues with the next call', async () => {
    const { world, id } = await begun(20, refusing);
    expect(await rests(world)).toBe('waits');
    expect((await agrees(world, id)).counts).toMatchObject({ waiting: 20 - maxClaimed, out: maxClaimed });
    expect(world.made).toEqual([]);
    world.fate = () => 'made';
    world.outbox.unblock();
    world.over = world.runner.run();
    expect(await world.over).toBe('nothing');
    expect(addresses(world)).toEqual(wanted(20));
    expect((await agrees(world, id)).counts.done).toBe(20);
  });

  it('is found again by later instances', async () => {
    const { world, id } = await begun(20, refusing);
    expect(await rests(world)).toBe('waits');
    world.startWorker();
    await world.outbox.loaded();
    world.outbox.block({ failure: { kind: 'key', status: 401, message: '' }, until: null });
    world.startSyncHost();
    expect(await rests(world)).toBe('waits');
    world.fate = () => 'made';
    world.outbox.unblock();
    world.startSyncHost();
    expect(await world.over).toBe('nothing');
    expect(addresses(world)).toEqual(wanted(20));
    await agrees(world, id);
  });

  it.each(['pause', 'cancel'] as const)('does not prevent a %s', async (desired) => {
    const { world, id } = await begun(20, refusing);
    expect(await rests(world)).toBe('waits');
    await world.setDesiredState(id, desired);
    expect(await rests(world)).toBe('nothing');
    expect((await agrees(world, id)).counts).toMatchObject(
      desired === 'pause' ? { waiting: 20, out: 0 } : { cancelled: 20, out: 0 },
    );
    expect(world.made).toEqual([]);
  });
});

describe('a pause', () => {
  it('stops what has not been sent, and resuming makes the rest', async () => {
    const { world, id } = await begun(50);
    await world.pass(60);
    await world.setDesiredState(id, 'pause');
    await world.over;
    const paused = await agrees(world, id);
    expect(paused.counts).toMatchObject({ out: 0, asks: 0 });
    expect(paused.counts.waiting).toBeGreaterThan(0);
    expect(paused.cancelledElsewhere).toBe(false);
    expect(world.made).toHaveLength(paused.counts.done);
    const before = world.made.length;
    world.startSyncHost();
    await world.over;
    expect(world.made).toHaveLength(before);
    await world.setDesiredState(id, 'run');
    await world.over;
    expect((await agrees(world, id)).counts.done).toBe(50);
    expect(addresses(world)).toEqual(wanted(50));
  });

  it('that comes while the sync host is down sends nothing that had not been a job', async () => {
    const { world, id } = await begun(20, (one) => {
      one.mute = true;
    });
    // Claimed on disk, and killed before any was submitted.
    while ((await world.bulk(id)).counts.out === 0) await world.pass(1);
    world.runner.stop();
    const database = await openOrCreate(world.scope);
    await setDesiredState(database, id, 'pause');
    database.close();
    world.mute = false;
    world.startSyncHost();
    await world.over;
    expect(world.outbox.jobs()).toEqual([]);
    expect((await agrees(world, id)).counts).toMatchObject({ waiting: 20, out: 0 });
    await world.setDesiredState(id, 'run');
    await world.over;
    expect(addresses(world)).toEqual(wanted(20));
  });

  it('and a resume in the same instance of the sync host: "cancel all" elsewhere still pauses it', async () => {
    const { shutUntil } = shut();
    const { world, id } = await begun(20, (one) => {
      shutUntil(one);
      one.mute = true;
    });
    while ((await world.bulk(id)).counts.out === 0) await world.pass(1);
    world.runner.stop();
    const database = await openOrCreate(world.scope);
    await setDesiredState(database, id, 'pause');
    database.close();
    world.mute = false;
    world.startSyncHost();
    await world.over;
    await world.setDesiredState(id, 'run');
    while (world.outbox.jobs().length < maxClaimed) await world.pass(1);
    expect(await world.outbox.cancelQueued()).toBe(maxClaimed);
    await world.pass(300);
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'pause', cancelledElsewhere: true });
  });

  it('is revoked before all of it was reported: that is not "cancel all" elsewhere', async () => {
    const { shutUntil, open } = shut();
    const { world, id } = await begun(20, shutUntil);
    while (world.outbox.jobs().length < maxClaimed) await world.pass(1);
    world.slowness = 50;
    await world.setDesiredState(id, 'pause');
    while (!world.outbox.jobs().every(({ state }) => state.name === 'cancelled')) await world.pass(1);
    await world.setDesiredState(id, 'run');
    world.slowness = 0;
    open();
    await world.over;
    expect(await agrees(world, id)).toMatchObject({
      desiredState: 'run',
      cancelledElsewhere: false,
      counts: { done: 20 },
    });
    expect(addresses(world)).toEqual(wanted(20));
  });

  it('is revoked while the sync host is down: that is not "cancel all" elsewhere', async () => {
    const { shutUntil, open } = shut();
    const { world, id } = await begun(20, shutUntil);
    while (world.outbox.jobs().length < maxClaimed) await world.pass(1);
    world.slowness = 50;
    await world.setDesiredState(id, 'pause');
    while (!world.outbox.jobs().every(({ state }) => state.name === 'cancelled')) await world.pass(1);
    // Killed before it has stored any of them.
    world.runner.stop();
    const database = await openOrCreate(world.scope);
    await setDesiredState(database, id, 'run');
    database.close();
    world.slowness = 0;
    open();
    world.startSyncHost();
    await world.over;
    expect(await agrees(world, id)).toMatchObject({
      desiredState: 'run',
      cancelledElsewhere: false,
      counts: { done: 20 },
    });
    expect(addresses(world)).toEqual(wanted(20));
  });

  it('and resumes in quick succession, with kills: none lost, none twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom('pause', 'run', 'sync host', 'worker')),
          {
            maxLength: 16,
          },
        ),
        async (acts) => {
          const { world, id } = await begun(24);
          for (const [turns, act] of acts) {
            await world.pass(turns);
            if (act === 'sync host') world.startSyncHost();
            else if (act === 'worker') world.startWorker();
            else await world.setDesiredState(id, act === 'run' ? 'run' : 'pause');
          }
          await world.setDesiredState(id, 'run');
          await world.over;
          const bulk = await agrees(world, id);
          expect([bulk.counts.done, bulk.cancelledElsewhere]).toEqual([24, false]);
          expect(addresses(world)).toEqual(wanted(24));
        },
      ),
      drawn(rounds(40, 500)),
    );
  });
});

it('a cancelled bulk counts the rows that were sent, and sends no others', async () => {
  const { world, id } = await begun(40);
  await world.pass(60);
  await world.setDesiredState(id, 'cancel');
  await world.over;
  const { counts } = await agrees(world, id);
  expect(counts).toMatchObject({ waiting: 0, out: 0 });
  expect(counts.done + counts.cancelled).toBe(40);
  expect(counts.cancelled).toBeGreaterThan(0);
  expect(counts.done).toBe(world.made.length);
  expect((await world.bulk(id)).endUnread).toBeUndefined();
  await world.setDesiredState(id, 'run');
  await world.over;
  expect(await world.bulk(id)).toMatchObject({ desiredState: 'cancel', counts });
});

it('"cancel all" elsewhere pauses the bulk, which submits no more rows', async () => {
  const { shutUntil, open } = shut();
  const { world, id } = await begun(20, shutUntil);
  while (world.outbox.jobs().length < maxClaimed) await world.pass(1);
  expect(await world.outbox.cancelQueued()).toBe(maxClaimed);
  await world.over;
  expect(await agrees(world, id)).toMatchObject({
    desiredState: 'pause',
    cancelledElsewhere: true,
    counts: { waiting: 20, out: 0, done: 0 },
  });
  open();
  await world.setDesiredState(id, 'run');
  await world.over;
  expect((await agrees(world, id)).counts.done).toBe(20);
  expect(addresses(world)).toEqual(wanted(20));
});

describe('a single row that is canceled elsewhere', () => {
  async function held(count: number) {
    const { shutUntil, open } = shut();
    const begin = await begun(count, shutUntil);
    while (begin.world.outbox.jobs().length < Math.min(count, maxClaimed)) await begin.world.pass(1);
    const row = (await begin.world.rows(begin.id)).find(({ state }) => state === 'out');
    if (row === undefined) throw new Error('nothing is out');
    return { ...begin, open, row };
  }

  it.each([20, 1])('is not created, and the others of %i are', async (count) => {
    const { world, id, open, row } = await held(count);
    await world.page((db) => cancelRow(db, row.id));
    expect(await world.outbox.cancel(row.id)).toBe(true);
    open();
    await world.over;
    expect(await agrees(world, id)).toMatchObject({
      desiredState: 'run',
      cancelledElsewhere: false,
      counts: { done: count - 1, cancelled: 1, waiting: 0 },
    });
    expect(addresses(world)).toEqual(wanted(count).filter((address) => address !== row.link.address));
  });

  it('with "cancel all" after it: it stays given up, the others wait', async () => {
    const { world, id, row } = await held(20);
    await world.page((db) => cancelRow(db, row.id));
    await world.outbox.cancel(row.id);
    await world.outbox.cancelQueued();
    await world.over;
    expect(await agrees(world, id)).toMatchObject({
      desiredState: 'pause',
      cancelledElsewhere: true,
      counts: { waiting: 19, cancelled: 1, done: 0 },
    });
  });

  it('too late is made, and a later request for it starts from scratch', async () => {
    const { world, id, open, row } = await held(4);
    world.fate = (address) => (address === row.link.address ? 'refused' : 'made');
    await world.page((db) => cancelRow(db, row.id));
    open();
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 3, refused: 1 });
    expect((await world.rows(id)).some(({ dropped }) => dropped)).toBe(false);
  });

  it('with a kill between the two: nothing is lost', async () => {
    const { world, id, open, row } = await held(20);
    await world.page((db) => cancelRow(db, row.id));
    world.startSyncHost();
    await world.outbox.cancel(row.id);
    world.startWorker();
    open();
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 19, cancelled: 1 });
  });
});

describe('a refused row', () => {
  const odd = (address: string) => Number(address.split('/').at(-1)) % 2 === 1;

  it('blocks no other, is reported with its reason, and goes again when it is retried', async () => {
    const { world, id } = await begun(
      30,
      (one) => (one.fate = (address) => (odd(address) ? 'refused' : 'made')),
    );
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 15, refused: 15 });
    const refused = (await world.rows(id)).filter(({ state }) => state === 'refused');
    expect(
      refused.every(({ failure }) => failure?.kind === 'refused' && failure.message?.startsWith('No: ')),
    ).toBe(true);
    world.fate = () => 'made';
    expect(await world.page((db) => retryRefused(db, id, world.newId))).toBe(15);
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 30, refused: 0 });
    expect(addresses(world)).toEqual(wanted(30));
  });

  it('is sent again without the others when only it is retried', async () => {
    const { world, id } = await begun(
      10,
      (one) => (one.fate = (address) => (odd(address) ? 'refused' : 'made')),
    );
    await world.over;
    const [, second] = (await world.rows(id)).filter(({ state }) => state === 'refused');
    world.fate = () => 'made';
    expect(await world.page((db) => retryRefused(db, id, world.newId, second?.n))).toBe(1);
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 6, refused: 4 });
  });

  it('is queued without the others where the bulk is paused', async () => {
    const { world, id } = await begun(
      20,
      (one) => (one.fate = (address) => (odd(address) ? 'refused' : 'made')),
    );
    await world.pass(60);
    await world.setDesiredState(id, 'pause');
    await world.over;
    const before = await agrees(world, id);
    const [first] = (await world.rows(id)).filter(({ state }) => state === 'refused');
    expect(first).toBeDefined();
    expect(await world.page((db) => retryRefused(db, id, world.newId, first?.n))).toBe(1);
    world.startSyncHost();
    await world.over;
    const after = await agrees(world, id);
    expect(after).toMatchObject({ desiredState: 'pause', counts: { done: before.counts.done, out: 0 } });
    expect(after.counts.waiting).toBe(before.counts.waiting + 1);
  });

  it('is sent again once, even if it was retried in Activity, the outbox has forgotten it, and everything is killed', async () => {
    const { world, id } = await begun(
      10,
      (one) => (one.fate = (address) => (odd(address) ? 'refused' : 'made')),
    );
    await world.over;
    const jobs = (await world.rows(id)).filter(({ state }) => state === 'refused');
    world.fate = () => 'made';
    // One is tried again in Activity, another is forgotten there.
    await world.outbox.retry(jobs[0]?.id ?? '');
    await world.outbox.clearFinished();
    await world.page((db) => retryRefused(db, id, world.newId));
    for (let kill = 0; kill < 8; kill++) {
      await world.pass(kill * 2);
      if (kill % 2 === 0) world.startSyncHost();
      else world.startWorker();
    }
    await world.over;
    expect((await agrees(world, id)).counts.done).toBe(10);
    expect(addresses(world)).toEqual(wanted(10));
  });

  it('a response that could not be read is looked for before anything is sent again', async () => {
    const { world, id } = await begun(6, (one) => (one.fate = () => 'unreadable'));
    await world.over;
    expect((await agrees(world, id)).counts.done).toBe(6);
    expect(addresses(world)).toEqual(wanted(6));
  });
});

describe('a link whose response was lost', () => {
  type List = BulkWorld['list'];
  const oldList: List = () => good([]);
  const withoutScheme: List = (records) => good(records.map((record) => ({ ...record, shortUrl: null })));
  const failingList: List = () => ({
    ok: false,
    failure: { kind: 'unreachable', status: 503, message: null },
    rate: null,
  });
  const numberOf = (address: string) => Number(address.split('/').at(-1));

  async function retriedAfterClear(world: BulkWorld, id: string): Promise<void> {
    await world.outbox.clearFinished();
    expect(world.outbox.jobs()).toEqual([]);
    await world.page((db) => retryRefused(db, id, world.newId));
    await world.over;
  }

  it('is looked up before its row is retried, although the outbox has forgotten the job', async () => {
    const { world, id } = await begun(4, (one) => {
      one.fate = (address) => (numberOf(address) === 1 ? 'unreadable' : 'made');
      one.list = oldList;
    });
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 3, refused: 1 });
    world.list = good;
    await retriedAfterClear(world, id);
    expect((await agrees(world, id)).counts).toMatchObject({ done: 4, refused: 0 });
    expect(addresses(world)).toEqual(wanted(4));
    expect((await world.rows(id)).map(({ lost }) => lost)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is sent again by such a retry where the lookup finds nothing, and the send is counted', async () => {
    const { world, id } = await begun(2, (one) => {
      one.fate = (address) => (numberOf(address) === 1 ? 'unreadable' : 'made');
      one.list = oldList;
    });
    await world.over;
    // The service has really made nothing.
    world.made.pop();
    world.fate = () => 'made';
    world.list = good;
    await retriedAfterClear(world, id);
    expect((await agrees(world, id)).counts).toMatchObject({ done: 2 });
    expect(addresses(world)).toEqual(wanted(2));
    expect(world.sends).toHaveLength(3);
  });

  it('is looked up by the job under another id, too, that a row with a password gets', async () => {
    const world = new BulkWorld();
    world.fate = () => 'unreadable';
    world.list = oldList;
    const rows = newRows(5).map((row) => ({
      ...row,
      link: { ...row.link, extras: { ...defaultLinkOptions, password: 'secret' } },
    }));
    const id = await world.start(rows);
    world.startWorker();
    world.startSyncHost();
    await world.over;
    // Five in a row: the batch is paused, and its rows wait again.
    expect(await agrees(world, id)).toMatchObject({ desiredState: 'pause', counts: { waiting: 5 } });
    world.list = good;
    await world.setDesiredState(id, 'run');
    await world.over;
    // No list shows a password, so each of them is a question.
    expect((await agrees(world, id)).counts).toMatchObject({ asks: 5 });
    expect(world.sends).toHaveLength(5);
  });

  it('and whose short URL can’t be used pauses the batch after five, and no retry makes a second one', async () => {
    const { world, id } = await begun(20, (one) => {
      one.fate = () => 'unreadable';
      one.list = withoutScheme;
    });
    await world.over;
    expect(await agrees(world, id)).toMatchObject({ desiredState: 'pause', breaker: { state: 'open' } });
    expect(world.made.length).toBeLessThan(maxClaimed + maxEqualRefusals);
    await world.page((db) => skipRefused(db, id));
    await world.over;
    const { length } = world.made;
    await retriedAfterClear(world, id);
    expect(addresses(world)).toHaveLength(new Set(addresses(world)).size);
    expect(world.sends).toHaveLength(world.made.length);
    expect(world.made.length).toBeGreaterThanOrEqual(length);
  });

  it('frees its place while no list can be read, and its row ends when one can be', async () => {
    const { world, id } = await begun(maxClaimed + 12, (one) => {
      one.fate = (address) => (numberOf(address) < maxClaimed ? 'response lost' : 'made');
      one.list = failingList;
    });
    const began = world.now;
    expect(await world.over).toBe('parked');
    expect(world.now - began).toBeLessThan(3_600_000);
    const bulk = await agrees(world, id);
    expect(bulk).toMatchObject({ counts: { done: 12, out: maxClaimed, asks: 0 } });
    const parked = (await world.rows(id)).filter((row) => row.parked);
    expect(parked.map(({ n }) => n)).toEqual(newRows(maxClaimed).map((_, n) => n));
    // A later instance leaves them alone as well.
    world.startSyncHost();
    expect(await world.over).toBe('parked');
    world.list = good;
    await world.ended();
    await world.page(listBulks);
    expect(await world.over).toBe('nothing');
    const { counts } = await agrees(world, id);
    expect(counts).toMatchObject({ done: maxClaimed + 12, out: 0 });
    expect(addresses(world)).toEqual(wanted(maxClaimed + 12));
    expect((await world.rows(id)).some((row) => row.parked || row.lost)).toBe(false);
  });

  it('and very many of them stop the rest until a list can be read', async () => {
    const { world, id } = await begun(maxUndecided + 2 * maxClaimed, (one) => {
      one.fate = () => 'response lost';
      one.list = failingList;
    });
    expect(await world.over).toBe('parked');
    const { counts } = await agrees(world, id);
    expect(counts.out).toBeGreaterThanOrEqual(maxUndecided);
    expect(counts.out).toBeLessThan(maxUndecided + maxClaimed);
  }, 60_000);
});

describe('a stopped bulk whose lost responses can’t be looked up', () => {
  async function stopped(desired: 'pause' | 'cancel') {
    const begin = await begun(3, (one) => {
      one.fate = () => 'request lost';
      one.list = () => ({
        ok: false,
        failure: { kind: 'unreachable', status: 503, message: null },
        rate: null,
      });
    });
    const { world, id } = begin;
    expect(await world.over).toBe('parked');
    expect((await agrees(world, id)).parked?.toSorted()).toEqual([0, 1, 2]);
    await world.setDesiredState(id, desired);
    expect(await world.over).toBe('parked');
    return begin;
  }

  /** The list can be read again, and that is noticed a while later. */
  async function listed(world: BulkWorld): Promise<void> {
    world.fate = () => 'made';
    world.list = good;
    await world.ended();
    await world.page(listBulks);
    await world.over;
  }

  it('and is canceled sends nothing more, also with the worker restarted alone, and says what is known', async () => {
    const { world, id } = await stopped('cancel');
    world.runner.stop();
    world.startWorker();
    await world.pass(10);
    world.fate = () => 'made';
    world.list = good;
    await world.ended();
    world.startSyncHost();
    await world.over;
    expect(world.sends).toHaveLength(3);
    expect(await agrees(world, id)).toMatchObject({ parked: [], counts: { cancelled: 3, out: 0 } });
    const rows = await world.rows(id);
    expect(rows.every(({ lost }) => lost !== undefined)).toBe(true);
    expect(rows.flatMap((row) => describeReasons(row, world.now))).toEqual(
      rows.map(() => 'bulkRowCanceledLost'),
    );
  });

  it('and is paused sends nothing more until "Resume"', async () => {
    const { world, id } = await stopped('pause');
    await listed(world);
    expect(world.sends).toHaveLength(3);
    expect(await agrees(world, id)).toMatchObject({
      cancelledElsewhere: false,
      counts: { waiting: 3, out: 0 },
    });
    await world.setDesiredState(id, 'run');
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 3 });
    expect(addresses(world)).toEqual(wanted(3));
  });

  it('and is canceled: a row that failed is sent where it is retried in Activity', async () => {
    const { world, id } = await begun(1, (one) => {
      one.fate = () => 'unreadable';
      one.list = () => ({
        ok: false,
        failure: { kind: 'unreachable', status: 503, message: null },
        rate: null,
      });
    });
    await world.over;
    await world.setDesiredState(id, 'cancel');
    await world.over;
    world.made.pop();
    await listed(world);
    expect((await agrees(world, id)).counts).toMatchObject({ refused: 1 });
    const [row] = await world.rows(id);
    await world.outbox.retry(row?.id ?? '');
    await world.ended();
    expect(addresses(world)).toEqual(wanted(1));
  });

  it('and is resumed before the list can be read continues once it can', async () => {
    const { world, id } = await stopped('pause');
    world.startSyncHost();
    await world.over;
    await world.setDesiredState(id, 'run');
    await world.over;
    await listed(world);
    expect(await agrees(world, id)).toMatchObject({ desiredState: 'run', counts: { done: 3 } });
    expect(addresses(world)).toEqual(wanted(3));
  });
});

describe('"Create another link" for a row', () => {
  const questioned = () =>
    begun(1, (one) => {
      one.fate = (address) => {
        one.made.push({ id: 'another device', address: `${address}?from=elsewhere` });
        return 'request lost';
      };
    });

  it.each(['pause', 'cancel'] as const)('sends nothing after %s, and is remembered', async (desired) => {
    const { world, id } = await questioned();
    await world.over;
    await world.setDesiredState(id, desired);
    await world.over;
    const [asking] = await world.rows(id);
    world.fate = () => 'made';
    await world.decide(asking?.id ?? '', 'again');
    await world.over;
    expect(world.sends).toHaveLength(1);
    await world.setDesiredState(id, 'run');
    await world.over;
    const sends = desired === 'pause' ? 2 : 1;
    expect(world.sends).toHaveLength(sends);
    expect((await agrees(world, id)).counts).toMatchObject({
      asks: 0,
      done: sends - 1,
      cancelled: 2 - sends,
    });
  });

  it.each([
    ['alone', () => {}],
    [
      'with worker and sync host restarted',
      (world: BulkWorld) => {
        world.startWorker();
        world.startSyncHost();
      },
    ],
  ])('is not forgotten when the bulk is paused before the send, %s', async (_, restart) => {
    const { shutUntil, open } = shut();
    const { world, id } = await questioned();
    await world.over;
    const [asking] = await world.rows(id);
    expect(asking?.state).toBe('asks');
    world.fate = () => 'made';
    shutUntil(world);
    void world.outbox.decide(asking?.id ?? '', 'again');
    await world.pass(4);
    // Both before the sync host has read the status of the queued job.
    await world.outbox.cancel(asking?.id ?? '');
    await world.setDesiredState(id, 'pause');
    restart(world);
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ waiting: 1 });
    expect(world.sends).toHaveLength(1);
    open();
    await world.setDesiredState(id, 'run');
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 1, asks: 0 });
    expect(world.sends).toHaveLength(2);
    expect(addresses(world)).toContain('https://example.com/0');
  });
});

it('a row of unknown outcome waits for the user, blocks no other, and is resumed', async () => {
  const { world, id } = await begun(30, (one) => {
    // Another device makes a link to nearly the same address, and our own response is lost.
    one.fate = (address) => {
      if (!address.endsWith('/3')) return 'made';
      one.made.push({ id: 'another device', address: `${address}?from=elsewhere` });
      return 'request lost';
    };
  });
  // Nothing is left that could be done without the user.
  await world.over;
  expect((await agrees(world, id)).counts).toMatchObject({ done: 29, asks: 1 });
  world.startSyncHost();
  await world.over;
  expect((await agrees(world, id)).counts).toMatchObject({ done: 29, asks: 1 });
  const [row] = (await world.rows(id)).filter(({ state }) => state === 'asks');
  await world.decide(row?.id ?? '', 'use');
  await world.over;
  expect((await agrees(world, id)).counts.done).toBe(30);
});

describe('rows that cannot be confirmed', () => {
  const numberOf = (address: string) => Number(address.split('/').at(-1));

  async function unconfirmed(count: number, lost: (n: number) => boolean) {
    const sent = new Map<string, number>();
    let isLost = lost;
    const begin = await begun(count, (one) => {
      one.fate = (address) => {
        sent.set(address, (sent.get(address) ?? 0) + 1);
        return isLost(numberOf(address)) ? 'request lost' : 'made';
      };
    });
    await begin.world.over;
    const asking = async () => (await begin.world.rows(begin.id)).filter(({ state }) => state === 'asks');
    return { ...begin, sent, asking, recover: () => void (isLost = () => false) };
  }

  it('leave their places: the others are made, and the bulk ends with its questions', async () => {
    const { world, id, sent } = await unconfirmed(maxClaimed + 20, (n) => n < maxClaimed);
    expect((await agrees(world, id)).counts).toMatchObject({
      done: 20,
      asks: maxClaimed,
      waiting: 0,
      out: 0,
    });
    expect(Math.max(...sent.values())).toBe(3);
  });

  it('are decided one by one, in any order, with kills between', async () => {
    const { world, id, asking, recover } = await unconfirmed(12, (n) => n < 6);
    recover();
    const rows = await asking();
    expect(rows).toHaveLength(6);
    for (const [at, row] of rows.entries()) {
      await world.decide(row.id, at % 2 === 0 ? 'again' : 'dismiss');
      if (at === 2) world.startSyncHost();
      if (at === 4) world.startWorker();
    }
    world.startSyncHost();
    await world.over;
    const { counts, breaker } = await agrees(world, id);
    expect(counts).toMatchObject({ done: 9, refused: 3, asks: 0 });
    // A decision of the user is no refusal of the service.
    expect(breaker).toBeUndefined();
    expect(addresses(world)).toHaveLength(new Set(addresses(world)).size);
  });

  it('that are all dismissed pause nothing', async () => {
    const { world, id, asking } = await unconfirmed(10, (n) => n < 8);
    for (const row of await asking()) await world.decide(row.id, 'dismiss');
    await world.over;
    expect(await agrees(world, id)).toMatchObject({
      desiredState: 'run',
      counts: { done: 2, refused: 8, waiting: 0 },
    });
  });

  it('and are very many stop the rest until some are decided', async () => {
    const { world, id, sent, asking, recover } = await unconfirmed(80, () => true);
    const { counts } = await agrees(world, id);
    expect(counts.asks).toBeGreaterThanOrEqual(maxUndecided);
    expect(counts.asks).toBeLessThan(maxUndecided + maxClaimed);
    expect(counts.waiting).toBe(80 - counts.asks);
    expect(Math.max(...sent.values())).toBe(3);
    recover();
    for (const row of await asking()) await world.decide(row.id, 'again');
    await world.over;
    expect((await agrees(world, id)).counts).toMatchObject({ done: 80 });
  }, 60_000);
});

it('a password is stored no longer than its row is in progress, and never where the row was skipped', async () => {
  const secret = (address: string) => ({
    ...draft(address),
    extras: { ...defaultLinkOptions, password: 'hush' },
  });
  const world = new BulkWorld();
  world.fate = (address) => (address.endsWith('/1') ? 'refused' : 'made');
  const id = await world.start([
    { link: secret('https://example.com/0'), leftOut: null },
    { link: secret('https://example.com/1'), leftOut: null },
    {
      link: secret('https://example.com/2'),
      leftOut: { errorText: 'Row 1 is the same.', shortUrl: null },
    },
  ]);
  expect((await world.rows(id)).map(({ link }) => link.extras?.password)).toEqual(['hush', 'hush', '']);
  expect((await world.rows(id)).map(({ skippedInReview = false }) => skippedInReview)).toEqual([
    false,
    false,
    true,
  ]);
  world.startWorker();
  world.startSyncHost();
  await world.over;
  expect(JSON.stringify(await world.rows(id))).not.toContain('hush');
  // Without it the link would be open to everyone.
  expect(await world.page((db) => retryRefused(db, id, world.newId))).toBe(0);
});

it('passwords that an earlier version left in a finished bulk are removed when bulks are read', async () => {
  const world = new BulkWorld();
  const link = { ...draft('https://example.com/0'), extras: { ...defaultLinkOptions, password: 'hush' } };
  const over = await world.start([{ link, leftOut: null }]);
  const underWay = await world.start([{ link, leftOut: null }]);
  const database = await openOrCreate(world.scope);
  const failure = { kind: 'refused', status: 400, message: 'No' } as const;
  for (const row of await listRows(database, over)) {
    const refused: BulkRow = { ...row, state: 'refused', failure };
    await database.put('rows', refused);
  }
  const before = await world.bulk(over);
  const counts = { ...before.counts, waiting: 0, refused: 1 };
  const through: Bulk = {
    ...before,
    counts,
    breaker: { state: 'closed', failure, rows: [0] },
    next: 1,
  };
  await database.put('bulks', through);
  await setDesiredState(database, underWay, 'pause');
  database.close();
  world.startWorker();
  world.startSyncHost();
  await world.over;
  expect(JSON.stringify(await world.rows(over))).not.toContain('hush');
  expect(await world.rows(over)).toMatchObject([{ state: 'refused', failure, passwordDropped: true }]);
  expect(await agrees(world, over)).toMatchObject({ swept: true });
  expect((await world.rows(underWay))[0]?.link.extras?.password).toBe('hush');
});

it('a bulk with active jobs is not removed; a finished one is, with its rows', async () => {
  const { shutUntil, open } = shut();
  const { world, id } = await begun(3, shutUntil);
  while ((await world.bulk(id)).counts.out === 0) await world.pass(1);
  expect(await world.page((db) => removeBulk(db, id))).toBe(false);
  open();
  await world.over;
  expect(await world.page((db) => removeBulk(db, id))).toBe(true);
  expect(await world.page((db) => getBulk(db, id))).toBeNull();
  expect(await world.rows(id)).toEqual([]);
});

it('without a database of the account there is nothing to do, and none is created', async () => {
  const world = new BulkWorld();
  world.startWorker();
  world.startSyncHost();
  await world.over;
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`mirror ${world.scope}`);
});
