/** What pages read: newest first, in slices, of one account only; nothing is made by reading. */
import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { createMirrorEvents } from '../../../lib/mirror/mirror-events.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { databaseName } from '../../../lib/mirror/database-name.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import { createMirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import { anyScope, fill, linkRow } from '../../support/link-rows.ts';

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const never = new AbortController().signal;

async function slicesOf(view: ReturnType<typeof createMirrorReader>, size: number, signal = never) {
  const slices: (readonly LinkRow[])[] = [];
  for await (const slice of view.slices(size, signal)) slices.push(slice);
  return slices;
}

describe('links', () => {
  it('come newest first, for any number of digits, in slices of at most the size asked for', async () => {
    const scope = anyScope();
    await fill(
      scope,
      [9, 100, 99, 10, 18446744073709551n.toString(), 1].map((id) => linkRow(id)),
    );
    const view = createMirrorReader(() => scope);
    const slices = await slicesOf(view, 4);
    expect(slices.map(ids)).toEqual([
      ['18446744073709551', '100', '99', '10'],
      ['9', '1'],
    ]);
    expect(ids(await view.newest(2))).toEqual(['18446744073709551', '100']);
  });

  it('are counted, like the records of each list', async () => {
    const scope = anyScope();
    await fill(scope, [linkRow(1), linkRow(2)]);
    expect(await createMirrorReader(() => scope).counts()).toMatchObject({
      links: 2,
      campaigns: 0,
      overlays: 0,
    });
  });

  it('stop when they are aborted', async () => {
    const scope = anyScope();
    await fill(
      scope,
      [1, 2, 3, 4].map((id) => linkRow(id)),
    );
    const wanted = new AbortController();
    const seen: string[] = [];
    for await (const slice of createMirrorReader(() => scope).slices(1, wanted.signal)) {
      seen.push(...ids(slice));
      if (seen.length === 2) wanted.abort();
    }
    expect(seen).toEqual(['4', '3']);
  });

  it('are found by id and by address', async () => {
    const scope = anyScope();
    const longUrl = 'https://example.com/?a=1&amp;b=2';
    await fill(scope, [linkRow(1, { longUrl }), linkRow(2, { longUrl }), linkRow(3)]);
    const view = createMirrorReader(() => scope);
    expect(await view.link('2')).toMatchObject({ id: '2', longUrl });
    expect(await view.link('4')).toBeNull();
    expect(ids(await view.byAddress('https://example.com/?a=1&b=2'))).toEqual(['2', '1']);
  });
});

describe('an account', () => {
  it('without a database shows nothing, and reading creates none', async () => {
    const scope = anyScope();
    const view = createMirrorReader(() => scope);
    expect(await view.newest(5)).toEqual([]);
    expect(await view.records('campaigns')).toEqual([]);
    expect(await view.items('1')).toEqual([]);
    expect((await view.freshness()).links).toEqual({
      count: 0,
      total: null,
      complete: false,
      at: null,
      pageSize: null,
      newestFrom: null,
      wholeAt: null,
    });
    expect(await view.counts()).toEqual({});
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseName(scope));
    await fill(scope, [linkRow(1)]);
    expect(ids(await view.newest(5))).toEqual(['1']);
  });

  it('never shows what another one holds', async () => {
    const [one, other] = [anyScope(), anyScope()];
    await fill(one, [linkRow(1)]);
    await fill(other, [linkRow(2)]);
    let scope = one;
    const view = createMirrorReader(() => scope);
    expect(ids(await view.newest(5))).toEqual(['1']);
    const walk = view.slices(1, never)[Symbol.asyncIterator]();
    scope = other;
    expect(ids(await view.newest(5))).toEqual(['2']);
    scope = '';
    expect(await view.newest(5)).toEqual([]);
    expect(await walk.next()).toMatchObject({ done: true });
    const heard: string[] = [];
    const stop = view.onChange((what) => heard.push(what));
    scope = other;
    const [here, there] = [createMirrorEvents(other), createMirrorEvents(one)];
    there.announce('links');
    here.announce('lists');
    await expect.poll(() => heard).toEqual(['lists']);
    for (const channel of [here, there]) channel.close();
    stop();
  });

  it('that is forgotten is closed immediately, and not created again by reading', async () => {
    const scope = anyScope();
    await fill(scope, [linkRow(1)]);
    const view = createMirrorReader(() => scope);
    expect(ids(await view.newest(1))).toEqual(['1']);
    await deleteDB(databaseName(scope));
    expect(await view.newest(1)).toEqual([]);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseName(scope));
    // Connected again.
    await fill(scope, [linkRow(2)]);
    expect(ids(await view.newest(1))).toEqual(['2']);
  });
});

it('records come in the order in which the service made them', async () => {
  const scope = anyScope();
  const database = await openOrCreate(scope);
  const transaction = database.transaction(['pixels', 'items'], 'readwrite');
  const rest = { type: 'gapixel', name: '', tag: '', date: null };
  for (const id of ['10', '9', '100'] as const) void transaction.objectStore('pixels').put({ id, ...rest });
  const item = { type: 'links', title: '', preview: null, link: null, date: null };
  void transaction.objectStore('items').put({ ...item, channel: '1', id: '12' });
  void transaction.objectStore('items').put({ ...item, channel: '1', id: '5' });
  void transaction.objectStore('items').put({ ...item, channel: '10', id: '6' });
  await transaction.done;
  const view = createMirrorReader(() => scope);
  expect(ids(await view.records('pixels'))).toEqual(['9', '10', '100']);
  expect(ids(await view.items('1'))).toEqual(['5', '12']);
  database.close();
});
