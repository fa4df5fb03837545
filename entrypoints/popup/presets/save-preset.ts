/** Turns the link form into a preset and saves it through the background. */
import { readStorage } from '../../../lib/browser/storage.ts';
import { sendRequest, withRetry } from '../../../lib/messages/client.ts';
import { parsePresets } from '../../../lib/presets/parse-presets.ts';
import { applyPresetChanges } from '../../../lib/presets/apply-changes.ts';
import { maxPresets, presetNamed } from '../../../lib/presets/preset-rules.ts';
import type { Preset, PresetChanges, PresetFields, Presets } from '../../../lib/presets/preset.ts';
import { presetsKey } from '../../../lib/storage/storage-keys.ts';

interface PresetInput {
  readonly name: string;
  /** The fields of the link form that differ from the defaults. */
  readonly fields: PresetFields;
  /** The host to add a rule for. */
  readonly site: string | null;
  /** Replaces the stored rules. */
  readonly sites?: readonly string[] | null;
  readonly withAlias: boolean;
  /** Replaces the expiration date. */
  readonly relativeExpiry: string | null;
}

export interface SavedPreset {
  readonly state: 'saved';
  readonly presets: Presets;
  readonly preset: Preset;
}

export type SaveOutcome =
  | SavedPreset
  /** Saving would replace another preset than the one that the form announced. */
  | { readonly state: 'changed'; readonly presets: Presets }
  | { readonly state: 'failed'; readonly problem: 'presetNotSaved' | 'presetNameTaken' | 'too-many' };

/** In tries, before the form reports that the background does not answer. */
const maxTries = 5;

export async function readPresets(): Promise<Presets> {
  return parsePresets((await readStorage('local', presetsKey))[presetsKey]);
}

/** @param replaced the preset that the form has announced as replaced */
export async function savePreset(
  input: PresetInput,
  replaced: Preset | undefined,
  newId: () => string,
): Promise<SaveOutcome> {
  // Read again: another page may have saved presets meanwhile.
  const latest = await readPresets();
  const existing = presetNamed(input.name, latest.list);
  if (existing?.id !== replaced?.id) return { state: 'changed', presets: latest };
  return store(latest, toPreset(input, existing, newId));
}

/**
 * Saves the preset with this id, under any name that no other one has.
 *
 * @param base the preset that is being edited: what was not changed of it stays, even if it was deleted meanwhile
 */
export async function saveEditedPreset(
  input: PresetInput,
  id: string,
  base: Preset | null,
): Promise<SaveOutcome> {
  const latest = await readPresets();
  const sameName = presetNamed(input.name, latest.list);
  if (sameName !== undefined && sameName.id !== id) return { state: 'failed', problem: 'presetNameTaken' };
  const existing = latest.list.find((preset) => preset.id === id) ?? base ?? undefined;
  return store(
    latest,
    toPreset(input, existing, () => id),
  );
}

/** Makes a saved preset the default one. */
export const saveAsDefault = async ({ preset }: SavedPreset): Promise<SaveOutcome> =>
  store(await readPresets(), preset, { put: [], removed: [], defaultId: preset.id });

async function store(
  latest: Presets,
  preset: Preset,
  changes: PresetChanges = { put: [preset], removed: [] },
): Promise<SaveOutcome> {
  const presets = applyPresetChanges(latest, changes);
  if (presets.list.length > maxPresets) return { state: 'failed', problem: 'too-many' };
  try {
    await withRetry(() => sendRequest('save-presets', changes), maxTries);
  } catch {
    return { state: 'failed', problem: 'presetNotSaved' };
  }
  return { state: 'saved', presets, preset };
}

/** A preset that replaces another one takes over its id and its rules. */
function toPreset(input: PresetInput, replaced: Preset | undefined, newId: () => string): Preset {
  const { name, site, withAlias, relativeExpiry } = input;
  const { alias, extras, ...rest } = input.fields;
  const sites = input.sites ?? replaced?.sites ?? [];
  return {
    id: replaced?.id ?? newId(),
    name,
    sites: site === null ? [...sites] : [...sites, site],
    fields: {
      ...rest,
      ...(withAlias && alias !== undefined && { alias }),
      ...(extras && { extras: relativeExpiry === null ? extras : { ...extras, expiry: relativeExpiry } }),
    },
  };
}
