/** How long a plan still runs: the service's timestamps have no zone, unless it has been learned from links made here. */

const day = 86_400_000;
/** Without the zone, which lies up to 14 hours on either side. */
const unsure = day;
const minute = 60_000;
/** Days ahead of the end from which on it is told. */
const warned = 14;

/** `days` at least; `null` for one that is far, or that can't be read. */
export type PlanEnd = { readonly ended: true } | { readonly ended: false; readonly days: number } | null;

/**
 * @param expires `YYYY-MM-DD HH:MM:SS` as the service gave it
 * @param now epoch ms
 * @param zone minutes that the service's clock is ahead of UTC, where that is known
 */
export function planEnd(expires: string | null, now: number, zone?: number): PlanEnd {
  const [, date = '', time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/u.exec(expires ?? '') ?? [];
  const at = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(at)) return null;
  const left = at - (zone ?? 0) * minute - now;
  if (left < (zone === undefined ? -unsure : 0)) return { ended: true };
  return left <= warned * day ? { ended: false, days: Math.max(0, Math.round(left / day)) } : null;
}
