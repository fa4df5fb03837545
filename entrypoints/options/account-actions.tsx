/** "Disconnect", which asks first. */
import { Unplug } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import { DisconnectQuestion, useQuestion } from './disconnect-question.tsx';
import type { OptionsModel } from './model.ts';

export interface AccountActionsProps {
  readonly model: OptionsModel;
}

export function AccountActions({ model }: AccountActionsProps) {
  const { isAsking, button, ask, onAnswer } = useQuestion();
  if (isAsking) return <DisconnectQuestion model={model} onAnswer={onAnswer} />;
  return (
    <button type="button" class="quiet danger" data-item="disconnect" ref={button} onClick={ask}>
      <Icon of={Unplug} />
      {t('disconnect')}
    </button>
  );
}
