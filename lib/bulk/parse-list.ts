/** Parses a list, one URL per line among any other text, into URLs and titles. */
import { parseUserUrl } from '../url/parse-user-url.ts';

/** List markers in front of an item. */
const bullet = /^(?:[-*+•‣·]|\d{1,5}[.)])\s+/u;

/** URLs among words. */
const withScheme = /\bhttps?:\/\/\S+/giu;
const withoutScheme = /(?<![^\s<>()[\]"'“‘«:])www\.\S+/gu;

/** URL and title per row: the words around a single URL are its title. */
export function parseList(text: string, most: number): string[][] {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const mark = lineSeparator(lines);
  const rows: string[][] = [];
  for (const raw of lines) {
    if (rows.length >= most) break;
    const line = (mark !== null && raw.endsWith(mark) ? raw.slice(0, -1).trim() : raw).replace(bullet, '');
    if (line !== '') rows.push(...rowsOf(line));
  }
  return rows;
}

/** The comma or semicolon that ends every line but the last one, which may have it, too. */
function lineSeparator(lines: readonly string[]): string | null {
  const mark = lines[0]?.at(-1) ?? '';
  const isSeparated = lines.length > 1 && /[,;]/u.test(mark);
  return isSeparated && lines.slice(0, -1).every((line) => line.endsWith(mark)) ? mark : null;
}

function rowsOf(line: string): string[][] {
  const found = !/[\s<]/u.test(line) && parseUserUrl(line).ok ? [] : addressesIn(line);
  const [only] = found;
  if (only === undefined) return [[line, '']];
  if (found.length > 1) return found.map(([address]) => [bare(address), '']);
  const before = line.slice(0, only.index).trimEnd();
  const after = line.slice(only.index + only[0].length).trimStart();
  const isBracketed = ['()', '[]'].includes(`${before.at(-1)}${after[0]}`);
  const words = isBracketed ? `${before.slice(0, -1)} ${after.slice(1)}` : `${before} ${after}`;
  return [[bare(only[0]), titleOf(words)]];
}

function addressesIn(line: string): readonly RegExpExecArray[] {
  const found = [...line.matchAll(withScheme)];
  return found.length > 0 || !line.includes('www.') ? found : [...line.matchAll(withoutScheme)];
}

/** Among words a URL may be followed by punctuation of the sentence. */
const bare = (address: string): string => trimEnd(address, /[>"'’”»,;.]/u);

/** Punctuation between a URL and the words around it. */
const betweenWords = /[\s:–—<>-]/u;

function titleOf(words: string): string {
  const title = trimStart(trimEnd(words, betweenWords), betweenWords);
  // In `[Title](https://a.example)` the brackets are around all of it.
  const enclosed = /^\[([^[\]]*)\]$/u.exec(title) ?? /^\(([^()]*)\)$/u.exec(title);
  const plain = enclosed?.[1] ?? title;
  return /[^\p{P}\s]/u.test(plain) ? plain.trim().replaceAll(/\s+/gu, ' ') : '';
}

/** Also removes a bracket whose other half is not there: one of `Foo_(bar)` belongs to the text. */
function trimEnd(text: string, unwanted: RegExp): string {
  const surplus = closingSurplus(text);
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    const change = bracketChange(last);
    if (change === null ? !unwanted.test(last) : change.by > 0 && surplus[change.kind] <= 0) break;
    if (change !== null) surplus[change.kind] -= change.by;
  }
  return text.slice(0, end);
}

function trimStart(text: string, unwanted: RegExp): string {
  const surplus = closingSurplus(text);
  let start = 0;
  for (; start < text.length; start += 1) {
    const first = text[start] ?? '';
    const change = bracketChange(first);
    if (change === null ? !unwanted.test(first) : change.by < 0 && surplus[change.kind] >= 0) break;
    if (change !== null) surplus[change.kind] -= change.by;
  }
  return text.slice(start);
}

/** How many more brackets are closed than opened. */
interface Surplus {
  round: number;
  square: number;
}

function closingSurplus(text: string): Surplus {
  const surplus: Surplus = { round: 0, square: 0 };
  for (const character of text) {
    const change = bracketChange(character);
    if (change !== null) surplus[change.kind] += change.by;
  }
  return surplus;
}

const bracketChanges = new Map<string, { readonly kind: keyof Surplus; readonly by: 1 | -1 }>([
  ['(', { kind: 'round', by: -1 }],
  [')', { kind: 'round', by: 1 }],
  ['[', { kind: 'square', by: -1 }],
  [']', { kind: 'square', by: 1 }],
]);
const bracketChange = (character: string) => bracketChanges.get(character) ?? null;
