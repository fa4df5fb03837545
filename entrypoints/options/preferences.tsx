/** How new links are made and handed out: copied by themselves, used again, held back, recognised, told. */
import { sayCount } from '../../lib/i18n/plural.ts';
import { say, type MessageName } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

const offeredHolds = [0, 5, 10, 30];

const unclearChoices = [
  ['ask', 'unclearAsk'],
  ['use', 'unclearUse'],
  ['again', 'unclearAgain'],
] as const satisfies readonly (readonly [string, MessageName])[];

export function Behaviour({ model }: { readonly model: OptionsModel }) {
  const { autoCopy, holdSeconds, unclear, markNote, notify } = model.preferences.value;
  // One that was chosen elsewhere stays choosable.
  const holds = [...new Set([...offeredHolds, holdSeconds])].sort((a, b) => a - b);
  return (
    <section aria-labelledby="behaviour" class="behaviour">
      <h2 id="behaviour">{say('behaviourHeading')}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={autoCopy}
          onChange={(event) => void model.change({ autoCopy: event.currentTarget.checked })}
        />
        {say('autoCopy')}
      </label>
      <Choice model={model} name="reuse" />
      <Choice model={model} name="oneClick" />
      <label for="hold">{say('holdLinks')}</label>
      <select
        id="hold"
        aria-describedby="hold-hint"
        value={String(holdSeconds)}
        onChange={(event) => void model.change({ holdSeconds: Number(event.currentTarget.value) })}
      >
        {holds.map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {seconds === 0 ? say('off') : sayCount('seconds', seconds)}
          </option>
        ))}
      </select>
      <p id="hold-hint" class="note">
        {say('holdLinksHint')}
      </p>
      <label for="unclear">{say('whenUnclear')}</label>
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
            {say(name)}
          </option>
        ))}
      </select>
      <p id="unclear-hint" class="note">
        {say('whenUnclearHint')}
      </p>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="mark-hint"
          checked={markNote}
          onChange={(event) => void model.change({ markNote: event.currentTarget.checked })}
        />
        {say('markNote')}
      </label>
      <p id="mark-hint" class="note">
        {say('markNoteHint')}
      </p>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="notify-hint"
          checked={notify}
          onChange={(event) => void model.chooseNotifications(event.currentTarget.checked)}
        />
        {say('notifications')}
      </label>
      <p id="notify-hint" class="note">
        {say('notificationsHint')}{' '}
        <span role="alert">{model.notifyRefused.value && say('notificationsRefused')}</span>
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
        {say(name)}
      </label>
      <p id={`${name}-hint`} class="note">
        {say(hints[name])}
      </p>
    </>
  );
}
