/** The quick choices of "Expires", as a date and time field takes them. */
import { expiryAt } from '../shortening/relative-expiry.ts';

export type QuickExpiry = 'day' | 'week' | 'month';

const after = { day: '+1d', week: '+1w', month: '+1m' } as const;

/** From the service's clock; from the one on the wall here as long as its zone is not known. */
export function quickExpiry(now: Date, time: QuickExpiry, zone?: number): string {
  return expiryAt(after[time], now, zone);
}
