/** What the manage page asks for: an intent on disk first, from a private window in memory alone. */
import { beforeEach, expect, test, vi } from 'vitest';
import { submit } from '../../../entrypoints/manage/submit-command.ts';

const world = vi.hoisted(() => ({
  native: { extension: { inIncognitoContext: false as boolean | undefined } },
  written: [] as [area: string, value: unknown][],
  taken: [] as unknown[],
}));
vi.mock('../../../lib/browser/native.ts', () => world);
vi.mock('../../../lib/browser/storage.ts', () => ({
  writeStorage: async (area: string, _key: string, value: unknown) => void world.written.push([area, value]),
}));
vi.mock('../../../lib/messages/submit-command.ts', () => ({
  async submitCommand(ask: unknown, area: string) {
    world.taken.push([area, ask]);
    return { state: 'done', made: null, failure: null };
  },
}));

beforeEach(() => {
  world.written.length = 0;
  world.taken.length = 0;
});

test.each([
  [false, 'local', false],
  [true, 'session', true],
  // Where the browser does not say, it may be one.
  [undefined, 'session', true],
])('in a private window: %s', async (inIncognitoContext, area, isPrivate) => {
  world.native.extension.inIncognitoContext = inIncognitoContext;
  await submit({ kind: 'add-campaign', name: 'Spring' });
  expect(world.written).toEqual([[area, expect.objectContaining({ name: 'Spring', private: isPrivate })]]);
  expect(world.taken).toEqual([[area, expect.objectContaining({ private: isPrivate })]]);
});
