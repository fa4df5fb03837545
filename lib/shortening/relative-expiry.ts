/** An expiry counted from when a link is made: `+12h`, `+7d`, `+2w`, `+1m` (hours, days, weeks, months). */
import { localStamp } from './local-time.ts';

const relative = /^\+(\d{1,3})([hdwm])$/u;

export function isRelativeExpiry(expiry: string): boolean {
  return relative.test(expiry);
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
