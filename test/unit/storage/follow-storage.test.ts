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

it('shows the values that changed since they were read, unless a later one has come, and every later one', async () => {
  world.stored = { view: 'connected', preferences: 'old', presets: { list: [] } };
  const shown: unknown[] = [];
  const show = (key: string) => (raw: unknown) => shown.push([key, raw]);
  const read = { view: 'not connected', presets: { list: [] } };
  const followed = followStorage('local', read, {
    view: show('view'),
    preferences: show('preferences'),
    presets: show('presets'),
  });
  world.watches.get('preferences')?.('new');
  await followed;
  world.watches.get('view')?.(undefined);
  expect(shown).toEqual([
    ['preferences', 'new'],
    ['view', 'connected'],
    ['view', undefined],
  ]);
});
