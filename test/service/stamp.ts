/** The contract's zoneless timestamps (API §2). The zone is the server's own: an offset in minutes. */

/** `YYYY-MM-DD HH:MM:SS` */
export const stamp = (ms: number, utcOffsetMinutes: number): string =>
  new Date(ms + utcOffsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** Epoch milliseconds, or undefined when the text is no timestamp or no real date (30 February). */
export function fromStamp(value: string, utcOffsetMinutes: number): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)) return undefined;
  const ms = Date.parse(`${value.replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) return undefined;
  const time = ms - utcOffsetMinutes * 60_000;
  return stamp(time, utcOffsetMinutes) === value ? time : undefined;
}
