/** The editor of a preset: the fields of the link form, without a URL. */
import { Check, Info, Layers, Settings } from 'lucide';
import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { focusUnmatchedText } from '../../components/combobox/focus-unmatched-text.ts';
import { Icon } from '../../components/icon.tsx';
import { PresetSites } from '../../components/preset-sites.tsx';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { openSettings } from '../../lib/browser/open-page.ts';
import { toRelativeExpiry } from '../../lib/draft/expiry.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { describeClearedFields } from '../../lib/i18n/describe-preset.ts';
import { t } from '../../lib/i18n/t.ts';
import { presetFieldsFromDraft } from '../../lib/presets/from-draft.ts';
import { parseSites, type SitesProblem } from '../../lib/presets/parse-sites.ts';
import type { Preset, PresetFields } from '../../lib/presets/preset.ts';
import { presetToDraft } from '../../lib/presets/to-draft.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { FullForm } from '../popup/form/full-form.tsx';
import { BlockingErrorNote } from '../popup/form/options-summary.tsx';
import type { PopupModel } from '../popup/model.ts';
import {
  describeSaveProblem,
  PresetNameInput,
  PresetNotes,
  RelativeExpiryChoice,
} from '../popup/presets/preset-form-parts.tsx';
import {
  readPresets,
  saveAsDefault,
  saveEditedPreset,
  type SavedPreset,
  type SaveOutcome,
} from '../popup/presets/save-preset.ts';
import type { PartProps } from '../popup/shell-parts.tsx';
import { showStored, type PresetSignal } from './stored-preset.ts';

interface PresetEditorProps extends PartProps {
  readonly id: string;
  /** Fields that are not changed keep its values. */
  readonly base: PresetSignal;
}

export function PresetEditor({ base, model, ...props }: PresetEditorProps) {
  const heading = t(base.value === null ? 'presetsNew' : 'presetEdit');
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
          <Button icon={Settings} text={t('settings')} class="quiet" onClick={props.parts.openSettings} />
        </p>
      </header>
      <main>
        <PresetFieldsForm {...{ base, model, ...props }} />
        {model.view.value.connected && <props.parts.Notices model={model} />}
      </main>
    </>
  );
}

function PresetFieldsForm({ id, model, parts, base }: PresetEditorProps) {
  const [last, setLast] = useState<{ readonly outcome: SaveOutcome; readonly content: object } | null>(null);
  const [sitesProblem, setSitesProblem] = useState<SitesProblem | null>(null);
  const choice = useSignal<boolean | null>(null);
  const read = () => readForm(model, base.value, choice.value);
  const { name, sites, fields, duration, isRelative, content } = read();
  // What is changed after the last save is not saved.
  const outcome = last !== null && isEqual(last.content, content) ? last.outcome : null;

  async function save(): Promise<void> {
    // What was changed elsewhere, and is not shown yet, is not reverted.
    showStored(model, base, id, await readPresets());
    const pressed = read();
    const parsed = parseSites(pressed.sites);
    setSitesProblem(parsed.ok ? null : parsed);
    if (!parsed.ok) {
      document.getElementById(sitesId)?.focus();
      return;
    }
    const input = {
      name: pressed.name.trim(),
      fields: pressed.fields,
      site: null,
      // What is stored meanwhile stays, unless it was changed here.
      sites: model.nestedForms.presetSites.peek() === null ? null : parsed.sites,
      withAlias: true,
      relativeExpiry: pressed.isRelative ? pressed.duration : null,
    };
    const next = await saveEditedPreset(input, id, base.peek());
    const current = read().content;
    // A failure concerns what is typed by now, too.
    setLast({ outcome: next, content: next.state === 'saved' ? pressed.content : current });
    if (next.state !== 'saved') return;
    base.value = next.preset;
    // What was typed while it was being stored is still a draft.
    if (isEqual(current, pressed.content)) dropTyped(model);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusUnmatchedText()) void save();
      }}
    >
      <Fields
        {...{ model, parts, name, sites, sitesProblem }}
        stored={base.value?.fields ?? {}}
        onSitesProblem={setSitesProblem}
      />
      <Aside
        {...{ model, fields, duration, outcome, isRelative }}
        onOutcome={(next) => setLast({ outcome: next, content })}
        canSave={name.trim() !== ''}
        onRelative={(isChosen) => (choice.value = isChosen)}
      />
    </form>
  );
}

function dropTyped({ deps, nestedForms: { presetName, presetSites } }: PopupModel): void {
  presetName.value = null;
  presetSites.value = null;
  deps.dropDraft();
}

/** @param choice of a duration in place of a date; `null` for none */
function readForm(model: PopupModel, base: Preset | null, choice: boolean | null) {
  const { presetName, presetSites } = model.nestedForms;
  const name = presetName.value ?? base?.name ?? '';
  const sites = presetSites.value ?? base?.sites.join('\n') ?? '';
  const from = base && { fields: base.fields, applied: presetToDraft(base.fields) };
  const fields = presetFieldsFromDraft(model.form.draft.value, model.defaults.value, from);
  const { expiry } = fields.extras ?? {};
  /** From now to the expiration date; `null` if there is none. */
  const duration = toRelativeExpiry(expiry ?? '', new Date(model.deps.now()), model.view.value.zone);
  // A stored date stays a date unless it is changed.
  const isRelative = choice ?? expiry !== base?.fields.extras?.expiry;
  return {
    name,
    sites,
    fields,
    duration,
    isRelative,
    /** What is saved: the form may show a saved duration as a date. */
    content: [
      name.trim(),
      sites,
      isRelative && duration !== null
        ? { ...fields, extras: { ...fields.extras, expiry: duration } }
        : fields,
    ],
  };
}

const sitesId = 'preset-sites';

interface FieldsProps extends Pick<PresetEditorProps, 'model' | 'parts'> {
  readonly stored: PresetFields;
  readonly name: string;
  readonly sites: string;
  readonly sitesProblem: SitesProblem | null;
  readonly onSitesProblem: (problem: SitesProblem | null) => void;
}

function Fields({ model, parts, stored, name, sites, sitesProblem, onSitesProblem }: FieldsProps) {
  const { presetName, presetSites } = model.nestedForms;
  return (
    <FullForm model={model} parts={parts} preset={stored}>
      <div class="address-field">
        <PresetNameInput name={name} onName={(text) => (presetName.value = text)} />
      </div>
      <PresetSites
        id={sitesId}
        text={sites}
        problem={sitesProblem}
        onInput={(text) => (presetSites.value = text)}
        onChange={(text) => {
          const parsed = parseSites(text);
          onSitesProblem(parsed.ok ? null : parsed);
        }}
      />
    </FullForm>
  );
}

interface AsideProps extends Pick<PresetEditorProps, 'model'> {
  readonly fields: PresetFields;
  readonly duration: string | null;
  readonly outcome: SaveOutcome | null;
  readonly onOutcome: (outcome: SaveOutcome) => void;
  readonly isRelative: boolean;
  readonly canSave: boolean;
  readonly onRelative: (isRelative: boolean) => void;
}

/** The button that saves the preset, and what it will contain. */
function Aside({ model, fields, duration, outcome, onOutcome, isRelative, canSave, onRelative }: AsideProps) {
  return (
    <div class="beside">
      <aside>
        <button class="main" disabled={!canSave || model.hasBlockingError.value}>
          {t('savePreset')}
        </button>
        <BlockingErrorNote model={model} />
        <p role="alert" class="problem">
          {describeSaveProblem(outcome)}
        </p>
        <Saved outcome={outcome} onOutcome={onOutcome} />
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
    </div>
  );
}

/** What was saved, and the way on. */
function Saved({ outcome, onOutcome }: Pick<AsideProps, 'outcome' | 'onOutcome'>) {
  const isSaved = outcome?.state === 'saved';
  const isDefault = isSaved && outcome.presets.defaultId === outcome.preset.id;
  /** What could not be made the default; a later save may succeed. */
  const [failed, setFailed] = useState<SavedPreset | null>(null);
  const acts = useRef<HTMLParagraphElement>(null);
  async function makeDefault(saved: SavedPreset): Promise<void> {
    const next = await saveAsDefault(saved);
    setFailed(next.state === 'saved' ? null : saved);
    if (next.state === 'saved') onOutcome(next);
  }
  useFocusRestoreOf('make-default', () => acts.current?.querySelector('button'));
  return (
    <>
      <p role="status" class="saved">
        {isSaved && <Icon of={Check} />}
        {isSaved && <span>{t('presetSaved', isolate(outcome.preset.name))}</span>}
        {isDefault && <span class="pill accent">{t('presetIsDefault')}</span>}
      </p>
      <p role="alert" class="problem">
        {isSaved && failed === outcome && t('changesNotSaved')}
      </p>
      {isSaved && (
        <p ref={acts} class="acts" data-item="make-default">
          {!isDefault && (
            <Button icon={Check} text={t('presetMakeDefault')} onClick={() => void makeDefault(outcome)} />
          )}
          <Button icon={Layers} text={t('presetsManage')} onClick={() => void openSettings('presets')} />
        </p>
      )}
    </>
  );
}
