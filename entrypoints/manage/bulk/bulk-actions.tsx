/** The actions on a bulk: pause, resume, cancel and remove. */
import { Pause, Play, X } from 'lucide';
import { Confirmation } from '../../../components/confirmation.tsx';
import { Button } from '../../../components/button.tsx';
import { isFinished, countOpen, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulksModel } from './bulks-model.ts';
import { DeleteBulk } from './delete-bulk.tsx';
import { isTripped } from './bulk-status.ts';

interface BulkActionsProps {
  readonly bulk: Bulk;
  readonly model: BulksModel;
  readonly deps: SectionDeps;
}

export function BulkActions({ bulk, model, deps }: BulkActionsProps) {
  const { id, desiredState: desired, counts } = bulk;
  if (isFinished(bulk))
    return <DeleteBulk model={model} bulk={bulk} onRemoved={() => deps.navigate('bulk')} />;
  if (desired === 'cancel') return null;
  const isPaused = desired === 'pause';
  return (
    <p class="acts">
      <Button
        icon={isPaused ? Play : Pause}
        text={t(isPaused ? 'bulkResume' : 'bulkPause')}
        class={isPaused ? 'main' : undefined}
        onClick={() => (isPaused ? model.resume(id) : model.pause(id))}
      />
      {isTripped(bulk) && (
        <Button
          text={formatCount('bulkSkipAndResume', bulk.breaker.rows.length)}
          onClick={() => model.skip(id)}
        />
      )}
      {countOpen(bulk) > counts.asks && !model.isConfirming('cancel', bulk) && (
        <Button icon={X} text={t('cancel')} class="quiet" onClick={() => model.confirm('cancel', id)} />
      )}
    </p>
  );
}

export function CancelConfirmation({ bulk, model }: Omit<BulkActionsProps, 'deps'>) {
  const { id, counts } = bulk;
  if (!model.isConfirming('cancel', bulk)) return null;
  const question = formatCount('bulkCancelConfirm', counts.waiting + counts.out);
  return (
    <Confirmation
      label={question}
      heading={question}
      confirm={t('bulkCancelBatch')}
      keep={t('bulkDontCancel')}
      onConfirm={() => model.cancel(id)}
      onKeep={model.dismissConfirmation}
    >
      <p>{t('bulkCancelEffect')}</p>
    </Confirmation>
  );
}
