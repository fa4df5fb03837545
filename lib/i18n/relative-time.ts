/** Short relative times, from the message catalog, because creating the first Intl formatter takes over 20 ms. */
import { formatNumber } from './format.ts';
import { t, uiLanguage } from './t.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An older time is given as a date: no one counts back 200 days. */
const maxDaysAgo = 31;

/** @param at epoch ms @param now epoch ms; a time in the future (the clock was set back) counts as just now */
export function formatAge(at: number, now: number): string {
  const passed = now - at;
  if (passed < minute) return t('justNow');
  if (passed < hour) return t('minutesAgo', formatNumber(Math.floor(passed / minute)));
  if (passed < day) return t('hoursAgo', formatNumber(Math.floor(passed / hour)));
  if (passed < maxDaysAgo * day) return t('daysAgo', formatNumber(Math.floor(passed / day)));
  return new Intl.DateTimeFormat(uiLanguage(), { dateStyle: 'medium' }).format(at);
}
