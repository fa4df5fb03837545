/** The pickers of campaign, channel and pixels. */
import { t } from '../../../lib/i18n/t.ts';
import { Combobox } from '../../../components/combobox/combobox.tsx';
import type { PopupModel } from '../model.ts';
import type { PopupParts } from '../parts.ts';

export interface PickersProps {
  readonly model: PopupModel;
  readonly parts: PopupParts;
}

const lists = { campaign: 'campaigns', channel: 'channels', pixels: 'pixels' } as const;

export function Pickers({ model, parts }: PickersProps) {
  const { form, view } = model;
  return (
    <>
      {(['campaign', 'channel', 'pixels'] as const).map((name) => {
        const several = name === 'pixels';
        return (
          <Combobox
            key={name}
            id={name}
            label={t(name)}
            multiple={several}
            options={view.value[lists[name]]}
            chosen={[form.draft.value[name] ?? []].flat()}
            onChange={(picked) => form.change({ [name]: several ? picked : (picked[0] ?? null) })}
            onCreate={(text) => parts.create(model, name, text)}
            busy={parts.isCreating(model, name)}
            behavior={parts.listbox}
          />
        );
      })}
      <parts.NewPixel model={model} />
    </>
  );
}
