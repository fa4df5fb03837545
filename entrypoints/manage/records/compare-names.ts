import { uiLanguage } from '../../../lib/i18n/t.ts';

/** The order of names in every list of the page: A–Z in the user's language, numbers by their value. */
export const nameComparer = (): ((one: string, other: string) => number) =>
  new Intl.Collator(uiLanguage(), { numeric: true }).compare;
