/** The table of places in every format, with cells that want to be more than text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTable } from '../../../lib/copy/format-table.ts';

const signs = [
  ...'=+-@\t\r\n",;|\'`\\*_[]()<>&! \u0000\u2028\uD800\uDC00＝＋－＠'.split(''),
  '=HYPERLINK("https://evil.example")',
  '",=1+1,"',
  '"\t=1+1\t"',
  '\t=1',
  '\r\n=1',
  '\uFEFF=1',
  '</td>',
  'word',
  'שלום',
];
const cell = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
const cells = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 6 });

/** Reads delimited text as spreadsheets do: a quote at a cell's beginning opens it, a doubled one stands for itself. */
function readDelimited(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let [row, at] = [[] as string[], 0];
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('a quote that is not closed');
        if (text[at] !== '"') value += text[at] ?? '';
        else if (text[at + 1] === '"') value += text[at++] ?? '';
        else break;
      }
      at++;
    } else {
      while (at < text.length && text[at] !== delimiter && text[at] !== '\r' && text[at] !== '\n')
        value += text[at++] ?? '';
    }
    row.push(value);
    if (text[at] === delimiter) at++;
    else {
      if (text[at] === '\r') at++;
      if (text[at] !== '\n') throw new Error(`a row that does not end: ${text.slice(at, at + 20)}`);
      at++;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const isFormula = (value: string) => /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(value);
/** What is left of a cell's text in any format. */
const letters = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '');

describe.each([
  ['csv', ','],
  ['tabs', '\t'],
] as const)('%s', (format, delimiter) => {
  it('for any cells: the same rows and columns, all its words, and never a formula', () => {
    fc.assert(
      fc.property(cells, (given) => {
        const read = readDelimited(formatTable(format, given), delimiter);
        expect(read.map((row) => row.length)).toEqual(given.map(() => 4));
        expect(read.flat().filter(isFormula)).toEqual([]);
        expect(read.flat().map(letters)).toEqual(given.flat().map(letters));
        expect(read.flat().join('')).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a formula is escaped with an apostrophe', () => {
    const risky = ['=1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', '＝1'];
    expect(readDelimited(formatTable(format, [risky]), delimiter)[0]).toEqual([
      "'=1",
      "'+1",
      "'-1",
      "'@x",
      "'=1",
      "'=1",
      "'=1",
      "'＝1",
    ]);
  });
});

it('for spreadsheets as they are pasted, as CSV as files have it', () => {
  const table = [
    ['Place', 'Short link'],
    ['Poster "A1", wall', 'https://sho.rt/a?b=1'],
  ];
  expect(formatTable('tabs', table)).toBe('Place\tShort link\n"Poster ""A1"", wall"\thttps://sho.rt/a?b=1\n');
  expect(formatTable('csv', table)).toBe(
    '"Place","Short link"\r\n"Poster ""A1"", wall","https://sho.rt/a?b=1"\r\n',
  );
});

describe('as Markdown', () => {
  it('addresses as links, names as text', () => {
    expect(
      formatTable('markdown', [
        ['Place', 'Short link'],
        ['a|b *c*', 'https://sho.rt/a|b>c'],
        ['wall', ''],
      ]),
    ).toBe(
      [
        '| Place | Short link |',
        '| --- | --- |',
        '| a\\|b \\*c\\* | <https://sho.rt/a%7Cb%3Ec> |',
        '| wall |  |',
        '',
      ].join('\n'),
    );
  });

  it('for any cells: as many rows and bars as there are cells', () => {
    fc.assert(
      fc.property(cells, (given) => {
        const lines = formatTable('markdown', given).trimEnd().split('\n');
        expect(lines).toHaveLength(given.length + 1);
        for (const line of lines) {
          expect(line.match(/(?<!\\)(?:\\\\)*\|/gu)).toHaveLength(5);
          // No markup that is not escaped, but for our own brackets around an address.
          expect(line).not.toMatch(/(?<!\\)(?:\\\\)*<(?!https?:\/\/)/iu);
        }
      }),
      { numRuns: 500 },
    );
  });
});
