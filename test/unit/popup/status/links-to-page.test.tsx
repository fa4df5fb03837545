/** Where a page has several short links, the popup shows one of them and leads to all. */
import { beforeEach, expect, it, vi } from 'vitest';
import 'fake-indexeddb/auto';
import { draw, find, fire, root, settle, textsOf, until } from '../../../support/dom.ts';
import { anyScope, fill, linkRow } from '../../../support/link-rows.ts';
import { fullView } from '../../../support/sample-views.ts';
import { speak } from '../../../support/speak.ts';
import { msgCount } from '../../../support/texts.ts';
import { openPopup, page } from '../open-popup.ts';

const searches = vi.hoisted((): string[] => []);
vi.mock('../../../../entrypoints/popup/navigate.ts', () => ({
  openSearch: async (text: string) => void searches.push(text),
}));
const { LinksToPage } = await import('../../../../entrypoints/popup/status/existing-link-note.tsx');

const toPage = { longUrl: page.address };

async function open(rows: Parameters<typeof fill>[1], isPrivate = false) {
  const scope = anyScope();
  await fill(scope, rows);
  const { model } = openPopup({ page: { ...page, private: isPrivate }, view: fullView({ scope }) });
  await draw(null);
  await draw(<LinksToPage model={model} />);
}

beforeEach(() => {
  speak();
  searches.length = 0;
});

it('leads to a search for the URL, with the number of links', async () => {
  await open([linkRow(1, toPage), linkRow(2, toPage), linkRow(3)]);
  await until(() => root.querySelector('button') !== null);
  expect(textsOf('button')).toEqual([msgCount('linksToPage', 2)]);
  await fire(find('button'), 'click');
  expect(searches).toEqual(['example.com/page']);
});

it.each([
  { name: 'for a single link', rows: [linkRow(1, toPage), linkRow(2)], isPrivate: false },
  { name: 'in a private window', rows: [linkRow(1, toPage), linkRow(2, toPage)], isPrivate: true },
])('is not shown $name', async ({ rows, isPrivate }) => {
  const reads = vi.spyOn(IDBIndex.prototype, 'getAllKeys');
  await open(rows, isPrivate);
  await until(() => isPrivate || reads.mock.results.length > 0);
  await settle();
  reads.mockRestore();
  expect(root.innerHTML).toBe('');
});
