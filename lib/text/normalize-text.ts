/** Normalizes texts for comparison: loosely for searches, strictly for names. */
import { invisibleClass } from '../api/invisible-characters.ts';
import { toPlainLetters } from './plain-letters.ts';

/**
 * Combining accents, Hebrew and Arabic vowel points, which are rarely typed, and invisible characters. The marks of
 * Indic scripts and of kana distinguish letters and stay.
 */
const ignored = new RegExp(
  `[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670${invisibleClass}]`,
  'gv',
);
const spaces = /[\s\p{Cc}]+/gu;

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** For searches: without case, accents and invisible characters, on one line. The length may change. */
export function normalizeText(text: string): string {
  // The fast path for URLs and many titles.
  if (isPlain(text)) return text.toLowerCase();
  const plain = toPlainLetters(text.normalize('NFKD').toLowerCase().replace(ignored, ''));
  const normalized = plain.replace(spaces, ' ');
  // V8 stores a decomposed text with two bytes per character even if one suffices; joining it again yields a one-byte
  // string. Otherwise every text that shares a string with it takes twice the memory and is slower to search.
  return isPlain(normalized) ? normalized.split('').join('') : normalized;
}

/** For names that must stay distinct: ignores only case, outer blanks and compatibility forms (full width). */
export function normalizeName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

/** A normalized text with the origin of each character. */
interface NormalizedText {
  readonly text: string;
  /** Offset in the original text for each character and for the end; `null` if offsets are equal. */
  readonly from: readonly number[] | null;
}

/** Slow, for short texts: normalizes each letter with its accents separately. */
export function normalizeWithOffsets(given: string): NormalizedText {
  if (isPlain(given)) {
    return { text: given.toLowerCase(), from: null };
  }
  let text = '';
  const from: number[] = [];
  let offset = 0;
  for (const letter of given.match(/\P{M}\p{M}*|\p{M}+/gsu) ?? []) {
    const normalized = normalizeText(letter);
    // As above, a run of spaces is one.
    const added = normalized === ' ' && text.endsWith(' ') ? '' : normalized;
    for (let n = 0; n < added.length; n++) from.push(offset);
    text += added;
    offset += letter.length;
  }
  from.push(offset);
  return { text, from };
}

/** Offsets in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Where a range of the normalized text is in the original one. A letter that was normalized to two is in it whole. */
export function originalRange({ from: origins }: NormalizedText, range: TextRange): TextRange {
  if (origins === null) return range;
  let end = range.to;
  while (end < origins.length - 1 && origins[end] === origins[range.to - 1]) end++;
  return { from: origins[range.from] ?? 0, to: origins[end] ?? 0 };
}
