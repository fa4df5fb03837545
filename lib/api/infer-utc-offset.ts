/** Infers the UTC offset of the service's timestamps, which carry none, from a record that was just created. */

/** From UTC−14 to UTC+14, in minutes, every zone there is lies on a quarter of an hour. */
const maxOffsetMinutes = 14 * 60;
const step = 15;
/** A service may take its time between the two, in minutes. */
const maxCreationMinutes = 0.5;

/**
 * @param date of a record, as the service has it
 * @param at the `Date` of the response to its making, epoch ms
 * @returns minutes ahead of UTC; `null` where the two are no whole zone apart
 */
export function inferUtcOffset(date: string | null, at: number): number | null {
  const ahead = (Date.parse(`${date?.replace(' ', 'T')}Z`) - at) / 60_000;
  // Turns -0 into 0.
  const offset = Math.round(ahead / step) * step || 0;
  return Math.abs(offset) <= maxOffsetMinutes && Math.abs(ahead - offset) < maxCreationMinutes
    ? offset
    : null;
}
