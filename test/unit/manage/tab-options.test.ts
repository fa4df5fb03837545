/** Options of the popup for several tabs, as they are stored. */
import { beforeEach, expect, it, vi } from 'vitest';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, key: string) => ({ [key]: stored.get(key) }),
  removeStorage: async (_area: string, key: string) => void stored.delete(key),
}));
const { readTabOptions, removeTabOptions } = await import('../../../entrypoints/manage/bulk/tab-options.ts');

beforeEach(() => stored.clear());

it('are read with nothing but what was chosen', async () => {
  const chosen = { campaign: null, pixels: [{ id: '3', name: 'Shop' }], expiry: '' };
  stored.set('draft:tabs:1', { ...chosen, at: 5_000, password: 'secret' });
  expect(await readTabOptions('1')).toEqual(chosen);
  await removeTabOptions('1');
  expect(await readTabOptions('1')).toEqual({});
});

it.each([[{ expiry: 'soon' }], [{ campaign: { id: 'x', name: 'Hiring' } }], ['text']])(
  'are ignored where they are damaged: %j',
  async (raw) => {
    stored.set('draft:tabs:1', raw);
    expect(await readTabOptions('1')).toEqual({});
  },
);
