/**
 * A `catch` handles what it caught, reports it, or says in a comment why neither is needed. One that only swallows it
 * (an empty block, or a callback that gives back a constant, also as the second argument of `then`) needs a comment of its
 * own: in a block its first line, for a callback right above its statement, or above it on a line of its own, or behind it.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = globSync('{lib,entrypoints,components}/**/*.{ts,tsx}', { cwd: root });

const constant = String.raw`(?:undefined|null|true|false|0|\[\]|\{\s*\}|\(\{\}\)|'[^']*')`;
const callback = String.raw`\(\)(?:: [^=]+)? => ${constant}`;
/** `.catch(() => undefined)`, `.then(show, () => undefined)`, and their like. */
const swallowingCallback = new RegExp(String.raw`\.(?:catch\(|then\(.+, )${callback}\)`, 'u');
/** The same as an argument on a line of its own. */
const swallowingArgument = new RegExp(String.raw`^\s*${callback},?$`, 'u');
/** All that a block does which only swallows. */
const swallowing = new RegExp(String.raw`^(?:return(?: ${constant})?;|continue;|break;)?$`, 'u');

const isComment = (line: string): boolean => /^(?:\/\/|\/\*|\*)/u.test(line.trim());
/** Some words, and no directive for a tool. */
const isReason = (text: string): boolean =>
  !/(?:ox|es)lint|@ts-|prettier|istanbul|\bTODO\b|\b[cv]8\b/u.test(text) &&
  (text.match(/\p{L}{2,}/gu) ?? []).length >= 3;

interface Place {
  readonly file: string;
  readonly line: number;
}

export function unexplained(file: string, source: string): Place[] {
  const lines = source.split('\n');
  const at = (line: number): string => lines[line] ?? '';
  /** A comment explains the first `catch` that finds it, and no other. */
  const used = new Set<number>();
  const use = (line: number, text: string): boolean => {
    if (used.has(line) || !isReason(text)) return false;
    used.add(line);
    return true;
  };

  function isCallbackExplained(line: number): boolean {
    const behind = at(line).split(/\s\/\/\s/u)[1];
    if (behind !== undefined) return use(line, behind);
    let first = line;
    // Up to the first line of the statement, or of the property.
    while (first > 0 && !isComment(at(first - 1)) && !/^$|[;{},[]$/u.test(at(first - 1).trim())) first -= 1;
    return isComment(at(first - 1)) && use(first - 1, at(first - 1));
  }

  /** The second argument of a `then` that begins on an earlier line. */
  function isThenArgument(line: number): boolean {
    if (!swallowingArgument.test(at(line))) return false;
    const indent = at(line).search(/\S/u);
    const before = lines.slice(0, line);
    const opening = before.findLastIndex((one) => one.trim() !== '' && one.search(/\S/u) < indent);
    return at(opening).endsWith('.then(') && !before.slice(opening + 1).every(isComment);
  }

  function isBlockSilent(line: number): boolean {
    const [, opening, rest = ''] = /^(.*\bcatch(?: \(\w+\))? \{)(.*)$/u.exec(at(line)) ?? [];
    if (opening === undefined) return false;
    const body: string[] = [rest.replace(/\}.*$/u, '')];
    if (!rest.includes('}'))
      for (let next = line + 1; next < lines.length && !/^\s*\}/u.test(at(next)); next++) body.push(at(next));
    const code = body.map((one) => one.trim()).filter((one) => !isComment(one));
    return swallowing.test(code.join('')) && !(isComment(at(line + 1)) && use(line + 1, at(line + 1)));
  }

  return lines.flatMap((text, line) => {
    const isCallback = swallowingCallback.test(text) || isThenArgument(line);
    const isSilent = (isCallback && !isCallbackExplained(line)) || isBlockSilent(line);
    return isSilent ? [{ file, line: line + 1 }] : [];
  });
}

describe('silent catches', () => {
  const linesOf = (source: string) => unexplained('a.ts', source).map(({ line }) => line);
  const callback = 'void save().catch(() => undefined);';
  const then = (inside: string) =>
    `read().then(\n  (found) => show(found),\n${inside}  () => undefined,\n);\n`;
  const block = (inside: string) => `try {\n  act();\n} catch {\n${inside}}\n`;

  it.each([
    ['a callback', `const a = 1;\n${callback}`, [2]],
    ['a callback of `then`', `const a = 1;\nvoid read().then(show, () => undefined);`, [2]],
    ['a callback of `then` on a line of its own', then(''), [3]],
    ['a comment of the statement around it', `// Tried again later.\n${then('')}`, [4]],
    ['an empty block', block(''), [3]],
    ['a block that gives back a constant', block('  return null;\n'), [3]],
    ['a block that continues', block('  continue;\n'), [3]],
    ['a named error that is not used', 'try {\n  act();\n} catch (error) {\n  return false;\n}', [3]],
    ['a comment of another statement', `// Tried again later.\nact();\n${callback}`, [3]],
    ['a comment in front of the `try`', `// Tried again later.\n${block('  return null;\n')}`, [4]],
    ['a comment behind the constant', block('  return null;\n  // Tried again later.\n'), [3]],
    ['a directive', `// oxlint-disable-next-line no-void -- as everywhere here\n${callback}`, [2]],
    ['a directive in a block', block('  // oxlint-disable-next-line no-empty -- as everywhere here\n'), [3]],
    ['a word', `// Ignored.\n${callback}`, [2]],
    [
      'a comment that another one has',
      `// Tried again later.\nvoid all([\n  a().catch(() => null),\n  b().catch(() => null),\n]);`,
      [3, 4],
    ],
    ['the second of two with one comment', `// Tried again later.\n${callback}\n${callback}`, [3]],
  ])('finds %s', (_name, source, expected) => {
    expect(linesOf(source)).toEqual(expected);
  });

  it.each([
    ['a callback with its reason above', `// Tried again later.\n${callback}`],
    ['and behind', `${callback} // Tried again later.`],
    [
      'a statement of several lines',
      `// Tried again later.\nif (there)\n  await save(\n    one).catch(() => null);`,
    ],
    [
      'a callback of `then` with its reason',
      `// Tried again later.\nvoid read().then(show, () => undefined);`,
    ],
    ['and on a line of its own', then('  // Tried again later.\n')],
    ['a callback of `then` that handles it', 'void read().then(show, () => show(null));'],
    ['the first callback of `then`', 'read().then(\n  () => null,\n  (error) => report(error),\n);'],
    ['a constant that is no callback of `then`', 'start(\n  read,\n  () => undefined,\n);'],
    ['a block with its reason', block('  // Tried again later.\n  return null;\n')],
    ['a block that handles it', 'try {\n  act();\n} catch (error) {\n  report(error);\n}'],
    ['a callback that handles it', 'act().catch(report);'],
  ])('accepts %s', (_name, source) => {
    expect(linesOf(source)).toEqual([]);
  });

  it('every catch of the code handles its error or says why not', () => {
    const places = files.flatMap((file) => unexplained(file, readFileSync(path.join(root, file), 'utf8')));
    expect(places.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });
});
