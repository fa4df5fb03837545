/** Exports and imports presets as a file (docs/presets.md, docs/presets.schema.json), which never has a password. */
import * as z from 'zod/mini';
import { normalizeName } from '../text/normalize-text.ts';
import { maxFileLength, maxPresetNameLength, maxPresets, maxSites } from './preset-rules.ts';
import { presetFieldsSchema, presetsSchema, type Preset, type Presets } from './preset.ts';
import { isExpiry } from '../draft/expiry.ts';
import { isTooWide, maxRuleLength } from './match-site.ts';

export const presetsFormat = 'curtail-presets';
/** Raised only when older versions would misread a file: they reject newer ones as a whole. */
const presetsVersion = 1;

/** A file with a problem is rejected as a whole. */
export type ImportProblem =
  | { readonly kind: 'too-large' | 'not-json' | 'not-presets' | 'newer' | 'none' }
  | { readonly kind: 'too-many'; readonly max: number }
  /** `at` is the preset's number in the file, from 1; `name` may be empty. */
  | { readonly kind: 'wrong-preset'; readonly at: number; readonly name: string }
  /** A site rule that would match every site under a public suffix. */
  | { readonly kind: 'wide-rule'; readonly name: string; readonly rule: string };

export type ImportResult = { readonly ok: true; readonly presets: Presets } | Refusal;

/** One preset of a file; unknown keys are dropped. */
const entrySchema = z.object({
  id: z.optional(z.string()),
  name: z.string().check(
    z.trim(),
    z.refine((name) => name !== '' && name.length <= maxPresetNameLength),
  ),
  sites: z.optional(
    z
      .array(z.string())
      .check(
        z.refine((sites) => sites.length <= maxSites && sites.every(({ length }) => length <= maxRuleLength)),
      ),
  ),
  fields: z.optional(presetFieldsSchema.check(z.refine((fields) => isExpiry(fields.extras?.expiry ?? '')))),
});

const fileSchema = z.object({
  format: z.literal(presetsFormat),
  version: z.number(),
  /** The id of the default one. */
  default: z.optional(z.nullable(z.string())),
  presets: z.array(z.unknown()),
});

export const asText = (file: object): string => `${JSON.stringify(file, null, 2)}\n`;

export const exportPresets = (presets: Presets): string => asText(presetsFile(presets));

export function presetsFile(presets: Presets): z.input<typeof fileSchema> {
  // Through the schema, so that no other data leaves the extension.
  const read = presetsSchema.safeParse(presets);
  if (!read.success) throw new TypeError('No presets');
  const { list, defaultId } = read.data;
  return { format: presetsFormat, version: presetsVersion, default: defaultId, presets: list };
}

interface Refusal<Problem = ImportProblem> {
  readonly ok: false;
  readonly problem: Problem;
}

export const refused = <Problem>(problem: Problem): Refusal<Problem> => ({ ok: false, problem });

/** The content of a file, unchecked. */
export function parseFile(text: string): { readonly ok: true; readonly raw: unknown } | Refusal {
  if (text.length > maxFileLength) return refused({ kind: 'too-large' });
  try {
    // Some editors write a byte order mark.
    return { ok: true, raw: JSON.parse(text.replace(/^\uFEFF/u, '')) };
  } catch {
    return refused({ kind: 'not-json' });
  }
}

export function importPresets(text: string): ImportResult {
  const parsed = parseFile(text);
  if (!parsed.ok) return parsed;
  const read = readPresetsFile(parsed.raw);
  return read.ok && read.presets.list.length === 0 ? refused({ kind: 'none' }) : read;
}

/** @param raw the parsed file */
export function readPresetsFile(raw: unknown): ImportResult {
  const file = fileSchema.safeParse(raw);
  if (!file.success) return refused({ kind: 'not-presets' });
  const { version, presets, default: defaultId } = file.data;
  if (version > presetsVersion) return refused({ kind: 'newer' });
  if (version !== presetsVersion) return refused({ kind: 'not-presets' });
  if (presets.length > maxPresets) return refused({ kind: 'too-many', max: maxPresets });
  const list: Preset[] = [];
  const [ids, names] = [new Set<string>(), new Set<string>()];
  for (const [index, entry] of presets.entries()) {
    const read = entrySchema.safeParse(entry);
    if (!read.success) return refused({ kind: 'wrong-preset', at: index + 1, name: nameOf(entry) });
    const { id = '', name, sites = [], fields = {} } = read.data;
    const wide = sites.find((site) => isTooWide(site));
    if (wide !== undefined) return refused({ kind: 'wide-rule', name, rule: wide });
    list.push({ id: freeId(id, ids), name: freeName(name, names), sites, fields });
  }
  return { ok: true, presets: { list, defaultId: ids.has(defaultId ?? '') ? (defaultId ?? null) : null } };
}

function nameOf(entry: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(entry);
  return named.success ? named.data.name.slice(0, maxPresetNameLength) : '';
}

/** Retains a valid id and replaces a duplicate one. */
function freeId(wanted: string, ids: Set<string>): string {
  let [id, number] = [wanted, ids.size];
  while (id === '' || id.length > maxPresetNameLength || ids.has(id)) id = `p${++number}`;
  ids.add(id);
  return id;
}

/** Users identify presets by their names, so a duplicate gets a number. */
function freeName(wanted: string, names: Set<string>): string {
  let [name, number] = [wanted, 1];
  while (names.has(normalizeName(name))) name = `${wanted.slice(0, maxPresetNameLength - 10)} (${++number})`;
  names.add(normalizeName(name));
  return name;
}

/**
 * A preset of the same name is replaced and retains its id.
 *
 * @param takesDefault uses the default preset of the import
 */
export function mergePresets(own: Presets, imported: Presets, takesDefault = false): Presets {
  const list = [...own.list];
  const ids = new Set(list.map(({ id }) => id));
  const indexByName = new Map(list.map(({ name }, index) => [normalizeName(name), index]));
  let { defaultId } = own;
  for (const preset of imported.list) {
    const index = indexByName.get(normalizeName(preset.name)) ?? list.length;
    const id = list[index]?.id ?? freeId(preset.id, ids);
    list[index] = { ...preset, id };
    if (takesDefault && imported.defaultId === preset.id) defaultId = id;
  }
  return { list, defaultId };
}
