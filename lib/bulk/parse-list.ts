/** Parses a list, one URL per line among any other text, into URLs and titles. */
import { trimEnd, trimStart } from '../text/trim-text.ts';
import { findUrls } from '../url/find-urls.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';

/** List markers in front of an item. */
const bullet = /^(?:[-*+•‣·]|\d{1,5}[.)])\s+/u;

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
  const found = !/[\s<]/u.test(line) && parseUserUrl(line).ok ? [] : findUrls(line);
  const [only] = found;
  if (only === undefined) return [[line, '']];
  if (found.length > 1) return found.map(({ url }) => [url, '']);
  const before = line.slice(0, only.start).trimEnd();
  const after = line.slice(only.end).trimStart();
  const isBracketed = ['()', '[]'].includes(`${before.at(-1)}${after[0]}`);
  const words = isBracketed ? `${before.slice(0, -1)} ${after.slice(1)}` : `${before} ${after}`;
  return [[only.url, titleOf(words)]];
}

/** Punctuation between a URL and the words around it. */
const betweenWords = /[\s:–—<>-]/u;

function titleOf(words: string): string {
  const title = trimStart(trimEnd(words, betweenWords), betweenWords);
  // In `[Title](https://a.example)` the brackets are around all of it.
  const enclosed = /^\[([^[\]]*)\]$/u.exec(title) ?? /^\(([^()]*)\)$/u.exec(title);
  const plain = enclosed?.[1] ?? title;
  return /[^\p{P}\s]/u.test(plain) ? plain.trim().replaceAll(/\s+/gu, ' ') : '';
}
