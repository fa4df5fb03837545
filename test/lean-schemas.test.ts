// The build's schema library is the one of the unit tests with parts taken out: it must take and refuse the same.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as full from 'zod/mini';
import { lean } from './tools/lean-schemas.ts';

const source = path.resolve(import.meta.dirname, '../node_modules/zod');
/** Beside the sources, so that a crash leaves it where everything that is built lies. */
const folder = path.resolve(import.meta.dirname, '../.output');
let copy = '';
let cut = full;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  copy = mkdtempSync(path.join(folder, 'lean-'));
  cpSync(path.join(source, 'package.json'), path.join(copy, 'package.json'));
  for (const part of ['core', 'mini', 'locales']) {
    mkdirSync(path.join(copy, 'v4', part), { recursive: true });
    for (const name of readdirSync(path.join(source, 'v4', part)).filter((file) => file.endsWith('.js'))) {
      const code = readFileSync(path.join(source, 'v4', part, name), 'utf8');
      writeFileSync(path.join(copy, 'v4', part, name), lean(`${part}/${name}`, code));
    }
  }
  const found: unknown = await import(
    /* @vite-ignore */ pathToFileURL(path.join(copy, 'v4/mini/index.js')).href
  );
  cut = found as typeof full;
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

type Z = typeof full;
/** A schema, to be made by either library. */
type Made = (z: Z) => full.ZodMiniType;

const leaf: fc.Arbitrary<Made> = fc.constantFrom<Made[]>(
  (z) => z.string(),
  (z) => z.number(),
  (z) => z.boolean(),
  (z) => z.unknown(),
  (z) => z.literal(null),
  (z) => z.literal(['a', 'b', 1, true]),
  (z) => z.string().check(z.refine((text) => text.length < 3)),
  (z) => z.string().check(z.trim()),
  (z) => z.custom((value) => value === 'a' || value === 2),
  (z) => z.transform((value: unknown) => (typeof value === 'string' ? value : '')),
  (z) =>
    z.transform((value: unknown, context): unknown => {
      if (typeof value === 'number') return value;
      context.issues.push({ code: 'custom', message: 'no number', input: value });
      return z.NEVER;
    }),
);

const names = ['a', 'b', 'c', '__proto__'] as const;

const { schema } = fc.letrec<{ schema: Made }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('schema').map(
      (inner): Made =>
        (z) =>
          z.array(inner(z)),
    ),
    tie('schema').map(
      (inner): Made =>
        (z) =>
          z.nullable(inner(z)),
    ),
    tie('schema').map(
      (inner): Made =>
        (z) =>
          z.array(inner(z)).check(z.refine((list) => list.length < 2)),
    ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map(
      (inner): Made =>
        (z) =>
          z.union(inner.map((one) => one(z))),
    ),
    fc.tuple(tie('schema'), tie('schema')).map(
      ([first, second]): Made =>
        (z) =>
          z.pipe(first(z), second(z)),
    ),
    fc
      .dictionary(
        fc.constantFrom(...names),
        fc.tuple(tie('schema'), fc.constantFrom('plain', 'optional', 'exactOptional')),
      )
      .map((shape): Made => (z) => {
        const entries = Object.entries(shape).map(([name, [inner, how]]) => {
          const one = inner(z);
          return [name, how === 'plain' ? one : how === 'optional' ? z.optional(one) : z.exactOptional(one)];
        });
        return z.object(Object.fromEntries(entries));
      }),
    tie('schema').map(
      (inner): Made =>
        (z) =>
          z.record(z.string(), inner(z)),
    ),
  ),
}));

const value = fc.anything({
  key: fc.constantFrom(...names),
  values: [
    fc.constantFrom('a', 'b', ' a ', '', 'long', 1, 2, 0.5, NaN, Infinity, true, false, null, undefined),
    fc.date(),
  ],
  maxDepth: 4,
});

describe('the lean library', () => {
  it('takes and refuses what the whole one does, and makes the same of it', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(schema, value, (make, raw) => {
        const [whole, left] = [make(full).safeParse(raw), make(cut).safeParse(raw)];
        expect(left.success).toBe(whole.success);
        if (left.success) expect(left.data).toStrictEqual(whole.data);
        seen[left.success ? 'taken' : 'refused']++;
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(500);
  });

  it('tells when the library has changed', () => {
    expect(() => lean('core/parse.js', 'export const parse = 1;')).toThrow('has changed');
  });
});
