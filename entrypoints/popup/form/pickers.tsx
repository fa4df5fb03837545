/** The pickers of campaign, channel and pixels. */
import { FilingFields } from '../../../components/filing-fields.tsx';
import type { PopupModel } from '../model.ts';
import type { PopupParts } from '../shell-parts.ts';

export interface PickersProps {
  readonly model: PopupModel;
  readonly parts: PopupParts;
}

export function Pickers({ model, parts }: PickersProps) {
  const { form, view } = model;
  return (
    <>
      <FilingFields
        fields={['campaign', 'channel', 'pixels']}
        lists={view.value}
        chosen={form.draft.value}
        onChange={form.change}
        creation={(field) => ({
          onCreate: (text) => parts.create(model, field, text),
          busy: parts.isCreating(model, field),
        })}
        behavior={parts.listbox}
      />
      <parts.NewPixel model={model} />
    </>
  );
}
