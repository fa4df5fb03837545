/** Deletes a stored bulk after a confirmation: its links stay, but the results of its rows are lost. */
import { Trash2 } from 'lucide';
import { Confirmation } from '../../../components/confirmation.tsx';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RowButton } from '../records/row-button.tsx';
import { useFocusTarget } from '../records/use-focus-target.ts';
import type { BulksModel } from './bulks-model.ts';
import { formatBulkName } from './labels.ts';

interface DeleteBulkProps {
  readonly model: BulksModel;
  readonly bulk: Bulk;
  /** In a list, where the button is repeated. */
  readonly iconOnly?: boolean;
  readonly onRemoved?: () => void;
}

export function DeleteBulk({ model, bulk, iconOnly = false, onRemoved }: DeleteBulkProps) {
  const giveFocus = useFocusTarget();
  const focusTarget = `bulk-remove-${bulk.id}`;
  const label = t('bulkRemoveNamed', formatBulkName(bulk));
  if (!model.isConfirming('remove', bulk))
    return (
      <RowButton
        icon={Trash2}
        word={iconOnly ? label : t('bulkRemove')}
        label={label}
        focusTarget={focusTarget}
        showsWord={!iconOnly}
        onClick={() => model.confirm('remove', bulk.id)}
      />
    );
  return (
    <Confirmation
      label={label}
      icon={Trash2}
      heading={t('bulkRemoveAsk')}
      confirm={t('bulkRemove')}
      keep={t('cancel')}
      onConfirm={() => void model.remove(bulk.id).then((isRemoved) => isRemoved && onRemoved?.())}
      onKeep={() => {
        giveFocus(focusTarget);
        model.dismissConfirmation();
      }}
    >
      <p>
        {t('bulkRemoveEffect')} {t('deleteIsFinal')}
      </p>
    </Confirmation>
  );
}
