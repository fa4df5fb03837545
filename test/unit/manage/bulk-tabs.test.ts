// The offers of open tabs: window, selection, tab groups; without browser pages and incognito tabs.
import { expect, it } from 'vitest';
import { TabsModel, isTabs } from '../../../entrypoints/manage/bulk/tabs-model.ts';
import { settled } from '../../support/flush.ts';
import type { OpenTab } from '../../../lib/browser/open-tabs.ts';

const tab = (id: number, change: Partial<OpenTab> = {}): OpenTab => ({
  id,
  window: 5,
  group: null,
  address: `https://example.com/${id}`,
  title: `Tab ${id}`,
  private: false,
  ...change,
});

const tabs = [
  tab(1),
  tab(2, { group: 7 }),
  tab(3, { group: 7 }),
  tab(4, { address: 'chrome://settings/' }),
  tab(5, { group: 8 }),
  tab(6, { window: 6 }),
  tab(7, { window: 9, private: true }),
];

interface OpenOptions {
  readonly allowed?: boolean;
  readonly grants?: boolean;
  readonly isShortened?: (address: string) => Promise<boolean>;
}

function open(options: OpenOptions = {}) {
  const { allowed = true, grants = true } = options;
  return new TabsModel(options.isShortened ?? (async () => false), {
    requestTabs: async () => grants,
    canListTabs: async () => allowed,
    listOpenTabs: async () => tabs,
    currentWindowId: async () => 5,
    readOptions: async () => ({}),
    removeOptions: async () => undefined,
  });
}

const offers = (model: ReturnType<typeof open>) =>
  model.sets.value.map(({ id, tabs: web }) => [id, web.map((one) => one.id)]);

it('offers the window and its groups, without browser pages', async () => {
  const model = open();
  await model.open('tabs');
  expect(offers(model)).toEqual([
    ['window', [1, 2, 3, 5]],
    ['group-7', [2, 3]],
    ['group-8', [5]],
  ]);
  expect(model.chosenSet.value?.id).toBe('window');
  expect(model.skipped.value).toBe(1);
});

it('knows which tabs have a short link already, and leaves them checked, as their links are used again', async () => {
  const model = open({ isShortened: async (address) => address.endsWith('/2') });
  await model.open('tabs');
  await expect.poll(() => model.shortened.value).toEqual(new Set(['https://example.com/2']));
  expect(model.checkedTabs.value.map(({ id }) => id)).toEqual([1, 2, 3, 5]);
});

it('lists the tabs where the mirror can’t be read', async () => {
  const model = open({ isShortened: () => Promise.reject(new Error('unreadable')) });
  await model.open('tabs');
  await settled();
  expect([model.state.value, model.shortened.value.size]).toEqual(['open', 0]);
});

it('chooses the selected tabs first, then the group of the active tab', async () => {
  const model = open();
  await model.open('tabs.5.7.1,5');
  expect(model.chosenSet.value).toMatchObject({ id: 'selected', tabs: [{ id: 1 }, { id: 5 }] });
  await model.open('tabs.5.7.2');
  expect(model.chosenSet.value?.id).toBe('group-7');
  await model.open('tabs.6.-1.6');
  expect(offers(model)).toEqual([['window', [6]]]);
});

it('checks all tabs of another set again', async () => {
  const model = open();
  await model.open('tabs');
  const checked = () => model.checkedTabs.value.map(({ id }) => id);
  model.check(2, false);
  expect(checked()).toEqual([1, 3, 5]);
  model.choose('group-7');
  expect(checked()).toEqual([2, 3]);
});

it('does not offer incognito tabs', async () => {
  const model = open();
  await model.open('tabs.9.-1.7');
  expect(model.sets.value).toEqual([]);
  expect(model.isPrivate.value).toBe(true);
});

it('shows nothing before the permission is granted, which is requested in the click itself', async () => {
  const model = open({ allowed: false });
  await model.open('tabs');
  expect(model.state.value).toBe('needs-permission');
  expect(model.sets.value).toEqual([]);
  void model.allow();
  await expect.poll(() => model.state.value).toBe('open');
  expect(model.sets.value).not.toEqual([]);
});

it('reports a denied permission, and requests it again', async () => {
  const model = open({ allowed: false, grants: false });
  await model.open('tabs');
  void model.allow();
  await expect.poll(() => model.state.value).toBe('denied');
});

it.each([
  ['tabs', true],
  ['tabs.5.-1.', true],
  ['tabs.5.7.1,2', true],
  ['', false],
  ['tabs.x', false],
  ['00000000-0000-4000-8000-000000000001', false],
])('%j opens the tabs: %s', (item, wanted) => {
  expect(isTabs(item)).toBe(wanted);
});

it('has what was chosen in the popup until the panel closes', async () => {
  const hiring = { campaign: { id: '7', name: 'Hiring' }, expiry: '+1w' };
  const removed: string[] = [];
  const model = new TabsModel(async () => false, {
    requestTabs: async () => true,
    canListTabs: async () => true,
    listOpenTabs: async () => tabs,
    currentWindowId: async () => 5,
    readOptions: async (id) => (id === 'c0ffee-1' ? hiring : {}),
    removeOptions: async (id) => void removed.push(id),
  });
  await model.open('tabs.5.-1.1,2.c0ffee-1');
  expect([model.options(), model.chosenSet.value?.id, removed]).toEqual([hiring, 'selected', []]);
  model.close();
  expect(removed).toEqual(['c0ffee-1']);
  await model.open('tabs.5.-1.1,2');
  expect(model.options()).toEqual({});
});
