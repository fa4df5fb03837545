/** The part of the preferences about copying a link: read and saved by the pages that offer it. */
import { readItem } from './stored-item.ts';
import { preferencesItem, type Preferences } from './preferences.ts';

/** The format used last, and the user's own template. */
export type CopyPreference = Pick<Preferences, 'copyFormat' | 'copyTemplate'>;

const { key, fallback } = preferencesItem;

/** `save` sends a message to the background, which checks and writes. */
export function createCopyPreference(
  read: (key: string) => Promise<Record<string, unknown>>,
  save: (changes: Partial<CopyPreference>) => unknown,
) {
  return {
    async readCopyPreference(): Promise<CopyPreference> {
      const { copyFormat, copyTemplate } = await read(key).then(
        (stored) => readItem(preferencesItem, stored[key]),
        () => fallback,
      );
      return { copyFormat, copyTemplate };
    },

    /** Changes nothing else of the preferences. @returns false if they can't be saved now */
    async saveCopyPreference(changes: Partial<CopyPreference>): Promise<boolean> {
      try {
        const raw = (await read(key))[key];
        const stored = readItem(preferencesItem, raw);
        // Another version, or damaged: the fallback must not overwrite it.
        if (raw !== undefined && stored === fallback) return false;
        await save(changes);
        return true;
      } catch {
        // The link is on the clipboard nevertheless, and the next copy tries again.
        return false;
      }
    },
  };
}
