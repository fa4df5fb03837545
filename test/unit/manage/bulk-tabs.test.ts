// The open tabs as offers: of the window, what was marked in it, its groups; never the browser's own pages, never
// those of a private window.
import { expect, it } from 'vitest';
import { createTabsModel, isTabs } from '../../../entrypoints/manage/bulk/tabs-model.ts';
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

function open(options: { readonly allowed?: boolean; readonly grants?: boolean } = {}) {
  const { allowed = true, grants = true } = options;
  return createTabsModel({
    request: async () => grants,
    allowed: async () => allowed,
    list: async () => tabs,
    ownWindow: async () => 5,
  });
}

const offers = (model: ReturnType<typeof open>) =>
  model.offers.value.map(({ id, tabs: web }) => [id, web.map((one) => one.id)]);

it('the window, its groups, and nothing that is no web page', async () => {
  const model = open();
  await model.open('tabs');
  expect(offers(model)).toEqual([
    ['window', [1, 2, 3, 5]],
    ['group-7', [2, 3]],
    ['group-8', [5]],
  ]);
  expect(model.offer.value?.id).toBe('window');
  expect(model.skipped.value).toBe(1);
});

it('what was marked when the menu was opened comes first, then the group of the tab in front', async () => {
  const model = open();
  await model.open('tabs.5.7.1,5');
  expect(model.offer.value).toMatchObject({ id: 'selected', tabs: [{ id: 1 }, { id: 5 }] });
  await model.open('tabs.5.7.2');
  expect(model.offer.value?.id).toBe('group-7');
  await model.open('tabs.6.-1.6');
  expect(offers(model)).toEqual([['window', [6]]]);
});

it('a private window’s tabs are not taken', async () => {
  const model = open();
  await model.open('tabs.9.-1.7');
  expect(model.offers.value).toEqual([]);
  expect(model.isPrivate.value).toBe(true);
});

it('hidden until it is allowed, in the press itself', async () => {
  const model = open({ allowed: false });
  await model.open('tabs');
  expect(model.state.value).toBe('to-allow');
  expect(model.offers.value).toEqual([]);
  model.allow();
  await expect.poll(() => model.state.value).toBe('open');
  expect(model.offers.value).not.toEqual([]);
});

it('a refusal is told, and can be tried again', async () => {
  const model = open({ allowed: false, grants: false });
  await model.open('tabs');
  model.allow();
  await expect.poll(() => model.state.value).toBe('refused');
});

it.each([
  ['tabs', true],
  ['tabs.5.-1.', true],
  ['tabs.5.7.1,2', true],
  ['', false],
  ['tabs.x', false],
  ['00000000-0000-4000-8000-000000000001', false],
])('%j', (item, wanted) => {
  expect(isTabs(item)).toBe(wanted);
});
