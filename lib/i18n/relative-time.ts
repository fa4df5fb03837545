/** Short relative times, from the message catalog, because creating the first Intl formatter takes over 20 ms. */
import { formatNumber } from './format.ts';
import { t, uiLanguage } from './t.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Languages of browsers that write other digits than 0 to 9, at least in one country: only for these Intl is used. */
const otherDigits = /^(?:ar|bn|fa|mr|my|ne|sat|ur)\b/u;

/** @param count below 1000, without separators */
function formatDigits(count: number): string {
  return otherDigits.test(uiLanguage()) ? formatNumber(count) : String(count);
}

/** An older time is given as a date: no one counts back 200 days. */
const maxDaysAgo = 31;

/** @param at epoch ms @param now epoch ms; a time in the future (the clock was set back) counts as just now */
export function formatAge(at: number, now: number): string {
  const passed = now - at;
  if (passed < minute) return t('justNow');
  if (passed < hour) return t('minutesAgo', formatDigits(Math.floor(passed / minute)));
  if (passed < day) return t('hoursAgo', formatDigits(Math.floor(passed / hour)));
  if (passed < maxDaysAgo * day) return t('daysAgo', formatDigits(Math.floor(passed / day)));
  return new Intl.DateTimeFormat(uiLanguage(), { dateStyle: 'medium' }).format(at);
}
