/** How long ago, in the person's language. */
import { say, uiLanguage } from './say.ts';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** @param at epoch ms @param now epoch ms; a time in the future (the clock was set back) counts as just now */
export function ago(at: number, now: number): string {
  const passed = now - at;
  for (const [unit, size] of units) {
    if (passed >= size)
      return new Intl.RelativeTimeFormat(uiLanguage(), { style: 'short' }).format(
        -Math.floor(passed / size),
        unit,
      );
  }
  return say('justNow');
}
