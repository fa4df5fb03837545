/** Created links as a table: with tabs for spreadsheets, as Markdown, as CSV. A placement's name is anyone's text. */
import type { TableFormat } from '../placements/placements.ts';
import { formatCsv, formatTsv } from '../text/format-csv.ts';
import { escapeMarkdown, escapeUrl } from './copy-formats.ts';

/** The first is the header. */
type Cells = readonly (readonly string[])[];

/** On one line and well-formed; nothing is cut. */
function flatten(cell: string): string {
  return cell
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim();
}

function markdownCell(cell: string): string {
  return /^https?:\/\//iu.test(cell) ? `<${escapeUrl(cell)}>` : escapeMarkdown(cell).replaceAll('|', '\\|');
}

function formatMarkdown(rows: Cells): string {
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  const lines = rows.map((row) => `| ${row.map(markdownCell).join(' | ')} |`);
  return [...lines.slice(0, 1), rule, ...lines.slice(1)].map((line) => `${line}\n`).join('');
}

const formatters = { tabs: formatTsv, csv: formatCsv, markdown: formatMarkdown } as const;

export function formatTable(format: TableFormat, cells: Cells): string {
  return formatters[format](cells.map((row) => row.map(flatten)));
}
