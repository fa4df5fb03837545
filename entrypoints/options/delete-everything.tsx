/** "Delete everything…": settings, presets and the account's data, after one question. */
import { Trash2 } from 'lucide';
import { Confirmation } from '../../components/confirmation.tsx';
import { t } from '../../lib/i18n/t.ts';
import { DangerRow } from './danger-row.tsx';
import { AccountLoss } from './disconnect.tsx';
import type { OptionsModel } from './model.ts';
import type { SettingsModel } from './settings-import-model.ts';

interface DeleteEverythingProps {
  readonly model: OptionsModel;
  readonly settings: SettingsModel;
}

export function DeleteEverything({ model, settings }: DeleteEverythingProps) {
  return (
    <DangerRow
      label={t('deleteEverything')}
      hint={t('deleteEverythingHint')}
      icon={Trash2}
      text={t('deleteEverythingOpen')}
      confirmation={(close) => (
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
    />
  );
}
