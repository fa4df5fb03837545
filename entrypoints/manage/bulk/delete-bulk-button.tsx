/** Deletes a stored bulk after a confirmation: its links stay, but the results of its rows are lost. */
import { useRef } from 'preact/hooks';
import { focusOnMount } from '../../../components/focus-on-mount.ts';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { BulksModel } from './bulks-model.ts';

export interface DeleteBulkButtonProps {
  readonly model: BulksModel;
  readonly bulk: Bulk;
  readonly onRemoved?: () => void;
}

export function DeleteBulkButton({ model, bulk, onRemoved }: DeleteBulkButtonProps) {
  const confirmation = model.confirmation.value;
  const opener = useRef<HTMLButtonElement>(null);
  if (confirmation?.act !== 'remove' || confirmation.id !== bulk.id)
    return (
      <button
        type="button"
        ref={opener}
        aria-label={t('bulkRemoveNamed', bulk.name)}
        onClick={() => model.confirm('remove', bulk.id)}
      >
        {t('bulkRemove')}
      </button>
    );
  return (
    <div role="group" aria-label={t('bulkRemoveNamed', bulk.name)} class="asks">
      <p>{t('bulkRemoveAsk')}</p>
      <p class="acts">
        <button type="button" ref={focusOnMount} onClick={() => void model.remove(bulk.id).then(onRemoved)}>
          {t('bulkRemove')}
        </button>
        <button
          type="button"
          onClick={() => {
            model.dismissConfirmation();
            requestAnimationFrame(() => opener.current?.focus());
          }}
        >
          {t('bulkRemoveCancel')}
        </button>
      </p>
    </div>
  );
}
