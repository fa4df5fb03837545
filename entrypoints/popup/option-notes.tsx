/** What stands about the options while they are folded away: how many are set, that one of them is wrong, and what was
 * not kept. */
import { countOptions } from '../../lib/forms/option-count.ts';
import { sayCount } from '../../lib/text/plural.ts';
import { say } from '../../lib/text/say.ts';
import type { PopupModel } from './model.ts';

export interface OptionNotesProps {
  readonly model: PopupModel;
}

export function OptionCount({ model }: OptionNotesProps) {
  const { all } = countOptions(model.form.draft.value);
  return <>{all > 0 && sayCount('optionsSet', all)}</>;
}

export function PasswordNote({ model }: OptionNotesProps) {
  return model.passwordLeft.value ? <p class="note">{say('passwordLeft')}</p> : null;
}

export function Obstacle({ model }: OptionNotesProps) {
  return (
    <p role="status" class="problem">
      {model.obstructed.value && say('optionsObstacle')}
    </p>
  );
}
