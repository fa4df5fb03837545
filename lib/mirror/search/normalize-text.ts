/** Texts as a search compares them: no case, no accents, none of the characters that cannot be seen. */

import { invisibleClass } from '../../api/invisible-characters.ts';

/** Letters that no decomposition takes their stroke from. */
const plain: Readonly<Record<string, string>> = {
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

/** Accents that stand by themselves after a decomposition, and what is there but shows nothing. */
const unseen = new RegExp(`[\\u0300-\\u036f${invisibleClass}]`, 'gu');
const stroked = /[æœøßđðþłħı]/gu;
const spaces = /[\s\p{Cc}]+/gu;

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** One line; may be longer or shorter than what was given. */
export function normalizeText(text: string): string {
  // Nearly all of what addresses are made of, and many titles.
  if (isPlain(text)) return text.toLowerCase();
  const folded = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(stroked, (letter) => plain[letter] ?? letter)
    .replace(spaces, ' ');
  // What was decomposed has two bytes a letter, also where one does; put together anew, the browser sees that. Else all the
  // texts that are kept in one string with it had two, took twice the memory, and took longer to search.
  return isPlain(folded) ? folded.split('').join('') : folded;
}

/** A folded text that knows where each of its characters came from. */
export interface NormalizedText {
  readonly text: string;
  /** For each character of `text`, and one for its end: where it begins in the text that was given; `null`: there. */
  readonly from: readonly number[] | null;
}

/** For a few short texts: each letter with its accents is folded by itself. */
export function normalizeWithOffsets(given: string): NormalizedText {
  if (isPlain(given)) {
    return { text: given.toLowerCase(), from: null };
  }
  let text = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of given.match(/\P{M}\p{M}*|\p{M}+/gsu) ?? []) {
    const folded = normalizeText(letter);
    // As above, a run of spaces is one.
    const kept = folded === ' ' && text.endsWith(' ') ? '' : folded;
    for (let n = 0; n < kept.length; n++) from.push(at);
    text += kept;
    at += letter.length;
  }
  from.push(at);
  return { text, from };
}
