/** The state of the section "Links": the mirror is read in batches, the service only when the user requests it. */
import { describe, expect, it } from 'vitest';
import { createLinksModel } from '../../../entrypoints/manage/links/links-model.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import { linkRow } from '../../support/link-rows.ts';
import { linksWorld, listed, single } from './links-world.ts';
import { settled } from '../../support/flush.ts';

async function open(stored: readonly LinkRow[], start?: Parameters<typeof linksWorld>[1]) {
  const section = linksWorld(stored, start);
  const model = createLinksModel(section.deps);
  await settled();
  const ids = () => Array.from({ length: model.results.value.slots.length }, (_, n) => model.rowAt(n)?.id);
  return { ...section, model, ids };
}

const rows = (count: number) => Array.from({ length: count }, (_, n) => linkRow(count - n));

describe('the mirror', () => {
  it('is read in batches, newest first, and can be searched meanwhile and afterwards', async () => {
    const { model, world, ids } = await open(rows(1_000));
    expect(world.slices).toEqual([0, 200, 400, 600, 800]);
    expect([ids().length, ids()[0]]).toEqual([1_000, '1000']);
    model.change({ text: 'page 777' });
    expect(ids()).toEqual(['777']);
  });

  it('is read again when it changes, with rests in proportion to the last pass', async () => {
    const { world, ids } = await open(rows(3));
    world.stored.push(linkRow(4));
    world.change('links');
    await settled();
    // The newest are shown immediately.
    expect(ids()).toEqual(['4', '3', '2', '1']);
    expect(world.slices).toEqual([0]);
    world.stored.splice(0, 1);
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

  it('the active row stays at its link when others are added above it', async () => {
    const { model, world } = await open(rows(3));
    model.active.value = 1;
    world.stored.push(linkRow(9));
    world.change('links');
    await settled();
    expect([model.active.value, model.rowAt(2)?.id]).toEqual([2, '2']);
    model.change({ text: 'page' });
    expect(model.active.value).toBe(-1);
  });

  it('is neither read nor followed once the model is stopped', async () => {
    const { model, world } = await open(rows(3));
    model.stop();
    world.rests.shift()?.end();
    world.change('links');
    await settled();
    expect(world.slices).toEqual([0]);
  });

  it('another account’s links are never shown, despite changes and reads after the switch', async () => {
    const { model, world, scope, ids, item } = await open(rows(3));
    const { slices } = world;
    scope.value = 'https://other.example#7';
    world.stored = [linkRow(70), linkRow(71)];
    world.rests.shift()?.end();
    world.change('links');
    item.value = '71';
    await settled();
    expect([ids(), model.isStopped(), model.open.value]).toEqual([['3', '2', '1'], true, null]);
    expect(slices).toEqual([0]);
  });

  it('has its freshness, and shows a requested sync until it has finished', async () => {
    const { model, world, acts } = await open(rows(3));
    expect(model.freshness.value?.links).toMatchObject({
      count: 3,
      total: 9_000,
      complete: true,
      at: 900_000,
    });
    model.syncNow();
    expect([acts, model.syncRequestedAt.value]).toEqual([['sync all'], 1_000_000]);
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
  it('is searched only when the user requests it', async () => {
    const { model, requests, world } = await open(rows(3), { complete: false });
    world.responses.set('/api/urls', listed(71, 72));
    model.change({ text: ' spring ' });
    expect(requests).toEqual([]);
    model.searchService();
    expect(model.serverSearch.value).toEqual({ state: 'searching', text: 'spring' });
    await settled();
    expect(requests).toEqual(['/api/urls?limit=50&page=1&q=spring']);
    expect(model.serverSearch.value).toMatchObject({ state: 'found', more: true });
    model.change({ sort: 'clicks' });
    expect(model.serverSearch.value).not.toBeNull();
    model.change({ text: 'spring c' });
    expect(model.serverSearch.value).toBeNull();
    model.change({ text: '  ' });
    model.searchService();
    expect(requests).toHaveLength(1);
  });

  it('a response to an outdated query is dropped', async () => {
    const { model, world } = await open(rows(3));
    world.responses.set('/api/urls', listed(71));
    model.change({ text: 'spring' });
    let letGo = () => {};
    world.holds = new Promise((resolve) => (letGo = resolve));
    model.searchService();
    model.change({ text: 'summer' });
    letGo();
    await settled();
    expect(model.serverSearch.value).toBeNull();
  });

  it('looks up a short URL, found or not', async () => {
    const { model, world, requests } = await open(rows(3));
    for (const text of ['sho.rt', 'other.example/a9', 'spring', 'sho.rt.example/x']) {
      model.change({ text });
      expect(model.isAddress.value).toBe(false);
    }
    model.lookUp();
    model.change({ text: ' https://sho.rt/a9 ' });
    expect(model.isAddress.value).toBe(true);
    world.responses.set('/api/urls', single(9));
    model.lookUp();
    await settled();
    expect(requests).toEqual(['/api/urls?short=https%3A%2F%2Fsho.rt%2Fa9']);
    expect(model.serverSearch.value).toMatchObject({ state: 'found', links: [{ id: '9' }], more: false });
    // Without a scheme, of the service and of a branded domain.
    model.change({ text: 'sho.rt/a9' });
    model.lookUp();
    await settled();
    world.records.domains = [{ id: '3', domain: 'http://go.example' }];
    world.change('lists');
    await settled();
    model.change({ text: 'go.example/x' });
    model.lookUp();
    await settled();
    expect(requests.slice(1)).toEqual([
      '/api/urls?short=https%3A%2F%2Fsho.rt%2Fa9',
      '/api/urls?short=http%3A%2F%2Fgo.example%2Fx',
    ]);
    world.responses.set('/api/urls', { error: 0, data: [] });
    model.lookUp();
    await settled();
    expect(model.serverSearch.value).toMatchObject({ state: 'found', links: [] });
  });

  it('its failure is shown', async () => {
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

  it.each(['searchService', 'lookUp'] as const)('that failed is repeated as it was: %s', async (request) => {
    const { model, world, requests } = await open(rows(3));
    world.failure = { kind: 'timed-out' };
    model.change({ text: 'https://sho.rt/a9' });
    model[request]();
    await settled();
    await model.retrySearch();
    const [first, second] = requests;
    expect(first).toContain(request === 'lookUp' ? 'short=' : 'q=');
    expect(requests).toHaveLength(2);
    expect(second).toBe(first);
  });
});

describe('a link', () => {
  it('shows the stored fields immediately, then all of the service’s', async () => {
    const { model, world, item, requests } = await open(rows(3));
    world.responses.set('/api/url/2', single(2));
    item.value = '2';
    expect(model.open.value).toMatchObject({
      id: '2',
      stored: { title: 'Page 2' },
      details: null,
      loading: true,
    });
    await settled();
    expect(model.open.value).toMatchObject({ details: { title: 'Full 2', clicks: 5 }, loading: false });
    item.value = '';
    expect(model.open.value).toBeNull();
    // A recent response is used again; an older one is fetched again.
    world.now += 10_000;
    item.value = '2';
    expect(model.open.value).toMatchObject({ details: { title: 'Full 2' }, loading: false });
    item.value = '';
    world.now += 30_000;
    item.value = '2';
    expect(model.open.value).toMatchObject({ details: { title: 'Full 2' }, loading: true });
    await settled();
    expect(requests).toEqual(['/api/url/2', '/api/url/2']);
    expect(world.learned).toEqual(['2', '2']);
  });

  it('that the page was opened with is shown before the list is read', async () => {
    const { model } = await open([linkRow(7)], { item: '7' });
    expect(model.open.value?.stored?.title).toBe('Page 7');
  });

  it('that the mirror does not have is fetched', async () => {
    const { model, world, item } = await open(rows(3));
    world.responses.set('/api/url/99', single(99));
    item.value = '99';
    await settled();
    expect(model.open.value).toMatchObject({ stored: null, details: { title: 'Full 99' } });
  });

  it('keeps its stored fields when the fetch fails, and can be fetched again', async () => {
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
    world.responses.set('/api/url/2', single(2));
    model.reloadLink('2');
    expect(model.open.value).toMatchObject({ failure: null, loading: true });
    await settled();
    expect(model.open.value).toMatchObject({ details: { title: 'Full 2' } });
  });

  it('a late failure does not stay beside the response to a later request', async () => {
    const { model, world, item } = await open(rows(3));
    world.responses.set('/api/url/2', single(2)).set('/api/url/3', single(3));
    world.failure = { kind: 'timed-out' };
    let endFirst = () => {};
    let endSecond = () => {};
    world.holds = new Promise((resolve) => (endFirst = resolve));
    item.value = '2';
    world.failure = null;
    world.holds = new Promise((resolve) => (endSecond = resolve));
    item.value = '3';
    item.value = '2';
    endFirst();
    await settled();
    endSecond();
    await settled();
    expect(model.open.value).toMatchObject({ details: { title: 'Full 2' }, failure: null, loading: false });
  });

  it('a late response does not change another link', async () => {
    const { model, world, item } = await open(rows(3));
    world.responses.set('/api/url/2', single(2)).set('/api/url/3', single(3));
    let letGo = () => {};
    world.holds = new Promise((resolve) => (letGo = resolve));
    item.value = '2';
    world.holds = Promise.resolve();
    item.value = '3';
    await settled();
    letGo();
    await settled();
    expect(model.open.value).toMatchObject({ id: '3', details: { title: 'Full 3' } });
  });

  it.each(['x', '0', '../x', '-1'])('%s is no id', async (id) => {
    const { model, item, requests } = await open(rows(1));
    item.value = id;
    await settled();
    expect([model.open.value, requests]).toEqual([null, []]);
  });

  it('is copied, with a notice of the result', async () => {
    const { model, acts } = await open(rows(2));
    await model.copy(model.rowAt(0));
    expect([acts, model.notice.value]).toEqual([['copy https://sho.rt/a2'], { name: 'copied', what: '2' }]);
    await model.copy(linkRow(1, { shortUrl: null }));
    expect(acts).toHaveLength(1);
  });
});

it('a route to a search sets its words alone', async () => {
  const { model, item, ids } = await open([
    linkRow(1, { title: 'Red shoes' }),
    linkRow(2, { title: 'Blue shoes', campaign: '7' }),
  ]);
  model.change({ campaign: '7' });
  item.value = 'search=shoes red';
  await settled();
  expect([ids(), model.hasFilters.value, model.query.value.text]).toEqual([['1'], false, 'shoes red']);
});

it('a route to the links of a campaign or channel sets that filter alone', async () => {
  const { model, item, ids } = await open([
    linkRow(1, { campaign: '7' }),
    linkRow(2, { channels: ['7'] }),
    linkRow(3),
  ]);
  model.change({ text: 'nothing like it' });
  item.value = 'campaign=7';
  await settled();
  expect([ids(), model.hasFilters.value, model.open.value]).toEqual([['1'], true, null]);
  item.value = 'channel=7';
  await settled();
  expect(ids()).toEqual(['2']);
  item.value = '3';
  await settled();
  expect(model.open.value?.id).toBe('3');
});

it('chosen in the navigation, shows all links if it is open already; else without the filter of a route', async () => {
  const { model, item } = await open([linkRow(1, { campaign: '7' }), linkRow(2)]);
  item.value = 'campaign=7&export';
  await settled();
  model.change({ text: 'one', sort: 'oldest' });
  model.onChosen(false);
  expect(model.query.value).toMatchObject({ campaign: '', text: 'one' });
  expect(model.exportForm.isOpen.value).toBe(false);
  // A filter of the user's own.
  model.change({ campaign: '7' });
  model.onChosen(false);
  expect(model.query.value).toMatchObject({ campaign: '7', text: 'one' });
  model.exportForm.isOpen.value = true;
  model.onChosen(true);
  expect(model.query.value).toMatchObject({ campaign: '', text: '', sort: 'oldest' });
  expect([model.hasFilters.value, model.exportForm.isOpen.value]).toEqual([false, false]);
});
