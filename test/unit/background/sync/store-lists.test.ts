/** What the keeper brings for the pickers is kept for its own account alone. */
import { beforeEach, expect, it, vi } from 'vitest';
import { openItems } from '../../../../entrypoints/background/storage/stored-items.ts';
import { createListStore } from '../../../../entrypoints/background/sync/store-lists.ts';
import { fresh } from '../extension.ts';

vi.mock('wxt/browser', async () => import('../extension.ts'));

function world() {
  const { pickerLists } = openItems(() => {});
  const told: unknown[] = [];
  const state = { scope: 'here', parts: 0 };
  const keep = createListStore({
    lists: pickerLists,
    scope: async () => state.scope,
    onPart: () => void state.parts++,
    onLinks: async (links) => void told.push(links),
  });
  return { keep, pickerLists, state, told };
}

const mail = [{ id: '5', name: 'Mail' }];

beforeEach(() => fresh());

it('a part changes nothing of the others', async () => {
  const { keep, pickerLists, state, told } = world();
  const clicks = [
    { id: '5', shortUrl: 'https://sho.rt/a', longUrl: 'https://example.com/', clicks: 3, date: null },
  ];
  await keep({ scope: 'here', lists: { campaigns: mail }, clicks: [] });
  await keep({ scope: 'here', lists: { domains: ['https://sho.rt'], at: 7 }, clicks });
  expect(await pickerLists.read()).toMatchObject({
    scope: 'here',
    at: 7,
    campaigns: mail,
    channels: [],
    domains: ['https://sho.rt'],
  });
  expect([state.parts, told]).toEqual([2, [[], clicks]]);
});

it('what is brought for an account that has gone is dropped', async () => {
  const { keep, pickerLists, state, told } = world();
  await keep({ scope: 'there', lists: { campaigns: mail }, clicks: [] });
  expect([(await pickerLists.read()).campaigns, state.parts, told]).toEqual([[], 0, []]);
});

it('with its first part goes all that another account had', async () => {
  const { keep, pickerLists, state } = world();
  await keep({ scope: 'here', lists: { campaigns: mail, at: 7 }, clicks: [] });
  state.scope = 'there';
  await keep({ scope: 'there', lists: { channels: mail }, clicks: [] });
  expect(await pickerLists.read()).toMatchObject({ scope: 'there', at: 0, campaigns: [], channels: mail });
});
