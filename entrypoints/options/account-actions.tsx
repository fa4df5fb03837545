/** "Replace key" and "Disconnect", which asks first. */
import { KeyRound, Unplug } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import { DisconnectQuestion } from './disconnect-question.tsx';
import type { OptionsModel } from './model.ts';

export interface AccountActionsProps {
  readonly model: OptionsModel;
  readonly onReplaceKey: () => void;
}

export function AccountActions({ model, onReplaceKey }: AccountActionsProps) {
  /** `null` until "Disconnect" was pressed. */
  const [isConfirming, setIsConfirming] = useState<boolean | null>(null);
  const disconnectButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirming === false) disconnectButton.current?.focus();
  }, [isConfirming]);
  if (isConfirming) return <DisconnectQuestion model={model} onAnswer={() => setIsConfirming(false)} />;
  return (
    <>
      <button type="button" class="quiet" onClick={onReplaceKey}>
        <Icon of={KeyRound} />
        {t('replaceKey')}
      </button>
      <button
        type="button"
        class="quiet danger"
        data-item="disconnect"
        ref={disconnectButton}
        onClick={() => setIsConfirming(true)}
      >
        <Icon of={Unplug} />
        {t('disconnect')}
      </button>
    </>
  );
}
