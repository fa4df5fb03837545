/** Removes what is kept of a bulk, after asking: its links stay, but what came of each row is gone with it. */
import { useRef } from 'preact/hooks';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { BulksModel } from './bulks-model.ts';

export interface DeleteBulkButtonProps {
  readonly model: BulksModel;
  readonly bulk: Bulk;
  readonly onRemoved?: () => void;
}

export function DeleteBulkButton({ model, bulk, onRemoved }: DeleteBulkButtonProps) {
  const asks = model.confirmation.value?.act === 'remove' && model.confirmation.value.id === bulk.id;
  const opener = useRef<HTMLButtonElement>(null);
  if (!asks)
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
        <button type="button" ref={intoFocus} onClick={() => void model.remove(bulk.id).then(onRemoved)}>
          {t('bulkRemove')}
        </button>
        <button
          type="button"
          onClick={() => {
            model.dismissConfirmation();
            requestAnimationFrame(() => opener.current?.focus());
          }}
        >
          {t('bulkKeepIt')}
        </button>
      </p>
    </div>
  );
}

/** When it appears, and not again. */
function intoFocus(control: HTMLElement | null): void {
  control?.focus();
}
