/** Numbers in the digits and grouping of the person's language. */
import { uiLanguage } from './t.ts';

/** A formatter costs many times what it is used for: one a language. */
export function memoize<T>(make: (language: string) => T): () => T {
  let kept: { readonly language: string; readonly made: T } | null = null;
  return () => {
    const language = uiLanguage();
    if (kept?.language !== language) kept = { language, made: make(language) };
    return kept.made;
  };
}

const numbers = memoize((language) => new Intl.NumberFormat(language));

export function formatNumber(number: number): string {
  return numbers().format(number);
}
