/** The presets of a file, shown before they are imported. */
import type { Signal } from '@preact/signals';
import { Checkbox } from '../../components/checkbox.tsx';
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { presetNamed } from '../../lib/presets/preset-rules.ts';
import type { Preset } from '../../lib/presets/preset.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { describeFields } from '../../lib/i18n/describe-preset.ts';
import { formatList } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ImportedFile } from './preset-import-model.ts';
import type { PresetModel } from './presets-model.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { Button } from '../../components/button.tsx';

export function ImportResult({ model, presets, replaced }: ImportedFile & { readonly model: PresetModel }) {
  return (
    <div role="group" aria-labelledby="imported" class="imported" data-item="presets-import">
      <p id="imported">{formatCount('presetsInFile', presets.list.length)}</p>
      {replaced > 0 && <p class="note">{formatCount('presetsReplaced', replaced)}</p>}
      <PresetList presets={presets.list} own={model.presets.value.list} labelledBy="imported" />
      <DefaultChoice preset={model.importedDefault.value} takes={model.takesDefault} />
      <p class="acts">
        <button type="button" ref={focusOnMount} onClick={() => void model.confirmImport()}>
          {t('presetsImportConfirm')}
        </button>
        <Button text={t('cancel')} onClick={model.cancelImport} />
      </p>
    </div>
  );
}

interface DefaultChoiceProps {
  readonly preset: Preset | null;
  readonly takes: Signal<boolean>;
}

/** The user's default preset stays unless the user chooses the file's. */
export function DefaultChoice({ preset, takes }: DefaultChoiceProps) {
  if (preset === null) return null;
  return (
    <Checkbox
      label={t('presetsImportDefault', isolate(preset.name))}
      checked={takes.value}
      onChange={(checked) => (takes.value = checked)}
    />
  );
}

interface PresetListProps {
  readonly presets: readonly Preset[];
  readonly own: readonly Preset[];
  readonly labelledBy: string;
}

export function PresetList({ presets, own, labelledBy }: PresetListProps) {
  return (
    <ul aria-labelledby={labelledBy}>
      {presets.map((preset) => (
        <PresetItem key={preset.id} preset={preset} own={own} />
      ))}
    </ul>
  );
}

function PresetItem({ preset, own }: { readonly preset: Preset; readonly own: readonly Preset[] }) {
  const { name, sites, fields } = preset;
  const targets = targetsOf(preset);
  return (
    <li>
      <p class="preset-name line">
        <bdi>{name}</bdi>
        {presetNamed(name, own) !== undefined && <span class="pill accent">{t('presetReplacesYours')}</span>}
      </p>
      <p class="hint preset-facts">
        {describeFields(fields).map((field) => (
          <span key={field}>{field}</span>
        ))}
      </p>
      {sites.length > 0 && <p class="hint">{t('presetSitesList', formatList(sites.map(isolate)))}</p>}
      {targets.length > 0 && <p class="hint">{t('presetTargetsList', formatList(targets))}</p>}
    </li>
  );
}

/** All URLs besides its own that a link with this preset may lead to. */
function targetsOf({ fields: { extras = {} } }: Preset): readonly string[] {
  const { countries = [], devices = [], languages = [], deepLink } = extras;
  const byVisitor = [...countries, ...devices, ...languages].map(({ when, link }) =>
    t('setTo', isolate(when), isolate(link)),
  );
  const inApps = [deepLink?.apple ?? '', deepLink?.google ?? ''].filter((target) => target !== '');
  return [...byVisitor, ...inApps.map(isolate)];
}
