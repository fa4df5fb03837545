/** The form that saves the link form as a preset. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toRelativeExpiry } from '../../../lib/draft/expiry.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { presetFieldsFromDraft } from '../../../lib/presets/from-draft.ts';
import { presetBySite } from '../../../lib/presets/match-site.ts';
import { presetNamed } from '../../../lib/presets/preset-rules.ts';
import type { Preset, PresetFields, Presets } from '../../../lib/presets/preset.ts';
import { focusUnmatchedText } from '../../../components/combobox/focus-unmatched-text.ts';
import { onEnter } from '../../../components/on-enter.ts';
import { Checkbox } from '../../../components/checkbox.tsx';
import { hasVariable } from '../../../lib/presets/template.ts';
import type { ModelProps, PopupModel } from '../model.ts';
import {
  describeSaveProblem,
  PresetNameInput,
  PresetNotes,
  RelativeExpiryChoice,
} from './preset-form-parts.tsx';
import { readPresets, savePreset, type SaveOutcome } from './save-preset.ts';
import { Button } from '../../../components/button.tsx';

interface PresetFormProps extends ModelProps {
  /** Called with the name of the saved preset; with an empty one if none was saved. */
  readonly onClose: (name: string) => void;
}

interface Choices {
  /** Add a rule for the site; `null` until the user has chosen. */
  readonly bySite: boolean | null;
  readonly withAlias: boolean;
  readonly isRelative: boolean;
}

export function PresetForm({ model, onClose }: PresetFormProps) {
  const { presetName } = model.nestedForms;
  const source = readLinkForm(model);
  const { fields, host, relativeExpiry } = source;
  const [presets, setPresets] = useState<Presets | null>(null);
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null);
  const [choices, setChoices] = useState<Choices>({
    bySite: null,
    withAlias: hasVariable(fields.alias ?? ''),
    isRelative: true,
  });
  const isSaving = useRef(false);
  useEffect(() => void readPresets().then(setPresets), []);
  const name = (presetName.value ?? '').trim();
  const replaced = presets === null ? undefined : presetNamed(name, presets.list);
  const hasRule = matchesSite(replaced, model.form.content().address);
  const bySite = choices.bySite ?? hasRule;

  async function save(): Promise<void> {
    // The second press of a double click would store another preset of the same name.
    if (name === '' || presets === null || isSaving.current || focusUnmatchedText()) return;
    isSaving.current = true;
    const site = bySite && !hasRule && host !== '' ? host : null;
    const { withAlias, isRelative } = choices;
    const input = { name, fields, site, withAlias, relativeExpiry: isRelative ? relativeExpiry : null };
    const saving = savePreset(input, replaced, model.deps.newId);
    const next = await saving.finally(() => (isSaving.current = false));
    setOutcome(next);
    if (next.state === 'changed') setPresets(next.presets);
    if (next.state !== 'saved') return;
    await model.loadPresets();
    model.presets.peek()?.onPresetsEdited(next.presets, next.preset);
    onClose(name);
  }

  return (
    <fieldset data-own-enter onKeyDown={onEnter(() => void save())}>
      <legend>{t('saveAsPreset')}</legend>
      <NameField name={presetName} isTaken={replaced !== undefined} />
      <ChoiceFields
        source={source}
        choices={{ ...choices, bySite }}
        hasRule={hasRule}
        onChange={(changed) => setChoices({ ...choices, ...changed })}
      />
      <PresetNotes model={model} />
      <div class="acts">
        <Button
          text={t(replaced ? 'replacePreset' : 'savePreset')}
          disabled={name === '' || presets === null}
          onClick={() => void save()}
        />
        <Button text={t('cancel')} onClick={() => onClose('')} />
      </div>
      <p role="alert" class="note">
        {describeSaveProblem(outcome)}
      </p>
    </fieldset>
  );
}

/** The content of the link form that a preset can hold. */
interface PresetSource {
  readonly fields: PresetFields;
  readonly host: string;
  /** The expiration date as a duration from now; `null` if there is none. */
  readonly relativeExpiry: string | null;
}

function readLinkForm({ form, deps, defaults, presets, view }: PopupModel): PresetSource {
  const fields = presetFieldsFromDraft(form.draft.value, defaults.value, presets.value?.filledFrom() ?? null);
  const url = form.readable.value;
  const expiry = fields.extras?.expiry ?? '';
  return {
    fields,
    host: url.ok ? new URL(url.address).host : '',
    relativeExpiry: toRelativeExpiry(expiry, new Date(deps.now()), view.value.zone),
  };
}

function matchesSite(preset: Preset | undefined, url: string): boolean {
  return preset !== undefined && presetBySite(url, { list: [preset], defaultId: null }) !== null;
}

interface NameFieldProps {
  readonly name: Signal<string | null>;
  /** A preset of that name exists. */
  readonly isTaken: boolean;
}

function NameField({ name, isTaken }: NameFieldProps) {
  const hint = 'preset-name-hint';
  return (
    <>
      <div class="row">
        <PresetNameInput name={name.value ?? ''} hint={hint} onName={(text) => (name.value = text)} />
      </div>
      <p id={hint} class="hint" aria-live="polite">
        {isTaken && t('presetReplaces')}
      </p>
    </>
  );
}

interface ChoiceFieldsProps {
  readonly source: PresetSource;
  readonly choices: Choices;
  /** The preset that would be replaced has a rule for the site already. */
  readonly hasRule: boolean;
  readonly onChange: (changed: Partial<Choices>) => void;
}

function ChoiceFields({ source, choices, hasRule, onChange }: ChoiceFieldsProps) {
  const { fields, host, relativeExpiry } = source;
  const { bySite, withAlias, isRelative } = choices;
  return (
    <>
      {host !== '' && (
        <Checkbox
          label={t('presetSiteRule', isolate(host))}
          checked={bySite === true}
          disabled={hasRule}
          onChange={(is) => onChange({ bySite: is })}
        />
      )}
      {fields.alias !== undefined && fields.alias !== '' && (
        <Checkbox
          label={t('presetWithAlias', isolate(fields.alias))}
          checked={withAlias}
          onChange={(is) => onChange({ withAlias: is })}
        />
      )}
      <RelativeExpiryChoice
        duration={relativeExpiry}
        expiry={fields.extras?.expiry}
        checked={isRelative}
        onChange={(is) => onChange({ isRelative: is })}
      />
    </>
  );
}
