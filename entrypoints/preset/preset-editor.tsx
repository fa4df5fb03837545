/** The editor of a preset: the fields of the link form, without a URL. */
import { Info, Settings } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { Icon } from '../../components/icon.tsx';
import { toRelativeExpiry } from '../../lib/draft/expiry.ts';
import { describeClearedFields } from '../../lib/i18n/describe-preset.ts';
import { t } from '../../lib/i18n/t.ts';
import { presetFieldsFromDraft } from '../../lib/presets/from-draft.ts';
import { maxPresetNameLength } from '../../lib/presets/preset-rules.ts';
import type { Preset, PresetFields } from '../../lib/presets/preset.ts';
import { presetToDraft } from '../../lib/presets/to-draft.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { FullForm } from '../popup/form/full-form.tsx';
import { BlockingErrorNote } from '../popup/form/options-summary.tsx';
import type { PopupModel } from '../popup/model.ts';
import {
  describeSaveProblem,
  PresetNotes,
  RelativeExpiryChoice,
} from '../popup/presets/preset-form-parts.tsx';
import { saveEditedPreset, type SaveOutcome } from '../popup/presets/save-preset.ts';
import type { PopupParts } from '../popup/shell-parts.ts';

interface PresetEditorProps {
  readonly id: string;
  /** `null` for a new one. */
  readonly stored: Preset | null;
  readonly model: PopupModel;
  readonly parts: PopupParts;
  /** Called with the preset as it was stored: what differs from it is a draft. */
  readonly onStored: (preset: Preset) => void;
}

export function PresetEditor({ id, stored, model, parts, onStored }: PresetEditorProps) {
  const [saved, setSaved] = useState(stored);
  const { presetName } = model.nestedForms;
  const name = presetName.value ?? saved?.name ?? '';
  const heading = t(stored === null ? 'presetsNew' : 'presetEdit');
  useEffect(() => {
    document.title = `${heading} · ${t('extName')}`;
  }, [heading]);
  return (
    <>
      <header>
        <h1>
          <img src="/icon/48.png" width="24" height="24" alt="" /> {heading}
        </h1>
        <p class="acts">
          <button type="button" class="quiet" onClick={parts.openSettings}>
            <Icon of={Settings} />
            {t('settings')}
          </button>
        </p>
      </header>
      <main>
        <PresetFieldsForm
          {...{ id, model, parts, name }}
          base={saved}
          onName={(text) => (presetName.value = text)}
          onSaved={(preset, isCurrent) => {
            setSaved(preset);
            onStored(preset);
            // What was typed while it was being stored is still a draft.
            if (!isCurrent) return;
            presetName.value = null;
            model.deps.dropDraft();
          }}
        />
        {model.view.value.connected && <parts.Notices model={model} />}
      </main>
    </>
  );
}

interface PresetFieldsFormProps extends Omit<PresetEditorProps, 'stored' | 'onStored'> {
  readonly name: string;
  /** The stored preset: fields that are not changed keep its values. */
  readonly base: Preset | null;
  readonly onName: (name: string) => void;
  /** @param isCurrent nothing was changed while it was being stored */
  readonly onSaved: (preset: Preset, isCurrent: boolean) => void;
}

function PresetFieldsForm({ id, model, parts, name, base, onName, onSaved }: PresetFieldsFormProps) {
  const [last, setLast] = useState<{ readonly outcome: SaveOutcome; readonly content: string } | null>(null);
  const [choice, setChoice] = useState<boolean | null>(null);
  const fields = fieldsOf(model, base);
  const duration = durationOf(model, fields);
  const { expiry } = fields.extras ?? {};
  // A stored date stays a date unless it is changed.
  const isRelative = choice ?? expiry !== base?.fields.extras?.expiry;
  const content = JSON.stringify([name.trim(), fields, isRelative]);
  const latest = useRef(content);
  latest.current = content;
  // What is changed after the last save is not saved.
  const outcome = last?.content === content ? last.outcome : null;

  async function save(): Promise<void> {
    const input = {
      name: name.trim(),
      fields,
      site: null,
      withAlias: true,
      relativeExpiry: isRelative ? duration : null,
    };
    const next = await saveEditedPreset(input, id, base);
    // A failure concerns what is typed by now, too.
    setLast({ outcome: next, content: next.state === 'saved' ? content : latest.current });
    if (next.state === 'saved') onSaved(next.preset, latest.current === content);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Fields {...{ model, parts, name, onName }} />
      <Aside
        {...{ model, fields, duration, outcome, isRelative }}
        canSave={name.trim() !== ''}
        onRelative={setChoice}
      />
    </form>
  );
}

type FieldsProps = Pick<PresetFieldsFormProps, 'model' | 'parts' | 'name' | 'onName'>;

function Fields({ model, parts, name, onName }: FieldsProps) {
  return (
    <FullForm model={model} parts={parts} isPreset>
      <div class="address-field">
        <label for="preset-name">{t('presetName')}</label>
        <input
          id="preset-name"
          dir="auto"
          autocomplete="off"
          maxLength={maxPresetNameLength}
          value={name}
          ref={focusOnMount}
          onInput={(event) => onName(event.currentTarget.value)}
        />
      </div>
    </FullForm>
  );
}

interface AsideProps extends Pick<PresetEditorProps, 'model'> {
  readonly fields: PresetFields;
  readonly duration: string | null;
  readonly outcome: SaveOutcome | null;
  readonly isRelative: boolean;
  readonly canSave: boolean;
  readonly onRelative: (isRelative: boolean) => void;
}

/** The button that saves the preset, and what it will contain. */
function Aside({ model, fields, duration, outcome, isRelative, canSave, onRelative }: AsideProps) {
  return (
    <aside>
      <button class="main" disabled={!canSave || model.hasBlockingError.value}>
        {t('savePreset')}
      </button>
      <BlockingErrorNote model={model} />
      <p role="alert" class="problem">
        {describeSaveProblem(outcome)}
      </p>
      <p role="status" class="note">
        {outcome?.state === 'saved' && t('presetSaved', isolate(outcome.preset.name))}
      </p>
      <RelativeExpiryChoice
        duration={duration}
        expiry={fields.extras?.expiry}
        checked={isRelative}
        onChange={onRelative}
      />
      <p class="small">
        <Icon of={Info} size={14} />
        <span>{t('presetEditHint')}</span>
      </p>
      <p class="small">{describeClearedFields(fields)}</p>
      <PresetNotes model={model} />
    </aside>
  );
}

function fieldsOf({ form, defaults }: PopupModel, base: Preset | null): PresetFields {
  const from = base && { fields: base.fields, applied: presetToDraft(base.fields) };
  return presetFieldsFromDraft(form.draft.value, defaults.value, from);
}

/** From now to the expiration date; `null` if there is none. */
function durationOf({ deps, view }: PopupModel, { extras }: PresetFields): string | null {
  return toRelativeExpiry(extras?.expiry ?? '', new Date(deps.now()), view.value.zone);
}
