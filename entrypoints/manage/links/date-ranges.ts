/** The ranges of days that the filter "Created" offers. */
import { localDay } from '../../../lib/draft/local-time.ts';
import type { SearchQuery } from '../../../lib/mirror/search/search.ts';
import type { MessageName } from '../../../lib/i18n/t.ts';

type Days = Pick<SearchQuery, 'from' | 'to'>;

export const dateRanges = {
  any: 'anyTime',
  week: 'lastSevenDays',
  month: 'thisMonth',
  lastMonth: 'lastMonth',
  year: 'thisYear',
} as const satisfies Record<string, MessageName>;

type DateRange = keyof typeof dateRanges;

const isDateRange = (value: string): value is DateRange => Object.hasOwn(dateRanges, value);

export const allDateRanges = Object.keys(dateRanges).filter(isDateRange);

const dayOf = (year: number, month: number, day: number): string => localDay(new Date(year, month, day));

/** Those that include today have no end. */
export function daysOf(range: DateRange, now: number): Days {
  const today = new Date(now);
  const [year, month] = [today.getFullYear(), today.getMonth()];
  switch (range) {
    case 'any':
      return { from: '', to: '' };
    case 'week':
      return { from: dayOf(year, month, today.getDate() - 6), to: '' };
    case 'month':
      return { from: dayOf(year, month, 1), to: '' };
    case 'lastMonth':
      // The day before the first of this month.
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'year':
      return { from: dayOf(year, 0, 1), to: '' };
  }
}

/**
 * The range that the days of a query are; `custom` for others.
 *
 * @param chosen of several ranges with the same days it is this one: in January this month is also this year
 */
export function rangeOf(query: Days, now: number, chosen = ''): DateRange | 'custom' {
  const isQueried = (range: DateRange) => {
    const { from, to } = daysOf(range, now);
    return from === query.from && to === query.to;
  };
  if (isDateRange(chosen) && isQueried(chosen)) return chosen;
  return allDateRanges.find(isQueried) ?? 'custom';
}

/** The days to filter by; `null` for a choice that leaves them as they are. */
export const chosenDays = (choice: string, now: number): Days | null =>
  isDateRange(choice) ? daysOf(choice, now) : null;
