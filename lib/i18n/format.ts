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

export function formatNumber(number: number): string {
  return numbers().format(number);
}

/** "5 Nov 2026, 09:30". @param at epoch ms, in any year that a date field takes */
export function formatDateTime(at: number): string {
  return new Intl.DateTimeFormat(uiLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/**
 * "Nov 5, 2026, 9:30 AM" for a timestamp of the service, which names no zone: it stays in the service's. A text of
 * another form is returned as it is.
 */
export function formatServiceTime(text: string): string {
  const [, date = '', time] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/u.exec(text.trim()) ?? [];
  const at = Date.parse(`${date}T${time ?? '00:00'}Z`);
  if (Number.isNaN(at)) return text;
  return new Intl.DateTimeFormat(uiLanguage(), {
    dateStyle: 'medium',
    ...(time !== undefined && { timeStyle: 'short' }),
    timeZone: 'UTC',
  }).format(at);
}

const lists = memoize((language) => new Intl.ListFormat(language, { type: 'unit' }));

/** "2 queued, 1 in progress": items that stand for themselves, without an "and". */
export function formatList(items: readonly string[]): string {
  return lists().format(items);
}

/** "Nov 5, 2026" for a timestamp of the service. */
export function formatServiceDate(text: string): string {
  return formatServiceTime(text.trim().split(/[ T]/u, 1)[0] ?? '');
}

const units = { h: 'hour', d: 'day', w: 'week', m: 'month' } as const;

/** "7 days" for `+7d` (lib/draft/expiry.ts). */
export function formatDuration(span: string): string {
  const [, count, letter] = /^\+(\d+)([hdwm])$/u.exec(span) ?? [];
  if (letter !== 'h' && letter !== 'd' && letter !== 'w' && letter !== 'm') return span;
  const style = { style: 'unit', unit: units[letter], unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(uiLanguage(), style).format(Number(count));
}
