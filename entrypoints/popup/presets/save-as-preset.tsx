/** "Save as preset" under the options; its form loads when it is opened. */
import { BookmarkPlus } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { openPresetForm } from '../form/nested-form-state.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { lazy } from '../lazy.tsx';

const PresetForm = lazy(async () => (await import('./preset-form.tsx')).PresetForm);

export function SaveAsPreset({ model }: ModelProps) {
  const { presetName } = model.nestedForms;
  const open = presetName.value !== null;
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
      {open && <PresetForm model={model} onClose={close} />}
      <p role="status" class="note">
        {saved === '' || open ? '' : t('presetSaved', isolate(saved))}
      </p>
      <p class="acts save-as-preset">
        <Button
          icon={BookmarkPlus}
          text={t('saveAsPreset')}
          class="quiet"
          ref={button}
          aria-expanded={open}
          onClick={() => (open ? close('') : openPresetForm(model))}
        />
      </p>
    </>
  );
}
