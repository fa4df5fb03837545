/** Finds the URLs among words. */
import { trimEnd } from '../text/trim-text.ts';

const withScheme = /\bhttps?:\/\/\S+/giu;
const withoutScheme = /(?<![^\s<>()[\]"'“‘«:])www\.\S+/gu;

interface FoundUrl {
  readonly url: string;
  /** The range of the word in the text: the URL, and punctuation of the sentence after it. */
  readonly start: number;
  readonly end: number;
}

/** Those without a scheme count only where none has one. */
export function findUrls(text: string): readonly FoundUrl[] {
  const found = [...text.matchAll(withScheme)];
  const all = found.length > 0 || !text.includes('www.') ? found : [...text.matchAll(withoutScheme)];
  return all.map(({ 0: word, index }) => ({ url: bare(word), start: index, end: index + word.length }));
}

/** Punctuation of the sentence may follow. */
const bare = (word: string): string => trimEnd(word, /[>"'’”»,;.]/u);
