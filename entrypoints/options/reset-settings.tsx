/** "Reset settings": the defaults of all preferences, and no presets. It asks first. */
import { RotateCcw } from 'lucide';
import { Confirmation } from '../../components/confirmation.tsx';
import { t } from '../../lib/i18n/t.ts';
import { DangerRow } from './danger-row.tsx';
import type { SettingsModel } from './settings-import-model.ts';

export function ResetSettings({ model }: { readonly model: SettingsModel }) {
  return (
    <>
      <DangerRow
        label={t('resetSettings')}
        hint={t('resetSettingsHint')}
        icon={RotateCcw}
        text={t('resetSettingsOpen')}
        confirmation={(close) => (
          <Confirmation
            label={t('resetSettings')}
            heading={t('resetSettingsAsk')}
            confirm={t('resetSettings')}
            keep={t('keepSettings')}
            onConfirm={() => {
              close();
              void model.resetAll();
            }}
            onKeep={close}
          >
            <p>{t('resetSettingsConfirm', t('settingsExport'))}</p>
          </Confirmation>
        )}
      />
      <p role="status" class="saved">
        {model.state.value === 'reset' && t('settingsReset')}
      </p>
    </>
  );
}
