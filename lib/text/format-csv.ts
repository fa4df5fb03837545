/**
 * Tables as delimited text. Spreadsheets evaluate some cells as formulas (CSV injection), which an apostrophe in front
 * prevents.
 */
import Papa from 'papaparse';

/** The start of a formula: spreadsheets also evaluate full-width forms, and skip leading blanks. */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Control characters, which some readers reject, except quoted tabs and line breaks. */
const controls = /(?![\t\n])\p{Cc}/gu;

const sanitizeCell = (cell: string): string =>
  cell.replace(/\r\n?/gu, '\n').replace(controls, '').toWellFormed();

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
  // A line end after the last row as well, so that pieces of a table can be joined.
  return Papa.unparse(cells, { delimiter, newline, quotes }) + newline;
}

/** For files: every cell is quoted. */
export const formatCsv = (rows: Rows): string => formatRows(rows, ',', '\r\n', true);

/** For the clipboard of spreadsheets. */
export const formatTsv = (rows: Rows): string => formatRows(rows, '\t', '\n', false);

/** Without it spreadsheets do not read a file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** @param pieces of `formatCsv`, so that a large table need not be one string */
export function csvFile(pieces: readonly string[]): Blob {
  return new Blob([byteOrderMark, ...pieces], { type: 'text/csv;charset=utf-8' });
}
