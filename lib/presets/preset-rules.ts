/** Limits and names of presets. Apart from preset.ts, whose schema library (zod) a page's first paint does without. */
import { normalizeName } from '../text/normalize-text.ts';
import type { Preset } from './preset.ts';

/** In characters of an exported file. */
export const maxFileLength = 999_999;
export const maxPresets = 500;
export const maxNameLength = 100;
export const maxSites = 200;

export function presetNamed(name: string, list: readonly Preset[]): Preset | undefined {
  return list.find((preset) => normalizeName(preset.name) === normalizeName(name));
}
