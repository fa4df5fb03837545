/** Deletes a stored bulk after a confirmation: its links stay, but the results of its rows are lost. */
import { Trash2 } from 'lucide';
import { focusOnMount } from '../../../components/focus-on-mount.ts';
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
    <div role="group" aria-label={t('bulkRemoveNamed', bulk.name)} class="failure">
      <p>{t('bulkRemoveAsk')}</p>
      <p class="acts">
        <button type="button" class="danger" onClick={() => void model.remove(bulk.id).then(onRemoved)}>
          <Icon of={Trash2} />
          {t('bulkRemove')}
        </button>
        <button
          type="button"
          ref={focusOnMount}
          onClick={() => {
            model.dismissConfirmation();
            requestAnimationFrame(() => document.getElementById(buttonId(bulk))?.focus());
          }}
        >
          {t('bulkRemoveCancel')}
        </button>
      </p>
    </div>
  );
}
