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
      <p>{t('disconnectConfirm')}</p>
      <AccountLoss model={model} />
    </Confirmation>
  );
}

/** What is lost with the account's data, and what can be kept of it. Follows the text about what happens. */
export function AccountLoss({ model }: { readonly model: OptionsModel }) {
  // A batch may have been paused or discarded in another tab.
  useEffect(() => void model.countBulkLinks(), []);
  const changes = model.waitingChanges.value;
  const links = model.waiting.value - changes;
  return (
    <>
      {links > 0 && (
        <p>
          <strong>{formatCount('linksNotCreated', links)}</strong>
        </p>
      )}
      {changes > 0 && (
        <p>
          <strong>{formatCount('changesNotMade', changes)}</strong>
        </p>
      )}
      {model.maySucceed.value && <p>{t('sentMayTakeEffect')}</p>}
      <p>{t('disconnectLoses')}</p>
      <p class="acts">
        <Button
          icon={Download}
          text={t('disconnectExport')}
          // The question stays open in this tab.
          onClick={() => void openManage('links/export')}
        />
      </p>
    </>
  );
}
