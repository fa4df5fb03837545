/** Deletes a stored bulk after a confirmation: its links stay, but the results of its rows are lost. */
import { Trash2 } from 'lucide';
import { Confirmation } from '../../../components/confirmation.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { BulksModel } from './bulks-model.ts';

export interface DeleteBulkButtonProps {
  readonly model: BulksModel;
  readonly bulk: Bulk;
  /** In a list, where it is repeated. */
  readonly iconOnly?: boolean;
}

const buttonId = ({ id }: Bulk): string => `bulk-remove-${id}`;

export function DeleteBulkButton({ model, bulk, iconOnly = false }: DeleteBulkButtonProps) {
  const name = t('bulkRemoveNamed', bulk.name);
  return (
    <button
      type="button"
      id={buttonId(bulk)}
      class={iconOnly ? 'icon' : 'quiet'}
      aria-label={name}
      title={iconOnly ? name : undefined}
      onClick={() => model.confirm('remove', bulk.id)}
    >
      <Icon of={Trash2} />
      {!iconOnly && t('bulkRemove')}
    </button>
  );
}

export interface DeleteBulkConfirmationProps extends Omit<DeleteBulkButtonProps, 'iconOnly'> {
  readonly onRemoved?: () => void;
}

export function DeleteBulkConfirmation({ model, bulk, onRemoved }: DeleteBulkConfirmationProps) {
  return (
    <Confirmation
      label={t('bulkRemoveNamed', bulk.name)}
      icon={Trash2}
      heading={t('bulkRemoveAsk')}
      confirm={t('bulkRemove')}
      keep={t('bulkRemoveCancel')}
      onConfirm={() => void model.remove(bulk.id).then(onRemoved)}
      onKeep={() => {
        model.dismissConfirmation();
        requestAnimationFrame(() => document.getElementById(buttonId(bulk))?.focus());
      }}
    >
      <p>{t('bulkRemoveEffect')}</p>
    </Confirmation>
  );
}
