/** Dates and times as text, at a UTC offset. */
import { expect, it } from 'vitest';
import { incompleteExpiry } from '../../../lib/draft/expiry.ts';
import { parseDateTimeLocal, parseTimestamp } from '../../../lib/draft/local-time.ts';

it('an expiry as a moment', () => {
  expect(parseDateTimeLocal('2026-11-21T17:30', 330)).toBe(Date.UTC(2026, 10, 21, 12));
  expect(parseDateTimeLocal('2026-11-21T17:30:09', -60)).toBe(Date.UTC(2026, 10, 21, 18, 30, 9));
  expect(['', incompleteExpiry, '2026-13-01T00:00'].map((expiry) => parseDateTimeLocal(expiry, 0))).toEqual([
    null,
    null,
    null,
  ]);
});

it.each([
  ['2026-05-01 18:00:06', 330, Date.UTC(2026, 4, 1, 12, 30, 6)],
  ['2026-05-01T18:00', 0, Date.UTC(2026, 4, 1, 18, 0)],
  ['2026-05-01 18:00:06.789', 0, Date.UTC(2026, 4, 1, 18, 0, 6)],
  ['2026-05-01', 0, null],
  ['yesterday', 0, null],
  [null, 0, null],
])('the service’s time %s at the offset %i as a moment', (date, zone, moment) => {
  expect(parseTimestamp(date, zone)).toBe(moment);
});
