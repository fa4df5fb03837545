/** The catalog and the source name the same texts, each with as many substitutions as it is given. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { source } from '../../support/texts.ts';
import { catalog } from '../../support/speak.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const files = [
  ...globSync('{lib,components,entrypoints}/**/*.{ts,tsx}', { cwd: root }),
  'wxt.config.ts',
].sort();

interface Say {
  readonly file: string;
  readonly call: string;
  /** The names that it may be called with; none where they come from a table. */
  readonly names: readonly string[];
  readonly given: number;
}

const says: Say[] = [];
/** Every text in the source, which is where tables name their messages. */
const words = new Set<string>();

type Tree = { readonly type?: unknown; readonly [part: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

/** The texts that an expression may come to: a literal, or the arms of a condition. */
function textsOf(node: unknown): string[] {
  if (!isTree(node)) return [];
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'ConditionalExpression')
    return [...textsOf(node['consequent']), ...textsOf(node['alternate'])];
  return [];
}

function walk(node: unknown, file: string): void {
  if (Array.isArray(node)) {
    for (const part of node) walk(part, file);
    return;
  }
  if (!isTree(node)) return;
  if (node.type === 'Literal' && typeof node['value'] === 'string') words.add(node['value']);
  const callee = node['callee'];
  if (node.type === 'CallExpression' && isTree(callee) && Array.isArray(node['arguments'])) {
    const call = String(callee['name']);
    const [first, ...given] = node['arguments'] as unknown[];
    if (call === 't' || call === 'formatCount')
      says.push({ file, call, names: textsOf(first), given: given.length });
  }
  for (const [part, value] of Object.entries(node)) if (part !== 'type') walk(value, file);
}

for (const file of files) {
  const source = readFileSync(path.join(root, file), 'utf8');
  for (const [, name = ''] of source.matchAll(/__MSG_(\w+)__/gu)) words.add(name);
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed`);
  walk(program, file);
}

const plural = /^(.+)_(zero|one|two|few|many|other)$/u;
const names = Object.keys(catalog);

/** The number of placeholders in a text. */
function placeholderCount(name: string): number {
  const numbers = [...(catalog[name]?.message ?? '').matchAll(/\$([1-9])/gu)].map(([, n]) => Number(n));
  return Math.max(0, ...numbers);
}

it('calls that name texts are found in the source', () => {
  expect(says.length).toBeGreaterThan(50);
});

it('every text that the source names is in the catalog', () => {
  const missing = says.flatMap(({ file, call, names: said }) =>
    said
      .map((name) => (call === 'formatCount' ? `${name}_other` : name))
      .filter((name) => catalog[name] === undefined)
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('every text gets as many substitutions as it has placeholders', () => {
  const wrong = says.flatMap(({ file, call, names: said, given }) =>
    said
      .map((name) => (call === 'formatCount' ? `${name}_other` : name))
      .filter((name) => placeholderCount(name) !== given)
      .map((name) => `${file}: ${name} gets ${given} for ${placeholderCount(name)}`),
  );
  expect(wrong).toEqual([]);
});

it('a text in a table has no placeholders', () => {
  const named = new Set(says.flatMap(({ names: said }) => said));
  const tabled = names.filter((name) => words.has(name) && !named.has(name) && !plural.test(name));
  expect(tabled.filter((name) => placeholderCount(name) !== 0)).toEqual([]);
});

it('every text of the catalog is used', () => {
  const unused = names.filter((name) => !words.has(name) && !words.has(plural.exec(name)?.[1] ?? name));
  expect(unused).toEqual([]);
});

/** A range of two constants; only its last number has the noun. */
const countsByConstants = new Set(['problemAliasLength']);

describe('the catalog itself', () => {
  it('no text quotes the label of another one, whose translation may differ', () => {
    const labels = new Map(Object.entries(source).map(([name, { message }]) => [message, name]));
    const quotes = Object.entries(source).flatMap(([name, { message }]) =>
      [...message.matchAll(/“([^“”]+)”/gu)].flatMap(([, quoted = '']) =>
        labels.has(quoted) ? [`${name} quotes ${labels.get(quoted)}`] : [],
      ),
    );
    expect(quotes).toEqual([]);
  });

  it('a text that counts a noun has plural forms', () => {
    const isNumber = (name: string, key: string) =>
      /^[\d.,]+$/u.test(source[name]?.placeholders?.[key.toLowerCase()]?.example ?? '');
    const singles = Object.entries(source).filter(
      ([name, { message }]) =>
        !plural.test(name) &&
        [...message.matchAll(/\$(\w+)\$ (?:[\p{L}-]+ )?\p{Ll}{3,}s\b/gu)].some(([, key = '']) =>
          isNumber(name, key),
        ),
    );
    expect(singles.map(([name]) => name).filter((name) => !countsByConstants.has(name))).toEqual([]);
  });

  it('every plural family has the form that others fall back to, and English’s two', () => {
    const families = new Set(names.flatMap((name) => plural.exec(name)?.[1] ?? []));
    for (const family of families) {
      expect(names).toContain(`${family}_one`);
      expect(names).toContain(`${family}_other`);
      for (const form of names.filter((name) => plural.exec(name)?.[1] === family))
        expect([form, placeholderCount(form)]).toEqual([
          form,
          Math.max(1, placeholderCount(`${family}_other`)),
        ]);
    }
  });

  it.each(names)('%s is a text without gaps and typewriter quotes', (name) => {
    const { message } = catalog[name] ?? { message: '' };
    expect(message.trim()).toBe(message);
    expect(message).not.toBe('');
    expect(message).not.toMatch(/["']|\.\.\.|\s{2}|\$\D/u);
    for (let n = 1; n <= placeholderCount(name); n++) expect(message).toContain(`$${n}`);
  });

  it.each(Object.entries(source))(
    '%s tells a translator what it is for',
    (_name, { message, description, placeholders = {} }) => {
      expect(description).toMatch(/^.{10,160}$/u);
      expect(message).not.toMatch(/\$\d/u);
      const used = [...message.matchAll(/\$(\w+)\$/gu)].map(([, key = '']) => key.toLowerCase());
      expect(Object.keys(placeholders).sort()).toEqual([...new Set(used)].sort());
      for (const { content, example } of Object.values(placeholders)) {
        expect(content).toMatch(/^\$[1-9]$/u);
        expect(example).not.toBe('');
      }
    },
  );
});
