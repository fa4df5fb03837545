/** Preferences for creating links: copying, reuse, the delay before sending, unclear results, notifications. */
import { t } from '../../lib/i18n/t.ts';
import { describeDelay, unclearNames } from './describe-preferences.ts';
import type { ModelProps } from './model.ts';
import { SelectRow, SwitchRow, type SwitchRowProps } from '../../components/setting-rows.tsx';
import { Section } from './section.tsx';
import { useIsUnpinned, type ToolbarDeps } from './use-is-unpinned.ts';

const delayChoices = [0, 5, 10, 30];

const unclearChoices = ['ask', 'use', 'again'] as const;

export function PreferencesForm({ model, ...toolbar }: ModelProps & ToolbarDeps) {
  return (
    <Section id="behavior" class="behavior" model={model}>
      <div class="card rows">
        <FlagRow model={model} id="auto-copy" name="autoCopy" label={t('autoCopy')} />
        <FlagRow model={model} id="reuse" name="reuse" label={t('reuse')} hint={t('reuseHint')} />
        <FlagRow
          model={model}
          id="one-click"
          name="oneClick"
          label={t('oneClick')}
          hint={t('oneClickHint')}
        />
        <DelayRow model={model} />
        <UnconfirmedRow model={model} />
        <FlagRow
          model={model}
          id="mark"
          name="markNote"
          label={t('referenceCode')}
          hint={t('referenceCodeHint')}
        />
        <NotificationsRow model={model} {...toolbar} />
      </div>
    </Section>
  );
}

interface FlagRowProps extends ModelProps, Pick<SwitchRowProps, 'id' | 'label' | 'hint'> {
  readonly name: 'autoCopy' | 'reuse' | 'oneClick' | 'markNote';
}

function FlagRow({ model, name, ...row }: FlagRowProps) {
  return (
    <SwitchRow
      {...row}
      checked={model.preferences.value[name]}
      onChange={(checked) => void model.change({ [name]: checked })}
    />
  );
}

function NotificationsRow({ model, ...toolbar }: ModelProps & ToolbarDeps) {
  const { notify } = model.preferences.value;
  const isUnpinned = useIsUnpinned(toolbar);
  const hint = (
    <>
      {t('notificationsHint')}
      {/* Its place is kept: the switch must not move under the pointer. */}
      {isUnpinned && (
        <strong class={notify ? 'missed-results out-of-sight' : 'missed-results'}>
          {t('notificationsMissed')}
        </strong>
      )}
    </>
  );
  return (
    <>
      <SwitchRow
        id="notify"
        label={t('notifications')}
        hint={hint}
        checked={notify}
        onChange={(checked) => void model.chooseNotifications(checked)}
      />
      {/* Below: in the row, it would move the switch. */}
      <p role="alert" class="problem">
        {model.notificationsDenied.value && t('notificationsBlocked')}
      </p>
    </>
  );
}

function DelayRow({ model }: ModelProps) {
  const { holdSeconds } = model.preferences.value;
  // A stored value that is not among the choices stays an option.
  const choices = [...new Set([...delayChoices, holdSeconds])].sort((a, b) => a - b);
  return (
    <SelectRow
      id="hold"
      label={t('creationDelay')}
      hint={t('creationDelayHint')}
      value={String(holdSeconds)}
      options={choices.map((seconds) => [String(seconds), describeDelay(seconds)])}
      onChange={(value) => void model.change({ holdSeconds: Number(value) })}
    />
  );
}

function UnconfirmedRow({ model }: ModelProps) {
  return (
    <SelectRow
      id="unclear"
      label={t('ifUnconfirmed')}
      hint={t('ifUnconfirmedHint')}
      value={model.preferences.value.unclear}
      options={unclearChoices.map((choice) => [choice, t(unclearNames[choice])])}
      onChange={(value) => {
        const unclear = unclearChoices.find((choice) => choice === value);
        if (unclear) void model.change({ unclear });
      }}
    />
  );
}
