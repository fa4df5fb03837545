/** The quick choices of "Expires", as a date and time field takes them. */

export type QuickExpiry = 'day' | 'week' | 'month';

/** From the clock on the wall; the last day of a shorter month where the day is not in it. */
export function quickExpiry(now: Date, after: QuickExpiry): string {
  const at = new Date(now);
  if (after === 'month') {
    at.setDate(1);
    at.setMonth(at.getMonth() + 1);
    const days = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
    at.setDate(Math.min(now.getDate(), days));
  } else at.setDate(at.getDate() + (after === 'day' ? 1 : 7));
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
