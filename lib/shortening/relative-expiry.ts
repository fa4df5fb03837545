/** An expiry counted from when a link is made: `+12h`, `+7d`, `+2w`, `+1m` (hours, days, weeks, months). */
import { localStamp } from './local-time.ts';

const relative = /^\+(\d{1,3})([hdwm])$/u;

export function isRelativeExpiry(expiry: string): boolean {
  return relative.test(expiry);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u;

/** Whether it is one that a preset may hold: a moment, a span, or none. */
export function isExpiry(expiry: string): boolean {
  return expiry === '' || moment.test(expiry) || isRelativeExpiry(expiry);
}

/** A moment as it is; the last day of a shorter month where the day is not in it. */
export function expiryAt(expiry: string, now: Date): string {
  const [, digits, unit] = relative.exec(expiry) ?? [];
  if (digits === undefined) return expiry;
  const count = Number(digits);
  const at = new Date(now);
  if (unit === 'h') at.setTime(at.getTime() + count * 3_600_000);
  else if (unit === 'm') {
    at.setDate(1);
    at.setMonth(at.getMonth() + count);
    const days = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
    at.setDate(Math.min(now.getDate(), days));
  } else at.setDate(at.getDate() + count * (unit === 'w' ? 7 : 1));
  return localStamp(at);
}

/** The same as a span from now, in whole hours up to two days, then in days; `null` for what is past or no moment. */
export function spanUntil(expiry: string, now: Date): string | null {
  if (isRelativeExpiry(expiry)) return expiry;
  const hours = Math.round((Date.parse(expiry) - now.getTime()) / 3_600_000);
  if (!(hours > 0)) return null;
  const days = Math.round(hours / 24);
  if (hours < 48) return `+${hours}h`;
  return days < 1_000 ? `+${days}d` : null;
}
