/** Numbers, dates and durations in the user's language. */
import { uiLanguage } from './t.ts';

/** Caches one formatter a language: making it costs many times more than using it. */
export function memoize<T>(create: (language: string) => T): () => T {
  let cached: { readonly language: string; readonly value: T } | null = null;
  return () => {
    const language = uiLanguage();
    if (cached?.language !== language) cached = { language, value: create(language) };
    return cached.value;
  };
}

const numbers = memoize((language) => new Intl.NumberFormat(language));

/** Languages of browsers that write other digits than 0 to 9, at least in one country. */
const otherDigits = /^(?:ar|bn|fa|mr|my|ne|sat|ur)\b/u;

/** Whole numbers without separators do without Intl: its first formatter takes a page over 10 ms. */
export function formatNumber(number: number): string {
  const isPlain = Number.isInteger(number) && number >= 0 && number < 1000;
  return isPlain && !otherDigits.test(uiLanguage()) ? String(number) : numbers().format(number);
}

const percentages = memoize((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** "48%" for 0.48. */
export function formatPercent(share: number): string {
  return percentages().format(share);
}

/** "5 Nov 2026, 09:30". @param at epoch ms, in any year that a date field takes */
export function formatDateTime(at: number): string {
  return new Intl.DateTimeFormat(uiLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** "09:30" on the same day, else as `formatDateTime`. @param at epoch ms @param now epoch ms */
export function formatClock(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  if (!isToday) return formatDateTime(at);
  return new Intl.DateTimeFormat(uiLanguage(), { timeStyle: 'short' }).format(at);
}

// Not of type `unit`: Chinese, Japanese, Russian and others then have no separator.
const lists = memoize((language) => new Intl.ListFormat(language, { style: 'narrow' }));

/** "2 queued, 1 in progress": a list of separate facts, without an "and" where the language allows it. */
export function formatList(items: readonly string[]): string {
  return lists().format(items);
}

const units = { h: 'hour', d: 'day', w: 'week', m: 'month' } as const;

/** "7 days" for `+7d` (lib/draft/expiry.ts). */
export function formatDuration(span: string): string {
  const [, count, letter] = /^\+(\d+)([hdwm])$/u.exec(span) ?? [];
  if (letter !== 'h' && letter !== 'd' && letter !== 'w' && letter !== 'm') return span;
  const style = { style: 'unit', unit: units[letter], unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(uiLanguage(), style).format(Number(count));
}
