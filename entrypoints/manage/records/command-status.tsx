/** Status of a record's command: what it waits for, or why it failed and what to do next. */
import type { ComponentChildren } from 'preact';
import { describeActiveJob, describeSendFailure } from '../../../lib/i18n/describe-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { ManageProps } from '../model.ts';
import { FailureAlert } from '../failure-alert.tsx';
import type { RecordSectionModel } from './record-section-model.ts';

interface CommandStatusProps extends ManageProps {
  readonly model: Pick<RecordSectionModel<CollectionName>, 'commands' | 'jobOf'>;
  /** The record's id or `newRecordKey`. */
  readonly item: string;
  /** Buttons of a failure. */
  readonly children?: ComponentChildren;
}

export function CommandStatus({ model, page, item, children }: CommandStatusProps) {
  const command = model.commands.get(item);
  if (command === null) return null;
  if (command.state !== 'pending')
    return (
      <FailureAlert
        failure={command.failure}
        heading={t('failed')}
        otherwise={t(command.state === 'unknown' ? 'resultUnknown' : 'failureCanceled')}
        page={page}
      >
        {children}
      </FailureAlert>
    );
  const job = model.jobOf(command);
  // Not a live region: screen readers would read the countdown every second.
  if (job && job.state !== 'sent')
    return (
      <p class="pending">
        {describeActiveJob(job, page.view.value?.blockReason ?? null, page.now.value)}
        {job.sendFailure && ` ${describeSendFailure(job)}`}
      </p>
    );
  return (
    <p class="pending" role="status">
      {t(command.act === 'add' ? 'adding' : command.act === 'delete' ? 'deleting' : 'saving')}
    </p>
  );
}
