/** No glyph stands for an icon: fonts draw symbols differently or not at all. Icons are components/icon.tsx. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { source } from '../../support/texts.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/**
 * Letterlike symbols and arrows to miscellaneous symbols, dingbats, emoji and private use; besides, what Latin-1 and
 * general punctuation have of signs that are used as icons: × ÷ ‹ › « » † ‡ ※ ⁂ and the like.
 */
const symbol =
  /[\u{2100}-\u{2BFF}\u{2E00}-\u{2E7F}\u{3000}-\u{303F}\u{E000}-\u{F8FF}\u{1F000}-\u{1FAFF}\u{F0000}-\u{10FFFF}×÷¤¦¬±¶«»‹›†‡※‼⁂⁎⁑⁝⁞]|[\u{FE00}-\u{FE0F}]|\p{Extended_Pictographic}/gu;

/** Symbols that no icon can replace. */
const allowed: Readonly<Record<string, string>> = {
  'entrypoints/background/badge.ts ✓': 'the badge of the toolbar button takes text alone',
};

/** What an English text may have beyond ASCII: punctuation. */
const punctuation: Readonly<Record<string, string>> = {
  '’': 'apostrophe',
  '“': 'opening quotation mark',
  '”': 'closing quotation mark',
  '…': 'a truncated name, a running action, or a button that asks for more before it acts',
  '–': 'a range, or a clause after it',
  '·': 'separates two facts in a line',
  '\u00A0': 'a number and its unit, which no line separates',
};

const symbolsIn = (text: string): string[] => text.match(symbol) ?? [];

/** The texts in a module: literals, templates, and what stands between tags; comments and regular expressions are none. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, ...parts } = node as Readonly<Record<string, unknown>>;
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return [value];
  if (type === 'TemplateElement') return [(value as { cooked: string | null }).cooked ?? ''];
  return [...textsOf(value), ...Object.values(parts).flatMap(textsOf)];
}

function textsOfModule(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} can't be parsed`);
  return textsOf(program);
}

/** The strings of a style sheet, with its escapes (`\25BE`) resolved. */
function stringsOfStyles(code: string): string[] {
  const strings = code.replaceAll(/\/\*[^]*?\*\//gu, '').match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gu) ?? [];
  return strings.map((text) =>
    text.replaceAll(/\\([\da-f]{1,6})\s?/giu, (_, digits: string) =>
      String.fromCodePoint(parseInt(digits, 16)),
    ),
  );
}

/** Markup with its numeric character references resolved. */
const resolve = (markup: string): string =>
  markup.replaceAll(/&#(x?)([\da-f]+);/giu, (_, hex: string, digits: string) =>
    String.fromCodePoint(parseInt(digits, hex === '' ? 10 : 16)),
  );

/** Symbols, and named character references of anything but markup's own signs and spaces. */
const symbolsInMarkup = (markup: string): string[] => [
  ...symbolsIn(resolve(markup)),
  ...(markup.match(/&(?!amp|lt|gt|quot|apos|nbsp)[a-z]\w+;/giu) ?? []),
];

function symbolsOfFile(file: string, code: string): string[] {
  if (file.endsWith('.css')) return stringsOfStyles(code).flatMap(symbolsIn);
  if (file.endsWith('.html')) return symbolsInMarkup(code);
  return textsOfModule(file, code).flatMap(symbolsInMarkup);
}

const files = globSync('{lib,components,entrypoints}/**/*.{ts,tsx,css,html}', { cwd: root }).sort();

it.each([
  ['a.tsx', 'const a = <button>✕</button>;', ['✕']],
  ['a.tsx', 'const a = <button>&times; &#9662;</button>;', ['▾', '&times;']],
  ['a.tsx', 'const a = <b title={`\\u25BE ${1}`}>{"›"}</b>;', ['▾', '›']],
  ['a.tsx', '/* ✕ */ const a = /[•→]/u; const b = "a – b… “c” · d’s";', []],
  ['a.css', "a::after { content: '\\25BE' } /* '✕' */", ['▾']],
  ['a.css', 'a::after { content: "⚙" }', ['⚙']],
  ['a.html', '<p>&#9881; &#x2715;</p>', ['⚙', '✕']],
])('finds the symbols of %s: %s', (file, code, found) => {
  expect(symbolsOfFile(file, code)).toEqual(found);
});

it('components, pages and style sheets contain no symbols but the listed ones', () => {
  const found = files.flatMap((file) => symbolsOfFile(file, read(file)).map((sign) => `${file} ${sign}`));
  expect(files.length).toBeGreaterThan(100);
  expect([...new Set(found)].sort()).toEqual(Object.keys(allowed).sort());
});

describe('the texts', () => {
  it.each(globSync('public/_locales/*/messages.json', { cwd: root }))('%s has no symbols', (file) => {
    // A pair of « and » is the quotation marks of many languages; one alone stands for an icon.
    expect(symbolsIn(read(file).replaceAll(/«([^»"]*)»/gu, '$1'))).toEqual([]);
  });

  it('in English contain only ASCII and the listed punctuation', () => {
    const odd = Object.entries(source).flatMap(([name, { message }]) =>
      [...message]
        .filter((sign) => sign > '\u007E' && !Object.hasOwn(punctuation, sign))
        .map((sign) => `${name}: ${sign}`),
    );
    expect(odd).toEqual([]);
    const all = Object.values(source)
      .map(({ message }) => message)
      .join('');
    expect(Object.keys(punctuation).filter((sign) => !all.includes(sign))).toEqual([]);
  });
});
