/** Preferences: a choice shows immediately, and "Saved" only after the background has stored it. */
import { signal } from '@preact/signals';
import type { Preferences } from '../../lib/storage/preferences.ts';
import type { OptionsDeps } from './options-deps.ts';
import type { SectionId } from './section-names.ts';

/** The section in which a preference is changed, where it is not "Behavior". */
const sectionOf: Partial<Record<string, SectionId>> = {
  campaign: 'defaults',
  channel: 'defaults',
  pixels: 'defaults',
  cleanUp: 'addresses',
  theme: 'appearance',
};

export function createPreferencesModel(
  deps: Pick<OptionsDeps, 'preferences' | 'savePreferences' | 'requestNotifications' | 'requestReading'>,
) {
  const preferences = signal(deps.preferences);
  const notifyRefused = signal(false);
  const saved = signal<'no' | 'yes' | 'failed'>('no');
  /** Where the last change was made. */
  const changedSection = signal<SectionId | null>(null);
  /** Number of changes that are being stored. */
  let saving = 0;

  async function change(fields: Partial<Preferences>): Promise<void> {
    const next = { ...preferences.value, ...fields };
    preferences.value = next;
    saved.value = 'no';
    changedSection.value = sectionOf[Object.keys(fields)[0] ?? ''] ?? 'behaviour';
    saving += 1;
    const result = await deps.savePreferences(next).then(
      () => 'yes' as const,
      () => 'failed' as const,
    );
    saving -= 1;
    if (saving === 0) saved.value = result;
  }

  return {
    preferences,
    notifyRefused,
    saved,
    changedSection,
    change,

    /** Values that arrive while a choice is being stored are older than what is shown. */
    showPreferences(next: Preferences): void {
      if (saving === 0) preferences.value = next;
    },

    /** Called by the click itself; without this permission the page's canonical URL can't be read. */
    requestReading: () => void deps.requestReading().catch(() => false),

    /** Called by the click itself: the browser prompts the user only during a user gesture. */
    async chooseNotifications(wanted: boolean): Promise<void> {
      notifyRefused.value = wanted && !(await deps.requestNotifications().catch(() => false));
      // Renders the checkbox again, which shows the stored value also where that has not changed.
      preferences.value = { ...preferences.value };
      if (!notifyRefused.value) await change({ notify: wanted });
    },
  };
}
