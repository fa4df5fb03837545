/** The short lists: one round in five minutes, every page once, passed to the pickers as they come, written whole. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createMirrorReader } from '../../../../lib/mirror/mirror-reader.ts';
import type { ApiReader } from '../../../../lib/messages/api-reader.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import { openOrCreate } from '../../../../lib/mirror/database.ts';
import { AnyService, killableSync, offline, rowsOf } from '../any-service.ts';

const minute = 60_000;
const noPlan: Failure = { kind: 'key', status: 403, message: null };
const wrongKey: Failure = { kind: 'key', status: 401, message: null };

const record = (id: number) => ({ id, name: `n${id}`, type: `t${id}`, domain: `https://d${id}.example` });
const six = ['campaigns', 'channels', 'pixels', 'splash', 'overlay', 'domains'];

function world() {
  const service = new AnyService();
  for (const name of six) service.lists[name] = [record(1)];
  const synced = killableSync(service);
  const view = createMirrorReader(() => synced.scope);
  /** Of the short lists, as they were asked for. */
  const asked = () =>
    service.asked.map(({ path }) => path.replace('/api/', '')).filter((name) => six.includes(name));
  /** What the pickers have been listedFields, all together. */
  const offered = () => Object.assign({}, ...synced.offered.map(({ lists }) => lists)) as unknown;
  const names = async (name: 'campaigns' | 'channels') => (await view.records(name)).map((one) => one.name);
  return { service, ...synced, view, asked, offered, names, mirrorSync: synced.start() };
}

describe('a round', () => {
  it('requests the six lists, passes each to the pickers as it arrives, and stores them', async () => {
    const { service, mirrorSync, asked, offered, view } = world();
    const began = service.now;
    await mirrorSync.run();
    expect(asked()).toEqual(six);
    expect(offered()).toEqual({
      at: expect.any(Number),
      campaigns: [{ id: '1', name: 'n1' }],
      channels: [{ id: '1', name: 'n1' }],
      pixels: [{ id: '1', name: 'n1' }],
      pixelTypes: ['t1'],
      splashPages: [{ id: '1', name: 'n1' }],
      overlays: [{ id: '1', name: 'n1' }],
      domains: ['https://d1.example'],
    });
    expect(await view.records('campaigns')).toMatchObject([{ id: '1', name: 'n1', rotator: null }]);
    const { lists } = await view.freshness();
    for (const list of Object.values(lists)) {
      expect(list.complete).toBe(true);
      expect(list.at).toBeGreaterThanOrEqual(began);
    }
  });

  it('names records without a name by their type', async () => {
    const { service, mirrorSync, offered } = world();
    service.lists['pixels'] = [{ id: 1, name: '', type: 'gapixel', tag: 'x' }];
    service.lists['overlay'] = [{ id: 2, name: '', type: 'contact' }];
    await mirrorSync.run();
    expect(offered()).toMatchObject({
      pixels: [{ id: '1', name: 'gapixel' }],
      overlays: [{ id: '2', name: 'contact' }],
    });
  });

  it('is whole without splash pages and overlays, which not every plan has', async () => {
    const { service, mirrorSync, asked, offered } = world();
    service.fate = ({ path }) => (/splash|overlay/.test(path) ? noPlan : 'answered');
    await mirrorSync.run();
    expect(asked()).toEqual(six);
    expect(offered()).toMatchObject({ at: expect.any(Number), domains: ['https://d1.example'] });
    expect(offered()).not.toHaveProperty('splashPages');
  });

  it.each(six)('and the links are whole without %s, which the plan may not have', async (missing) => {
    const { service, mirrorSync, asked, scope, offered } = world();
    service.make(3);
    service.fate = ({ path }) => (path === `/api/${missing}` ? noPlan : 'answered');
    expect(await mirrorSync.run()).toMatchObject({ left: 'later', failure: null });
    expect(asked()).toEqual(six);
    expect(await rowsOf(scope)).toHaveLength(3);
    // Else each page that opens would start a sync, and no lost campaign would be recognized.
    expect(offered()).toMatchObject({ at: expect.any(Number) });
  });

  it('is not whole while a list that every form needs could not be read', async () => {
    const { service, mirrorSync, offered } = world();
    service.fate = ({ path }) => (path === '/api/domains' ? { kind: 'timed-out' } : 'answered');
    await mirrorSync.run();
    expect(offered()).not.toHaveProperty('at');
  });

  it.each<[string, Failure]>([
    ['the key is wrong', wrongKey],
    ['there is no network', offline],
    ['access was withdrawn', { kind: 'no-permission', origin: 'https://sho.rt' }],
  ])('ends immediately when %s, and says so', async (_why, failure) => {
    const { service, mirrorSync } = world();
    service.fate = () => failure;
    expect(await mirrorSync.run()).toEqual({ left: 'more', at: service.now + 5 * minute, failure });
    expect(service.asked).toHaveLength(1);
  });

  it('is one however often it is asked for in five minutes, in this instance or the next', async () => {
    const { service, mirrorSync, asked, start } = world();
    await Promise.all([mirrorSync.run(), mirrorSync.run(), mirrorSync.run()]);
    for (let opening = 0; opening < 3; opening++) {
      service.now += minute;
      await mirrorSync.run();
      await start().run();
    }
    expect(asked()).toHaveLength(6);
    service.now += 2 * minute;
    await mirrorSync.run();
    expect(asked()).toHaveLength(12);
  });

  it('is not repeated within five minutes where it failed', async () => {
    const { service, mirrorSync, asked } = world();
    service.fate = ({ path }) => (/urls/.test(path) ? 'answered' : { kind: 'unreadable', status: 200 });
    await mirrorSync.run();
    await mirrorSync.run();
    expect(asked()).toEqual(six);
    service.now += 5 * minute;
    await mirrorSync.run();
    expect(asked()).toHaveLength(12);
  });

  it('is made again after the clock was set back', async () => {
    const { service, mirrorSync, asked } = world();
    await mirrorSync.run();
    service.now -= 60 * minute;
    await mirrorSync.run();
    expect(asked()).toHaveLength(12);
  });

  it('that is forced is made however fresh it is, by the reader for those who wait', async () => {
    const { service, asked } = world();
    const urgent: string[] = [];
    const readUrgently: ApiReader = async (call) => {
      urgent.push(call.path.replace('/api/', ''));
      return service.read(call);
    };
    const mirrorSync = killableSync(service, { readUrgently }).start();
    await mirrorSync.run();
    expect(urgent).toEqual([]);
    await mirrorSync.run({ force: true });
    // The newest page of links with them: while a bulk is in progress everything else would wait for its end.
    expect(urgent).toEqual([...six, 'urls']);
    expect(asked()).toHaveLength(12);
  });

  it('that was killed half-way asks for no list twice', async () => {
    const { service, start, asked, offered } = world();
    let killed = false;
    service.fate = ({ path }) => {
      if (!path.includes('pixels')) return 'answered';
      killed = true;
      return 'killed before';
    };
    void start().run();
    await expect.poll(() => killed).toBe(true);
    service.fate = () => 'answered';
    await start().run();
    expect(asked()).toEqual(six);
    expect(offered()).toMatchObject({ at: expect.any(Number) });
  });

  it('passes the lists to the pickers again if it was killed while doing so', async () => {
    const { service, scope } = world();
    let reports = 0;
    const hangs = killableSync(service, {
      scope,
      reportSync: () => {
        reports++;
        return new Promise(() => {});
      },
    });
    void hangs.start().run();
    await expect.poll(() => reports).toBe(1);
    const heard: unknown[] = [];
    await killableSync(service, { scope, reportSync: async ({ lists }) => void heard.push(lists) })
      .start()
      .run();
    expect(heard).toContainEqual({ campaigns: [{ id: '1', name: 'n1' }] });
  });
});

describe('a list', () => {
  it('is followed to its last page', async () => {
    const { service, mirrorSync, asked, view } = world();
    service.lists['campaigns'] = Array.from({ length: 345 }, (_, place) => record(place + 1));
    await mirrorSync.run();
    expect(await view.records('campaigns')).toHaveLength(345);
    expect(asked().filter((name) => name === 'campaigns')).toHaveLength(4);
  });

  it('ends at a page that repeats', async () => {
    const { service, mirrorSync, asked, view } = world();
    service.manner = {
      ...service.manner,
      nextpage: 'endless',
      maxpage: false,
      result: 'none',
      after: 'repeats',
    };
    await mirrorSync.run();
    expect(await view.records('campaigns')).toHaveLength(1);
    expect(asked()).toHaveLength(12);
  });

  it('ends at the cap when a server makes up new records without an end, and is not called complete', async () => {
    const { service, mirrorSync, asked, view } = world();
    service.manner = { ...service.manner, nextpage: 'endless', maxpage: false, result: 'none', most: 1 };
    service.between = () => service.lists['campaigns']?.push(record(100 + service.asked.length));
    await mirrorSync.run();
    expect(asked().filter((name) => name === 'campaigns')).toHaveLength(20);
    expect((await view.freshness()).lists.campaigns.complete).toBe(false);
  });

  it('of three hundred pages that reports its length is read up to page two hundred', async () => {
    const { service, mirrorSync, asked } = world();
    service.manner = { ...service.manner, most: 2 };
    service.lists['campaigns'] = Array.from({ length: 600 }, (_, place) => record(place + 1));
    await mirrorSync.run();
    expect(asked().filter((name) => name === 'campaigns')).toHaveLength(200);
  });

  it('with a missing page stays unchanged', async () => {
    const { service, mirrorSync, names } = world();
    await mirrorSync.run();
    service.lists['campaigns'] = Array.from({ length: 150 }, (_, place) => record(place + 7));
    service.fate = ({ path, page }) =>
      path === '/api/campaigns' && page === 2 ? { kind: 'timed-out' } : 'answered';
    await mirrorSync.run({ force: true });
    expect(await names('campaigns')).toEqual(['n1']);
    service.fate = () => 'answered';
    await mirrorSync.run({ force: true });
    expect(await names('campaigns')).toHaveLength(150);
  });

  it('loses what was deleted elsewhere and takes over what was renamed', async () => {
    const { service, mirrorSync, names } = world();
    service.lists['campaigns'] = [record(1), record(2), record(3)];
    await mirrorSync.run();
    service.lists['campaigns'] = [record(1), { ...record(3), name: 'Other' }];
    await mirrorSync.run({ force: true });
    expect(await names('campaigns')).toEqual(['n1', 'Other']);
  });

  it('empties the campaigns and channels that were deleted elsewhere once two reads have missed them', async () => {
    const { service, scope, start } = world();
    service.make(3);
    service.lists['campaigns'] = [record(1), record(2)];
    service.lists['channels'] = [record(1), record(2)];
    service.items.set(1, [{ type: 'links', id: 1 }]);
    service.items.set(2, [
      { type: 'links', id: 1 },
      { type: 'bio', id: 4 },
    ]);
    await start().run();
    const database = await openOrCreate(scope);
    for (const row of await database.getAll('links'))
      await database.put('links', { ...row, campaign: row.id === '3' ? '1' : '2' });
    const campaigns = async () => (await rowsOf(scope)).map(({ id, campaign }) => [id, campaign]);
    const channelsOf = async (id: string) => (await rowsOf(scope)).find((row) => row.id === id)?.channels;
    const withItems = async () => (await database.getAll('items')).map(({ channel }) => channel);
    expect(await channelsOf('1')).toEqual(['1', '2']);
    service.lists['campaigns'] = [record(1)];
    service.lists['channels'] = [record(1)];
    await start().run({ force: true });
    expect(await database.getAllKeys('campaigns')).toEqual(['1']);
    expect([new Set(await withItems()), await channelsOf('1')]).toEqual([new Set(['1', '2']), ['1', '2']]);
    // Another instance: what the first has missed is on disk.
    await start().run({ force: true });
    expect(await campaigns()).toEqual([
      ['3', '1'],
      ['2', null],
      ['1', null],
    ]);
    expect([await channelsOf('1'), await withItems()]).toEqual([['1'], ['1']]);
    database.close();
  });

  it('keeps the links of a campaign that one read has missed, since another was deleted between two pages', async () => {
    const { service, scope, mirrorSync, names } = world();
    service.make(1);
    service.manner = { ...service.manner, most: 2 };
    service.lists['campaigns'] = [1, 2, 3, 4].map(record);
    await mirrorSync.run();
    const database = await openOrCreate(scope);
    for (const row of await database.getAll('links')) await database.put('links', { ...row, campaign: '3' });
    service.between = () => {
      const { path, page } = service.asked.at(-1) ?? {};
      if (path === '/api/campaigns' && page === 1) service.lists['campaigns'] = [1, 3, 4].map(record);
    };
    await mirrorSync.run({ force: true });
    expect(await names('campaigns')).toEqual(['n1', 'n2', 'n4']);
    for (let again = 0; again < 2; again++) {
      await mirrorSync.run({ force: true });
      expect(await names('campaigns')).toEqual(['n1', 'n3', 'n4']);
      expect((await rowsOf(scope)).map(({ campaign }) => campaign)).toEqual(['3']);
    }
    database.close();
  });

  it('is announced to pages whenever it was synced, links only when they have changed', async () => {
    const { service, mirrorSync, view } = world();
    service.make(3);
    const heard: string[] = [];
    const stop = view.onChange((what) => heard.push(what));
    await mirrorSync.run();
    await expect.poll(() => new Set(heard)).toEqual(new Set(['lists', 'links']));
    heard.length = 0;
    await mirrorSync.run({ force: true });
    await expect.poll(() => new Set(heard)).toEqual(new Set(['lists', 'fresh']));
    service.make(1);
    await mirrorSync.run({ force: true });
    await expect.poll(() => heard).toContain('links');
    stop();
  });
});
