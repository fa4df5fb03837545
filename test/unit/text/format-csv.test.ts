// What goes into a file for spreadsheets: text in every cell, for any content, and the same text back.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvFile, escapeFormula, formatCsv, unescapeFormula } from '../../../lib/text/format-csv.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';

/** Cells as people and attackers fill them: formulas, quotes, separators, line ends, marks that turn text around. */
const pieces = [
  ...Array.from('=+-@\t\r\n"\',;| ＝＋\uFEFF\u0000\u202E'),
  '=1+1',
  '=HYPERLINK("https://x.example","y")',
  '+49 30 1',
  '-2+3',
  '@SUM(A1)',
  'https://x.example/a,b',
  'ünïcode',
  ...hostileTexts.map((text) => text.slice(0, 300)),
];
const cell = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string(),
);
const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });

const read = (text: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data;

/** Cells that a spreadsheet evaluates, also after blanks and invisible characters. */
const acts = (text: string): boolean => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text);

/** Of a cell, what a file can hold. */
const holdable = (text: string) =>
  text
    .replace(/\r\n?/gu, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');

describe('a file', () => {
  it('has the same rows, columns and texts when it is parsed again, and never a formula', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const cells = read(rows.map((row) => formatCsv([row])).join(''));
        // The last line has its end, too.
        expect(cells.pop()).toEqual(['']);
        expect(cells.flat().filter(acts)).toEqual([]);
        expect(cells.map((row) => row.map(unescapeFormula))).toEqual(rows.map((row) => row.map(holdable)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('has quotes and line ends as in RFC 4180', () => {
    expect(formatCsv([['a', 'say "x"', '', '=1+1', '-1', "'quoted'", "'=1"]])).toBe(
      `"a","say ""x""","","'=1+1","'-1","'quoted'","''=1"\r\n`,
    );
  });

  it('begins with the byte order mark that spreadsheets need for UTF-8', async () => {
    const file = csvFile([formatCsv([['é']]), formatCsv([['ü']])]);
    expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(file.type).toContain('text/csv');
    expect(await file.text()).toBe('"é"\r\n"ü"\r\n');
  });
});

it('`unescapeFormula` removes only what `escapeFormula` has added', () => {
  for (const text of ["'tis", "''", 'it is', "'", "'a=b"]) {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  }
  expect(escapeFormula(' =1')).toBe("' =1");
  expect(unescapeFormula("'@x")).toBe('@x');
});
