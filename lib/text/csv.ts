/**
 * Tables as delimited text for spreadsheets, which take some cells for formulas: no cell is ever more than text. An
 * apostrophe in front does that; reading our own files takes it off again (`unescapeFormula`).
 */
import Papa from 'papaparse';

/** Begins as a formula may: full-width forms are formulas, too, where such are typed, and leading blanks are skipped. */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Useless in a cell, and refused by some readers; tabs and line breaks stand within the quotes. */
const controls = /(?![\t\n])\p{Cc}/gu;
const surrogates = /\p{Surrogate}/gu;

const sanitizeCell = (cell: string): string =>
  cell.replace(/\r\n?/gu, '\n').replace(controls, '').replace(surrogates, '\uFFFD');

/** The cell as text and never a formula. */
export function escapeFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Undoes `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

type Rows = readonly (readonly string[])[];

function formatRows(rows: Rows, delimiter: string, newline: string, quotes: boolean): string {
  const cells = rows.map((row) => row.map((cell) => escapeFormula(sanitizeCell(cell))));
  // A line end after the last row, too: pieces of a table can be joined.
  return Papa.unparse(cells, { delimiter, newline, quotes }) + newline;
}

/** As files have it. All cells are quoted. */
export const formatCsv = (rows: Rows): string => formatRows(rows, ',', '\r\n', true);

/** As spreadsheets copy and paste it. */
export const formatTsv = (rows: Rows): string => formatRows(rows, '\t', '\n', false);

/** Spreadsheets read a file as UTF-8 only behind it. */
const byteOrderMark = '\uFEFF';

/** @param pieces of `formatCsv`, so that a large table need not be one string */
export function csvFile(pieces: readonly string[]): Blob {
  return new Blob([byteOrderMark, ...pieces], { type: 'text/csv;charset=utf-8' });
}
