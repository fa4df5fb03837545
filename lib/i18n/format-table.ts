/**
 * Made links as a table: with tabs for spreadsheets, as Markdown, as CSV. A place's name is anybody's text, and a
 * spreadsheet takes some texts for formulas: no cell may be more than text.
 */
import type { TableFormat } from '../placements/placements.ts';
import { escapeMarkdown, escapeUrl } from './copy-formats.ts';

/** The first is the header. */
export type Cells = readonly (readonly string[])[];

/** On one line and well-formed; nothing is cut. */
function flat(cell: string): string {
  return cell
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
}

/** Behind an apostrophe a spreadsheet reads text. Wide forms are formulas, too, where such are typed. */
function escapeFormula(cell: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
}

/** As spreadsheets do themselves: a quote would otherwise begin a cell that has no end. */
function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function markdownCell(cell: string): string {
  return /^https?:\/\//iu.test(cell) ? `<${escapeUrl(cell)}>` : escapeMarkdown(cell);
}

export function formatTable(format: TableFormat, cells: Cells): string {
  const safe = cells.map((row) => row.map((cell) => escapeFormula(flat(cell))));
  switch (format) {
    case 'tabs':
      return lines(
        safe.map((row) => row.map((cell) => (cell.includes('"') ? quoted(cell) : cell)).join('\t')),
        '\n',
      );
    case 'csv':
      return lines(
        safe.map((row) => row.map(quoted).join(',')),
        '\r\n',
      );
    case 'markdown': {
      const rows = cells.map((row) => `| ${row.map((cell) => markdownCell(flat(cell))).join(' | ')} |`);
      const rule = `|${' --- |'.repeat(cells[0]?.length ?? 0)}`;
      return lines([...rows.slice(0, 1), rule, ...rows.slice(1)], '\n');
    }
  }
}

function lines(rows: readonly string[], end: string): string {
  return rows.map((row) => row + end).join('');
}
