/** The presets as the settings page changes them: one change at a time, each stored before it counts as saved. */
import { computed, signal } from '@preact/signals';
import { importPresets, mergePresets, type ImportProblem } from '../../lib/presets/import-export.ts';
import { maxFileLength, maxPresets, maxSites, presetNamed } from '../../lib/presets/preset-rules.ts';
import type { Preset, Presets } from '../../lib/presets/preset.ts';
import { isSiteRule, isTooWide } from '../../lib/presets/match-site.ts';

export interface PresetDeps {
  readonly presets: Presets;
  readonly save: (presets: Presets) => Promise<unknown>;
}

/** What was deleted last, and where it stood. */
interface Deleted {
  readonly preset: Preset;
  readonly at: number;
  readonly wasDefault: boolean;
}

/** A file that was read, and waits for the person's word. */
export interface ImportOutcome {
  readonly presets: Presets;
  readonly merged: Presets;
  readonly replaced: number;
}

export type PresetNotice =
  | { readonly kind: 'nothing' | 'saved' | 'failed' }
  | { readonly kind: 'deleted'; readonly name: string }
  | { readonly kind: 'imported'; readonly count: number };

export type NameProblem = 'presetNameMissing' | 'presetNameTaken';

/** What is typed as site rules, one a line. */
export type ReadSites =
  | { readonly ok: true; readonly sites: string[] }
  | { readonly ok: false; readonly wrong: string }
  /** It would fit every site under a public suffix. */
  | { readonly ok: false; readonly wide: string }
  | { readonly ok: false; readonly wrong: null };

export function readSites(text: string): ReadSites {
  const lines = text.split('\n').map((line) => line.trim());
  const sites = [...new Set(lines.filter((line) => line !== ''))];
  const wrong = sites.find((site) => !isSiteRule(site));
  if (wrong !== undefined) return { ok: false, wrong };
  const wide = sites.find((site) => isTooWide(site));
  if (wide !== undefined) return { ok: false, wide };
  return sites.length > maxSites ? { ok: false, wrong: null } : { ok: true, sites };
}

export type PresetModel = ReturnType<typeof createPresetModel>;

export function createPresetModel(deps: PresetDeps) {
  const presets = signal(deps.presets);
  const deleted = signal<Deleted | null>(null);
  const imported = signal<ImportOutcome | null>(null);
  /** The default of the file, and whether it is to be the default here. */
  const importedDefault = computed(() => {
    const file = imported.value?.presets;
    return file?.list.find(({ id }) => id === file.defaultId) ?? null;
  });
  const takesDefault = signal(false);
  const problem = signal<ImportProblem | null>(null);
  /** What became of the last change. */
  const notice = signal<PresetNotice>({ kind: 'nothing' });
  let saving = 0;

  /** Shown at once; "Saved" only after the background has stored it. */
  async function put(next: Presets, done: PresetNotice = { kind: 'saved' }): Promise<void> {
    presets.value = next;
    notice.value = { kind: 'nothing' };
    problem.value = null;
    saving += 1;
    const how: PresetNotice = await deps.save(next).then(
      () => done,
      () => ({ kind: 'failed' }),
    );
    saving -= 1;
    if (saving === 0) notice.value = how;
  }

  function change(id: string, fields: Partial<Preset>): Promise<void> {
    const { list, defaultId } = presets.peek();
    return put({ defaultId, list: list.map((one) => (one.id === id ? { ...one, ...fields } : one)) });
  }

  return {
    presets,
    deleted,
    imported,
    importedDefault,
    takesDefault,
    problem,
    notice,

    /** What comes back while a change is still being stored is older than what is shown. */
    show(next: Presets): void {
      if (saving === 0) presets.value = next;
    },

    /** `null` when it was taken. */
    rename(id: string, text: string): NameProblem | null {
      const name = text.trim();
      const named = presetNamed(name, presets.peek().list);
      if (name === '') return 'presetNameMissing';
      if (named !== undefined && named.id !== id) return 'presetNameTaken';
      if (named?.name !== name) void change(id, { name });
      return null;
    },

    setSites(id: string, text: string): ReadSites {
      const read = readSites(text);
      if (read.ok) void change(id, { sites: read.sites });
      return read;
    },

    setDefault(id: string | null): void {
      void put({ ...presets.peek(), defaultId: id });
    },

    remove(preset: Preset): void {
      const { list, defaultId } = presets.peek();
      const wasDefault = defaultId === preset.id;
      deleted.value = { preset, at: list.findIndex(({ id }) => id === preset.id), wasDefault };
      const left = list.filter(({ id }) => id !== preset.id);
      void put(
        { list: left, defaultId: wasDefault ? null : defaultId },
        { kind: 'deleted', name: preset.name },
      );
    },

    undo(): void {
      const last = deleted.peek();
      if (last === null) return;
      deleted.value = null;
      const { list, defaultId } = presets.peek();
      void put({
        list: list.toSpliced(last.at, 0, last.preset),
        defaultId: last.wasDefault ? last.preset.id : defaultId,
      });
    },

    /** Reads a file; what is in it comes in with `takeIn`. */
    async read(file: Pick<File, 'size' | 'text'>): Promise<void> {
      imported.value = null;
      takesDefault.value = false;
      problem.value = null;
      notice.value = { kind: 'nothing' };
      const read =
        file.size > maxFileLength
          ? ({ ok: false, problem: { kind: 'too-large' } } as const)
          : // A file that cannot be read is told as one without presets.
            importPresets(await file.text().catch(() => ''));
      if (!read.ok) {
        problem.value = read.problem;
        return;
      }
      const own = presets.peek();
      const merged = mergePresets(own, read.presets);
      if (merged.list.length > maxPresets) problem.value = { kind: 'too-many' };
      else {
        const replaced = own.list.length + read.presets.list.length - merged.list.length;
        imported.value = { presets: read.presets, merged, replaced };
      }
    },

    async takeIn(): Promise<void> {
      const file = imported.peek();
      if (file === null) return;
      imported.value = null;
      deleted.value = null;
      // What has changed since it was read stays changed.
      const count = file.presets.list.length;
      await put(mergePresets(presets.peek(), file.presets, takesDefault.peek()), { kind: 'imported', count });
    },

    putAside: () => (imported.value = null),
  };
}
