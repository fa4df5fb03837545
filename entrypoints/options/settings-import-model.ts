/**
 * Imports settings and presets from a file: it is read and checked first, and stored when the user confirms. Also
 * resets and deletes them.
 */
import { computed, signal } from '@preact/signals';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { mergePresets } from '../../lib/presets/import-export.ts';
import { presetByDefault } from '../../lib/presets/match-site.ts';
import { maxPresets } from '../../lib/presets/preset-rules.ts';
import {
  exportSettings,
  hasForeignIds,
  importSettings,
  withoutForeignIds,
  type ImportedSettings,
  type Settings,
  type SettingsOwner,
  type SettingsImportProblem,
} from '../../lib/storage/settings-file.ts';
import type { Preset } from '../../lib/presets/preset.ts';
import { preferencesItem, type Preferences } from '../../lib/storage/preferences.ts';
import { presetsItem } from '../../lib/storage/presets.ts';
import type { OptionsModel } from './model.ts';
import type { PresetModel } from './presets-model.ts';
import { readImportFile, type ImportFile } from './read-import-file.ts';

export interface SettingsImport extends Settings {
  /** The names of the preferences that would change. */
  readonly changed: readonly (keyof Preferences)[];
  /** The service of the account whose ids and domains are not imported; `null` when there are none. */
  readonly foreignService: string | null;
  /** The presets here, some of which it may replace. */
  readonly own: readonly Preset[];
  /** The file's default preset. */
  readonly importedDefault: Preset | null;
}

/** `failed`: some of it could not be stored, and the same can be tried again. */
type SettingsImportState = 'none' | 'imported' | 'reset' | 'failed';

export type SettingsModel = ReturnType<typeof createSettingsModel>;

export function createSettingsModel(options: OptionsModel, presets: PresetModel) {
  const file = signal<ImportedSettings | null>(null);
  const problem = signal<SettingsImportProblem | null>(null);
  const state = signal<SettingsImportState>('none');
  const takesDefault = signal(false);

  /** Computed from what is shown, so that changes made since the file was read count. */
  const imported = computed(() => file.value && describeImport(file.value, options, presets));

  function reset(): void {
    file.value = null;
    problem.value = null;
    state.value = 'none';
    takesDefault.value = false;
  }

  return {
    imported,
    problem,
    state,
    /** The user's default preset stays unless the user chooses the file's. */
    takesDefault,
    cancel: reset,

    exportText: (): string =>
      exportSettings({
        preferences: options.preferences.peek(),
        presets: presets.presets.peek(),
        owner: ownerOf(options),
      }),

    async read(chosen: ImportFile): Promise<void> {
      reset();
      // A file that can't be read is reported as one without settings.
      const read = importSettings(await readImportFile(chosen));
      if (!read.ok) problem.value = read.problem;
      else if (mergePresets(presets.presets.peek(), read.settings.presets).list.length > maxPresets)
        problem.value = { kind: 'too-many', max: maxPresets };
      else file.value = read.settings;
    },

    async confirm(): Promise<void> {
      const settings = imported.peek();
      if (settings === null) return;
      const isStored = await store(settings, options, presets, takesDefault.peek());
      if (isStored) file.value = null;
      state.value = isStored ? 'imported' : 'failed';
    },

    async resetAll(): Promise<void> {
      reset();
      state.value = (await storeDefaults(options, presets)) ? 'reset' : 'failed';
    },

    async deleteAll(): Promise<void> {
      reset();
      if (!(await deleteEverything(options, presets))) state.value = 'failed';
    },
  };
}

/** @returns whether the defaults are stored; the account goes in any case */
async function deleteEverything(options: OptionsModel, presets: PresetModel): Promise<boolean> {
  const isReset = await storeDefaults(options, presets);
  options.forgetFirstSteps();
  await options.disconnect(isReset);
  return isReset;
}

function describeImport(file: ImportedSettings, options: OptionsModel, presets: PresetModel): SettingsImport {
  const own = options.preferences.value;
  const owner = ownerOf(options);
  const settings = withoutForeignIds(file, { preferences: own, owner });
  return {
    ...settings,
    changed: changedNames(own, settings.preferences),
    foreignService: hasForeignIds(file, owner) ? file.owner.service : null,
    own: presets.presets.value.list,
    importedDefault: presetByDefault(settings.presets),
  };
}

function ownerOf({ account, lists }: OptionsModel): SettingsOwner {
  const { address } = account.value;
  if (address === '') return { service: '', account: '' };
  // The scope of an account is the service's address and the account's id.
  const { scope = '' } = lists.value ?? {};
  const id = scope.startsWith(`${address}#`) ? scope.slice(address.length + 1) : '';
  return { service: new URL(address).origin, account: id };
}

/** Called by the click itself: the browser grants permissions only during a user gesture. */
async function withPermissions({ preferences }: Settings, options: OptionsModel): Promise<Preferences> {
  const own = options.preferences.peek();
  if (preferences.cleanUp.includes('canonical') && !own.cleanUp.includes('canonical'))
    options.requestScripting();
  const notify = preferences.notify && (own.notify || (await options.requestNotifications()));
  return { ...preferences, notify };
}

/** @returns whether all of it is stored */
async function store(
  settings: Settings,
  options: OptionsModel,
  presets: PresetModel,
  takesDefault: boolean,
): Promise<boolean> {
  const preferences = await withPermissions(settings, options);
  presets.deleted.value = null;
  const merged = mergePresets(presets.presets.peek(), settings.presets, takesDefault);
  const stored = await Promise.all([
    options.change(preferences, 'privacy'),
    settings.presets.list.length === 0 || presets.save(merged, { kind: 'nothing' }),
  ]);
  return stored.every(Boolean);
}

/**
 * Stores the defaults of all preferences, and no presets.
 *
 * @returns whether all of it is stored
 */
async function storeDefaults(options: OptionsModel, presets: PresetModel): Promise<boolean> {
  presets.deleted.value = null;
  const stored = await Promise.all([
    options.change(preferencesItem.fallback, 'privacy'),
    presets.save(presetsItem.fallback, { kind: 'nothing' }),
  ]);
  return stored.every(Boolean);
}

const isName = (name: string, preferences: Preferences): name is keyof Preferences =>
  Object.hasOwn(preferences, name);

function changedNames(own: Preferences, next: Preferences): (keyof Preferences)[] {
  const names: (keyof Preferences)[] = [];
  for (const name in own) if (isName(name, own) && !isEqual(own[name], next[name])) names.push(name);
  return names;
}
