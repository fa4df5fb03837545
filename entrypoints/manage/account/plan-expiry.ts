/** Time left of a plan. The service's timestamps have no zone; it is learned from links created here. */

const dayMs = 86_400_000;
/** The error of a timestamp without its zone, which is up to 14 hours on either side. */
const zoneErrorMs = dayMs;
const minuteMs = 60_000;
/** Days before the end at which the warning appears. */
const warningDays = 14;

/** `null` for an end that is far away or can't be parsed. */
export type PlanEnd = { readonly ended: true } | { readonly ended: false; readonly days: number } | null;

/**
 * @param expires `YYYY-MM-DD HH:MM:SS` as the service returned it
 * @param now epoch ms
 * @param utcOffset minutes that the service's clock is ahead of UTC, where that is known
 */
export function planEnd(expires: string | null, now: number, utcOffset?: number): PlanEnd {
  const [, date = '', time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/u.exec(expires ?? '') ?? [];
  const at = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(at)) return null;
  const left = at - (utcOffset ?? 0) * minuteMs - now;
  if (left < (utcOffset === undefined ? -zoneErrorMs : 0)) return { ended: true };
  return left <= warningDays * dayMs ? { ended: false, days: Math.max(0, Math.round(left / dayMs)) } : null;
}
