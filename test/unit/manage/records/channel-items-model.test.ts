/** The items of a channel: the stored ones immediately, then the service's pages. */
import { expect, it } from 'vitest';
import { createItems } from '../../../../entrypoints/manage/channels/channel-items-model.ts';
import type { StoredChannelItem } from '../../../../lib/mirror/database.ts';
import { openAccount } from './open-account.ts';
import { settled } from '../../../support/flush.ts';

const storedItem = (id: `${bigint}`, title: string): StoredChannelItem => ({
  channel: '1',
  type: 'links',
  id,
  title,
  preview: null,
  link: null,
  date: null,
});
const listed = (id: number, type = 'links') => ({
  type,
  id,
  title: `Listed ${id}`,
  preview: '',
  link: 'javascript:x',
  date: '2026-01-02',
});
const page = (items: object[], nextpage: number | string | null) => ({
  error: '0',
  data: { items, nextpage, currentpage: 1 },
});

function open(items: StoredChannelItem[] = []) {
  const account = openAccount({}, [], items);
  const model = createItems(account.deps, '1');
  const titles = () => model.items.value?.map(({ title, id }) => title || id) ?? null;
  return { ...account, model, titles };
}

it('stored items are shown immediately, and replaced by the complete list', async () => {
  const { model, titles, world, reads } = open([
    storedItem('1', 'Stored 1'),
    storedItem('2', 'Stored 2'),
    storedItem('5', 'Stored 5'),
  ]);
  world.bodies.set('/api/channel/1 1', page([listed(2), listed(3, 'bio')], 2));
  world.bodies.set('/api/channel/1 2', {
    error: '0',
    data: { items: [listed(4)], nextpage: null, currentpage: 2 },
  });
  const opening = model.open();
  expect(titles()).toBeNull();
  await opening;
  await settled();
  expect(titles()).toEqual(['Listed 2', 'Listed 3', 'Stored 5', 'Stored 1']);
  await model.more();
  expect(titles()).toEqual(['Listed 2', 'Listed 3', 'Listed 4']);
  // No URL that a browser must not open.
  expect(model.items.value?.[0]?.link).toBeNull();
  await model.more();
  expect(reads.map(({ query }) => query?.['page'])).toEqual(['1', '2']);
});

it('a service that repeats its last page is read no further', async () => {
  const { model, world } = open();
  world.bodies.set('/api/channel/1', page([listed(1)], 2));
  await model.open();
  await model.more();
  expect([model.next.value, model.items.value?.length]).toEqual([null, 1]);
});

it('an empty channel is empty, not unknown', async () => {
  const { model, world, titles } = open();
  world.bodies.set('/api/channel/1', page([], null));
  await model.open();
  expect(titles()).toEqual([]);
});

it('after a failure the stored items stay, and the page can be read again', async () => {
  const { model, world, titles } = open([storedItem('1', 'Stored 1')]);
  await model.open();
  expect([model.failure.value, titles()]).toEqual([{ kind: 'timed-out' }, ['Stored 1']]);
  world.bodies.set('/api/channel/1', page([listed(1)], null));
  await model.more();
  expect([model.failure.value, titles()]).toEqual([null, ['Listed 1']]);
});

it('an item that was assigned here is listed first, once', async () => {
  const { model, world, titles } = open();
  world.bodies.set('/api/channel/1', page([listed(1)], null));
  await model.open();
  const { channel: _channel, ...entered } = storedItem('7', '');
  model.add(entered);
  model.add(entered);
  expect(titles()).toEqual(['7', 'Listed 1']);
});
