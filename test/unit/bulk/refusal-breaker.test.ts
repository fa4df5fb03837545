// A service that refuses everything for one reason stops the bulk after a few links instead of burning all of its rows.
import { describe, expect, it } from 'vitest';
import { maxEqualRefusals } from '../../../lib/bulk/refusal-breaker.ts';
import { bulkSchema, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { maxClaimed } from '../../../lib/bulk/bulk-runner.ts';
import { claimRows } from '../../../lib/bulk/store/claim-rows.ts';
import { cancelRow, retryRefused, skipRefused } from '../../../lib/bulk/store/control-bulk.ts';
import { completeRow, markIdle, releaseRow } from '../../../lib/bulk/store/update-claimed.ts';
import { openOrCreate, type MirrorDatabase } from '../../../lib/mirror/database.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { BulkWorld, draft, newRows, type Fate } from './world.ts';

const numberOf = (address: string) => Number(address.split('/').at(-1));

const secretRows = (count: number, password = 'hush') =>
  newRows(count).map(({ link, leftOut }) => ({
    link: { ...draft(link.address), extras: { ...defaultLinkOptions, password } },
    leftOut,
  }));

/** Counts what reaches the service, too. */
async function begun(count: number, fate: (n: number) => Fate | Failure, password = '') {
  const world = new BulkWorld();
  const sent: number[] = [];
  let response = fate;
  world.fate = (address) => {
    sent.push(numberOf(address));
    return response(numberOf(address));
  };
  const id = await world.start(password === '' ? newRows(count) : secretRows(count, password));
  world.startWorker();
  world.startSyncHost();
  await world.over;
  return { world, id, sent, become: (next: (n: number) => Fate | Failure) => void (response = next) };
}

const made = (world: BulkWorld) =>
  world.made.map(({ address }) => numberOf(address)).toSorted((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
const resume = (world: BulkWorld, id: string) => world.setDesiredState(id, 'run');

describe('a service that refuses every link for the same reason', () => {
  it('pauses the bulk with that reason after a few of them, and costs no password', async () => {
    const { world, id, sent } = await begun(200, () => 'plan limit', 'hush');
    const bulk = await world.bulk(id);
    expect(bulk).toMatchObject({
      desiredState: 'pause',
      breaker: { state: 'open', failure: { kind: 'refused', message: 'Plan limit reached' } },
      counts: { waiting: 200, refused: 0, out: 0 },
    });
    // Those that were in flight already are completed.
    expect(sent.length).toBeGreaterThanOrEqual(maxEqualRefusals);
    expect(sent.length).toBeLessThanOrEqual(maxEqualRefusals + maxClaimed);
    const rows = await world.rows(id);
    expect(rows.map(({ link }) => link.extras?.password)).toEqual(upTo(200).map(() => 'hush'));
    expect(rows.filter(({ passwordDropped }) => passwordDropped)).toEqual([]);
    // A later instance of the sync host leaves it paused.
    world.startSyncHost();
    await world.over;
    expect(sent.length).toBeLessThanOrEqual(maxEqualRefusals + maxClaimed);
  });

  it('gets one link after "Resume", and the bulk pauses again immediately', async () => {
    const { world, id, sent } = await begun(40, () => 'plan limit');
    const before = sent.length;
    await resume(world, id);
    await world.over;
    expect(sent.length).toBe(before + 1);
    expect(await world.bulk(id)).toMatchObject({
      desiredState: 'pause',
      breaker: { state: 'open' },
      counts: { waiting: 40 },
    });
  });

  it.each(['', 'hush'])(
    'makes all of them after "Resume" once it says yes (password %j)',
    async (password) => {
      const { world, id, sent, become } = await begun(40, (n) => (n < 10 ? 'made' : 'plan limit'), password);
      expect((await world.bulk(id)).counts).toMatchObject({ done: 10, waiting: 30, refused: 0 });
      become(() => 'made');
      const before = sent.length;
      await resume(world, id);
      await world.over;
      const bulk = await world.bulk(id);
      expect(bulk.counts).toMatchObject({ done: 40, refused: 0, waiting: 0 });
      expect(bulk.breaker).toBeUndefined();
      expect(made(world)).toEqual(upTo(40));
      // The first of them was one that had not been refused yet.
      expect(sent[before]).toBeGreaterThanOrEqual(before);
      if (password !== '') expect(JSON.stringify(await world.rows(id))).not.toContain('hush');
    },
  );

  it('is found again after kills meanwhile', async () => {
    const world = new BulkWorld();
    world.fate = () => 'plan limit';
    const id = await world.start(newRows(60));
    world.startWorker();
    world.startSyncHost();
    for (let kill = 0; kill < 12; kill++) {
      await world.pass(kill * 3);
      if (kill % 2 === 0) world.startSyncHost();
      else world.startWorker();
    }
    await world.over;
    expect(await world.bulk(id)).toMatchObject({
      desiredState: 'pause',
      counts: { waiting: 60, refused: 0, out: 0 },
    });
  });

  it('lets the user continue without the refused rows', async () => {
    const { world, id, become } = await begun(20, (n) => (n < 5 ? 'plan limit' : 'made'), 'hush');
    // The first five differ from the rest only in what happens next.
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'pause', breaker: { state: 'open' } });
    const { rows = [] } = (await world.bulk(id)).breaker ?? {};
    expect(rows.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    become((n) => (n < 5 ? 'plan limit' : 'made'));
    await world.page((db) => skipRefused(db, id));
    await world.over;
    const bulk = await world.bulk(id);
    expect(bulk.counts).toMatchObject({ refused: 5, done: 15, waiting: 0 });
    expect(bulk.breaker).toBeUndefined();
    expect((await world.rows(id)).filter(({ failure }) => failure !== null)).toHaveLength(5);
    expect(JSON.stringify(await world.rows(id))).not.toContain('hush');
  });

  it('continues after that, and pauses again only after five more refusals in a row', async () => {
    const { world, id, become } = await begun(40, () => 'plan limit');
    const skipped = (await world.bulk(id)).breaker?.rows.length ?? 0;
    let refusals = maxEqualRefusals - 1;
    become(() => (refusals-- > 0 ? 'plan limit' : 'made'));
    await world.page((db) => skipRefused(db, id));
    await world.over;
    const refused = skipped + maxEqualRefusals - 1;
    expect(await world.bulk(id)).toMatchObject({
      desiredState: 'run',
      counts: { refused, done: 40 - refused },
    });
    const next = await begun(40, () => 'plan limit');
    await next.world.page((db) => skipRefused(db, next.id));
    await next.world.over;
    expect(await next.world.bulk(next.id)).toMatchObject({
      desiredState: 'pause',
      breaker: { state: 'open' },
    });
    expect((await next.world.bulk(next.id)).breaker?.rows.length).toBeGreaterThanOrEqual(maxEqualRefusals);
  });

  it('and is given up: no password stays', async () => {
    const { world, id } = await begun(20, () => 'plan limit', 'hush');
    await world.setDesiredState(id, 'cancel');
    await world.over;
    expect((await world.bulk(id)).counts).toMatchObject({ cancelled: 20, waiting: 0 });
    expect(JSON.stringify(await world.rows(id))).not.toContain('hush');
  });
});

const says = (message: string): Failure => ({ kind: 'refused', status: 400, message });
const uuidOf = (n: number) => `a${n % 10}b2c3d4-0000-4000-8000-${String(7 * n + 1).padStart(12, '0')}`;

describe('refusals that are equal apart from what identifies a request', () => {
  const forms: [string, (n: number) => string][] = [
    ['a request number', (n) => `Plan limit reached (request ${9_000 + n})`],
    ['a UUID', (n) => `Plan limit reached. Request: ${uuidOf(n)}`],
    [
      'a hexadecimal id',
      (n) => `Plan limit reached [${['deadbeef', 'facefeed', '0badf00d'][n % 3]}${n % 7}]`,
    ],
    ['a hexadecimal id of letters', (n) => `Plan limit reached: ${['deadbeef', 'facefeed'][n % 2]}`],
    ['a time', (n) => `Plan limit reached at 2026-11-23T10:${10 + (n % 50)}:07.${100 + n}Z`],
    ['a count', (n) => `Plan limit reached: ${500 + n} of 30 links`],
    ['a count at its end', (n) => `Plan limit reached, try ${500 + n}`],
  ];
  it.each(forms)('pause the bulk: %s', async (_name, form) => {
    const { world, id, sent } = await begun(60, (n) => says(form(n)), 'hush');
    expect(await world.bulk(id)).toMatchObject({
      desiredState: 'pause',
      breaker: { state: 'open', failure: { kind: 'refused' } },
      counts: { waiting: 60, refused: 0, out: 0 },
    });
    expect(sent.length).toBeLessThanOrEqual(maxEqualRefusals + maxClaimed);
  });

  it('pause it again after "Resume", by the first of them', async () => {
    const { world, id, sent } = await begun(40, (n) => says(`Plan limit reached (${9_000 + n})`));
    const before = sent.length;
    await resume(world, id);
    await world.over;
    expect(sent.length).toBe(before + 1);
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'pause', breaker: { state: 'open' } });
  });

  it('differ in status', async () => {
    const { world, id } = await begun(40, (n) => ({ ...says(`No (${9_000 + n})`), status: 400 + (n % 2) }));
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'run', counts: { refused: 40 } });
  });

  it('differ in a word', async () => {
    const { world, id } = await begun(40, (n) =>
      says(`${n % 2 === 0 ? 'Plan' : 'Account'} limit (${n + 900})`),
    );
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'run', counts: { refused: 40 } });
  });
});

describe('refusals that quote the row never pause the bulk', () => {
  const link = (n: number) => ({
    ...draft(`https://example.com/articles/2026/11/${100 * n + 56}`),
    alias: `Promo-${n}`,
    title: `Article ${n} of 40`,
  });
  const at = (address: string) => Math.floor(numberOf(address) / 100);
  const url = (n: number) => link(n).address;
  const forms: [string, (n: number) => string][] = [
    ['alias', (n) => `The alias ${link(n).alias} is already taken.`],
    ['alias in lower case', (n) => `Alias "promo-${n}" taken (42)`],
    ['short URL', (n) => `https://sho.rt/promo-${n} exists`],
    ['URL', (n) => `Invalid URL: ${url(n)}`],
    ['URL with an id of the request', (n) => `Invalid URL: ${url(n)} (request ${9_000 + n})`],
    ['URL, cut in its number', (n) => `Invalid URL: ${url(n).slice(0, -1)}…`],
    ['URL without its host', (n) => `Not allowed: ${new URL(url(n)).pathname}`],
    ['title', (n) => `Title too long: Article ${n} of 40`],
  ];
  it.each(forms)('by its %s', async (_name, form) => {
    const world = new BulkWorld();
    world.fate = (address) => says(form(at(address)));
    const id = await world.start(Array.from({ length: 40 }, (_, n) => ({ link: link(n), leftOut: null })));
    world.startWorker();
    world.startSyncHost();
    await world.over;
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'run', counts: { refused: 40, waiting: 0 } });
  });

  it('but a number that all of them have in common is no quote', async () => {
    const world = new BulkWorld();
    world.fate = (address) => says(`Plan limit reached, 23 Nov 2026 10:11:${500 + at(address)}`);
    const id = await world.start(Array.from({ length: 40 }, (_, n) => ({ link: link(n), leftOut: null })));
    world.startWorker();
    world.startSyncHost();
    await world.over;
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'pause', breaker: { state: 'open' } });
  });
});

describe('refusals that are no reason to pause', () => {
  it('differ in the message of the service', async () => {
    const { world, id } = await begun(60, () => 'refused');
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'run', counts: { refused: 60 } });
  });

  it('are separated by created links', async () => {
    const { world, id } = await begun(60, (n) => (n % 3 === 0 ? 'plan limit' : 'made'));
    expect(await world.bulk(id)).toMatchObject({ desiredState: 'run', counts: { refused: 20, done: 40 } });
  });

  it('do not come from the service: nothing was sent', async () => {
    const { world, id } = await begun(20, (n) => (n < 12 ? 'expired' : 'made'), 'hush');
    expect(await world.bulk(id)).toMatchObject({
      desiredState: 'run',
      counts: { refused: 12, done: 8, waiting: 0 },
    });
    expect(JSON.stringify(await world.rows(id))).not.toContain('hush');
  });

  it('are fewer than the threshold: the bulk ends, and no password stays stored', async () => {
    const { world, id } = await begun(maxEqualRefusals - 1, () => 'plan limit', 'hush');
    const bulk = await world.bulk(id);
    expect(bulk).toMatchObject({
      desiredState: 'run',
      counts: { refused: maxEqualRefusals - 1, waiting: 0 },
    });
    expect(JSON.stringify(await world.rows(id))).not.toContain('hush');
  });

  it('keep their passwords only until another response comes', async () => {
    const { world, id } = await begun(40, (n) => (n === 3 || n === 20 ? 'plan limit' : 'made'), 'hush');
    expect((await world.bulk(id)).counts).toMatchObject({ refused: 2, done: 38 });
    const text = JSON.stringify(await world.rows(id));
    expect(text).not.toContain('hush');
  });
});

describe('no password stays of a bulk whose last row', () => {
  const failure: Failure = { kind: 'refused', status: 200, message: 'Plan limit reached' };

  /** Three are refused in the same words; the last one is with the outbox. */
  async function endedBy(act: (database: MirrorDatabase, row: BulkRow, world: BulkWorld) => Promise<void>) {
    const world = new BulkWorld();
    const id = await world.start(secretRows(4));
    const database = await openOrCreate(world.scope);
    const [last, ...others] = (await claimRows(database, 4)).toReversed();
    for (const row of others) await completeRow(database, row, { state: 'refused', failure }, world.newId);
    if (last === undefined) throw new Error('none is out');
    expect((await world.bulk(id)).breaker?.rows).toHaveLength(3);
    await act(database, last, world);
    database.close();
    const refused = (await world.rows(id)).filter(({ state }) => state === 'refused');
    return {
      breaker: (await world.bulk(id)).breaker,
      holdsPassword: JSON.stringify(refused).includes('hush'),
      saysSo: refused.every(({ passwordDropped }) => passwordDropped),
    };
  }
  const noPassword = { breaker: undefined, holdsPassword: false, saysSo: true };

  it('is cancelled', async () => {
    const ended = await endedBy(async (database, row, { newId }) => {
      await cancelRow(database, row.id);
      await releaseRow(database, row, { newId: newId() });
    });
    expect(ended).toEqual(noPassword);
  });

  it('is dismissed', async () => {
    const ended = await endedBy((database, row, { newId }) =>
      completeRow(database, row, { state: 'refused', failure: null }, newId),
    );
    expect(ended).toEqual(noPassword);
  });

  it('waits for a decision', async () => {
    const ended = await endedBy((database, row) =>
      markIdle(database, row, { idle: 'asks', lost: undefined }),
    );
    expect(ended).toEqual(noPassword);
  });
});

it('a retry of what was refused before restarts the count', async () => {
  const { world, id, become } = await begun(4, () => 'plan limit');
  become(() => 'made');
  expect(await world.page((db) => retryRefused(db, id, world.newId))).toBe(4);
  await world.over;
  expect((await world.bulk(id)).counts).toMatchObject({ done: 4 });
});

it('a bulk that an older version has written is read as before', async () => {
  const { world, id } = await begun(3, () => 'made');
  const { breaker: _, ...older } = await world.bulk(id);
  expect(bulkSchema.safeParse(older).success).toBe(true);
});
