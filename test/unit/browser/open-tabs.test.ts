// The tabs that "Shorten several tabs…" lists.
import { expect, it, vi } from 'vitest';
import { listOpenTabs } from '../../../lib/browser/open-tabs.ts';

vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: { getURL: (path: string) => `chrome-extension://curtail${path}` },
    tabs: {
      query: async () =>
        [
          'https://example.com/a',
          'chrome-extension://curtail/manage.html#bulk',
          'chrome-extension://another/page.html',
        ].map((url, id) => ({ id, windowId: 1, url, title: `Tab ${id}`, incognito: false, groupId: -1 })),
    },
  },
}));

it('are those of the browser without the extension’s own pages', async () => {
  expect((await listOpenTabs()).map(({ id, title, group }) => [id, title, group])).toEqual([
    [0, 'Tab 0', null],
    [2, 'Tab 2', null],
  ]);
});
