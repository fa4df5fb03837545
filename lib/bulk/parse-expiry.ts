/** An expiry as tables have it → as a date and time field gives it. In the service's own time, like every expiry. */
import { isExpiry } from '../draft/expiry.ts';

const two = (part: string) => part.padStart(2, '0');

/**
 * @returns `YYYY-MM-DDTHH:MM`, with seconds where they were given, or a span as it is: it is counted when the row is sent;
 * `null` for what is no date that can be read in one way only
 */
export function parseExpiry(text: string): string | null {
  const cell = text.trim();
  if (cell.startsWith('+')) return isExpiry(cell) ? cell : null;
  const [, isoYear, isoMonth, isoDay, isoTime] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}:\d\d(?::\d\d)?))?$/u.exec(cell) ?? [];
  // Between dots the day is first everywhere; between slashes nobody can tell.
  const [, day, month, year, time] =
    /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,?\s+(\d{1,2}:\d\d(?::\d\d)?))?$/u.exec(cell) ?? [];
  const date = [isoYear ?? year, isoMonth ?? month, isoDay ?? day];
  if (date.some((part) => part === undefined)) return null;
  // A day without a time is good until its end.
  const at = `${date.map((part) => two(part ?? '')).join('-')}T${(isoTime ?? time ?? '23:59').padStart(5, '0').replace(/^(\d):/u, '0$1:')}`;
  return isMoment(at) ? at : null;
}

/** 30 February is none. */
function isMoment(at: string): boolean {
  const read = Date.parse(`${at}Z`);
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(at);
}
