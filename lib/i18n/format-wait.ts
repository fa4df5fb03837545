/** A wait for the service, in words. */
import { formatCount } from './plural.ts';
import { uiLanguage } from './t.ts';

/** @param ms may be negative or fractional; the unit is the largest of which it takes two: at least one second */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const hours = Math.ceil(seconds / 3600);
  if (seconds < 120) return formatCount('seconds', seconds);
  if (seconds < 7200) return formatCount('minutes', Math.ceil(seconds / 60));
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.ceil(hours / 24), 'day'];
  // Abbreviated as the others are: the sentences around would need a whole word in some grammatical case.
  return count.toLocaleString(uiLanguage(), { style: 'unit', unit, unitDisplay: 'short' });
}
