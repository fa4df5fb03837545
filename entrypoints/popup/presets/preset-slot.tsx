/** The preset picker; nothing if there are no presets. */
import type { PopupModel } from '../model.ts';

export function PresetSlot({ model: { deps, presets } }: { readonly model: PopupModel }) {
  const part = presets.value;
  // The row is rendered before the picker has loaded, so that the fields below do not move.
  return part || deps.presets ? <div class="property">{part && <part.Picker />}</div> : null;
}
