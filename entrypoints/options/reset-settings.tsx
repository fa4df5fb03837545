/** "Reset settings": the defaults of all preferences, and no presets. It asks first. */
import { RotateCcw } from 'lucide';
import { Confirmation } from '../../components/confirmation.tsx';
import { Icon } from '../../components/icon.tsx';
import { SettingRow } from '../../components/setting-rows.tsx';
import { t } from '../../lib/i18n/t.ts';
import { useConfirmation } from './disconnect.tsx';
import type { SettingsModel } from './settings-import-model.ts';

export function ResetSettings({ model }: { readonly model: SettingsModel }) {
  const { isOpen, button, open, close } = useConfirmation();
  return (
    <>
      <SettingRow label={t('resetSettings')} hint={t('resetSettingsHint')}>
        <button
          type="button"
          class={isOpen ? 'quiet danger out-of-sight' : 'quiet danger'}
          ref={button}
          onClick={open}
        >
          <Icon of={RotateCcw} />
          {t('resetSettingsOpen')}
        </button>
      </SettingRow>
      {isOpen && (
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
      <p role="status" class="saved">
        {model.state.value === 'reset' && t('settingsReset')}
      </p>
    </>
  );
}
