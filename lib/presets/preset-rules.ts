/** Limits and names of presets. Separate from preset.ts, because a page's first paint does not load zod. */
import { normalizeName } from '../text/normalize-text.ts';
import type { Preset, Presets } from './preset.ts';

/** In characters of an exported file. */
export const maxFileLength = 999_999;
export const maxPresets = 500;
export const maxNameLength = 100;
export const maxSites = 200;

export function presetNamed(name: string, list: readonly Preset[]): Preset | undefined {
  return list.find((preset) => normalizeName(preset.name) === normalizeName(name));
}

export const defaultPreset = ({ list, defaultId }: Presets): Preset | null =>
  list.find(({ id }) => id === defaultId) ?? null;
