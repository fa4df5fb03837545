/** Wall-clock times in the `UTC` fields of a `Date`, where daylight saving time leaves no gaps. */

/** @param utcOffset in minutes; the local one by default */
export function toLocalFields(at: Date, utcOffset = -at.getTimezoneOffset()): Date {
  return new Date(at.getTime() + utcOffset * 60_000);
}

/** As a date and time field takes it: `YYYY-MM-DDTHH:MM`. */
export function toDateTimeLocal(wall: Date): string {
  return wall.toISOString().slice(0, 16);
}

/** Accepts seconds, too. */
export const isDateTimeLocal = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u.test(text);

/** Epoch ms of a date at a UTC offset; `null` for an incomplete one. */
export function parseDateTimeLocal(text: string, utcOffset: number): number | null {
  const at = isDateTimeLocal(text) ? Date.parse(`${text}Z`) - utcOffset * 60_000 : NaN;
  return Number.isNaN(at) ? null : at;
}

/** The same for a timestamp of the service. What follows its seconds is ignored. */
export const parseTimestamp = (date: string | null, utcOffset: number): number | null =>
  parseDateTimeLocal(date?.slice(0, 19).replace(' ', 'T') ?? '', utcOffset);

/** As the service lists it: `YYYY-MM-DD HH:MM:SS`. @param utcOffset in minutes; the local one by default */
export function toTimestamp(at: Date, utcOffset?: number): string {
  return toLocalFields(at, utcOffset).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD` in the local time zone. */
export function localDay(at: Date): string {
  return toDateTimeLocal(toLocalFields(at)).slice(0, 10);
}

/** Of the westernmost time zone, in minutes: a date without a zone that is over there is over everywhere. */
export const minUtcOffset = -12 * 60;
