// The ranges of days that the filter "Created" of the links offers.
import { describe, expect, it } from 'vitest';
import { chosenDays, daysOf, rangeOf } from '../../../entrypoints/manage/links/date-ranges.ts';

const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).getTime();

describe('the ranges of days', () => {
  it.each([
    ['week', at(2026, 3, 3), { from: '2026-02-25', to: '' }],
    ['month', at(2026, 3, 31), { from: '2026-03-01', to: '' }],
    ['lastMonth', at(2026, 3, 31), { from: '2026-02-01', to: '2026-02-28' }],
    ['lastMonth', at(2026, 1, 1), { from: '2025-12-01', to: '2025-12-31' }],
    ['year', at(2026, 3, 3), { from: '2026-01-01', to: '' }],
  ] as const)('%s', (range, now, days) => {
    expect(daysOf(range, now)).toEqual(days);
    expect(rangeOf(days, now)).toBe(range);
    expect(chosenDays(range, now)).toEqual(days);
  });

  it('are recognized again only as they are', () => {
    const now = at(2026, 3, 3);
    expect(rangeOf({ from: '', to: '' }, now)).toBe('any');
    expect(rangeOf({ from: '2026-02-01', to: '2026-02-27' }, now)).toBe('custom');
    expect(rangeOf({ from: '2026-02-01', to: '' }, now)).toBe('custom');
  });

  it('of the same days are the one that was chosen, as long as the days are its own', () => {
    const [seventh, january] = [at(2026, 3, 7), at(2026, 1, 20)];
    expect(rangeOf(daysOf('month', seventh), seventh, 'month')).toBe('month');
    expect(rangeOf(daysOf('year', january), january, 'year')).toBe('year');
    expect(rangeOf(daysOf('lastMonth', seventh), seventh, 'month')).toBe('lastMonth');
    expect(rangeOf({ from: '', to: '' }, seventh, 'month')).toBe('any');
    expect(rangeOf(daysOf('month', seventh), seventh, 'custom')).toBe('week');
  });

  it('leave the days as they are where none is chosen, and remove them for any time', () => {
    expect(chosenDays('custom', at(2026, 3, 3))).toBeNull();
    expect(chosenDays('any', at(2026, 3, 3))).toEqual({ from: '', to: '' });
  });
});
