/** The rows whose buttons delete something, after a question below the row. */
import { RotateCcw, Trash2, Unplug, type IconNode } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { SettingRow } from '../../components/setting-rows.tsx';
import { t } from '../../lib/i18n/t.ts';
import { AccountLoss, disconnectQuestion, useConfirmation, type Question } from './disconnect.tsx';
import type { ModelProps } from './model.ts';
import type { SettingsModel } from './settings-import-model.ts';

interface DangerRowProps extends Question {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconNode;
  readonly text: string;
}

function DangerRow({ label, hint, icon, text, ...question }: DangerRowProps) {
  const { button, open, confirmation } = useConfirmation(question);
  return (
    <>
      <SettingRow label={label} hint={hint}>
        {/* Its place is kept while the question is open. */}
        <button
          type="button"
          class={confirmation ? 'quiet danger out-of-sight' : 'quiet danger'}
          data-item={question.item}
          ref={button}
          onClick={open}
        >
          <Icon of={icon} />
          {text}
        </button>
      </SettingRow>
      {confirmation}
    </>
  );
}

/** "Reset settings": the defaults of all preferences, and no presets. */
export function ResetSettings({ model }: { readonly model: SettingsModel }) {
  return (
    <>
      <DangerRow
        label={t('resetSettings')}
        hint={t('resetSettingsHint')}
        icon={RotateCcw}
        text={t('resetSettingsOpen')}
        heading={t('resetSettingsAsk')}
        confirm={t('resetSettings')}
        keep={t('keepSettings')}
        onConfirm={() => void model.resetAll()}
      >
        <p>{t('resetSettingsConfirm', t('settingsExport'))}</p>
      </DangerRow>
      <p role="status" class="saved">
        {model.state.value === 'reset' && t('settingsReset')}
      </p>
    </>
  );
}

/** The same as "Disconnect". */
export function RemoveAccountData({ model }: ModelProps) {
  return (
    <DangerRow
      label={t('accountData')}
      hint={t('accountDataHint')}
      icon={Unplug}
      text={t('removeAccountData')}
      {...disconnectQuestion(model)}
    />
  );
}

interface DeleteEverythingProps extends ModelProps {
  readonly settings: SettingsModel;
}

/** "Delete everything…": settings, presets and the account's data, after one question. */
export function DeleteEverything({ model, settings }: DeleteEverythingProps) {
  return (
    <DangerRow
      label={t('deleteEverything')}
      hint={t('deleteEverythingHint')}
      icon={Trash2}
      text={t('deleteEverythingOpen')}
      heading={t('deleteEverythingAsk')}
      confirm={t('deleteEverything')}
      keep={t('keepEverything')}
      onConfirm={() => void settings.deleteAll()}
    >
      <p>{t('deleteEverythingConfirm')}</p>
      {model.connected.value && <AccountLoss model={model} />}
    </DangerRow>
  );
}
