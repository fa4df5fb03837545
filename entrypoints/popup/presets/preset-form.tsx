/** The small form that keeps what is in the link form as a preset. */
import { useEffect, useState } from 'preact/hooks';
import { readStorage } from '../../../lib/browser/storage.ts';
import { sendWithRetry } from '../../../lib/messages/client.ts';
import { presetsKey } from '../../../lib/storage/keys.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { presetFieldsFromDraft } from '../../../lib/presets/from-draft.ts';
import { parsePresets } from '../../../lib/presets/parse-presets.ts';
import { maxNameLength, maxPresets, presetNamed } from '../../../lib/presets/preset-rules.ts';
import type { Preset, PresetFields, Presets } from '../../../lib/presets/preset.ts';
import { isRelativeExpiry, toRelativeExpiry } from '../../../lib/draft/expiry.ts';
import { presetBySite } from '../../../lib/presets/match-site.ts';
import { hasVariable } from '../../../lib/presets/template.ts';
import { t } from '../../../lib/i18n/t.ts';
import { formatDuration } from '../../../lib/i18n/format.ts';
import type { PopupModel } from '../model.ts';
import { presetName } from '../form/nested-form-state.ts';
import { isolate } from '../../../lib/text/isolate.ts';

export interface PresetFormProps {
  readonly model: PopupModel;
  /** With the name under which it was saved; empty where it was not. */
  readonly onClose: (name: string) => void;
}

/** Before the person is told that the background does not answer. */
const maxTries = 5;

const stored = async () => parsePresets((await readStorage('local', presetsKey))[presetsKey]);

interface Choices {
  readonly site: string | null;
  readonly withAlias: boolean;
  /** Instead of the moment. */
  readonly span: string | null;
}

function fieldsFor(fields: PresetFields, { withAlias, span }: Choices): PresetFields {
  const { alias, extras, ...rest } = fields;
  return {
    ...rest,
    ...(withAlias && alias !== undefined && { alias }),
    ...(extras && { extras: span === null ? extras : { ...extras, expiry: span } }),
  };
}

/** In the place of the one that is replaced, under its id and with its rules. */
function withPreset(presets: Presets, replaced: Preset | undefined, preset: Preset): Presets {
  const { list } = presets;
  if (replaced === undefined) return { ...presets, list: [...list, preset] };
  return { ...presets, list: list.map((one) => (one.id === replaced.id ? preset : one)) };
}

export function PresetForm({ model, onClose }: PresetFormProps) {
  const { form, deps, defaults, presets } = model;
  const draft: LinkDraft = form.draft.value;
  const from = presets.value?.filledFrom() ?? null;
  const fields = presetFieldsFromDraft(draft, defaults, from);
  const host = form.readable.value.ok ? new URL(form.readable.value.address).host : '';
  const expiry = fields.extras?.expiry ?? '';
  const span = toRelativeExpiry(expiry, new Date(deps.now()), model.view.value.zone);

  const name = presetName.value ?? '';
  const [known, setKnown] = useState<Presets | null>(null);
  const [bySite, setBySite] = useState<boolean | null>(null);
  const [withAlias, setWithAlias] = useState(hasVariable(fields.alias ?? ''));
  const [relative, setRelative] = useState(true);
  const [problem, setProblem] = useState<'' | 'presetNotSaved' | 'presetsTooMany'>('');
  useEffect(() => void stored().then(setKnown), []);

  const typed = name.trim();
  const replaced = known === null ? undefined : presetNamed(typed, known.list);
  const hasRule =
    replaced !== undefined &&
    presetBySite(form.content().address, { list: [replaced], defaultId: null }) !== null;
  const wantsSite = bySite ?? hasRule;

  function presetNow(kept: Preset | undefined): Preset {
    const site = wantsSite && !hasRule && host !== '' ? host : null;
    const sites = kept?.sites ?? [];
    const choices = { site, withAlias, span: relative ? span : null };
    return {
      id: kept?.id ?? deps.newId(),
      name: typed,
      sites: site === null ? sites : [...sites, site],
      fields: fieldsFor(fields, choices),
    };
  }

  async function save(): Promise<void> {
    if (typed === '' || known === null) return;
    // What another page has kept meanwhile stays.
    const latest = await stored();
    setKnown(latest);
    const kept = presetNamed(typed, latest.list);
    // It was not said yet that one is replaced.
    if (kept?.id !== replaced?.id) return;
    if (kept === undefined && latest.list.length >= maxPresets) {
      setProblem('presetsTooMany');
      return;
    }
    const preset = presetNow(kept);
    const next = withPreset(latest, kept, preset);
    try {
      await sendWithRetry('save-presets', next, maxTries);
    } catch {
      setProblem('presetNotSaved');
      return;
    }
    await model.loadPresets();
    presets.peek()?.changed(next, preset);
    onClose(typed);
  }

  const hint = 'preset-name-hint';
  return (
    <fieldset>
      <legend>{t('saveAsPreset')}</legend>
      <div class="row">
        <label for="preset-name">{t('presetName')}</label>
        <input
          id="preset-name"
          dir="auto"
          autocomplete="off"
          maxLength={maxNameLength}
          aria-describedby={hint}
          value={name}
          ref={intoFocus}
          onInput={(event) => (presetName.value = event.currentTarget.value)}
          // It must not reach the form around, which would shorten.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            void save();
          }}
        />
      </div>
      <p id={hint} class="note" aria-live="polite">
        {replaced && t('presetReplaces')}
      </p>
      {host !== '' && (
        <Check checked={wantsSite} onChange={setBySite} disabled={hasRule}>
          {t('presetSiteRule', isolate(host))}
        </Check>
      )}
      {fields.alias !== undefined && fields.alias !== '' && (
        <Check checked={withAlias} onChange={setWithAlias}>
          {t('presetWithAlias', isolate(fields.alias))}
        </Check>
      )}
      {span !== null && !isRelativeExpiry(expiry) && (
        <Check checked={relative} onChange={setRelative}>
          {t('presetRelativeExpiry', formatDuration(span))}
        </Check>
      )}
      <p class="note">{t('presetVariables', '{host}', '{title}', '{date}', '{selection}')}</p>
      {draft.extras?.password && <p class="note">{t('presetPassword')}</p>}
      <div class="acts">
        <button type="button" disabled={typed === '' || known === null} onClick={() => void save()}>
          {t(replaced ? 'replacePreset' : 'savePreset')}
        </button>
        <button type="button" onClick={() => onClose('')}>
          {t('cancel')}
        </button>
      </div>
      <p role="alert" class="note">
        {problem !== '' && t(problem)}
      </p>
    </fieldset>
  );
}

/** When it appears, and not again. */
function intoFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

function Check(props: {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: string;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />{' '}
      {props.children}
    </label>
  );
}
