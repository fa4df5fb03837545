/** Parses a pasted text or a file into rows of cells. A list of URLs is a table with one column. */
import Papa from 'papaparse';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { unescapeFormula } from '../text/format-csv.ts';
import { parseList } from './parse-list.ts';

/** `list`: one URL per line, among any other text. */
export const separators = ['list', ',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export interface Table {
  readonly separator: Separator;
  /** All of the same length, without the header. */
  readonly rows: readonly (readonly string[])[];
  /** One per column; empty without a header. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  /** Rows beyond the maximum were dropped. */
  readonly cut: boolean;
}

export const maxRows = 10_000;
/** In characters. */
export const maxTextLength = 20_000_000;
const maxColumns = 60;
/** Part of the text from which its format is guessed. */
const sampleLines = 40;
const sampleLength = 200_000;

export interface TableOptions {
  /** `null` means guess. */
  readonly separator: Separator | null;
  readonly hasHeader: boolean | null;
  /** It comes from a file whose extension says that it is a table. */
  readonly isTable?: boolean;
}

const isAddress = (cell: string): boolean => /^https?:\/\/\S+$/iu.test(cell.trim());
const isUsable = (cell: string): boolean => parseUserUrl(cell).ok;

function cells(text: string, separator: Separator, most: number): string[][] {
  if (separator === 'list') return parseList(text, most);
  const rows =
    parseRows(text, separator, most) ?? parseRows(withQuotedCells(text, separator), separator, most);
  return (rows ?? []).map((row) => row.slice(0, maxColumns).map((cell) => unescapeFormula(cell).trim()));
}

/** @returns `null` where a quotation mark may have taken rows into a cell */
function parseRows(text: string, delimiter: Separator, most: number): string[][] | null {
  const rows: string[][] = [];
  let isBroken = false;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    skipEmptyLines: 'greedy',
    // Not `preview`, which counts empty lines, too: a table with many of them would lose its last rows.
    step({ data, errors }, parser) {
      isBroken = errors.some(({ type }) => type === 'Quotes');
      rows.push(data);
      if (isBroken || rows.length === most) parser.abort();
    },
  });
  return isBroken ? null : rows;
}

/** Quotes the cells that only begin with a quotation mark: spreadsheets copy `"Best" of` as it is. */
function withQuotedCells(text: string, separator: Separator): string {
  const cell = new RegExp(
    `(^|[${separator}\n])(?:"(?:[^"]|""){0,10000}" *(?=[${separator}\n]|$)|("[^${separator}\n]*))`,
    'gu',
  );
  return text.replace(cell, (whole: string, before: string, bare?: string) =>
    bare === undefined ? whole : `${before}"${bare.replaceAll('"', '""')}"`,
  );
}

/** The separator that yields equal numbers of cells in the first lines, unless URLs contain it by chance. */
function guessSeparator(text: string, isTable: boolean, isName: (cell: string) => boolean): Separator {
  const start = text.slice(0, sampleLength);
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  const sample = lines.slice(0, sampleLines);
  if (sample.every((line) => !/[\t,;|]/u.test(line))) return 'list';
  let best: { separator: Separator; score: number } = { separator: 'list', score: 0 };
  for (const separator of separators) {
    if (separator === 'list') continue;
    const rows = cells(start, separator, sampleLines);
    // Below column names a row may end early.
    if (rows[0] !== undefined && rows[0].length > 1 && rows[0].every(isName)) return separator;
    const score = scoreOf(rows, isTable || separator === '\t' || rows.length < sample.length);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Rates a separator by the rows that it yields; 0 when they are not a table. */
function scoreOf(rows: readonly string[][], surely: boolean): number {
  const [first = [], ...others] = rows;
  const width = first.length;
  const even = rows.filter(({ length }) => length === width).length / rows.length;
  if (width < 2 || even < 0.8) return 0;
  const named = others.length > 0 && first.every((cell) => cell !== '' && !isAddress(cell));
  const body = named ? others : rows;
  const columns = Array.from({ length: width }, (_, at) => body.map((row) => row[at] ?? ''));
  if (!columns.some((column) => column.filter(isUsable).length * 2 >= column.length)) return 0;
  // A separator may be part of a URL: `https://a.example/x,y`.
  if (!surely && !named && !isBeyondDoubt(rows)) return 0;
  return even * columns.filter((column) => column.some((cell) => cell !== '')).length;
}

/** True when the cells beside the URLs can't be parts of them. */
function isBeyondDoubt(rows: readonly string[][]): boolean {
  const beside = rows.flatMap(([, ...others]) => others);
  return (
    beside.some((cell) => /\s/u.test(cell) || isAddress(cell)) ||
    !rows.every(([cell = '']) => isAddress(cell))
  );
}

/** A first row of known column names, or, in a table, of words above URLs. */
function guessHeader(
  rows: readonly string[][],
  separator: Separator,
  isName: (cell: string) => boolean,
): boolean {
  const [first = [], ...others] = rows;
  // Any line of a list may be a link that is not recognized.
  if (separator === 'list') return others.length > 0 && isName(first[0] ?? '');
  if (first.every((cell) => cell === '') || first.some(isUsable)) return false;
  return first.some(isName) || others.slice(0, sampleLines).some((row) => row.some(isAddress));
}

/** @param isName recognizes the name of a known column */
export function parseTable(raw: string, choices: TableOptions, isName: (cell: string) => boolean): Table {
  const text = raw.replace(/^\uFEFF+/u, '').replace(/\r\n?/gu, '\n');
  // A line that tells spreadsheets which separator follows.
  const [line = '', mark = null] = /^"?sep=([,;\t|])"?\n/iu.exec(text.slice(0, 8)) ?? [];
  const whole = text.slice(line.length);
  const declared = separators.find((one) => one === mark) ?? null;
  const separator = choices.separator ?? declared ?? guessSeparator(whole, choices.isTable === true, isName);
  const read = cells(whole, separator, maxRows + 2);
  const hasHeader = choices.hasHeader ?? guessHeader(read, separator, isName);
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
