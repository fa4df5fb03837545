/** The presets: their names, sites and default, with export and import. */
import { ChevronDown, Download, Layers, Pencil, Plus, Trash2 } from 'lucide';
import { useId, useRef, useState } from 'preact/hooks';
import { Checkbox } from '../../components/checkbox.tsx';
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PresetSites } from '../../components/preset-sites.tsx';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { saveJson } from '../../lib/browser/share.ts';
import { openPresetPage } from '../../lib/browser/open-page.ts';
import { exportPresets } from '../../lib/presets/import-export.ts';
import { maxPresetNameLength } from '../../lib/presets/preset-rules.ts';
import type { Preset } from '../../lib/presets/preset.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { describeFields, describeImportProblem } from '../../lib/i18n/describe-preset.ts';
import { t } from '../../lib/i18n/t.ts';
import { ImportButton } from './import-button.tsx';
import { ImportResult } from './import-result.tsx';
import type { PresetNotice } from './presets-deps.ts';
import type { PresetModel } from './presets-model.ts';
import { Section, SectionStatus } from './section.tsx';
import { isolate } from '../../lib/text/isolate.ts';

interface PresetsProps {
  readonly model: PresetModel;
}

export function Presets({ model }: PresetsProps) {
  const { list } = model.presets.value;
  return (
    <Section id="presets" class="presets" hint={t('presetsHint')} status={<Saved model={model} />}>
      <div class="card rows">
        {list.length > 0 && (
          <ul aria-labelledby="presets">
            {list.map((preset) => (
              <Row key={preset.id} model={model} preset={preset} />
            ))}
          </ul>
        )}
        <ImportExport model={model} />
      </div>
      <Deleted model={model} />
    </Section>
  );
}

function Row({ model, preset }: PresetsProps & { readonly preset: Preset }) {
  const { id, name, sites, fields } = preset;
  const domId = useId();
  const isDefault = model.presets.value.defaultId === id;
  return (
    <li data-preset={id}>
      <details>
        <summary>
          <span class="monogram">
            <Icon of={Layers} />
          </span>
          <span class="preset-name line">
            <bdi id={`preset-${domId}`} title={name}>
              {name}
            </bdi>
            {isDefault && <span class="pill accent">{t('presetIsDefault')}</span>}
          </span>
          <Icon of={ChevronDown} />
          <span class="hint preset-facts">
            {describeFields(fields).map((field) => (
              <span key={field}>{field}</span>
            ))}
            <span class={sites.length > 0 ? undefined : 'out-of-sight'}>
              {formatCount('sites', sites.length)}
            </span>
          </span>
        </summary>
        <div role="group" aria-labelledby={`preset-${domId}`}>
          <Name model={model} preset={preset} />
          <Sites model={model} preset={preset} />
          <Checkbox
            label={t('presetMakeDefault')}
            checked={isDefault}
            onChange={(checked) => model.setDefault(checked ? id : null)}
          />
          <p class="acts">
            <Button icon={Pencil} text={t('presetEdit')} onClick={() => void openPresetPage(id)} />
            <Button icon={Trash2} text={t('delete')} class="danger" onClick={() => model.remove(preset)} />
          </p>
        </div>
      </details>
    </li>
  );
}

/** @param save returns why the text is not valid; it then stays in the field */
function useCheckedText<P>(stored: string, save: (text: string) => P | null) {
  const [problem, setProblem] = useState<P | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const onChange = (text: string) => {
    const found = save(text);
    setProblem(found);
    if (found === null) setTyped(null);
  };
  return { text: typed ?? stored, problem, onInput: setTyped, onChange };
}

function Name({ model, preset: { id, name } }: PresetsProps & { readonly preset: Preset }) {
  const domId = useId();
  const { text, problem, onInput, onChange } = useCheckedText(name, (typed) => model.rename(id, typed));
  return (
    <div class="row">
      <label for={`name-${domId}`}>{t('presetName')}</label>
      <input
        id={`name-${domId}`}
        dir="auto"
        autocomplete="off"
        maxLength={maxPresetNameLength}
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={`name-${domId}-problem`}
        onInput={(event) => onInput(event.currentTarget.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`name-${domId}-problem`} class="problem small" aria-live="polite">
        {problem !== null && t(problem)}
      </p>
    </div>
  );
}

function Sites({ model, preset: { id, sites } }: PresetsProps & { readonly preset: Preset }) {
  const domId = useId();
  const field = useCheckedText(sites.join('\n'), (typed) => {
    const result = model.setSites(id, typed);
    return result.ok ? null : result;
  });
  return <PresetSites id={`sites-${domId}`} {...field} />;
}

function ImportExport({ model }: PresetsProps) {
  const { list } = model.presets.value;
  const imported = model.imported.value;
  const buttons = useRef<HTMLParagraphElement>(null);
  useFocusRestoreOf('presets-import', () => buttons.current?.querySelector('button'));
  return (
    <>
      <p ref={buttons} class="acts">
        <Button icon={Plus} text={t('presetsNew')} onClick={() => void openPresetPage(crypto.randomUUID())} />
        <ImportButton label={t('presetsImport')} onFile={(file) => void model.read(file)} />
        {list.length > 0 && (
          <Button
            icon={Download}
            text={t('presetsExport')}
            class="quiet"
            onClick={() => saveJson('curtail-presets.json', exportPresets(model.presets.peek()))}
          />
        )}
      </p>
      {imported !== null && <ImportResult model={model} {...imported} />}
      <p role="alert" class="problem">
        {model.problem.value !== null && describeImportProblem(model.problem.value)}
      </p>
    </>
  );
}

function Saved({ model }: PresetsProps) {
  const notice = model.notice.value;
  return (
    <SectionStatus
      done={describeDone(notice)}
      failed={notice.kind === 'failed' ? t('changesNotSaved') : ''}
      of={notice}
      onEnd={() => (model.notice.value = { kind: 'nothing' })}
    />
  );
}

function describeDone(notice: PresetNotice): string {
  if (notice.kind === 'saved') return t('saved');
  return notice.kind === 'imported' ? formatCount('presetsImported', notice.count) : '';
}

/** Near the list, and as long as the deletion can be undone. */
function Deleted({ model }: PresetsProps) {
  const restored = useRef('');
  useFocusRestoreOf('preset-notice', () =>
    document.querySelector<HTMLElement>(`[data-preset="${CSS.escape(restored.current)}"] summary`),
  );
  const notice = model.notice.value;
  return (
    <div class="preset-notice line" data-item="preset-notice">
      <p role="status" class="saved">
        {notice.kind === 'deleted' && t('presetDeleted', isolate(notice.name))}
      </p>
      {model.deleted.value !== null && (
        // A new button for each deletion: the focus would otherwise be lost with the deleted row.
        <Button
          key={model.deleted.value.preset.id}
          text={t('undo')}
          ref={focusOnMount}
          onClick={() => {
            restored.current = model.deleted.peek()?.preset.id ?? '';
            model.undo();
          }}
        />
      )}
    </div>
  );
}
