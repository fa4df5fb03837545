/** The settings page's models with everything that it saves. */
import type { OptionsDeps } from '../../../entrypoints/options/options-deps.ts';
import { createOptionsModel } from '../../../entrypoints/options/model.ts';
import { createPresetModel } from '../../../entrypoints/options/presets-model.ts';
import { applyPresetChanges } from '../../../lib/presets/apply-changes.ts';
import type { PresetChanges, Presets } from '../../../lib/presets/preset.ts';
import { accountViewItem, type AccountView } from '../../../lib/views/account-view.ts';
import { preferencesItem, type PreferenceChanges } from '../../../lib/storage/preferences.ts';
import { fullView } from '../../support/sample-views.ts';

export const account = { username: 'ada', email: 'a@b.c', status: 'pro', expires: null, avatar: null };

export function openModel(
  accountView: AccountView = accountViewItem.fallback,
  deps: Partial<OptionsDeps> = {},
) {
  const saves: PreferenceChanges[] = [];
  const disconnects: string[] = [];
  const unused = async () => false;
  const model = createOptionsModel({
    accountView,
    preferences: preferencesItem.fallback,
    popupView: fullView(),
    addressDraft: null,
    firstSteps: false,
    saveFirstSteps: () => {},
    now: () => 0,
    newId: () => '',
    requestOrigin: unused,
    requestScripting: unused,
    hasOrigin: async () => true,
    requestNotifications: unused,
    removeOptionalPermissions: async () => {},
    grantedOrigins: async () => [],
    removeOrigin: unused,
    writeIntent: async () => {},
    connect: async () => 'tried',
    disconnect: async () => disconnects.push('now'),
    countBulkLinks: async () => 0,
    savePreferences: async (changes) => saves.push(changes()),
    saveAddressDraft: () => {},
    dropAddressDraft: () => {},
    ...deps,
  });
  return { model, saves, disconnects };
}

/** @returns the model, and the presets as they are stored after each save */
export function openPresets(presets: Presets, save?: (changes: () => PresetChanges) => Promise<unknown>) {
  const saves: Presets[] = [];
  const apply = async (changes: () => PresetChanges): Promise<unknown> =>
    saves.push(applyPresetChanges(saves.at(-1) ?? presets, changes()));
  return { model: createPresetModel({ presets, save: save ?? apply }), saves };
}
