/** Finds the URLs among words. */
import { trimEnd } from '../text/trim-text.ts';

const withScheme = /\bhttps?:\/\/\S+/giu;
const withoutScheme = /(?<![^\s<>()[\]"'“‘«:])www\.\S+/gu;

/**
 * The URLs, and their ranges in the text, with punctuation of the sentence after them. Those without a scheme count only
 * where none has one.
 */
export function findUrls(text: string) {
  const found = [...text.matchAll(withScheme)];
  const all = found.length > 0 || !text.includes('www.') ? found : [...text.matchAll(withoutScheme)];
  return all.map(({ 0: word, index }) => ({ url: bare(word), start: index, end: index + word.length }));
}

/** Punctuation of the sentence may follow. */
const bare = (word: string): string => trimEnd(word, /[>"'’”»,;.]/u);
