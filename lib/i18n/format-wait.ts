/** A wait for the service, in words. */
import { formatCount } from './plural.ts';

/** @param ms may be negative or fractional; displayed as at least one second, in minutes from two minutes on */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? formatCount('seconds', seconds) : formatCount('minutes', Math.ceil(seconds / 60));
}
