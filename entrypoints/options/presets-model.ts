/** The presets as the settings page changes them: each change is stored before it counts as saved. */
import { signal } from '@preact/signals';
import type { ImportProblem } from '../../lib/presets/import-export.ts';
import { parseSites, type ParsedSites } from '../../lib/presets/parse-sites.ts';
import { presetNamed } from '../../lib/presets/preset-rules.ts';
import type { Preset, Presets } from '../../lib/presets/preset.ts';
import { stripAccountIds } from '../../lib/storage/presets.ts';
import { createOptimisticValue } from './optimistic-value.ts';
import { createPresetImport } from './preset-import-model.ts';
import type { DeletedPreset, PresetDeps, PresetNotice, PresetState } from './presets-deps.ts';
import { createUnsavedPresets } from './unsaved-presets.ts';

export type NameProblem = 'problemNoName' | 'presetNameTaken';

export type PresetModel = ReturnType<typeof createPresetModel>;

export function createPresetModel(deps: PresetDeps) {
  const presets = signal(deps.presets);
  const deleted = signal<DeletedPreset | null>(null);
  const problem = signal<ImportProblem | null>(null);
  const notice = signal<PresetNotice>({ kind: 'nothing' });
  const optimistic = createOptimisticValue(presets);
  const unsaved = createUnsavedPresets();
  /** The notice of the save that was started last. */
  let lastDone: PresetNotice = { kind: 'saved' };

  /** The change shows immediately; "Saved" only after the background has stored it. */
  async function save(next: Presets, done: PresetNotice = { kind: 'saved' }): Promise<boolean> {
    notice.value = { kind: 'nothing' };
    problem.value = null;
    lastDone = done;
    unsaved.add(presets.peek(), next);
    const { isStored, isAllStored } = await optimistic.save(next, () =>
      deps.save(() => unsaved.changes(presets.peek())),
    );
    if (isAllStored) unsaved.clear();
    if (isAllStored !== null) notice.value = isAllStored ? lastDone : { kind: 'failed' };
    return isStored;
  }

  const state = { presets, deleted, problem, notice, save };
  return {
    ...state,
    ...createPresetImport(state),
    ...createPresetEdits(state),
    ...createPresetDeletion(state),

    show(next: Presets): void {
      // After a failed save, too: what is stored has replaced it on the page.
      if (optimistic.show(next)) unsaved.clear();
    },
  };
}

function createPresetEdits({ presets, deleted, save }: PresetState) {
  function change(id: string, fields: Partial<Preset>): void {
    deleted.value = null;
    const { list, defaultId } = presets.peek();
    void save({ defaultId, list: list.map((one) => (one.id === id ? { ...one, ...fields } : one)) });
  }

  return {
    /** @returns `null` when the name is valid */
    rename(id: string, text: string): NameProblem | null {
      const name = text.trim();
      const sameName = presetNamed(name, presets.peek().list);
      if (name === '') return 'problemNoName';
      if (sameName !== undefined && sameName.id !== id) return 'presetNameTaken';
      if (sameName?.name !== name) change(id, { name });
      return null;
    },

    setSites(id: string, text: string): ParsedSites {
      const parsed = parseSites(text);
      if (parsed.ok) change(id, { sites: parsed.sites });
      return parsed;
    },

    setDefault(id: string | null): void {
      deleted.value = null;
      void save({ ...presets.peek(), defaultId: id });
    },
  };
}

function createPresetDeletion({ presets, deleted, save }: PresetState) {
  return {
    remove(preset: Preset): void {
      const { list, defaultId } = presets.peek();
      const wasDefault = defaultId === preset.id;
      deleted.value = { preset, index: list.findIndex(({ id }) => id === preset.id), wasDefault };
      const left = list.filter(({ id }) => id !== preset.id);
      void save(
        { list: left, defaultId: wasDefault ? null : defaultId },
        { kind: 'deleted', name: preset.name },
      );
    },

    /** Also the deleted one keeps no id of the account before, which would name another record. */
    leaveAccount(): void {
      const last = deleted.peek();
      const [preset] = last === null ? [] : stripAccountIds({ list: [last.preset], defaultId: null }).list;
      if (last && preset) deleted.value = { ...last, preset };
    },

    undo(): void {
      const last = deleted.peek();
      if (last === null) return;
      deleted.value = null;
      const { list, defaultId } = presets.peek();
      // It may have been saved again on its own page, which was open.
      const others = list.filter(({ id }) => id !== last.preset.id);
      void save({
        list: others.toSpliced(last.index, 0, last.preset),
        defaultId: last.wasDefault ? last.preset.id : defaultId,
      });
    },
  };
}
