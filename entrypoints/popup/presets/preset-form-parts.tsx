/** What "Save as preset" and the preset's own page share. */
import { Checkbox } from '../../../components/checkbox.tsx';
import { focusOnMount } from '../../../components/focus-on-mount.ts';
import { isRelativeExpiry } from '../../../lib/draft/expiry.ts';
import { formatDuration } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { maxPresetNameLength, maxPresets } from '../../../lib/presets/preset-rules.ts';
import type { ModelProps } from '../model.ts';
import type { SaveOutcome } from './save-preset.ts';

interface PresetNameInputProps {
  readonly name: string;
  /** The id of its hint. */
  readonly hint?: string;
  readonly onName: (name: string) => void;
}

export function PresetNameInput({ name, hint, onName }: PresetNameInputProps) {
  return (
    <>
      <label for="preset-name">{t('presetName')}</label>
      <input
        id="preset-name"
        dir="auto"
        autocomplete="off"
        maxLength={maxPresetNameLength}
        aria-describedby={hint}
        value={name}
        ref={focusOnMount}
        onInput={(event) => onName(event.currentTarget.value)}
      />
    </>
  );
}

export function PresetNotes({ model }: ModelProps) {
  return (
    <>
      <p class="hint">{t('presetVariables', '{host}', '{title}', '{date}', '{selection}')}</p>
      {model.form.draft.value.extras?.password && <p class="hint">{t('presetPassword')}</p>}
    </>
  );
}

interface RelativeExpiryChoiceProps {
  /** From now to the expiration date; `null` if there is none. */
  readonly duration: string | null;
  readonly expiry: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Offers to store a date as a duration: each link then expires this long after it was created. */
export function RelativeExpiryChoice({
  duration,
  expiry = '',
  checked,
  onChange,
}: RelativeExpiryChoiceProps) {
  if (duration === null || isRelativeExpiry(expiry)) return null;
  return (
    <Checkbox
      label={t('presetRelativeExpiry', formatDuration(duration))}
      checked={checked}
      onChange={onChange}
    />
  );
}

/** Empty unless saving has failed. */
export function describeSaveProblem(outcome: SaveOutcome | null): string {
  if (outcome?.state !== 'failed') return '';
  return outcome.problem === 'too-many' ? formatCount('presetsTooMany', maxPresets) : t(outcome.problem);
}
