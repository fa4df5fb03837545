/** A copy with the same result as the one before is announced again: the notice is empty meanwhile. */
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { reportCopy, type CopyNotice } from '../../../lib/forms/copy-notice.ts';

it.each([
  ['copied', true],
  ['copy-failed', false],
] as const)('%s, twice', async (name, succeeds) => {
  const notice = signal<CopyNotice | null>({ name, what: 'a' });
  const reported = reportCopy(notice, Promise.resolve(succeeds), 'a');
  expect(notice.value).toBeNull();
  await reported;
  expect(notice.value).toEqual({ name, what: 'a' });
});
