/**
 * Tables as CSV, for files that people open in spreadsheets: those take some texts for formulas, so no cell is more than
 * text. An apostrophe in front does that; what reads our own files takes it off again (`unescapeFormula`).
 */

/** Begins as a formula may: wide forms are formulas, too, where such are typed, and blanks in front are passed over. */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Of no use in a cell, and refused by some readers; tabs and line breaks stand within the quotes. */
const controls = /(?![\t\n])\p{Cc}/gu;
const halves = /\p{Surrogate}/gu;

/** What a file can hold of it. */
function sanitizeCell(cell: string): string {
  return cell.replace(/\r\n?/gu, '\n').replace(controls, '').replace(halves, '\uFFFD');
}

/** The cell as text and never a formula. */
export function escapeFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** A cell that `harmless` may have changed, as it was. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** One line with its end. All cells are quoted: an unquoted quote would begin a cell that has no end. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${escapeFormula(sanitizeCell(cell)).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/** Spreadsheets read a file as UTF-8 only behind it. */
const byteOrderMark = '\uFEFF';

/** @param lines as `csvLine` makes them; in pieces, so that a large table need not be one string */
export function csvFile(lines: readonly string[]): Blob {
  return new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' });
}
