/** Texts in the forms in which they are compared. Two strengths, since a search may find too much and a name may not. */
import { invisibleClass } from '../api/invisible-characters.ts';

/** Letters that no decomposition takes their stroke from. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/**
 * Accents that stand by themselves after a decomposition, Hebrew and Arabic vowel points, which are rarely typed, and
 * characters that show nothing. The marks of Indic scripts and of kana tell letters apart and stay.
 */
const ignored = new RegExp(
  `[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670${invisibleClass}]`,
  'gu',
);
const stroked = /[æœøßđðþłħı]/gu;
const spaces = /[\s\p{Cc}]+/gu;

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** For searches: without case, accents and invisible characters; one line, of another length than the given text. */
export function normalizeText(text: string): string {
  // Nearly all of what URLs are made of, and many titles.
  if (isPlain(text)) return text.toLowerCase();
  const normalized = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignored, '')
    .replace(stroked, (letter) => plainLetters[letter] ?? letter)
    .replace(spaces, ' ');
  // A decomposed text has two bytes a letter, also where one would do; joined again, the engine notices. Otherwise all
  // texts that are stored in one string with it would have two, take twice the memory and longer to search.
  return isPlain(normalized) ? normalized.split('').join('') : normalized;
}

/** For names that must be told apart: only case, outer blanks and compatibility forms (full width) are ignored. */
export function normalizeName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

/** A normalized text that knows where each of its characters came from. */
export interface NormalizedText {
  readonly text: string;
  /** For each character of `text`, and one for its end: its offset in the given text; `null`: the same offset. */
  readonly from: readonly number[] | null;
}

/** For a few short texts: each letter with its accents is normalized by itself. */
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
