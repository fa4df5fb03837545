/** An expiry counted from when a link is made: `+12h`, `+7d`, `+2w`, `+1m` (hours, days, weeks, months). */
import { toDateTimeLocal, toLocalFields } from './local-time.ts';

const relative = /^\+(\d{1,3})([hdwm])$/u;

export function isRelativeExpiry(expiry: string): boolean {
  return relative.test(expiry);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u;

/** Whether it is one that a preset may hold: a moment, a span, or none. */
export function isExpiry(expiry: string): boolean {
  return expiry === '' || moment.test(expiry) || isRelativeExpiry(expiry);
}

/**
 * A moment as it is; the last day of a shorter month where the day is not in it.
 *
 * @param zone of the service, in minutes ahead of UTC; the clock on the wall here as long as that is not known
 */
export function resolveExpiry(expiry: string, now: Date, zone?: number): string {
  const [, digits, unit] = relative.exec(expiry) ?? [];
  if (digits === undefined) return expiry;
  const count = Number(digits);
  const at = toLocalFields(now, zone);
  if (unit === 'm') {
    const day = at.getUTCDate();
    at.setUTCMonth(at.getUTCMonth() + count);
    // Beyond the end of a shorter month: its last day is the one before the first of the next.
    if (at.getUTCDate() !== day) at.setUTCDate(0);
  } else at.setTime(at.getTime() + count * (unit === 'h' ? 1 : unit === 'w' ? 168 : 24) * 3_600_000);
  return toDateTimeLocal(at);
}

/** The same as a span from now, in whole hours up to two days, then in days; `null` for what is past or no moment. */
export function toRelativeExpiry(expiry: string, now: Date, zone?: number): string | null {
  if (isRelativeExpiry(expiry)) return expiry;
  const hours = Math.round((Date.parse(`${expiry}Z`) - toLocalFields(now, zone).getTime()) / 3_600_000);
  if (!(hours > 0)) return null;
  const days = Math.round(hours / 24);
  if (hours < 48) return `+${hours}h`;
  return days < 1_000 ? `+${days}d` : null;
}
