/** The presets that were changed here and are not stored yet. Only these are sent: what other pages change meanwhile stays. */
import { isEqual } from '../../lib/draft/is-equal.ts';
import type { PresetChanges, Presets } from '../../lib/presets/preset.ts';

export function createUnsavedPresets() {
  const ids = new Set<string>();
  let isDefaultUnsaved = false;

  return {
    add(from: Presets, to: Presets): void {
      const before = new Map(from.list.map((preset) => [preset.id, preset]));
      for (const preset of to.list) {
        if (!isEqual(preset, before.get(preset.id))) ids.add(preset.id);
        before.delete(preset.id);
      }
      for (const id of before.keys()) ids.add(id);
      isDefaultUnsaved ||= from.defaultId !== to.defaultId;
    },

    /** With the values that are shown now: a message that is repeated must not undo a later change. */
    changes({ list, defaultId }: Presets): PresetChanges {
      const order = list.map(({ id }) => id);
      return {
        put: list.filter(({ id }) => ids.has(id)),
        removed: [...ids].filter((id) => !order.includes(id)),
        order,
        ...(isDefaultUnsaved && { defaultId }),
      };
    },

    clear(): void {
      ids.clear();
      isDefaultUnsaved = false;
    },
  };
}
