/** "Save as preset" under the options; its form loads when it is opened. */
import { useRef, useState } from 'preact/hooks';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';
import { openPresetForm } from '../form/nested-form-state.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { useLazyModule } from '../use-lazy-module.ts';

export function SaveAsPreset({ model }: { readonly model: PopupModel }) {
  const { presetName } = model.nestedForms;
  const open = presetName.value !== null;
  const loaded = useLazyModule(open, () => import('./preset-form.tsx'));
  /** The name of the preset saved last. */
  const [saved, setSaved] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const close = (name: string) => {
    setSaved(name);
    presetName.value = null;
    button.current?.focus();
  };
  return (
    <>
      <p class="acts">
        <button
          type="button"
          ref={button}
          aria-expanded={open}
          onClick={() => (open ? (presetName.value = null) : openPresetForm(model))}
        >
          {t('saveAsPreset')}
        </button>
      </p>
      {loaded && <loaded.PresetForm model={model} onClose={close} />}
      <p role="status" class="note">
        {saved === '' || open ? '' : t('presetSaved', isolate(saved))}
      </p>
    </>
  );
}
