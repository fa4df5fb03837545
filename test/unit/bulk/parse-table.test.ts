// A pasted text or a file as rows: separators and headers are guessed, and every guess can be overridden.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnFields, createColumnMatcher, guessColumns, withColumn } from '../../../lib/bulk/columns.ts';
import { formatCsv } from '../../../lib/text/format-csv.ts';
import { maxRows, parseTable, type TableOptions } from '../../../lib/bulk/parse-table.ts';
import { aliasSuffixes } from '../../../lib/bulk/url-suffix.ts';

const words = Object.fromEntries(columnFields.map((field) => [field, `Feld ${field}`])) as Record<
  (typeof columnFields)[number],
  string
>;
const naming = createColumnMatcher({ ...words, address: 'Adresse', note: 'Notiz' });
const guessed: TableOptions = { separator: null, hasHeader: null };
const read = (text: string, choices: Partial<TableOptions> = {}) =>
  parseTable(text, { ...guessed, ...choices }, naming.isName);

describe('a list', () => {
  it('of addresses, one a line', () => {
    const { separator, rows, hasHeader } = read(
      'https://a.example/1\r\n\r\n  b.example/2 \nhttps://a.example/3,4\n',
    );
    expect(separator).toBe('list');
    expect(hasHeader).toBe(false);
    expect(rows.map(([address]) => address)).toEqual([
      'https://a.example/1',
      'b.example/2',
      'https://a.example/3,4',
    ]);
  });

  it('with words around the addresses, which become the title', () => {
    const { rows } = read(
      [
        '- First page: https://a.example/1.',
        '2) <https://a.example/2>',
        '• https://a.example/3 – Third   page',
        'see https://a.example/4 and https://a.example/5, please',
        'no address here',
      ].join('\n'),
    );
    expect(rows).toEqual([
      ['https://a.example/1', 'First page'],
      ['https://a.example/2', ''],
      ['https://a.example/3', 'Third page'],
      ['https://a.example/4', ''],
      ['https://a.example/5', ''],
      ['no address here', ''],
    ]);
  });

  it.each([
    [
      'https://en.wikipedia.org/wiki/Foo_(bar) – Foo (bar)',
      'https://en.wikipedia.org/wiki/Foo_(bar)',
      'Foo (bar)',
    ],
    ['(https://en.wikipedia.org/wiki/Foo_(bar))', 'https://en.wikipedia.org/wiki/Foo_(bar)', ''],
    ['Foo (bar) (https://a.example/Foo_(bar)).', 'https://a.example/Foo_(bar)', 'Foo (bar)'],
    ['[Foo (bar)](https://a.example/Foo_(bar))', 'https://a.example/Foo_(bar)', 'Foo (bar)'],
    ['[Draft] A title ( https://a.example/x[1] )', 'https://a.example/x[1]', '[Draft] A title'],
    ['[A title](https://a.example/x)', 'https://a.example/x', 'A title'],
    ['"https://a.example/x",', 'https://a.example/x', ''],
    ['Docs: www.a.example/x', 'www.a.example/x', 'Docs'],
    ['https://a.example/x).', 'https://a.example/x).', ''],
    ['a.example/x?from=https://b.example/', 'a.example/x?from=https://b.example/', ''],
  ])('keeps the brackets that belong to a URL or a title: %s', (line, address, title) => {
    expect(read(line, { separator: 'list' }).rows).toEqual([[address, title]]);
  });

  it.each([',', ';'])('whose lines all end with %j, but for the last one', (mark) => {
    const addresses = ['https://a.example/1', 'b.example/2', 'https://a.example/3'];
    for (const text of [addresses.join(`${mark}\n`), addresses.map((one) => one + mark).join('\n')])
      expect(read(text).rows.map(([address]) => address)).toEqual(addresses);
    // Where not all do, it may be part of a URL.
    const mixed = `${addresses[0]}${mark}\n${addresses[2]}\n${addresses[2]}`;
    expect(read(mixed, { separator: 'list' }).rows[0]?.[0]).toBe(`${addresses[0]}${mark}`);
  });

  it.each([
    '(https://a.example/x)\n[A title](https://a.example/y)',
    'Docs: www.example.com/a\nhttps://example.com/b',
    'My links\nhttps://example.com/b',
  ])('has no header but a column name: %j', (text) => {
    expect(read(text)).toMatchObject({ separator: 'list', hasHeader: false });
    expect(read(text).rows).toHaveLength(2);
    expect(read(`URL\n${text}`)).toMatchObject({ hasHeader: true, names: ['URL', ''] });
    expect(read(`URL\n${text}`).rows).toHaveLength(2);
  });

  it('of addresses that contain separator characters', () => {
    const list = ['https://a.example/x,1', 'https://a.example/y,2', 'https://a.example/z,3'].join('\n');
    expect(read(list).rows.map(([address]) => address)).toEqual(list.split('\n'));
    // A file that says so is a table.
    expect(read(list, { isTable: true }).rows[0]).toEqual(['https://a.example/x', '1']);
    expect(read(list, { separator: ',' }).rows[2]).toEqual(['https://a.example/z', '3']);
  });

  it('with words after some addresses, which may be aliases', () => {
    const text = 'https://a.example/x,one\nhttps://a.example/y\nhttps://a.example/z,two\nb.example';
    const list = read(text);
    expect(list.separator).toBe('list');
    expect(aliasSuffixes(list, text)).toEqual({ separator: ',', count: 2, example: 'one' });
    // Column names say so.
    expect(read(`url,alias\n${text}`)).toMatchObject({ separator: ',', names: ['url', 'alias'] });
  });

  it.each([
    ['separators within them', 'https://a.example/x,1/page\nhttps://a.example/y,two'],
    ['several words after one', 'https://a.example/x,one,two\nhttps://a.example/y'],
    ['titles', 'https://a.example/x,one\nA page: https://a.example/y'],
    ['nothing after them', 'https://a.example/x\nhttps://a.example/y'],
    ['punctuation after one', 'https://a.example/x,\nhttps://a.example/y'],
  ])('with %s has no aliases to offer', (_what, text) => {
    expect(aliasSuffixes(read(text, { separator: 'list' }), text)).toBeNull();
  });
});

describe('a table', () => {
  it('has all of its rows, however many empty lines are between them', () => {
    const lines = Array.from({ length: maxRows }, (_, n) => `https://a.example/${n},Page ${n}`);
    const { rows, cut } = read(['url,title', ...lines].join('\n\n'));
    expect([rows.length, rows.at(-1), cut]).toEqual([
      maxRows,
      [`https://a.example/${maxRows - 1}`, `Page ${maxRows - 1}`],
      false,
    ]);
    expect(read(['url,title', ...lines, 'https://a.example/more,More'].join('\n\n'))).toMatchObject({
      cut: true,
    });
  });

  it.each([
    ['\t', '"Best" of', '"Best" of'],
    ['\t', '"Best of', '"Best of'],
    [',', '"Best" of', '"Best" of'],
    [',', '"Best, ""of"""', 'Best, "of"'],
  ])(
    'has all of its rows, though a cell between %j begins with a quotation mark: %s',
    (mark, cell, title) => {
      const lines = [
        ['url', 'title', 'note'],
        ['https://a.example/1', 'One', '"First\nnote"'],
        ['https://a.example/2', cell, 'Second'],
        ['https://a.example/3', '"Three"', '"Third\nnote"'],
        ['', '', ''],
        ['https://a.example/4', cell, ''],
      ];
      const { rows } = read(lines.map((line) => line.join(mark)).join('\n'));
      expect(rows).toEqual([
        ['https://a.example/1', 'One', 'First\nnote'],
        ['https://a.example/2', title, 'Second'],
        ['https://a.example/3', 'Three', 'Third\nnote'],
        ['https://a.example/4', title, ''],
      ]);
    },
  );

  it.each(['sep=;', '"sep=;"', 'SEP=;'])('with a line in front that names its separator: %s', (line) => {
    const { separator, names, rows } = read(`\uFEFF${line}\r\nurl;title\r\nhttps://a.example/1;One, two\r\n`);
    expect([separator, names, rows]).toEqual([';', ['url', 'title'], [['https://a.example/1', 'One, two']]]);
  });

  it('is no table because of empty lines between URLs with commas', () => {
    const list = Array.from({ length: 40 }, (_, n) => `https://a.example/x,${n}`);
    expect(read(list.join('\n\n')).separator).toBe('list');
  });

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ] as const)('with %s and a header', (_name, mark) => {
    const table = read(
      [
        ['URL', 'Alias', 'Something else'],
        ['https://a.example/1', 'one', 'x'],
        ['https://a.example/2', 'two', ''],
      ]
        .map((row) => row.join(mark))
        .join('\r\n'),
    );
    expect(table).toMatchObject({
      separator: mark,
      hasHeader: true,
      names: ['URL', 'Alias', 'Something else'],
    });
    expect(table.rows).toEqual([
      ['https://a.example/1', 'one', 'x'],
      ['https://a.example/2', 'two', ''],
    ]);
    expect(guessColumns(table, naming)).toEqual(['address', 'alias', null]);
  });

  it('without a header: the addresses are found, and nothing else is guessed', () => {
    const table = read('one,https://a.example/1,Some words\ntwo,https://a.example/2,More words');
    expect(table).toMatchObject({ separator: ',', hasHeader: false });
    expect(guessColumns(table, naming)).toEqual([null, 'address', null]);
  });

  it.each(['Product', 'Product name', 'Page title', 'Name'])('whose titles are named %s', (name) => {
    const table = read(`${name},Price,URL\nGift box,9,https://a.example/1`);
    expect(guessColumns(table, naming)).toEqual(['title', null, 'address']);
  });

  it('whose status is its own, and whose picture is that of the preview', () => {
    const table = read('url,status,card_picture\nhttps://a.example/1,Created,https://a.example/1.png');
    expect(guessColumns(table, naming)).toEqual(['address', null, 'metaImage']);
  });

  it('with a byte-order mark, and quotes, separators and line ends in cells', () => {
    const table = read('\uFEFF"URL";"Notes"\r\n"https://a.example/1;x";"line 1\nline ""2"""\r\n');
    expect(table.rows).toEqual([['https://a.example/1;x', 'line 1\nline "2"']]);
    expect(guessColumns(table, naming)).toEqual(['address', 'note']);
  });

  it('with escaped formulas is read with the original texts', () => {
    const text = formatCsv([
      ['url', 'note'],
      ['https://a.example/', '=1+1'],
    ]);
    expect(read(text).rows).toEqual([['https://a.example/', '=1+1']]);
  });

  it('with ragged rows', () => {
    const { rows, names } = read('url,alias,note\nhttps://a.example/1\nhttps://a.example/2,b,c,d', {
      separator: ',',
    });
    expect(names).toEqual(['url', 'alias', 'note', '']);
    expect(rows).toEqual([
      ['https://a.example/1', '', '', ''],
      ['https://a.example/2', 'b', 'c', 'd'],
    ]);
  });

  it('whose first row is no header after all', () => {
    const text = 'url,alias\nhttps://a.example/1,one';
    expect(read(text, { hasHeader: false }).rows).toHaveLength(2);
    expect(read('https://a.example/1\thttps://b.example', { hasHeader: true }).rows).toEqual([]);
  });

  it('that is too long is cut and reports it', () => {
    const line = (at: number) => `https://a.example/${at},note ${at}`;
    const lines = Array.from({ length: maxRows + 5 }, (_, at) => line(at));
    const table = read(['url,note', ...lines].join('\n'));
    expect(table.rows).toHaveLength(maxRows);
    expect(table.cut).toBe(true);
    expect(read(['url,note', ...lines.slice(0, maxRows)].join('\n')).cut).toBe(false);
    expect(read(lines.slice(0, maxRows).join('\n')).cut).toBe(false);
  });

  it('for any content: rows of one length, none lost', () => {
    const cells = fc.array(fc.tuple(fc.webUrl(), fc.string(), fc.string()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cells, (rows) => {
        const text = formatCsv([['url', 'alias', 'note'], ...rows]);
        const table = read(text);
        expect(table.rows).toHaveLength(rows.length);
        expect(table.rows.every((row) => row.length === 3)).toBe(true);
        expect(table.rows.map(([address]) => address)).toEqual(rows.map(([address]) => address.trim()));
      }),
    );
  });

  it('any text is read without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void read(text)));
  });
});

describe('columns', () => {
  it.each([
    ['Long URL', 'address'],
    ['destination_url', 'address'],
    ['ADRESSE', 'address'],
    ['Custom alias', 'alias'],
    ['back-half', 'alias'],
    ['UTM Source', 'utm_source'],
    ['utm_content', 'utm_content'],
    ['UTM ID', 'utm_id'],
    ['id', null],
    ['Expires at', 'expiry'],
    ['Meta Title', 'metaTitle'],
    ['og:image', 'metaImage'],
    ['Notiz', 'note'],
    ['Pixel IDs', 'pixels'],
    ['Kommentar', null],
    ['', null],
  ] as const)('%s', (name, field) => {
    expect(naming.fieldOf(name)).toBe(field);
  });

  it('give each field once: to the first column of that name, or to the one that the user chooses', () => {
    const table = read('url,link,alias\nhttps://a.example/1,https://b.example/1,x');
    const columns = guessColumns(table, naming);
    expect(columns).toEqual(['address', null, 'alias']);
    expect(withColumn(columns, 1, 'address')).toEqual([null, 'address', 'alias']);
    expect(withColumn(columns, 2, null)).toEqual(['address', null, null]);
    expect(withColumn([null, null, null], 0, null)).toEqual([null, null, null]);
  });
});
