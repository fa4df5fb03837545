/** What the bar of the request meter shows, in words: the requests of the rate limit that are gone. */
import { formatNumber } from '../../lib/i18n/format.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';

type Meter = NonNullable<ActivityView['meter']>;

interface MeterUse {
  readonly limit: number;
  readonly remaining: number;
  /** The filled part of the bar. */
  readonly gone: number;
  /** While the service holds requests back, fewer are left than it has counted; `null` otherwise. */
  readonly unavailable: number | null;
  /** "17 of 30 used" */
  readonly text: string;
}

/** @returns `null` where there is no limit, or none is known */
export function meterUse({ limit, remaining, usedHere, usedElsewhere }: Meter): MeterUse | null {
  if (limit === 'none' || remaining === null) return null;
  const gone = Math.max(0, limit - remaining);
  const unavailable = gone - usedHere;
  const isHeldBack = unavailable > usedElsewhere;
  return {
    limit,
    remaining,
    gone,
    unavailable: isHeldBack ? unavailable : null,
    text: formatCount(isHeldBack ? 'meterUsedOrUnavailableOf' : 'meterUsedOf', gone, formatNumber(limit)),
  };
}
