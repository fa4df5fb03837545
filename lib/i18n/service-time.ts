/** Times as the service writes them: without a zone, so that they are shown as they are in every zone. */
import { memoize } from './format.ts';

const timeZone = 'UTC';
const formats = memoize((language) => {
  const day = { day: 'numeric', month: 'short', timeZone } as const;
  return {
    day: new Intl.DateTimeFormat(language, day),
    dayOfYear: new Intl.DateTimeFormat(language, { ...day, year: 'numeric' }),
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
    dateAndTime: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  };
});

/** `null` for a text of another form. */
function parse(text: string): { readonly at: number; readonly hasTime: boolean } | null {
  const [, date = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?/u.exec(text.trim()) ?? [];
  const at = Date.parse(`${date}T${time ?? '00:00'}Z`);
  return Number.isNaN(at) ? null : { at, hasTime: time !== undefined };
}

/** "Jan 12", with its year unless that is the current one. A text of another form is returned as it is. */
export function formatServiceDay(text: string, now: number): string {
  const time = parse(text);
  if (time === null) return text;
  const isThisYear = new Date(time.at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? formats().day : formats().dayOfYear).format(time.at);
}

/** "Nov 5, 2026, 9:30 AM". A text of another form is returned as it is. */
export function formatServiceTime(text: string): string {
  const time = parse(text);
  if (time === null) return text;
  return (time.hasTime ? formats().dateAndTime : formats().date).format(time.at);
}

/** "Nov 5, 2026" for a timestamp of the service. */
export function formatServiceDate(text: string): string {
  return formatServiceTime(text.trim().split(/[ T]/u, 1)[0] ?? '');
}
