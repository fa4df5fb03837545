/** Relative expirations, resolved when a link is sent: `+12h`, `+7d`, `+2w`, `+1m` (hours, days, weeks, months). */
import { isDateTimeLocal, minUtcOffset, toDateTimeLocal, toLocalFields, toTimestamp } from './local-time.ts';

/** The value of an incomplete date: the browser's date field reports it as empty. */
export const incompleteExpiry = 'unfinished';

const relative = /^\+(\d{1,3})([hdwm])$/u;

export function isRelativeExpiry(expiry: string): boolean {
  return relative.test(expiry);
}

/** Accepts an absolute, a relative or an empty expiration. */
export function isExpiry(expiry: string): boolean {
  return expiry === '' || isDateTimeLocal(expiry) || isRelativeExpiry(expiry);
}

/**
 * Returns an absolute expiration as it is. A month later is at most the last day of that month.
 *
 * @param utcOffset of the service in minutes; the local time zone until it is known
 */
export function resolveExpiry(expiry: string, now: Date, utcOffset?: number): string {
  const [, digits, unit] = relative.exec(expiry) ?? [];
  if (digits === undefined) return expiry;
  const count = Number(digits);
  const at = toLocalFields(now, utcOffset);
  if (unit === 'm') {
    const day = at.getUTCDate();
    at.setUTCMonth(at.getUTCMonth() + count);
    // It overflowed into the next month: day 0 is the last day of the one before.
    if (at.getUTCDate() !== day) at.setUTCDate(0);
  } else at.setTime(at.getTime() + count * (unit === 'h' ? 1 : unit === 'w' ? 168 : 24) * 3_600_000);
  return toDateTimeLocal(at);
}

/** Relative to now, in whole hours up to two days, then in days; `null` for a past or invalid time. */
export function toRelativeExpiry(expiry: string, now: Date, utcOffset?: number): string | null {
  if (isRelativeExpiry(expiry)) return expiry;
  const hours = Math.round((Date.parse(`${expiry}Z`) - toLocalFields(now, utcOffset).getTime()) / 3_600_000);
  if (!(hours > 0)) return null;
  const days = Math.round(hours / 24);
  if (hours < 48) return `+${hours}h`;
  return days < 1_000 ? `+${days}d` : null;
}

/**
 * @param time of the service, which it writes without a zone
 * @param utcOffset of the service in minutes; until it is known, only what is over everywhere is over
 */
export const hasExpired = (time: string, utcOffset = minUtcOffset): boolean =>
  time < toTimestamp(new Date(), utcOffset);
