/** Preferences for creating links: copying, reuse, the delay before sending, unclear results, notifications. */
import type { ComponentChildren } from 'preact';
import { Checkbox } from '../../components/checkbox.tsx';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

const holdChoices = [0, 5, 10, 30];

const unclearChoices = [
  ['ask', 'unconfirmedAsk'],
  ['use', 'unconfirmedUse'],
  ['again', 'unconfirmedCreate'],
] as const satisfies readonly (readonly [string, MessageName])[];

export interface PreferencesProps {
  readonly model: OptionsModel;
}

export function PreferencesForm({ model }: PreferencesProps) {
  const { autoCopy, reuse, oneClick, markNote, notify } = model.preferences.value;
  return (
    <section aria-labelledby="behaviour" class="behaviour">
      <h2 id="behaviour">{t('behaviorHeading')}</h2>
      <Checkbox
        label={t('autoCopy')}
        checked={autoCopy}
        onChange={(checked) => void model.change({ autoCopy: checked })}
      />
      <Checkbox
        label={t('reuse')}
        describedBy="reuse-hint"
        checked={reuse}
        onChange={(checked) => void model.change({ reuse: checked })}
      />
      <Hint id="reuse-hint">{t('reuseHint')}</Hint>
      <Checkbox
        label={t('oneClick')}
        describedBy="oneClick-hint"
        checked={oneClick}
        onChange={(checked) => void model.change({ oneClick: checked })}
      />
      <Hint id="oneClick-hint">{t('oneClickHint')}</Hint>
      <HoldChoice model={model} />
      <UnclearChoice model={model} />
      <Checkbox
        label={t('referenceCode')}
        describedBy="mark-hint"
        checked={markNote}
        onChange={(checked) => void model.change({ markNote: checked })}
      />
      <Hint id="mark-hint">{t('referenceCodeHint')}</Hint>
      <Checkbox
        label={t('notifications')}
        describedBy="notify-hint"
        checked={notify}
        onChange={(checked) => void model.chooseNotifications(checked)}
      />
      <Hint id="notify-hint">
        {t('notificationsHint')}{' '}
        <span role="alert">{model.notifyRefused.value && t('notificationsBlocked')}</span>
      </Hint>
    </section>
  );
}

function Hint({ id, children }: { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <p id={id} class="note">
      {children}
    </p>
  );
}

function HoldChoice({ model }: PreferencesProps) {
  const { holdSeconds } = model.preferences.value;
  // A stored value that is not among the choices stays an option.
  const choices = [...new Set([...holdChoices, holdSeconds])].sort((a, b) => a - b);
  return (
    <>
      <label for="hold">{t('creationDelay')}</label>
      <select
        id="hold"
        aria-describedby="hold-hint"
        value={String(holdSeconds)}
        onChange={(event) => void model.change({ holdSeconds: Number(event.currentTarget.value) })}
      >
        {choices.map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {seconds === 0 ? t('off') : formatCount('seconds', seconds)}
          </option>
        ))}
      </select>
      <Hint id="hold-hint">{t('creationDelayHint')}</Hint>
    </>
  );
}

function UnclearChoice({ model }: PreferencesProps) {
  return (
    <>
      <label for="unclear">{t('ifUnconfirmed')}</label>
      <select
        id="unclear"
        aria-describedby="unclear-hint"
        value={model.preferences.value.unclear}
        onChange={({ currentTarget }) => {
          const chosen = unclearChoices.find(([choice]) => choice === currentTarget.value);
          if (chosen) void model.change({ unclear: chosen[0] });
        }}
      >
        {unclearChoices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {t(name)}
          </option>
        ))}
      </select>
      <Hint id="unclear-hint">{t('ifUnconfirmedHint')}</Hint>
    </>
  );
}
