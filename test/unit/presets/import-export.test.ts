/** Presets as a file: what goes out comes in again, what is wrong is refused as a whole, and the documents say so. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  exportPresets,
  importPresets,
  mergePresets,
  type ImportProblem,
} from '../../../lib/presets/import-export.ts';
import { maxPresets, presetNamed } from '../../../lib/presets/preset-rules.ts';
import { normalizeName } from '../../../lib/text/normalize-text.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import { isSiteRule, isTooWide } from '../../../lib/presets/match-site.ts';
import { anyPreset } from '../draft/any-preset.ts';

const docs = (name: string) => readFileSync(path.join(import.meta.dirname, '../../../docs', name), 'utf8');
/** An object or a list, as it is and not a copy. */
const nodeSchema = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null);
const schema = z.fromJSONSchema(
  z.record(z.string(), z.unknown()).parse(JSON.parse(docs('presets.schema.json'))),
);
const example = /```json\n([^`]*)```/u.exec(docs('presets.md'))?.[1] ?? '';

const preset = (name: string, change: Partial<Preset> = {}): Preset => ({
  id: name,
  name,
  sites: [],
  fields: {},
  ...change,
});

const file = (presets: unknown, change: object = {}) =>
  JSON.stringify({ format: 'curtail-presets', version: 1, presets, ...change });

function imported(text: string): Presets {
  const result = importPresets(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.presets;
}

function problem(text: string): ImportProblem | null {
  const result = importPresets(text);
  return result.ok ? null : result.problem;
}

/** As they are in a list that people have made: ids and names each once, names without blanks about them. */
const anyPresets: fc.Arbitrary<Presets> = fc
  .uniqueArray(
    anyPreset
      // A file can't import what the settings would reject.
      .map((any) => ({ ...any, name: any.name.trim(), sites: any.sites.filter((site) => !isTooWide(site)) }))
      .filter(({ name }) => name !== ''),
    { minLength: 1, maxLength: 4, selector: ({ name }) => normalizeName(name) },
  )
  .map((list) => list.map((any, place) => ({ ...any, id: `${place}${any.id}` })))
  .chain((list) =>
    fc.record({
      list: fc.constant(list),
      defaultId: fc.constantFrom(null, ...list.map(({ id }) => id)),
    }),
  );

describe('an exported file', () => {
  it('is imported again unchanged', () => {
    fc.assert(
      fc.property(anyPresets, (presets) => {
        expect(imported(exportPresets(presets))).toEqual(presets);
      }),
      { numRuns: 500 },
    );
  });

  it('has the format of the documents', () => {
    fc.assert(
      fc.property(anyPresets, (presets) => {
        expect(schema.safeParse(JSON.parse(exportPresets(presets))).error).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('has no password, even if one was added', () => {
    const extras = { note: 'x', password: 'secret' };
    expect(exportPresets({ list: [preset('a', { fields: { extras } })], defaultId: null })).not.toMatch(
      /password|secret/u,
    );
    expect(imported(file([{ name: 'a', fields: { extras } }])).list[0]?.fields).toEqual({
      extras: { note: 'x' },
    });
  });
});

describe('the documents', () => {
  it('have an example that is imported completely and fits the schema', () => {
    expect(schema.safeParse(JSON.parse(example)).error).toBeUndefined();
    const { list, defaultId } = imported(example);
    expect(defaultId).toBe('news');
    expect(list.map(({ name }) => name)).toEqual(['Newsletter', 'Plain']);
    const [given, plain] = z
      .object({ presets: z.array(z.looseObject({})) })
      .parse(JSON.parse(example)).presets;
    expect(list[0]).toEqual(given);
    expect(list[1]).toEqual({ ...plain, id: 'p2', sites: [] });
    expect(list[0]?.sites.every(isSiteRule)).toBe(true);
  });

  it('have a schema that rejects the same files as the import', () => {
    const spoiled = fc.tuple(
      fc.constantFrom(
        'format',
        'version',
        'default',
        'presets.0.name',
        'presets.0.sites',
        'presets.0.fields',
        'presets.0.fields.campaign',
        'presets.0.fields.pixels.0.id',
        'presets.0.fields.alias',
        'presets.0.fields.extras',
        'presets.0.fields.extras.expiry',
        'presets.0.fields.extras.visibility',
        'presets.0.fields.extras.card.title',
        'presets.0.fields.extras.countries.0',
        'presets.0.fields.extras.deepLink.auto',
        'presets.0.fields.extras.parameters.0.value',
        'presets.0.fields.extras.parametersIn',
        'presets.0.fields.extras.unknown',
        'presets.1',
      ),
      fc.oneof(
        fc.json().map((text) => JSON.parse(text)),
        fc.constantFrom('+7d', '1', null, 'private', 1),
      ),
    );
    fc.assert(
      fc.property(spoiled, ([place, value]) => {
        const copy: unknown = JSON.parse(example);
        const steps = place.split('.');
        const last = steps.pop() ?? '';
        const inner = steps.reduce((at, step) => nodeSchema.parse(at)[step], copy);
        nodeSchema.parse(inner)[last] = value;
        const found = problem(JSON.stringify(copy));
        // How wide a rule is, no schema tells: it says so in words.
        const isTaken = found === null || found.kind === 'wide-rule';
        expect(isTaken).toBe(schema.safeParse(copy).success);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a file', () => {
  it('with unknown keys, a byte order mark, and without optional keys is valid', () => {
    const text = `\uFEFF${file([{ name: ' Mail ', color: 'red', fields: { future: 1, alias: 'x' } }], { by: 'me' })}`;
    expect(imported(text)).toEqual({
      list: [{ id: 'p1', name: 'Mail', sites: [], fields: { alias: 'x' } }],
      defaultId: null,
    });
  });

  it('with duplicate ids and names gets unique ones; an unknown default is dropped', () => {
    const { list, defaultId } = imported(
      file(
        [{ id: 'p2', name: 'Mail' }, { name: 'mail' }, { id: 'p2', name: 'MAIL ' }, { id: '', name: 'x' }],
        {
          default: 'gone',
        },
      ),
    );
    expect(new Set(list.map(({ id }) => id)).size).toBe(4);
    expect(list[0]?.id).toBe('p2');
    expect(list.map(({ name }) => name)).toEqual(['Mail', 'mail (2)', 'MAIL (3)', 'x']);
    expect(defaultId).toBeNull();
  });

  it.each([
    ['', { kind: 'not-json' }],
    ['{', { kind: 'not-json' }],
    ['['.repeat(900_000), { kind: 'not-json' }],
    ['null', { kind: 'not-presets' }],
    ['[]', { kind: 'not-presets' }],
    ['{"bookmarks":[]}', { kind: 'not-presets' }],
    [file([], { format: 'other' }), { kind: 'not-presets' }],
    [file({}), { kind: 'not-presets' }],
    [file([], { version: '1' }), { kind: 'not-presets' }],
    [file([], { version: 0.5 }), { kind: 'not-presets' }],
    [file([], { version: 2 }), { kind: 'newer' }],
    [file([]), { kind: 'none' }],
    [file([{ name: 'a' }, 7]), { kind: 'wrong-preset', at: 2, name: '' }],
    [file([{ name: ' ' }]), { kind: 'wrong-preset', at: 1, name: ' ' }],
    [file([{ name: 'x'.repeat(101) }]), { kind: 'wrong-preset', at: 1, name: 'x'.repeat(100) }],
    [
      file([{ name: 'a', fields: { campaign: { id: 'x', name: '' } } }]),
      { kind: 'wrong-preset', at: 1, name: 'a' },
    ],
    [
      file([{ name: 'a', fields: { extras: { expiry: 'soon' } } }]),
      { kind: 'wrong-preset', at: 1, name: 'a' },
    ],
    [file([{ name: 'a', sites: Array(201).fill('x') }]), { kind: 'wrong-preset', at: 1, name: 'a' }],
    [
      file([{ name: 'a' }, { name: 'b', sites: ['example.com', ' *.com '] }]),
      { kind: 'wide-rule', name: 'b', rule: ' *.com ' },
    ],
  ])('%#: is refused as a whole', (text, expected) => {
    expect(problem(text)).toEqual(expected);
  });

  it('of a megabyte, or with ten thousand presets, is refused', () => {
    expect(problem(file([{ name: 'a', fields: { alias: 'x'.repeat(1_000_000) } }]))).toEqual({
      kind: 'too-large',
    });
    const many = (count: number) => file(Array.from({ length: count }, (_, place) => ({ name: `${place}` })));
    expect(problem(many(10_000))).toEqual({ kind: 'too-many', max: maxPresets });
    expect(problem(many(maxPresets + 1))).toEqual({ kind: 'too-many', max: maxPresets });
    expect(problem(many(maxPresets))).toBeNull();
  });

  it('with 500 presets of one name gets unique names quickly', () => {
    const began = performance.now();
    const { list } = imported(
      file(Array.from({ length: maxPresets }, () => ({ id: 'a', name: 'x'.repeat(100) }))),
    );
    expect(new Set(list.map(({ name }) => name)).size).toBe(maxPresets);
    expect(list.every(({ name }) => name.length <= 100)).toBe(true);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('of any text gives presets or a problem, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((any) => file(JSON.parse(any))),
        ),
        (text) => {
          importPresets(text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('with keys such as __proto__ changes no prototype', () => {
    const text = `{"format":"curtail-presets","version":1,"__proto__":{"list":[1]},
      "presets":[{"name":"a","__proto__":{"id":"x"},"fields":{"__proto__":{"alias":"x"},"constructor":{}}}]}`;
    const { list } = imported(text);
    expect(list).toEqual([{ id: 'p1', name: 'a', sites: [], fields: {} }]);
    expect(Object.hasOwn(Object.prototype, 'alias')).toBe(false);
  });
});

describe('an import', () => {
  const own: Presets = {
    list: [preset('a', { name: 'Mail', sites: ['example.com'] }), preset('b')],
    defaultId: 'b',
  };

  it('replaces those of the same name under their own ids, and follows the others', () => {
    const merged = mergePresets(own, {
      list: [preset('b', { name: 'mail ' }), preset('a', { name: 'New' }), preset('c')],
      defaultId: 'c',
    });
    expect(merged.defaultId).toBe('b');
    expect(merged.list.map(({ name }) => name)).toEqual(['mail ', 'b', 'New', 'c']);
    expect(merged.list.map(({ id }) => id)).toEqual(['a', 'b', 'p3', 'c']);
    expect(own.list).toHaveLength(2);
  });

  it('sets the default by its new id, and only on request', () => {
    const file = { list: [preset('a', { name: 'New' })], defaultId: 'a' };
    for (const before of [null, 'b']) {
      const here = { ...own, defaultId: before };
      expect(mergePresets(here, file).defaultId).toBe(before);
      const { defaultId, list } = mergePresets(here, file, true);
      expect(list.find(({ id }) => id === defaultId)?.name).toBe('New');
      // A file without one takes none away.
      expect(mergePresets(here, { ...file, defaultId: null }, true).defaultId).toBe(before);
    }
  });

  it('merges any two lists with each name and id once; repeating it changes nothing', () => {
    fc.assert(
      fc.property(anyPresets, anyPresets, (one, other) => {
        const merged = mergePresets(one, other);
        expect(new Set(merged.list.map(({ id }) => id)).size).toBe(merged.list.length);
        for (const { name } of [...one.list, ...other.list])
          expect(presetNamed(name, merged.list)).toBeDefined();
        expect(mergePresets(merged, other)).toEqual(merged);
      }),
    );
  });
});
