/** The items of channels: which links are in which, read again occasionally, and immediately when a sync is forced. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createMirrorReader } from '../../../../lib/mirror/mirror-reader.ts';
import { AnyService, killableSync } from '../any-service.ts';

const hour = 3_600_000;

async function world(links = 30) {
  const service = new AnyService({ most: 10 });
  service.make(links);
  service.lists['channels'] = [
    { id: 1, name: 'Mail' },
    { id: 2, name: 'Print' },
  ];
  service.items.set(1, [
    { type: 'links', id: 3 },
    { type: 'links', id: 25 },
    { type: 'bio', id: 3 },
  ]);
  service.items.set(2, [{ type: 'links', id: 3 }]);
  const synced = killableSync(service);
  const view = createMirrorReader(() => synced.scope);
  const channelsOf = async (id: number) => (await view.link(String(id)))?.channels;
  const itemsAsked = () => service.asked.filter(({ path }) => path.startsWith('/api/channel/')).length;
  const mirrorSync = synced.start();
  await mirrorSync.run({ force: true });
  return { service, ...synced, view, mirrorSync, channelsOf, itemsAsked };
}

it('links have their channels, and a channel its items of every type', async () => {
  const { view, channelsOf } = await world();
  expect(await channelsOf(3)).toEqual(['1', '2']);
  expect(await channelsOf(25)).toEqual(['1']);
  expect(await channelsOf(4)).toEqual([]);
  expect((await view.items('1')).map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual([
    'bio 3',
    'links 25',
    'links 3',
  ]);
  expect(await view.itemsFreshness('1')).toMatchObject({ complete: true, at: expect.any(Number) });
});

it('a link that is synced after its channel’s items has the channel, too', async () => {
  const { service, mirrorSync, channelsOf } = await world();
  service.items.get(2)?.push({ type: 'links', id: 31 });
  service.now += hour;
  await mirrorSync.run({ force: true });
  expect(await channelsOf(31)).toBeUndefined();
  service.make(1);
  await mirrorSync.run({ force: true });
  expect(await channelsOf(31)).toEqual(['2']);
});

it('items that were added or removed elsewhere are synced', async () => {
  const { service, mirrorSync, view, channelsOf } = await world();
  service.items.set(1, [{ type: 'links', id: 7 }]);
  service.now += hour;
  await mirrorSync.run({ force: true });
  expect(await channelsOf(3)).toEqual(['2']);
  expect(await channelsOf(25)).toEqual([]);
  expect(await channelsOf(7)).toEqual(['1']);
  expect(await view.items('1')).toHaveLength(1);
});

it('a channel of many pages is read whole', async () => {
  const { service, mirrorSync, view } = await world(60);
  service.items.set(
    2,
    Array.from({ length: 55 }, (_, place) => ({ type: 'links', id: place + 1 })),
  );
  service.now += hour;
  await mirrorSync.run({ force: true });
  expect(await view.items('2')).toHaveLength(55);
});

describe('automatically', () => {
  it('is read again after six hours', async () => {
    const { service, mirrorSync, itemsAsked } = await world();
    const before = itemsAsked();
    for (let hours = 0; hours < 5; hours++) {
      service.now += hour;
      await mirrorSync.run();
    }
    expect(itemsAsked()).toBe(before);
    service.now += hour;
    await mirrorSync.run();
    expect(itemsAsked()).toBe(before + 2);
  });

  it('at most twenty channels are read in one sync, however many are requested', async () => {
    const { service, mirrorSync, itemsAsked } = await world();
    service.lists['channels'] = Array.from({ length: 50 }, (_, place) => ({ id: place + 1, name: 'x' }));
    await mirrorSync.run({ force: true });
    // All are new: the rest follows when nothing else is left to do.
    expect(itemsAsked()).toBe(2 + 48);
    service.now += hour;
    const before = itemsAsked();
    await mirrorSync.run({ force: true });
    expect(itemsAsked()).toBe(before + 20);
  });

  it.each([
    { kind: 'refused', status: 404, message: null },
    { kind: 'key', status: 403, message: null },
  ] as const)('a channel that can’t be read ($kind) does not stop the next', async (failure) => {
    const { service, mirrorSync, channelsOf } = await world();
    service.items.set(2, []);
    service.fate = ({ path }) => (path === '/api/channel/1' ? failure : 'answered');
    service.now += hour;
    await mirrorSync.run({ force: true });
    expect(await channelsOf(3)).toEqual(['1']);
  });
});
