/** Texts that depend on a count. */
import { memoize, formatNumber } from './format.ts';
import { translateByName, type MessageName } from './t.ts';

/** The names of plural families: `clicks` for `clicks_one`, `clicks_few`, `clicks_many`, `clicks_other`. */
export type PluralName = MessageName extends infer Name
  ? Name extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

const rules = memoize((language) => new Intl.PluralRules(language));

/**
 * Uses the plural rules of the user's language; a form that the catalog lacks falls back to `other`.
 *
 * @param others further substitutions, after the count
 */
export function formatCount(name: PluralName, count: number, ...others: string[]): string {
  const substitutions = [formatNumber(count), ...others];
  const form = rules().select(count);
  return translateByName(`${name}_${form}`, substitutions) || translateByName(`${name}_other`, substitutions);
}
