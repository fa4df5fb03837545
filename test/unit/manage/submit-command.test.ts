/** A command of the manage page has the privacy of its window, which decides the storage area of its intent. */
import { beforeEach, expect, it, vi } from 'vitest';
import { submit } from '../../../entrypoints/manage/submit-command.ts';

const world = vi.hoisted(() => ({
  native: { extension: { inIncognitoContext: false as boolean | undefined } },
  submitted: [] as unknown[],
}));
vi.mock('../../../lib/browser/native.ts', () => world);
vi.mock('../../../lib/messages/submit-command.ts', () => ({
  async submitCommand(command: unknown) {
    world.submitted.push(command);
    return { state: 'done', made: null, failure: null };
  },
}));

beforeEach(() => void (world.submitted.length = 0));

it.each([
  [false, false],
  [true, true],
  // Without an answer of the browser, the window may be private.
  [undefined, true],
])('in a private window: %s', async (inIncognitoContext, isPrivate) => {
  world.native.extension.inIncognitoContext = inIncognitoContext;
  await submit({ kind: 'add-campaign', name: 'Spring' });
  expect(world.submitted).toEqual([expect.objectContaining({ name: 'Spring', private: isPrivate })]);
});
