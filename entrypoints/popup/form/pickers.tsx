/** The pickers of the preset, and of campaign, channel and pixels. */
import { LazyAssignmentFields } from '../../../components/lazy-assignment-fields.tsx';
import type { ModelProps } from '../model.ts';
import type { PartProps } from '../shell-parts.tsx';

/** The preset picker; nothing if there are no presets. */
export function PresetSlot({ model: { deps, presets } }: ModelProps) {
  const part = presets.value;
  // The row is rendered before the picker has loaded, so that the fields below do not move.
  return part || deps.presets ? <div class="property">{part && <part.Picker />}</div> : null;
}

export function Pickers({ model, parts }: PartProps) {
  const { form, recordPickers } = model;
  const pickers = recordPickers.value;
  return (
    <>
      <LazyAssignmentFields
        fields={['campaign', 'channel', 'pixels']}
        lists={model.view.value}
        chosen={pickers?.shownAssignment() ?? form.draft.value}
        onChange={(fields) => (pickers ? pickers.changeAssignment(fields) : form.change(fields))}
        creation={(field) => ({
          onCreate: (text) => parts.create(model, field, text),
          busy: pickers?.isCreating(field),
        })}
        behavior={parts.openCombobox.value}
        onApproach={parts.loadCombobox}
      />
      <parts.NewPixel model={model} />
    </>
  );
}
