/** A span of time as `+7d` (lib/draft/expiry.ts) in the person's words: "7 days". */
import { uiLanguage } from './t.ts';

const units = { h: 'hour', d: 'day', w: 'week', m: 'month' } as const;

export function formatDuration(span: string): string {
  const [, count, letter] = /^\+(\d+)([hdwm])$/u.exec(span) ?? [];
  if (letter !== 'h' && letter !== 'd' && letter !== 'w' && letter !== 'm') return span;
  const style = { style: 'unit', unit: units[letter], unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(uiLanguage(), style).format(Number(count));
}
