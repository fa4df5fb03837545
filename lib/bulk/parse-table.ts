/** What a person pasted or a file holds → rows of cells. A list of addresses is a table of one column. */
import Papa from 'papaparse';
import { withoutTrailing } from '../api/trim.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { unescapeFormula } from '../text/csv.ts';

/** `list`: an address a line, whatever else stands in it. */
export const separators = ['list', ',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export interface Table {
  readonly separator: Separator;
  /** All of one length, without the header. */
  readonly rows: readonly (readonly string[])[];
  /** As many as there are columns; empty names where the first row is a row like the others. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  /** There were more rows than may be. */
  readonly cut: boolean;
}

/** So many at once. */
export const maxRows = 10_000;
/** In characters: more is no list of addresses. */
export const maxTextLength = 20_000_000;
/** More columns are not looked at. */
const maxColumns = 60;
/** So much of a text tells how it is made up. */
const sampleLines = 40;
const sampleLength = 200_000;

export interface TableOptions {
  /** `null`: guessed. */
  readonly separator: Separator | null;
  readonly hasHeader: boolean | null;
  /** It comes from a file that calls itself a table. */
  readonly isTable?: boolean;
}

const isAddress = (cell: string): boolean => /^https?:\/\/\S+$/iu.test(cell.trim());
const isUsable = (cell: string): boolean => parseUserUrl(cell).ok;

function cells(text: string, separator: Separator, most: number): string[][] {
  if (separator === 'list') return listed(text, most);
  const { data } = Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    skipEmptyLines: 'greedy',
    // One more tells that there are more.
    preview: most,
  });
  return data.map((row) => row.slice(0, maxColumns).map((cell) => unescapeFormula(cell).trim()));
}

/** Marks of a list, as people write them in front of an item. */
const bullet = /^(?:[-*+•‣·]|\d{1,5}[.)])\s+/u;

/** What joins words to an address, or holds it. */
const beforeTitle = /^[\s:–—<>()[\]-]+/u;
const afterTitle = /[\s:–—<>()[\]-]/u;

/** Address and title: where a line holds addresses among words, the words in front are the title. */
function listed(text: string, most: number): string[][] {
  const rows: string[][] = [];
  for (const raw of text.split('\n')) {
    if (rows.length >= most) break;
    const line = raw.trim().replace(bullet, '');
    if (line === '') continue;
    const found = /[\s<]/u.test(line) ? [...line.matchAll(/\bhttps?:\/\/\S+/giu)] : [];
    const [only] = found;
    if (only === undefined) rows.push([line, '']);
    else if (found.length > 1) rows.push(...found.map(([address]) => [bare(address), '']));
    else {
      const words = `${line.slice(0, only.index)} ${line.slice(only.index + only[0].length)}`;
      rows.push([
        bare(only[0]),
        withoutTrailing(words.replace(beforeTitle, ''), afterTitle).replaceAll(/\s+/gu, ' '),
      ]);
    }
  }
  return rows;
}

/** Among words an address is followed by what is not its own. */
const bare = (address: string): string => withoutTrailing(address, /[>)\]"'’”»,;.]/u);

/** The separator that cuts the first lines into equal numbers of cells, where that is no accident of addresses. */
function guessSeparator(text: string, isTable: boolean): Separator {
  const start = text.slice(0, sampleLength);
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  const sample = lines.slice(0, sampleLines);
  if (sample.every((line) => !/[\t,;|]/u.test(line))) return 'list';
  let best: { separator: Separator; score: number } = { separator: 'list', score: 0 };
  for (const separator of separators) {
    if (separator === 'list') continue;
    const rows = cells(start, separator, sampleLines);
    const score = scoreOf(rows, isTable || separator === '\t' || rows.length < sample.length);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** How much a text looks like a table when it is cut like this; 0 for not at all. */
function scoreOf(rows: readonly string[][], surely: boolean): number {
  const [first = [], ...others] = rows;
  const width = first.length;
  const even = rows.filter(({ length }) => length === width).length / rows.length;
  if (width < 2 || even < 0.8) return 0;
  const named = others.length > 0 && first.every((cell) => cell !== '' && !isAddress(cell));
  const body = named ? others : rows;
  const columns = Array.from({ length: width }, (_, at) => body.map((row) => row[at] ?? ''));
  if (!columns.some((column) => column.filter(isUsable).length * 2 >= column.length)) return 0;
  // A mark within addresses would cut them, too: `https://a.example/x,y`.
  if (!surely && !named && !isBeyondDoubt(rows)) return 0;
  return even * columns.filter((column) => column.some((cell) => cell !== '')).length;
}

/** Whether what stands beside the addresses can be no part of them. */
function isBeyondDoubt(rows: readonly string[][]): boolean {
  const beside = rows.flatMap(([, ...others]) => others);
  return (
    beside.some((cell) => /\s/u.test(cell) || isAddress(cell)) ||
    !rows.every(([cell = '']) => isAddress(cell))
  );
}

/** Names that are known, or words above addresses. */
function guessHeader(rows: readonly string[][], isName: (cell: string) => boolean): boolean {
  const [first = [], ...others] = rows;
  if (first.every((cell) => cell === '') || first.some(isUsable)) return false;
  return first.some(isName) || others.slice(0, sampleLines).some((row) => row.some(isAddress));
}

/** @param isName whether a cell names a column by which something is known */
export function parseTable(raw: string, choices: TableOptions, isName: (cell: string) => boolean): Table {
  const whole = raw.replace(/^\uFEFF+/u, '').replace(/\r\n?/gu, '\n');
  const separator = choices.separator ?? guessSeparator(whole, choices.isTable === true);
  const read = cells(whole, separator, maxRows + 2);
  const hasHeader = choices.hasHeader ?? guessHeader(read, isName);
  const [first = [], ...others] = read;
  const body = hasHeader ? others : read;
  const width = read.reduce((most, row) => Math.max(most, row.length), 0);
  const full = (row: readonly string[]) => Array.from({ length: width }, (_, at) => row[at] ?? '');
  return {
    separator,
    hasHeader,
    names: hasHeader ? full(first) : full([]),
    rows: body.slice(0, maxRows).map(full),
    cut: body.length > maxRows,
  };
}
