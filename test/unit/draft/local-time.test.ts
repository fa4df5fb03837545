/** Dates and times as text, at a UTC offset. */
import { expect, it } from 'vitest';
import { incompleteExpiry } from '../../../lib/draft/expiry.ts';
import { parseDateTimeLocal } from '../../../lib/draft/local-time.ts';

it('an expiry as a moment', () => {
  expect(parseDateTimeLocal('2026-11-21T17:30', 330)).toBe(Date.UTC(2026, 10, 21, 12));
  expect(parseDateTimeLocal('2026-11-21T17:30:09', -60)).toBe(Date.UTC(2026, 10, 21, 18, 30, 9));
  expect(['', incompleteExpiry, '2026-13-01T00:00'].map((expiry) => parseDateTimeLocal(expiry, 0))).toEqual([
    null,
    null,
    null,
  ]);
});
