/**
 * Finds words with one typo: a letter inserted, missing or wrong, or two transposed (Damerau-Levenshtein distance 1).
 */
import type { TextRange } from '../../text/normalize-text.ts';

const isLetter = (unit: number): boolean =>
  // Most texts are ASCII; everything beyond counts as letters, except spaces and punctuation.
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit > 127 && unit !== 0xa0 && !isSign(unit));

/** General and ideographic punctuation. */
const isSign = (unit: number): boolean =>
  (unit >= 0x2000 && unit <= 0x206f) || (unit >= 0x3000 && unit <= 0x303f);

/**
 * The first occurrence of `word` with one typo, which is never in its first letter: that is mostly another word. Both
 * are normalized; the word has letters only.
 */
export function findTypo(text: string, word: string): TextRange | null {
  const [first = ''] = word;
  for (let from = text.indexOf(first); from >= 0; from = text.indexOf(first, from + 1)) {
    const length = typoLength(text, word, from);
    if (length > 0) return { from, to: from + length };
  }
  return null;
}

/** @returns the length of the match at `from`; 0 for none */
function typoLength(text: string, word: string, from: number): number {
  let same = 1;
  while (same < word.length && text.charCodeAt(from + same) === word.charCodeAt(same)) same++;
  const at = from + same;
  // The last letter may be missing, or be another one.
  if (same === word.length) return same;
  if (same < word.length - 1 && !isLetter(text.charCodeAt(at))) return 0;
  const rest = (skipped: number, later: number): boolean =>
    text.startsWith(word.slice(same + skipped), at + later);
  const isSwapped =
    text.charCodeAt(at) === word.charCodeAt(same + 1) && text.charCodeAt(at + 1) === word.charCodeAt(same);
  if (isSwapped && rest(2, 2)) return word.length;
  if (isLetter(text.charCodeAt(at)) && rest(1, 1)) return word.length;
  if (isLetter(text.charCodeAt(at)) && rest(0, 1)) return word.length + 1;
  if (rest(1, 0)) return word.length - 1;
  return 0;
}
