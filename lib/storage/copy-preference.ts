/** How the person copies a link, out of the preferences: read and kept by the pages that offer it. */
import { readItem } from './stored-item.ts';
import { preferencesItem, type Preferences } from './preferences.ts';

/** The format used last, and their own template. */
export type CopyPreference = Pick<Preferences, 'copyFormat' | 'copyTemplate'>;

const { key, fallback } = preferencesItem;

/** `save` asks the background, which checks and writes. */
export function createCopyPreference(
  read: (key: string) => Promise<Record<string, unknown>>,
  save: (preferences: Preferences) => unknown,
) {
  return {
    async readCopyPreference(): Promise<CopyPreference> {
      const { copyFormat, copyTemplate } = await read(key).then(
        (kept) => readItem(preferencesItem, kept[key]),
        () => fallback,
      );
      return { copyFormat, copyTemplate };
    },

    /** Changes nothing else of the preferences. What can't be kept now is kept with the next copy. */
    async saveCopyPreference(choice: CopyPreference): Promise<void> {
      try {
        const raw = (await read(key))[key];
        const kept = readItem(preferencesItem, raw);
        // Of another version, or damaged: the fallback must not take its place.
        if (raw !== undefined && kept === fallback) return;
        await save({ ...kept, ...choice });
      } catch {
        // The link is on the clipboard all the same.
      }
    },
  };
}
