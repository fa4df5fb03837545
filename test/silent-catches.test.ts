/**
 * A `catch` handles what it caught, reports it, or says in a comment why neither is needed. One that only swallows it
 * (an empty block, or a callback that gives back a constant) needs that comment beside it.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = globSync('{lib,entrypoints,components}/**/*.{ts,tsx}', { cwd: root });

/** `.catch(() => undefined)` and its like. */
const swallowingCallback =
  /\.catch\(\(\)(?:: [^=]+)? => (?:undefined|null|false|\[\]|\{\s*\}|\(\{\}\)|'[^']*')\)/u;
/** `catch {` with nothing in it but perhaps a constant that is returned. */
const swallowingBlock = /catch \{\s*(?:return(?: (?:undefined|null|false|\[\]))?;\s*)?\}/u;

/** Lines above the statement in which the reason may stand. */
const reach = 3;

interface Place {
  readonly file: string;
  readonly line: number;
}

export function unexplained(file: string, source: string): Place[] {
  const lines = source.split('\n');
  const hasReason = (at: number): boolean =>
    lines.slice(Math.max(0, at - reach), at + 2).some((line) => /\/\/|\*\/|^\s*\* /u.test(line));
  const places: Place[] = [];
  lines.forEach((line, at) => {
    const block = lines.slice(at, at + 3).join('\n');
    const swallows = swallowingCallback.test(line) || (/catch \{/u.test(line) && swallowingBlock.test(block));
    if (swallows && !hasReason(at)) places.push({ file, line: at + 1 });
  });
  return places;
}

describe('silent catches', () => {
  it('finds one that swallows without a reason, and none that has one', () => {
    const silent = 'const a = 1;\n\n\n\nvoid save().catch(() => undefined);\n\n\n';
    expect(unexplained('a.ts', silent)).toEqual([{ file: 'a.ts', line: 5 }]);
    expect(unexplained('a.ts', `\n\n\n\ntry {\n  act();\n} catch {\n  return null;\n}`)).toHaveLength(1);
    const reason = '// Tried again later.\n';
    expect(unexplained('a.ts', silent.replace('void', `${reason}void`))).toEqual([]);
    expect(unexplained('a.ts', 'try {\n  act();\n} catch (error) {\n  report(error);\n}')).toEqual([]);
  });

  it('leaves none unexplained', () => {
    const places = files.flatMap((file) => unexplained(file, readFileSync(path.join(root, file), 'utf8')));
    expect(places.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });
});
