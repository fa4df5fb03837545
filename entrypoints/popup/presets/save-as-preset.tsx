/** "Save as preset" under the options; its form loads when it is wanted. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';
import type * as presetForm from './preset-form.tsx';
import { openPresetForm, presetName } from '../form/nested-form-state.ts';
import { isolate } from '../../../lib/text/isolate.ts';

export function SaveAsPreset({ model }: { readonly model: PopupModel }) {
  const open = presetName.value !== null;
  const [loaded, setLoaded] = useState<typeof presetForm | null>(null);
  /** The name of the preset saved last. */
  const [saved, setSaved] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) void import('./preset-form.tsx').then(setLoaded);
  }, [open]);
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
      {open && loaded && <loaded.PresetForm model={model} onClose={close} />}
      <p role="status" class="note">
        {saved === '' || open ? '' : t('presetSaved', isolate(saved))}
      </p>
    </>
  );
}
