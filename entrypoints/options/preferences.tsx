/** How new links are made and handed out: copied by themselves, used again, held back, recognised, told. */
import { formatCount } from '../../lib/i18n/plural.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

const undoChoices = [0, 5, 10, 30];

const unclearChoices = [
  ['ask', 'unclearAsk'],
  ['use', 'unclearUse'],
  ['again', 'unclearAgain'],
] as const satisfies readonly (readonly [string, MessageName])[];

export function PreferencesForm({ model }: { readonly model: OptionsModel }) {
  const { autoCopy, holdSeconds, unclear, markNote, notify } = model.preferences.value;
  // One that was chosen elsewhere stays choosable.
  const holds = [...new Set([...undoChoices, holdSeconds])].sort((a, b) => a - b);
  return (
    <section aria-labelledby="behaviour" class="behaviour">
      <h2 id="behaviour">{t('behaviourHeading')}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={autoCopy}
          onChange={(event) => void model.change({ autoCopy: event.currentTarget.checked })}
        />
        {t('autoCopy')}
      </label>
      <Choice model={model} name="reuse" />
      <Choice model={model} name="oneClick" />
      <label for="hold">{t('holdLinks')}</label>
      <select
        id="hold"
        aria-describedby="hold-hint"
        value={String(holdSeconds)}
        onChange={(event) => void model.change({ holdSeconds: Number(event.currentTarget.value) })}
      >
        {holds.map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {seconds === 0 ? t('off') : formatCount('seconds', seconds)}
          </option>
        ))}
      </select>
      <p id="hold-hint" class="note">
        {t('holdLinksHint')}
      </p>
      <label for="unclear">{t('whenUnclear')}</label>
      <select
        id="unclear"
        aria-describedby="unclear-hint"
        value={unclear}
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
      <p id="unclear-hint" class="note">
        {t('whenUnclearHint')}
      </p>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="mark-hint"
          checked={markNote}
          onChange={(event) => void model.change({ markNote: event.currentTarget.checked })}
        />
        {t('markNote')}
      </label>
      <p id="mark-hint" class="note">
        {t('markNoteHint')}
      </p>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="notify-hint"
          checked={notify}
          onChange={(event) => void model.chooseNotifications(event.currentTarget.checked)}
        />
        {t('notifications')}
      </label>
      <p id="notify-hint" class="note">
        {t('notificationsHint')}{' '}
        <span role="alert">{model.notifyRefused.value && t('notificationsRefused')}</span>
      </p>
    </section>
  );
}

const hints = { reuse: 'reuseHint', oneClick: 'oneClickHint' } as const;

function Choice({ model, name }: { readonly model: OptionsModel; readonly name: keyof typeof hints }) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby={`${name}-hint`}
          checked={model.preferences.value[name]}
          onChange={(event) => void model.change({ [name]: event.currentTarget.checked })}
        />
        {t(name)}
      </label>
      <p id={`${name}-hint`} class="note">
        {t(hints[name])}
      </p>
    </>
  );
}
