/** The name of the link page: that of its URL, or another one where an open page has that. */
import { expect, it, vi } from 'vitest';
import { createUniquePage } from '../../../lib/browser/page-id.ts';
import { pageDraftKey } from '../../../lib/draft/stored-draft.ts';
import { StorageArea } from '../../support/fake-browser.ts';

const world = vi.hoisted(() => ({ local: null as unknown, hash: '' }));
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    get storage() {
      return { local: world.local };
    },
  },
}));
const { claimPageName } = await import('../../../entrypoints/link/page-name.ts');

it('stays a form of “New link” in a duplicated tab, with a copy of the draft', async () => {
  const given = `new-${crypto.randomUUID()}`;
  const area = new StorageArea({ [pageDraftKey(given)]: { address: 'https://example.com/' } });
  world.local = area;
  vi.stubGlobal('location', { hash: `#${given}` });
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, to: string) => (world.hash = to),
  });
  await createUniquePage('link-page', {
    session: () => ({ getItem: () => given, setItem: () => undefined }),
  }).id();
  const { name } = await claimPageName(false);
  expect(name).toMatch(/^new-[\da-f-]{36}$/u);
  expect([name === given, world.hash, area.stored.get(pageDraftKey(name))]).toEqual([
    false,
    `#${name}`,
    { address: 'https://example.com/' },
  ]);
  vi.unstubAllGlobals();
});
