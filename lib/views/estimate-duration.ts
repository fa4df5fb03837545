/** How long requests take, by the rate limit as the request queue knows it. */
import { defaultWindowMs } from '../api/rate-limit-headers.ts';
import type { ActivityView } from './activity-view.ts';

type Meter = NonNullable<ActivityView['meter']>;

/** `null` where the service names no limit. */
export function requestsPerMinute(meter: Meter | null): number | null {
  if (meter === null || meter.limit === 'none') return null;
  return Math.max(1, Math.round((meter.limit * 60_000) / meter.windowMs));
}

/**
 * Ms until so many requests are answered, each of which takes one slot of the limit; `null` where there is none.
 *
 * @param now epoch ms
 */
export function estimateDuration(count: number, meter: Meter | null, now: number): number | null {
  if (meter === null || meter.limit === 'none') return null;
  const { limit, remaining, windowMs, resetAt } = meter;
  // Within a quota of an hour or a day, requests go at the pace of a minute while enough is left (next-send-time.ts).
  const isLong = windowMs > defaultWindowMs;
  const paced = (count * Math.min(windowMs, defaultWindowMs)) / limit;
  if (!isLong || remaining === null || count <= remaining) return paced;
  const resets = Math.ceil((count - remaining) / limit);
  return Math.max(paced, (resetAt ?? now) - now + (resets - 1) * windowMs);
}
