/** The lists that the sync host fetches for the pickers are stored for their own account only. */
import { beforeEach, expect, it, vi } from 'vitest';
import { openItems } from '../../../../entrypoints/background/storage/stored-items.ts';
import { createSyncResultsStore } from '../../../../entrypoints/background/sync/store-sync-results.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

function world() {
  const { pickerLists, preferences } = openItems(() => {}, browser.storage.local);
  const reported: unknown[] = [];
  const gone: unknown[] = [];
  const state = { scope: 'here', parts: 0 };
  const storeSyncResults = createSyncResultsStore({
    lists: pickerLists,
    preferences,
    scope: async () => state.scope,
    onStored: () => void state.parts++,
    onLinks: async (links) => void reported.push(links),
    onGone: async (links) => void gone.push(...links),
  });
  return { storeSyncResults, pickerLists, preferences, state, reported, gone };
}

const mail = [{ id: '5', name: 'Mail' }];

beforeEach(() => fresh());

it('one list leaves the others unchanged', async () => {
  const { storeSyncResults, pickerLists, state, reported } = world();
  const clicks = [
    { id: '5', shortUrl: 'https://sho.rt/a', longUrl: 'https://example.com/', clicks: 3, date: null },
  ];
  await storeSyncResults({ scope: 'here', lists: { campaigns: mail }, clicks: [], gone: [] });
  await storeSyncResults({ scope: 'here', lists: { domains: ['https://sho.rt'], at: 7 }, clicks, gone: [] });
  expect(await pickerLists.read()).toMatchObject({
    scope: 'here',
    at: 7,
    campaigns: mail,
    channels: [],
    domains: ['https://sho.rt'],
  });
  expect([state.parts, reported]).toEqual([2, [[], clicks]]);
});

it('a list fetched for a disconnected account is dropped', async () => {
  const { storeSyncResults, pickerLists, state, reported, gone } = world();
  const links = [{ id: '5', shortUrl: null }];
  await storeSyncResults({ scope: 'there', lists: { campaigns: mail }, clicks: [], gone: links });
  expect([(await pickerLists.read()).campaigns, state.parts, reported, gone]).toEqual([[], 0, [], []]);
  await storeSyncResults({ scope: 'here', lists: {}, clicks: [], gone: links });
  expect(gone).toEqual(links);
});

it('the first list of an account replaces all lists of the previous one', async () => {
  const { storeSyncResults, pickerLists, state } = world();
  await storeSyncResults({ scope: 'here', lists: { campaigns: mail, at: 7 }, clicks: [], gone: [] });
  state.scope = 'there';
  await storeSyncResults({ scope: 'there', lists: { channels: mail }, clicks: [], gone: [] });
  expect(await pickerLists.read()).toMatchObject({ scope: 'there', at: 0, campaigns: [], channels: mail });
});

it('a default domain that the account no longer has is dropped', async () => {
  const { storeSyncResults, preferences } = world();
  const domain = 'https://go.example.com';
  await preferences.update((current) => ({ ...current, domain }));
  const stored = async () => (await preferences.read()).domain;
  const sync = (lists: object, scope = 'here') => storeSyncResults({ scope, lists, clicks: [], gone: [] });
  await sync({ campaigns: mail });
  await sync({ domains: [] }, 'there');
  await sync({ domains: ['https://sho.rt', domain] });
  expect(await stored()).toBe(domain);
  await sync({ domains: ['https://sho.rt'] });
  expect(await stored()).toBe('');
});
