/** A page shows a value that was written between its first read and its watch. */
import { expect, it, vi } from 'vitest';
import { followStorage } from '../../../lib/browser/follow-storage.ts';

const world = vi.hoisted(() => ({
  stored: {} as Record<string, unknown>,
  watches: new Map<string, (raw: unknown) => void>(),
}));
vi.mock('../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, ...keys: string[]) =>
    Object.fromEntries(keys.map((key) => [key, world.stored[key]])),
  watchStorage: (_area: string, key: string, show: (raw: unknown) => void) => world.watches.set(key, show),
}));

it('shows the values of now, unless a later one has arrived meanwhile, and every later one', async () => {
  world.stored = { view: 'connected', preferences: 'old' };
  const shown: unknown[] = [];
  const show = (key: string) => (raw: unknown) => shown.push([key, raw]);
  const followed = followStorage('local', { view: show('view'), preferences: show('preferences') });
  world.watches.get('preferences')?.('new');
  await followed;
  world.watches.get('view')?.(undefined);
  expect(shown).toEqual([
    ['preferences', 'new'],
    ['view', 'connected'],
    ['view', undefined],
  ]);
});
