import type { Signal } from '@preact/signals';
import type { ImportProblem } from '../../lib/presets/import-export.ts';
import type { Preset, PresetChanges, Presets } from '../../lib/presets/preset.ts';

export interface PresetDeps {
  readonly presets: Presets;
  /** @param changes called for each try */
  readonly save: (changes: () => PresetChanges) => Promise<unknown>;
}

/** The preset that was deleted last. */
export interface DeletedPreset {
  readonly preset: Preset;
  readonly index: number;
  readonly wasDefault: boolean;
}

export type PresetNotice =
  | { readonly kind: 'nothing' | 'saved' | 'failed' }
  | { readonly kind: 'deleted'; readonly name: string }
  | { readonly kind: 'imported'; readonly count: number };

/** @returns whether they are stored */
type SavePresets = (next: Presets, done?: PresetNotice) => Promise<boolean>;

/** The state that all changes of presets share. */
export interface PresetState {
  readonly presets: Signal<Presets>;
  readonly deleted: Signal<DeletedPreset | null>;
  readonly problem: Signal<ImportProblem | null>;
  readonly notice: Signal<PresetNotice>;
  readonly save: SavePresets;
}
