// The manage page that is open is gone to; what is marked in a window goes along with "Shorten several tabs…".
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBulkForTabs } from '../../../lib/browser/open-bulk-for-tabs.ts';
import { openManage, openSettings } from '../../../lib/browser/open-page.ts';

interface Tab {
  readonly id: number;
  readonly windowId: number;
  readonly url?: string;
  readonly highlighted?: boolean;
}

const world = vi.hoisted(() => ({ tabs: [] as Tab[], acts: [] as string[], tellsUrls: true }));

vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: {
      getURL: (path: string) => `chrome-extension://curtail${path}`,
      get getContexts() {
        return async () =>
          world.tabs.flatMap(({ id, windowId, url }) =>
            url === undefined ? [] : [{ tabId: id, windowId, documentUrl: url }],
          );
      },
    },
    tabs: {
      query: async (wanted: Partial<Tab>) =>
        world.tabs
          .filter((tab) => Object.entries(wanted).every(([name, value]) => tab[name as keyof Tab] === value))
          .map(({ url, ...tab }) => (world.tellsUrls ? { ...tab, url } : tab)),
      create: async ({ url }: { url: string }) => world.acts.push(`open ${url}`),
      update: async (id: number, change: object) => world.acts.push(`tab ${id} ${JSON.stringify(change)}`),
    },
    windows: { update: async (id: number) => world.acts.push(`window ${id}`) },
  },
}));

const page = 'chrome-extension://curtail/manage.html';

beforeEach(() => {
  world.tabs = [
    { id: 1, windowId: 5, highlighted: true },
    { id: 2, windowId: 5 },
    { id: 3, windowId: 5, highlighted: true },
    { id: 4, windowId: 6, highlighted: true },
  ];
  world.acts = [];
  world.tellsUrls = true;
});

describe('all tabs', () => {
  it('of the window of the tab in front, with its group and what is marked there', async () => {
    await openBulkForTabs({ windowId: 5, groupId: 7 });
    expect(world.acts).toEqual([`open ${page}#bulk/tabs.5.7.1,3`]);
    await openBulkForTabs({ windowId: 5, groupId: 7 }, 'c0ffee');
    expect(world.acts.at(-1)).toBe(`open ${page}#bulk/tabs.5.7.1,3.c0ffee`);
  });

  it('go to the page that is open', async () => {
    world.tabs.push({ id: 9, windowId: 6, url: `${page}#links` });
    await openBulkForTabs({ windowId: 5 });
    expect(world.acts).toEqual([`tab 9 {"active":true,"url":"${page}#bulk/tabs.5.-1.1,3"}`, 'window 6']);
  });
});

it('the page is found where the browser keeps its URL out of the tabs', async () => {
  world.tellsUrls = false;
  world.tabs.push({ id: 9, windowId: 6, url: `${page}#links` });
  await openManage();
  expect(world.acts).toEqual(['tab 9 {"active":true}', 'window 6']);
});

it('the sections of links are opened in the page that is open already', async () => {
  world.tabs.push({ id: 9, windowId: 6, url: `${page}#links/12` });
  await openManage();
  expect(world.acts).toEqual(['tab 9 {"active":true}', 'window 6']);
});

it('the settings that are open are activated, at the field for the key', async () => {
  const settings = 'chrome-extension://curtail/options.html';
  world.tabs.push({ id: 9, windowId: 6, url: `${settings}#defaults` });
  await openSettings('api-key');
  expect(world.acts).toEqual([`tab 9 {"active":true,"url":"${settings}#api-key"}`, 'window 6']);
});
