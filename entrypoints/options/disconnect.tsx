/** "Disconnect", which asks first, and what every end of a connection loses. */
import { Download, Unplug } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Confirmation, type ConfirmationProps } from '../../components/confirmation.tsx';
import { Icon } from '../../components/icon.tsx';
import { openManage } from '../../lib/browser/open-page.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps, OptionsModel } from './model.ts';

export type Question = Pick<
  ConfirmationProps,
  'item' | 'heading' | 'confirm' | 'keep' | 'onConfirm' | 'children'
>;

/** The question that a button opens. Once it is answered, the button gets the focus back. */
export function useConfirmation({ onConfirm, ...question }: Question) {
  /** `null` until the button was pressed. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen === false) button.current?.focus();
  }, [isOpen]);
  const close = () => setOpen(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  const confirmation = isOpen ? (
    <Confirmation {...question} label={question.confirm} onConfirm={confirm} onKeep={close} />
  ) : null;
  return { button, open: () => setOpen(true), confirmation };
}

export const disconnectQuestion = (model: OptionsModel): Question => ({
  item: 'disconnect',
  heading: t('disconnectAsk'),
  confirm: t('disconnect'),
  keep: t('stayConnected'),
  onConfirm: () => void model.disconnect(),
  children: (
    <>
      <p>{t('disconnectConfirm')}</p>
      <AccountLoss model={model} />
    </>
  ),
});

export function DisconnectButton({ model }: ModelProps) {
  const { button, open, confirmation } = useConfirmation(disconnectQuestion(model));
  return (
    confirmation ?? (
      <button type="button" class="quiet danger" data-item="disconnect" ref={button} onClick={open}>
        <Icon of={Unplug} />
        {t('disconnect')}
      </button>
    )
  );
}

/** What is lost with the account's data, and what can be kept of it. Follows the text about what happens. */
export function AccountLoss({ model }: ModelProps) {
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
