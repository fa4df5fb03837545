/** "Delete everything…": settings, presets and the account's data, after one question. */
import { Trash2 } from 'lucide';
import { Confirmation } from '../../components/confirmation.tsx';
import { Icon } from '../../components/icon.tsx';
import { SettingRow } from '../../components/setting-rows.tsx';
import { t } from '../../lib/i18n/t.ts';
import { AccountLoss, useConfirmation } from './disconnect.tsx';
import type { OptionsModel } from './model.ts';
import type { SettingsModel } from './settings-import-model.ts';

interface DeleteEverythingProps {
  readonly model: OptionsModel;
  readonly settings: SettingsModel;
}

export function DeleteEverything({ model, settings }: DeleteEverythingProps) {
  const { isOpen, button, open, close } = useConfirmation();
  return (
    <>
      <SettingRow label={t('deleteEverything')} hint={t('deleteEverythingHint')}>
        <button
          type="button"
          class={isOpen ? 'quiet danger out-of-sight' : 'quiet danger'}
          ref={button}
          onClick={open}
        >
          <Icon of={Trash2} />
          {t('deleteEverythingOpen')}
        </button>
      </SettingRow>
      {isOpen && (
        <Confirmation
          label={t('deleteEverything')}
          heading={t('deleteEverythingAsk')}
          confirm={t('deleteEverything')}
          keep={t('keepEverything')}
          onConfirm={() => {
            close();
            void settings.deleteAll();
          }}
          onKeep={close}
        >
          <p>{t('deleteEverythingConfirm')}</p>
          {model.connected.value && <AccountLoss model={model} />}
        </Confirmation>
      )}
    </>
  );
}
