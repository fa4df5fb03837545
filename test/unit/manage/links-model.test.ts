/** The room's state: what is kept comes in slices, the service is asked only when a person wants it. */
import { describe, expect, it } from 'vitest';
import { createLinksModel } from '../../../entrypoints/manage/links/links-model.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import { linkRow } from '../mirror/link-rows.ts';
import { linksWorld, listed, settled, single } from './links-stand-in.ts';

async function open(kept: readonly LinkRow[], start?: Parameters<typeof linksWorld>[1]) {
  const made = linksWorld(kept, start);
  const model = createLinksModel(made.deps);
  await settled();
  const ids = () => Array.from({ length: model.results.value.slots.length }, (_, n) => model.rowAt(n)?.id);
  return { ...made, model, ids };
}

const rows = (count: number) => Array.from({ length: count }, (_, n) => linkRow(count - n));

describe('what is kept', () => {
  it('comes in by slices, newest first, and can be searched meanwhile and after', async () => {
    const { model, world, ids } = await open(rows(1_000));
    expect(world.slices).toEqual([0, 200, 400, 600, 800]);
    expect([ids().length, ids()[0], model.filling.value]).toEqual([1_000, '1000', false]);
    model.change({ text: 'page 777' });
    expect(ids()).toEqual(['777']);
  });

  it('is followed when it changes, and no more often than it takes', async () => {
    const { world, ids } = await open(rows(3));
    world.kept.push(linkRow(4));
    world.change('links');
    await settled();
    // The newest are there at once.
    expect(ids()).toEqual(['4', '3', '2', '1']);
    expect(world.slices).toEqual([0]);
    world.kept.splice(0, 1);
    world.change('links');
    world.change('links');
    await settled();
    expect(world.rests.map(({ ms }) => ms)).toEqual([3_000]);
    world.rests.shift()?.end();
    await settled();
    expect(ids()).toEqual(['4', '2', '1']);
    expect(world.slices).toEqual([0, 0]);
    world.rests.shift()?.end();
    await settled();
    expect(world.slices).toEqual([0, 0]);
  });

  it('the keyboard stays at its link when others come in above it', async () => {
    const { model, world } = await open(rows(3));
    model.active.value = 1;
    world.kept.push(linkRow(9));
    world.change('links');
    await settled();
    expect([model.active.value, model.rowAt(2)?.id]).toEqual([2, '2']);
    model.change({ text: 'page' });
    expect(model.active.value).toBe(-1);
  });

  it('once stopped, nothing is read and nothing is followed', async () => {
    const { model, world } = await open(rows(3));
    model.stop();
    world.rests.shift()?.end();
    world.change('links');
    await settled();
    expect(world.slices).toEqual([0]);
  });

  it('nothing of another account comes in, whatever is heard or read when it has changed', async () => {
    const { model, world, scope, ids, item } = await open(rows(3));
    const { slices } = world;
    scope.value = 'https://other.example#7';
    world.kept = [linkRow(70), linkRow(71)];
    world.rests.shift()?.end();
    world.change('links');
    item.value = '71';
    await settled();
    expect([ids(), model.isStopped(), model.open.value]).toEqual([['3', '2', '1'], true, null]);
    expect(slices).toEqual([0]);
  });

  it('tells how fresh it is, and that it is being brought up to date until it has been', async () => {
    const { model, world, acts } = await open(rows(3));
    expect(model.freshness.value?.links).toEqual({ count: 3, total: 9_000, complete: true, at: 900_000 });
    model.syncNow();
    expect([acts, model.syncRequestedAt.value]).toEqual([['keep true'], 1_000_000]);
    world.change('lists');
    await settled();
    expect(model.syncRequestedAt.value).toBe(1_000_000);
    world.at = 1_000_001;
    world.change('links');
    await settled();
    expect(model.syncRequestedAt.value).toBeNull();
  });
});

describe('the service', () => {
  it('is asked for words only when the person wants it', async () => {
    const { model, asked, world } = await open(rows(3), { complete: false });
    world.answers.set('/api/urls', listed(71, 72));
    model.change({ text: ' spring ' });
    expect(asked).toEqual([]);
    model.searchService();
    expect(model.serverSearch.value).toEqual({ state: 'asking', text: 'spring' });
    await settled();
    expect(asked).toEqual(['/api/urls?limit=50&page=1&q=spring']);
    expect(model.serverSearch.value).toMatchObject({ state: 'found', more: true });
    model.change({ sort: 'clicks' });
    expect(model.serverSearch.value).not.toBeNull();
    model.change({ text: 'spring c' });
    expect(model.serverSearch.value).toBeNull();
    model.change({ text: '  ' });
    model.searchService();
    expect(asked).toHaveLength(1);
  });

  it('an answer to what is no longer asked is dropped', async () => {
    const { model, world } = await open(rows(3));
    world.answers.set('/api/urls', listed(71));
    model.change({ text: 'spring' });
    let letGo = () => {};
    world.holds = new Promise((resolve) => (letGo = resolve));
    model.searchService();
    model.change({ text: 'summer' });
    letGo();
    await settled();
    expect(model.serverSearch.value).toBeNull();
  });

  it('looks up a short address, found or not', async () => {
    const { model, world, asked } = await open(rows(3));
    for (const text of ['sho.rt', 'other.example/a9', 'spring', 'sho.rt.example/x']) {
      model.change({ text });
      expect(model.isAddress.value).toBe(false);
    }
    model.lookUp();
    model.change({ text: ' https://sho.rt/a9 ' });
    expect(model.isAddress.value).toBe(true);
    world.answers.set('/api/urls', single(9));
    model.lookUp();
    await settled();
    expect(asked).toEqual(['/api/urls?short=https%3A%2F%2Fsho.rt%2Fa9']);
    expect(model.serverSearch.value).toMatchObject({ state: 'found', links: [{ id: '9' }], more: false });
    // As people write it, of the service and of a domain of their own.
    model.change({ text: 'sho.rt/a9' });
    model.lookUp();
    await settled();
    world.records.domains = [{ id: '3', domain: 'http://go.example' }];
    world.change('lists');
    await settled();
    model.change({ text: 'go.example/x' });
    model.lookUp();
    await settled();
    expect(asked.slice(1)).toEqual([
      '/api/urls?short=https%3A%2F%2Fsho.rt%2Fa9',
      '/api/urls?short=http%3A%2F%2Fgo.example%2Fx',
    ]);
    world.answers.set('/api/urls', { error: 0, data: [] });
    model.lookUp();
    await settled();
    expect(model.serverSearch.value).toMatchObject({ state: 'found', links: [] });
  });

  it('tells why it gave no answer', async () => {
    const { model, world } = await open(rows(3));
    world.failure = { kind: 'timed-out' };
    model.change({ text: 'spring' });
    model.searchService();
    await settled();
    expect(model.serverSearch.value).toEqual({
      state: 'failed',
      text: 'spring',
      failure: { kind: 'timed-out' },
    });
  });
});

describe('a link', () => {
  it('shows what is kept at once, then all that the service tells', async () => {
    const { model, world, item, asked } = await open(rows(3));
    world.answers.set('/api/url/2', single(2));
    item.value = '2';
    expect(model.open.value).toMatchObject({
      id: '2',
      stored: { title: 'Page 2' },
      full: null,
      loading: true,
    });
    await settled();
    expect(model.open.value).toMatchObject({ full: { title: 'Full 2', clicks: 5 }, loading: false });
    item.value = '';
    expect(model.open.value).toBeNull();
    // Asked for so lately, it is not asked for again; later it is.
    world.now += 10_000;
    item.value = '2';
    expect(model.open.value).toMatchObject({ full: { title: 'Full 2' }, loading: false });
    item.value = '';
    world.now += 30_000;
    item.value = '2';
    expect(model.open.value).toMatchObject({ full: { title: 'Full 2' }, loading: true });
    await settled();
    expect(asked).toEqual(['/api/url/2', '/api/url/2']);
    expect(world.learned).toEqual(['2', '2']);
  });

  it('that the page was opened with is found before the list is there', async () => {
    const { model } = await open([linkRow(7)], { item: '7' });
    expect(model.open.value?.stored?.title).toBe('Page 7');
  });

  it('that is not here is asked for', async () => {
    const { model, world, item } = await open(rows(3));
    world.answers.set('/api/url/99', single(99));
    item.value = '99';
    await settled();
    expect(model.open.value).toMatchObject({ stored: null, full: { title: 'Full 99' } });
  });

  it('keeps what is known when the service gives no answer, and can be asked for again', async () => {
    const { model, world, item } = await open(rows(3));
    world.failure = { kind: 'unreachable', status: null, message: null };
    item.value = '2';
    await settled();
    expect(model.open.value).toMatchObject({
      stored: { title: 'Page 2' },
      loading: false,
      failure: world.failure,
    });
    world.failure = null;
    world.answers.set('/api/url/2', single(2));
    model.reloadLink('2');
    expect(model.open.value).toMatchObject({ failure: null, loading: true });
    await settled();
    expect(model.open.value).toMatchObject({ full: { title: 'Full 2' } });
  });

  it('a late answer changes nothing of another link', async () => {
    const { model, world, item } = await open(rows(3));
    world.answers.set('/api/url/2', single(2)).set('/api/url/3', single(3));
    let letGo = () => {};
    world.holds = new Promise((resolve) => (letGo = resolve));
    item.value = '2';
    world.holds = Promise.resolve();
    item.value = '3';
    await settled();
    letGo();
    await settled();
    expect(model.open.value).toMatchObject({ id: '3', full: { title: 'Full 3' } });
  });

  it.each(['x', '0', '../x', '-1'])('%s is none', async (id) => {
    const { model, item, asked } = await open(rows(1));
    item.value = id;
    await settled();
    expect([model.open.value, asked]).toEqual([null, []]);
  });

  it('is copied, and that is told of it', async () => {
    const { model, acts } = await open(rows(2));
    await model.copy(model.rowAt(0));
    expect([acts, model.notice.value]).toEqual([['copy https://sho.rt/a2'], { name: 'copied', id: '2' }]);
    await model.copy(linkRow(1, { shortUrl: null }));
    expect(acts).toHaveLength(1);
  });
});
