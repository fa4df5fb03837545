/** Where a link is filed: the three pickers. */
import type { ReadonlySignal } from '@preact/signals';
import { t } from '../../../lib/i18n/t.ts';
import { Combobox } from '../../../components/combobox/combobox.tsx';
import type * as laterParts from '../deferred.tsx';
import type { PopupModel } from '../model.ts';

export interface PickersProps {
  readonly model: PopupModel;
  /** `null` until it has loaded. */
  readonly later: ReadonlySignal<typeof laterParts | null>;
}

const lists = { campaign: 'campaigns', channel: 'channels', pixels: 'pixels' } as const;

export function Pickers({ model, later }: PickersProps) {
  const { form, view } = model;
  const deferred = later.value;
  return (
    <>
      {(['campaign', 'channel', 'pixels'] as const).map((name) => {
        const several = name === 'pixels';
        return (
          <Combobox
            key={name}
            id={name}
            label={t(name)}
            several={several}
            options={view.value[lists[name]]}
            chosen={[form.draft.value[name] ?? []].flat()}
            onChange={(picked) => form.change({ [name]: several ? picked : (picked[0] ?? null) })}
            onCreate={(text) => deferred?.create(model, name, text)}
            busy={deferred?.isCreating(model, name)}
            behaviour={deferred && deferred.listboxBehavior}
          />
        );
      })}
      {deferred && <deferred.NewPixel model={model} />}
    </>
  );
}
