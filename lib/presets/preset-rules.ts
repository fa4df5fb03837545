/** Limits and names of presets. Separate from preset.ts, because a page's first paint does not load zod. */
import { normalizeName } from '../text/normalize-text.ts';
import type { Preset } from './preset.ts';

/** In characters of an exported file. */
export const maxFileLength = 999_999;
export const maxPresets = 500;
export const maxPresetNameLength = 100;
export const maxSites = 200;

export function presetNamed(name: string, list: readonly Preset[]): Preset | undefined {
  return list.find((preset) => normalizeName(preset.name) === normalizeName(name));
}
