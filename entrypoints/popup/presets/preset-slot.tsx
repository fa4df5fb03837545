/** Which preset fills the form: nothing where there are none. */
import type { PopupModel } from '../model.ts';

export function PresetSlot({ model: { deps, presets } }: { readonly model: PopupModel }) {
  const part = presets.value;
  // Its place is there before it.
  return part || deps.presets ? <div class="row">{part && <part.Picker />}</div> : null;
}
