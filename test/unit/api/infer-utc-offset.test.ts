/** The zone of the service's times, from the `date` of what was just made and the `Date` of the response to that. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inferUtcOffset } from '../../../lib/api/infer-utc-offset.ts';
import { stamp } from '../../service/stamp.ts';

const at = Date.UTC(2026, 4, 1, 12, 30, 7);

it.each([
  ['2026-05-01 12:30:07', 0],
  ['2026-05-01 14:30:05', 120],
  ['2026-05-01 18:00:07', 330],
  ['2026-05-01 18:15:06', 345],
  ['2026-04-30 22:30:07', -840],
  ['2026-05-02 02:30:07', 840],
  // The service has taken its time, or its clocks differ by a little.
  ['2026-05-01 14:29:40', 120],
  ['2026-05-01 14:30:30', 120],
  ['2026-05-01T14:30:07', 120],
])('%s is an offset of %d minutes', (date, zone) => {
  expect(inferUtcOffset(date, at)).toBe(zone);
});

it.each([
  ['no whole zone apart', '2026-05-01 14:35:07'],
  ['beyond every zone', '2026-05-02 03:30:07'],
  ['of another day', '2024-05-01 12:30:07'],
  ['with a zone of its own', '2026-05-01T12:30:07Z'],
  ['no date', 'yesterday'],
  ['none', null],
])('infers nothing from a date that is %s', (_name, date) => {
  expect(inferUtcOffset(date, at)).toBeNull();
});

it('infers nothing without the time of the response', () => {
  expect(inferUtcOffset('2026-05-01 12:30:07', NaN)).toBeNull();
});

it('infers every UTC offset at any time, if the response took twenty seconds at most', () => {
  const moments = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2090, 0, 1) });
  const zones = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);
  fc.assert(
    fc.property(moments, zones, fc.integer({ min: 0, max: 20_000 }), (moment, zone, later) => {
      // A `Date` header has whole seconds.
      const answered = Math.floor((moment + later) / 1_000) * 1_000;
      expect(inferUtcOffset(stamp(moment, zone), answered)).toBe(zone);
    }),
  );
});
