/** Presets by their names, as people tell them apart. */
import type { Preset } from './preset.ts';

/** The same for names that differ only in case or in the blanks around them. */
export function normalizeName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export function presetNamed(name: string, list: readonly Preset[]): Preset | undefined {
  return list.find((preset) => normalizeName(preset.name) === normalizeName(name));
}
