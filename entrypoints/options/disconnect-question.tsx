/** What a disconnect removes, and whether to go through with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Confirmation } from '../../components/confirmation.tsx';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

/** Whether the question is shown. Once it is answered, the button that opened it gets the focus back. */
export function useQuestion() {
  /** `null` until the button was pressed. */
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking === false) button.current?.focus();
  }, [isAsking]);
  return { isAsking, button, ask: () => setAsking(true), onAnswer: () => setAsking(false) };
}

export interface DisconnectQuestionProps {
  readonly model: OptionsModel;
  readonly onAnswer: () => void;
}

export function DisconnectQuestion({ model, onAnswer }: DisconnectQuestionProps) {
  return (
    <Confirmation
      label={t('disconnect')}
      item="disconnect"
      heading={t('disconnectAsk')}
      confirm={t('confirmDisconnect')}
      keep={t('stayConnected')}
      onConfirm={() => {
        onAnswer();
        void model.disconnect();
      }}
      onKeep={onAnswer}
    >
      <p>{t('disconnectConfirm')}</p>
      {model.waiting.value > 0 && <p>{formatCount('disconnectCancels', model.waiting.value)}</p>}
    </Confirmation>
  );
}
