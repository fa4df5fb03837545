/** Preferences: a choice shows immediately, and "Saved" only after the background has stored it. */
import { signal, type Signal } from '@preact/signals';
import type { PreferenceChanges, Preferences } from '../../lib/storage/preferences.ts';
import { createOptimisticValue } from './optimistic-value.ts';
import type { OptionsDeps } from './options-deps.ts';
import type { SectionId } from './settings-sections.ts';

/** The section in which a preference is changed, where it is not "Behavior". */
const sectionOf: Partial<Record<string, SectionId>> = {
  campaign: 'defaults',
  channel: 'defaults',
  pixels: 'defaults',
  expiry: 'defaults',
  domain: 'defaults',
  cleanUp: 'addresses',
  theme: 'appearance',
};

type PreferencesDeps = Pick<
  OptionsDeps,
  'preferences' | 'savePreferences' | 'requestNotifications' | 'requestScripting'
>;

export function createPreferencesModel(deps: PreferencesDeps) {
  const preferences = signal(deps.preferences);
  const saved = signal<'no' | 'yes' | 'failed'>('no');
  /** Where the last change was made. */
  const changedSection = signal<SectionId | null>(null);
  const changedFields = signal<PreferenceChanges>({});
  const optimistic = createOptimisticValue(preferences);
  /** Each message carries all of them, a repeated one too: an older choice must not undo a later one. */
  let unsaved: PreferenceChanges = {};

  /** @returns whether it is stored */
  async function change(
    fields: Partial<Preferences>,
    section: SectionId = sectionOf[Object.keys(fields)[0] ?? ''] ?? 'behavior',
  ): Promise<boolean> {
    saved.value = 'no';
    changedSection.value = section;
    changedFields.value = fields;
    unsaved = { ...unsaved, ...fields };
    const { isStored, isAllStored } = await optimistic.save({ ...preferences.value, ...fields }, () =>
      deps.savePreferences(() => unsaved),
    );
    if (isAllStored !== null) saved.value = isAllStored ? 'yes' : 'failed';
    if (isAllStored) unsaved = {};
    return isStored;
  }

  return {
    preferences,
    saved,
    changedSection,
    changedFields,
    change,
    showPreferences(next: Preferences): void {
      // A later save must not store values that are no longer shown.
      if (optimistic.show(next)) unsaved = {};
    },

    ...createPermissionRequests(deps, preferences, change),
  };
}

/** All are called by the click itself: the browser prompts the user only during a user gesture. */
function createPermissionRequests(
  deps: PreferencesDeps,
  preferences: Signal<Preferences>,
  change: (fields: Partial<Preferences>) => Promise<boolean>,
) {
  const notificationsDenied = signal(false);

  function requestNotifications(): Promise<boolean> {
    const show = (isAllowed: boolean): boolean => {
      notificationsDenied.value = !isAllowed;
      return isAllowed;
    };
    return deps.requestNotifications().then(show, () => show(false));
  }

  return {
    notificationsDenied,
    requestNotifications,

    /** Without this permission the page's canonical URL can't be read. */
    requestScripting: () => void deps.requestScripting().catch(() => false),

    async chooseNotifications(wanted: boolean): Promise<void> {
      notificationsDenied.value = false;
      const isAllowed = !wanted || (await requestNotifications());
      // Renders the checkbox again, which shows the stored value also where that has not changed.
      preferences.value = { ...preferences.value };
      if (isAllowed) await change({ notify: wanted });
    },
  };
}
