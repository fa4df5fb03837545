/** Parses stored presets without zod, which a page's first paint does not load. Damaged parts are dropped. */
import { isObject } from '../api/is-object.ts';
import { parseDraft } from '../draft/stored-draft.ts';
import { emptyDraft } from './from-draft.ts';
import type { Preset, PresetFields, Presets } from './preset.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parsed fields that the raw value had at all. */
function pickGiven<T extends object>(parsed: T, raw: Fields): Partial<T> {
  const defined: Partial<T> = {};
  for (const key in parsed) if (raw[key] !== undefined) defined[key] = parsed[key];
  return defined;
}

export function parsePresetFields(raw: unknown): PresetFields {
  if (!isObject(raw)) return {};
  const parsed = parseDraft({ ...emptyDraft, ...raw, address: '', title: '' });
  if (parsed === null) return {};
  const { address: _address, title: _title, extras, ...rest } = parsed;
  const fields = pickGiven(rest, raw);
  if (extras === undefined || !isObject(raw['extras'])) return fields;
  const { password: _password, ...open } = extras;
  return { ...fields, extras: pickGiven(open, raw['extras']) };
}

function parsePreset(raw: unknown): Preset[] {
  if (!isObject(raw)) return [];
  const { id, name, sites, fields } = raw;
  if (typeof id !== 'string' || typeof name !== 'string') return [];
  const rules = Array.isArray(sites) ? sites.filter((site) => typeof site === 'string') : [];
  return [{ id, name, sites: rules, fields: parsePresetFields(fields) }];
}

/** @param stored the raw storage item (lib/storage/presets.ts) */
export function parsePresets(stored: unknown): Presets {
  const data = isObject(stored) && stored['version'] === 1 && isObject(stored['data']) ? stored['data'] : {};
  const { list, defaultId } = data;
  return {
    list: Array.isArray(list) ? list.flatMap(parsePreset) : [],
    defaultId: typeof defaultId === 'string' ? defaultId : null,
  };
}
