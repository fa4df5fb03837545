/** Export and import of the settings as a file: what an import would change is listed before it is stored. */
import { CircleAlert, Download } from 'lucide';
import { useRef } from 'preact/hooks';
import { Banner } from '../../components/banner.tsx';
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { Button } from '../../components/button.tsx';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { saveJson } from '../../lib/browser/share.ts';
import { describeImportProblem } from '../../lib/i18n/describe-preset.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { SettingsImportProblem } from '../../lib/storage/settings-file.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { describeValue, labelOf } from './describe-preferences.ts';
import { Detail } from '../../components/detail.tsx';
import { ImportButton } from './import-button.tsx';
import { DefaultChoice, PresetList } from './import-result.tsx';
import { SettingRow } from '../../components/setting-rows.tsx';
import type { SettingsImport, SettingsModel } from './settings-import-model.ts';

interface SettingsImportExportProps {
  readonly model: SettingsModel;
}

export function SettingsImportExport({ model }: SettingsImportExportProps) {
  const imported = model.imported.value;
  const problem = model.problem.value;
  const buttons = useRef<HTMLParagraphElement>(null);
  useFocusRestoreOf('settings-import', () => buttons.current?.querySelector('button'));
  return (
    <>
      <SettingRow label={t('settingsFile')} hint={t('settingsFileHint')}>
        <p ref={buttons} class="acts">
          <Button
            icon={Download}
            text={t('settingsExport')}
            class="quiet"
            onClick={() => saveJson('curtail-settings.json', model.exportText())}
          />
          <ImportButton label={t('settingsImport')} onFile={(file) => void model.read(file)} />
        </p>
      </SettingRow>
      {imported !== null && <Changes model={model} {...imported} />}
      <p role="status" class="saved">
        {model.state.value === 'imported' && t('settingsImported')}
      </p>
      <p role="alert" class="problem">
        {problem !== null && describeProblem(problem)}
        {model.state.value === 'failed' && t('changesNotSaved')}
      </p>
    </>
  );
}

function Changes({ model, ...settings }: SettingsImport & SettingsImportExportProps) {
  const { preferences, presets, changed, foreignService, own, importedDefault } = settings;
  const isSame = changed.length === 0 && presets.list.length === 0;
  return (
    <div role="group" aria-labelledby="settings-changes" class="imported" data-item="settings-import">
      <p id="settings-changes">{t(changed.length === 0 ? 'settingsSame' : 'settingsChanges')}</p>
      {changed.length > 0 && (
        <dl>
          {changed.map((name) => (
            <Detail key={name} name={labelOf(name)}>
              {describeValue(name, preferences)}
            </Detail>
          ))}
        </dl>
      )}
      {presets.list.length > 0 && (
        <>
          <p id="settings-presets">{formatCount('presetsInFile', presets.list.length)}</p>
          <PresetList presets={presets.list} own={own} labelledBy="settings-presets" />
          <DefaultChoice preset={importedDefault} takes={model.takesDefault} />
        </>
      )}
      {foreignService !== null && (
        <Banner icon={CircleAlert}>
          <p>
            {t('settingsForeign')}{' '}
            {foreignService !== '' && t('settingsForeignHint', isolate(foreignService))}
          </p>
        </Banner>
      )}
      <p class="acts">
        {isSame ? (
          <Button text={t('close')} ref={focusOnMount} onClick={model.cancel} />
        ) : (
          <>
            <Button
              text={t('presetsImportConfirm')}
              ref={focusOnMount}
              onClick={() => void model.confirm()}
            />
            <Button text={t('cancel')} onClick={model.cancel} />
          </>
        )}
      </p>
    </div>
  );
}

function describeProblem(problem: SettingsImportProblem): string {
  if (problem.kind === 'not-settings') return t('settingsNotSettings', t('settingsExport'));
  if (problem.kind === 'presets-only') return t('settingsPresetsOnly', t('presetsHeading'));
  if (problem.kind === 'wrong-preferences') return t('settingsWrong');
  return describeImportProblem(problem);
}
