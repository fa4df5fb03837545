/** "Disconnect", which asks first, and what every end of a connection loses. */
import { Download, Unplug } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Confirmation } from '../../components/confirmation.tsx';
import { Icon } from '../../components/icon.tsx';
import { openManage } from '../../lib/browser/open-page.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

/** Once the confirmation is answered, the button that opened it gets the focus back. */
export function useConfirmation() {
  /** `null` until the button was pressed. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen === false) button.current?.focus();
  }, [isOpen]);
  return { isOpen, button, open: () => setOpen(true), close: () => setOpen(false) };
}

export function DisconnectButton({ model }: { readonly model: OptionsModel }) {
  const { isOpen, button, open, close } = useConfirmation();
  if (isOpen) return <DisconnectConfirmation model={model} onClose={close} />;
  return (
    <button type="button" class="quiet danger" data-item="disconnect" ref={button} onClick={open}>
      <Icon of={Unplug} />
      {t('disconnect')}
    </button>
  );
}

interface DisconnectConfirmationProps {
  readonly model: OptionsModel;
  readonly onClose: () => void;
}

export function DisconnectConfirmation({ model, onClose }: DisconnectConfirmationProps) {
  return (
    <Confirmation
      label={t('disconnect')}
      item="disconnect"
      heading={t('disconnectAsk')}
      confirm={t('disconnect')}
      keep={t('stayConnected')}
      onConfirm={() => {
        onClose();
        void model.disconnect();
      }}
      onKeep={onClose}
    >
      <AccountLoss model={model} />
      <p>{t('disconnectConfirm')}</p>
    </Confirmation>
  );
}

/** What can't be restored once the account's data has gone from this browser, and the way to keep it. */
export function AccountLoss({ model }: { readonly model: OptionsModel }) {
  return (
    <>
      <p>{t('disconnectLoses')}</p>
      <p class="acts">
        <Button
          icon={Download}
          text={t('disconnectExport')}
          // The question stays open in this tab.
          onClick={() => void openManage('links/export')}
        />
      </p>
      {model.waiting.value > 0 && <p>{formatCount('disconnectCancels', model.waiting.value)}</p>}
    </>
  );
}
