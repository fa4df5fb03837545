/** Numbers in the digits and grouping of the person's language. */
import { uiLanguage } from './say.ts';

export function sayNumber(number: number): string {
  return new Intl.NumberFormat(uiLanguage()).format(number);
}
