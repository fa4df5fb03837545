/** Times as a clock on the wall has them: in the `UTC` fields of a `Date`, which no change of the clock jumps over. */

/** Here, or in a zone so many minutes ahead of UTC. */
export function toLocalFields(at: Date, ahead = -at.getTimezoneOffset()): Date {
  return new Date(at.getTime() + ahead * 60_000);
}

/** As a date and time field takes it: `YYYY-MM-DDTHH:MM`. */
export function toDateTimeLocal(wall: Date): string {
  return wall.toISOString().slice(0, 16);
}

/** `YYYY-MM-DD`, here. */
export function localDay(at: Date): string {
  return toDateTimeLocal(toLocalFields(at)).slice(0, 10);
}
