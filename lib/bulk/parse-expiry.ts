/**
 * Parses an expiration of a table into the value of a date and time field. In the service's time zone, like all of
 * them.
 */
import { isExpiry } from '../draft/expiry.ts';

const two = (part: string) => part.padStart(2, '0');

/**
 * @returns `YYYY-MM-DDTHH:MM`, with seconds if there were any, or a relative expiration as it is, which is resolved
 *   when the row is sent; `null` for an ambiguous or invalid date
 */
export function parseExpiry(text: string): string | null {
  const cell = text.trim();
  if (cell.startsWith('+')) return isExpiry(cell) ? cell : null;
  const [, isoYear, isoMonth, isoDay, isoTime] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}:\d\d(?::\d\d)?))?$/u.exec(cell) ?? [];
  // Between dots the day is first everywhere; between slashes that depends on the country.
  const [, day, month, year, time] =
    /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,?\s+(\d{1,2}:\d\d(?::\d\d)?))?$/u.exec(cell) ?? [];
  const date = [isoYear ?? year, isoMonth ?? month, isoDay ?? day];
  if (date.some((part) => part === undefined)) return null;
  // A date without a time expires at the end of that day.
  const at = `${date.map((part) => two(part ?? '')).join('-')}T${(isoTime ?? time ?? '23:59').padStart(5, '0').replace(/^(\d):/u, '0$1:')}`;
  return isMoment(at) ? at : null;
}

/** Rejects dates like February 30. */
function isMoment(at: string): boolean {
  const read = Date.parse(`${at}Z`);
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(at);
}
