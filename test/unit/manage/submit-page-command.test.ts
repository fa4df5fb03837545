/**
 * A command of the manage page has the privacy of its window, which decides the storage area of its intent; what the
 * background reports is shown with its own kind.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import { MessageError } from '../../../lib/messages/client.ts';
import { submit } from '../../../entrypoints/manage/submit-page-command.ts';

const world = vi.hoisted(() => ({
  native: { extension: { inIncognitoContext: false as boolean | undefined } },
  submitted: [] as unknown[],
  error: null as Error | null,
}));
vi.mock('../../../lib/browser/native.ts', () => world);
vi.mock('../../../lib/messages/submit-command.ts', () => ({
  async submitCommand(command: unknown) {
    if (world.error !== null) throw world.error;
    world.submitted.push(command);
    return { state: 'done', result: null, failure: null };
  },
}));

beforeEach(() => {
  world.submitted.length = 0;
  world.error = null;
});

it.each([
  [false, false],
  [true, true],
  // Without a response of the browser, the window may be private.
  [undefined, true],
])('in a private window: %s', async (inIncognitoContext, isPrivate) => {
  world.native.extension.inIncognitoContext = inIncognitoContext;
  await submit({ kind: 'add-campaign', name: 'Spring' });
  expect(world.submitted).toEqual([expect.objectContaining({ name: 'Spring', private: isPrivate })]);
});

it.each([
  [new MessageError('not-stored'), 'not-stored'],
  [new MessageError('bad-request'), 'internal'],
  [new MessageError('failed'), 'internal'],
])('%s is a failure of the kind %s', async (error, kind) => {
  world.error = error;
  expect(await submit({ kind: 'add-campaign', name: 'Spring' })).toEqual({ ok: false, failure: { kind } });
});
