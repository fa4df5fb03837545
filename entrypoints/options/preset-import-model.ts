/** Imports presets from a file: it is read and checked first, and merged when the user confirms. */
import { computed, signal } from '@preact/signals';
import { importPresets, mergePresets } from '../../lib/presets/import-export.ts';
import { presetByDefault } from '../../lib/presets/match-site.ts';
import { maxPresets } from '../../lib/presets/preset-rules.ts';
import type { Presets } from '../../lib/presets/preset.ts';
import type { PresetState } from './presets-deps.ts';
import { readImportFile, type ImportFile } from './read-import-file.ts';

/** A file that was read and waits for the user's confirmation. */
export interface ImportedFile {
  readonly presets: Presets;
  readonly replaced: number;
}

export function createPresetImport({ presets, deleted, problem, notice, save }: PresetState) {
  const imported = signal<ImportedFile | null>(null);
  /** The file's default becomes the default here. */
  const takesDefault = signal(false);

  return {
    imported,
    takesDefault,
    importedDefault: computed(() => imported.value && presetByDefault(imported.value.presets)),

    async read(file: ImportFile): Promise<void> {
      imported.value = null;
      takesDefault.value = false;
      problem.value = null;
      notice.value = { kind: 'nothing' };
      // A file that can't be read is reported as one without presets.
      const parsed = importPresets(await readImportFile(file));
      if (!parsed.ok) {
        problem.value = parsed.problem;
        return;
      }
      const own = presets.peek();
      const merged = mergePresets(own, parsed.presets);
      if (merged.list.length > maxPresets) problem.value = { kind: 'too-many', max: maxPresets };
      else {
        const replaced = own.list.length + parsed.presets.list.length - merged.list.length;
        imported.value = { presets: parsed.presets, replaced };
      }
    },

    async confirmImport(): Promise<void> {
      const file = imported.peek();
      if (file === null) return;
      imported.value = null;
      deleted.value = null;
      const count = file.presets.list.length;
      // Merged again, so that changes made since the file was read stay.
      await save(mergePresets(presets.peek(), file.presets, takesDefault.peek()), {
        kind: 'imported',
        count,
      });
    },

    cancelImport: () => (imported.value = null),
  };
}
