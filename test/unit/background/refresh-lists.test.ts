/** The pickers' lists: one round in five minutes, every page once, nothing of another account. */
import { describe, expect, test } from 'vitest';
import { createListRefresh } from '../../../entrypoints/background/refresh-lists.ts';
import type { Call } from '../../../lib/service/call.ts';
import { openItem } from '../../../lib/settings/item.ts';
import { pickerListsItem, type PickerLists } from '../../../lib/settings/picker-lists.ts';
import { unreachable } from '../outbox/samples.ts';
import { breath, gate } from '../outbox/stand-in.ts';
import { MemoryArea } from '../settings/memory-area.ts';
import { gatewayOf } from './gateway-stand-in.ts';

const minute = 60_000;
const noon = 1_700_000_000_000;

const record = (id: number) => ({ id, name: `n${id}`, type: `t${id}`, domain: `https://d${id}.example` });

function world(options: { readonly kept?: Partial<PickerLists> } = {}) {
  const kept = { ...pickerListsItem.fallback, ...options.kept };
  const item = openItem(
    new MemoryArea({ 'picker-lists': { version: pickerListsItem.version, data: kept } }),
    pickerListsItem,
    () => {},
  );
  const state = {
    now: noon,
    scope: 'here',
    connected: true,
    /** How often a part was told of. */
    parts: 0,
    /** What a list's page holds: its records and the page it names next. */
    page: (_list: string, _page: number): { ids: number[]; next?: number } | null => ({ ids: [1] }),
    hold: null as Promise<void> | null,
  };
  const { gateway, sent } = gatewayOf(async (call: Call<unknown>) => {
    await state.hold;
    const list = call.path.replace('/api/', '');
    const page = Number(call.query?.['page'] ?? 1);
    const answer = state.page(list, page);
    if (answer === null) return { failure: unreachable };
    const envelope = { currentpage: page, nextpage: answer.next ?? 0, maxpage: 99 };
    const collection = list === 'overlay' ? 'cta' : list;
    return { body: { error: 0, data: { ...envelope, [collection]: answer.ids.map(record) } } };
  });
  const lists = createListRefresh(
    item,
    { gateway: async () => (state.connected ? gateway : null), scope: async () => state.scope },
    () => state.now,
    () => state.parts++,
  );
  return { item, state, sent, lists };
}

describe('a round', () => {
  test('asks for the six lists, behind everything a person waits for', async () => {
    const { item, state, sent, lists } = world();
    await lists.refresh();
    expect(state.parts).toBeGreaterThanOrEqual(6);
    expect(sent.map(({ what }) => what)).toEqual([
      'GET /api/campaigns',
      'GET /api/channels',
      'GET /api/pixels',
      'GET /api/splash',
      'GET /api/overlay',
      'GET /api/domains',
    ]);
    expect(sent.every(({ options }) => options.urgency === 'refresh')).toBe(true);
    expect(await item.read()).toMatchObject({
      scope: 'here',
      at: noon,
      campaigns: [{ id: '1', name: 'n1' }],
      channels: [{ id: '1', name: 'n1' }],
      pixels: [{ id: '1', name: 'n1' }],
      pixelTypes: ['t1'],
      domains: ['https://d1.example'],
      splashPages: [{ id: '1', name: 'n1' }],
      overlays: [{ id: '1', name: 'n1' }],
    });
  });

  test('is whole without splash pages and overlays, which not every plan has', async () => {
    const { item, state, lists } = world({ kept: { scope: 'here', overlays: [{ id: '7', name: 'Kept' }] } });
    state.page = (list) => (list === 'splash' || list === 'overlay' ? null : { ids: [1] });
    await lists.refresh();
    expect(await item.read()).toMatchObject({ at: noon, splashPages: [], overlays: [{ id: '7' }] });
  });

  test('is one however often a popup opens in five minutes', async () => {
    const { state, sent, lists } = world();
    await Promise.all([lists.refresh(), lists.refresh(), lists.refresh()]);
    for (let opening = 0; opening < 4; opening++) {
      state.now += minute;
      await lists.refresh();
    }
    expect(sent).toHaveLength(6);
    state.now += minute;
    await lists.refresh();
    expect(sent).toHaveLength(12);
  });

  test('is not repeated within five minutes when it failed, nor after a restart when it was complete', async () => {
    const { state, sent, lists } = world();
    state.page = () => null;
    await lists.refresh();
    await lists.refresh();
    expect(sent).toHaveLength(6);
    const later = world({ kept: { scope: 'here', at: noon - 4 * minute } });
    await later.lists.refresh();
    expect(later.sent).toEqual([]);
  });

  test.each([
    ['old', { scope: 'here', at: noon - 5 * minute }],
    ['from a clock that was set back', { scope: 'here', at: noon + minute }],
    ['of another account', { scope: 'there', at: noon }],
    ['never had', {}],
  ])('is made when what is kept is %s', async (_name, kept) => {
    const { sent, lists } = world({ kept });
    await lists.refresh();
    expect(sent).toHaveLength(6);
  });

  test('is made at once after connecting, however fresh', async () => {
    const { sent, lists } = world({ kept: { scope: 'here', at: noon } });
    await lists.refresh(true);
    expect(sent.map(({ options }) => options.urgency)).toEqual(Array.from({ length: 6 }, () => 'person'));
  });

  test('is made after connecting to another account even while one for the old account is under way', async () => {
    const { item, state, lists } = world();
    const slow = gate();
    state.hold = slow.passed;
    const old = lists.refresh();
    await breath();
    state.scope = 'there';
    const wanted = lists.refresh(true);
    slow.open();
    await Promise.all([old, wanted]);
    expect((await item.read()).scope).toBe('there');
  });

  test('is not made without a connection', async () => {
    const { state, sent, lists } = world();
    state.connected = false;
    await lists.refresh();
    expect(sent).toEqual([]);
  });

  test('is thrown away when the account has changed meanwhile', async () => {
    const { item, state, lists } = world();
    state.page = () => {
      state.scope = 'there';
      return { ids: [1] };
    };
    await lists.refresh();
    expect(await item.read()).toEqual(pickerListsItem.fallback);
  });
});

describe('pages', () => {
  test('are followed to the last', async () => {
    const { item, state, sent, lists } = world();
    state.page = (list, page) =>
      list === 'campaigns' && page < 4 ? { ids: [page], next: page + 1 } : { ids: [page] };
    await lists.refresh();
    expect((await item.read()).campaigns.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(sent).toHaveLength(9);
  });

  test('end at one that repeats', async () => {
    const { item, state, sent, lists } = world();
    state.page = (_list, page) => ({ ids: [1, 2], next: page + 1 });
    await lists.refresh();
    expect((await item.read()).campaigns).toHaveLength(2);
    expect(sent).toHaveLength(12);
  });

  test('end at the cap when a server makes up new records for ever', async () => {
    const { state, sent, lists } = world();
    state.page = (_list, page) => ({ ids: [page], next: page + 1 });
    await lists.refresh();
    expect(sent).toHaveLength(120);
  });
});

describe('a partial round', () => {
  test('keeps what it brought, and what was kept of the rest', async () => {
    const kept = { scope: 'here', at: noon - 60 * minute, channels: [{ id: '5', name: 'Mail' }] };
    const { item, state, lists } = world({ kept });
    state.page = (list) => (list === 'channels' ? null : { ids: [2] });
    await lists.refresh();
    expect(await item.read()).toMatchObject({
      at: noon - 60 * minute,
      campaigns: [{ id: '2' }],
      channels: [{ id: '5', name: 'Mail' }],
    });
  });

  test('a list that lacks one page keeps what it was', async () => {
    const campaigns = [1, 2, 3].map((id) => ({ id: String(id), name: `n${id}` }));
    const { item, state, lists } = world({ kept: { scope: 'here', campaigns } });
    state.page = (list, page) =>
      list === 'campaigns' ? (page === 1 ? { ids: [9], next: 2 } : null) : { ids: [1] };
    await lists.refresh();
    expect((await item.read()).campaigns).toEqual(campaigns);
  });

  test('never takes another account’s lists for this one’s', async () => {
    const { item, state, lists } = world({
      kept: { scope: 'there', at: noon, campaigns: [{ id: '5', name: 'Secret of another account' }] },
    });
    state.page = (list) => (list === 'campaigns' ? null : { ids: [1] });
    await lists.refresh();
    const after = await item.read();
    expect(after.scope === 'here' ? after.campaigns : []).toEqual([]);
  });
});
