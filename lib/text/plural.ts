/** Texts that depend on a count. */
import { sayNumber } from './number.ts';
import { sayByName, uiLanguage, type MessageName } from './say.ts';

/** The names of plural families: `clicks` for `clicks_one`, `clicks_few`, `clicks_many`, `clicks_other`. */
export type PluralName = MessageName extends infer Name
  ? Name extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

/** A text that depends on a count, by the plural rules of the person's language; a form the catalogue lacks falls back to `other`. */
export function sayCount(name: PluralName, count: number): string {
  const shown = sayNumber(count);
  const form = new Intl.PluralRules(uiLanguage()).select(count);
  return sayByName(`${name}_${form}`, [shown]) || sayByName(`${name}_other`, [shown]);
}
