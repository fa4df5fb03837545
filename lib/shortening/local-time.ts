/** Times as the clock on the wall has them. */

const two = (part: number) => String(part).padStart(2, '0');

/** `YYYY-MM-DD` */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** As a date and time field takes it: `YYYY-MM-DDTHH:MM`. */
export function localStamp(at: Date): string {
  return `${localDay(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
