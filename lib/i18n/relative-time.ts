/** How long ago, in the shortest form. The catalogue's units, because Intl's first formatter costs 20 ms and more. */
import { say } from './t.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** @param at epoch ms @param now epoch ms; a time in the future (the clock was set back) counts as just now */
export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed < minute) return say('justNow');
  if (passed < hour) return say('minutesAgo', String(Math.floor(passed / minute)));
  if (passed < day) return say('hoursAgo', String(Math.floor(passed / hour)));
  return say('daysAgo', String(Math.floor(passed / day)));
}
